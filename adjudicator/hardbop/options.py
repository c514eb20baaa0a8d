"""The rulings that a group may change (Part O of the rules). The defaults are those of `rules.md`."""

from collections.abc import Mapping
from functools import partial

from adjudicator.core import options
from adjudicator.core.game import Option
from adjudicator.hardbop.sentences import group

HINTS = "hints"
LEADING = "leading"
STOPPED = "stopped-paralysis"
LONE = "lone-personalities"
DURIN = "khazad-dum-garrison"
OVER_MOUNTAINS = "ring-over-mountains"
CARRIER = "neutral-carrier"
DISTANCE = "ring-distance"

TITLES = group("options")
OPTIONS = (
    Option(LEADING, TITLES[LEADING], ("all", "attack"), "all", "3.2(b)"),
    Option(
        STOPPED,
        TITLES[STOPPED],
        ("disclosed", "hidden"),
        "disclosed",
        "3.10(i)",
    ),
    Option(
        LONE,
        TITLES[LONE],
        ("hold", "do-not-hold"),
        "hold",
        "5.1(d)",
    ),
    Option(
        DURIN,
        TITLES[DURIN],
        ("from-the-start", "with-the-dwarves"),
        "from-the-start",
        "5.3(b)",
    ),
    Option(
        DISTANCE,
        TITLES[DISTANCE],
        ("army", "any-border", "without-gundabad"),
        "army",
        "7.1(a)",
    ),
    Option(
        HINTS,
        TITLES[HINTS],
        ("on", "off"),
        "on",
        "7.1(b)",
    ),
    Option(OVER_MOUNTAINS, TITLES[OVER_MOUNTAINS], ("no", "yes"), "no", "7.3(b)"),
    Option(
        CARRIER,
        TITLES[CARRIER],
        ("cannot", "three-quarters"),
        "cannot",
        "V3(a)",
    ),
)
_DEFAULTS = {option.key: option.default for option in OPTIONS}


def value(chosen: Mapping[str, str], key: str) -> str:
    """Return the value of an option, given those that were *chosen*."""
    return chosen.get(key, _DEFAULTS[key])


def is_default(chosen: Mapping[str, str], key: str) -> bool:
    """Return whether the ruling of `rules.md` is in force, given the options that were *chosen*."""
    return value(chosen, key) == _DEFAULTS[key]


checked = partial(options.chosen, options=OPTIONS)
