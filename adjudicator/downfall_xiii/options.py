"""The rulings that a group may change (Part V of the rules). The defaults are those of `rules.md`."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from adjudicator.core import options
from adjudicator.core.game import Option
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.sentences import group
from adjudicator.middle_earth.resolve.pieces import opposed

REPORTS: Final = "who-is-told-of-pieces"
MERGES: Final = "merging-units"
IDLE: Final = "company-of-standing-personalities"
CLAIMS: Final = "gandalf-claiming"
NAZGUL: Final = "destroying-the-nazgul"
HOLD_THEN_MOVE: Final = "cavalry-holds-then-moves"
HIDDEN: Final = "hidden-pieces-and-the-fellowship"
GARRISONS: Final = "garrison-strength"
HOSTILE: Final = "hostile-fleet"
RING_PLACE: Final = "ring-at-the-start"
FINDING: Final = "finding-the-ring"
THE_DEAD: Final = "strength-of-the-dead"
RISK: Final = "aragorn-in-khazad-dum"
COMPANY: Final = "company-without-retreat"
ENCOUNTERS: Final = "fellowship-encounters"

TITLES = group("options")
OPTIONS = (
    Option(
        REPORTS,
        TITLES[REPORTS],
        ("every-unit", "full-stacks"),
        "every-unit",
        "0.1",
    ),
    Option(
        MERGES,
        TITLES[MERGES],
        ("add", "strongest"),
        "add",
        "4.8",
    ),
    Option(
        IDLE,
        TITLES[IDLE],
        ("automatic", "ordered"),
        "automatic",
        "5.4",
    ),
    Option(
        CLAIMS,
        TITLES[CLAIMS],
        ("secret", "printed"),
        "secret",
        "6a.2",
    ),
    Option(THE_DEAD, TITLES[THE_DEAD], ("3", "2"), "3", "6b.8"),
    Option(RISK, TITLES[RISK], ("risk", "safe"), "risk", "7g.2"),
    Option(NAZGUL, TITLES[NAZGUL], ("full-stacks", "nobody"), "full-stacks", "6c.7"),
    Option(
        COMPANY,
        TITLES[COMPANY],
        ("lost", "with-the-stack"),
        "lost",
        "6d.4",
    ),
    Option(
        HOLD_THEN_MOVE,
        TITLES[HOLD_THEN_MOVE],
        ("allowed", "barred"),
        "allowed",
        "6f.6",
    ),
    Option(
        HIDDEN,
        TITLES[HIDDEN],
        ("meet", "pass"),
        "meet",
        "6i.3",
    ),
    Option(ENCOUNTERS, TITLES[ENCOUNTERS], ("all", "those-who-met"), "all", "6i.8"),
    Option(
        GARRISONS,
        TITLES[GARRISONS],
        ("one", "with-walls"),
        "one",
        "7b.3",
    ),
    Option(
        HOSTILE,
        TITLES[HOSTILE],
        ("other-alignment", "good-against-evil", "any-other-power"),
        "other-alignment",
        "7h.1",
    ),
    Option(
        RING_PLACE,
        TITLES[RING_PLACE],
        ("any-area", "empty-area"),
        "any-area",
        "8.1",
    ),
    Option(
        FINDING,
        TITLES[FINDING],
        ("on-entering", "on-standing"),
        "on-entering",
        "8.2",
    ),
)
_DEFAULTS: Final = {option.key: option.default for option in OPTIONS}


def value(state: State, key: str) -> str:
    return value_of(state.options, key)


def value_of(chosen: Mapping[str, str], key: str) -> str:
    return chosen.get(key, _DEFAULTS[key])


def in_force(state: State) -> dict[str, str]:
    """Return all values, including defaults."""
    return {**_DEFAULTS, **state.options} if state.options else _DEFAULTS


def is_hostile(state: State, mine: str, theirs: str) -> bool:
    """Return whether a fleet of alignment *theirs* bars a river to units of alignment *mine* (7h.1)."""
    match value(state, HOSTILE):
        case "good-against-evil":
            return opposed(mine, theirs)
        case "any-other-power":
            return True
    return mine != theirs


chosen = partial(options.chosen, options=OPTIONS)
