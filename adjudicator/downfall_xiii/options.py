"""The rulings that a group may change (Part V of the rules). The defaults are those of `rules.md`."""

from functools import partial
from typing import Final

from adjudicator.core import options
from adjudicator.core.game import Option
from adjudicator.downfall_xiii.position import State
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

OPTIONS = (
    Option(
        REPORTS,
        "Which units report Gandalf, Aragorn, the Nazgul and Rangers in their area to their owner",
        ("every-unit", "full-stacks"),
        "every-unit",
        "0.1",
    ),
    Option(
        MERGES,
        "Whether merging units add their strengths, or only the strongest one counts",
        ("add", "strongest"),
        "add",
        "4.8",
    ),
    Option(
        IDLE,
        "Whether a personality without an order accompanies a stack that stays in its area",
        ("automatic", "ordered"),
        "automatic",
        "5.4",
    ),
    Option(
        CLAIMS,
        "Whether the report names Gandalf when he claims the Ring",
        ("secret", "printed"),
        "secret",
        "6a.2",
    ),
    Option(THE_DEAD, "The strength of an attack by Aragorn and the Dead", ("3", "2"), "3", "6b.8"),
    Option(
        RISK, "Whether Aragorn rolls a die in Khazad-dum as a Ranger does", ("risk", "safe"), "risk", "7g.2"
    ),
    Option(NAZGUL, "Which units can destroy the Nazgul", ("full-stacks", "nobody"), "full-stacks", "6c.7"),
    Option(
        COMPANY,
        "What happens to pieces with a dislodged stack that have no retreat of their own",
        ("lost", "with-the-stack"),
        "lost",
        "6d.4",
    ),
    Option(
        HOLD_THEN_MOVE,
        "Whether Cavalry may hold in phase one and move in phase two",
        ("allowed", "barred"),
        "allowed",
        "6f.6",
    ),
    Option(
        HIDDEN,
        "Whether the Fellowship meets hidden pieces or passes them unseen",
        ("meet", "pass"),
        "meet",
        "6i.3",
    ),
    Option(
        ENCOUNTERS, "Who learns when the Fellowship meets others", ("all", "those-who-met"), "all", "6i.8"
    ),
    Option(
        GARRISONS,
        "Whether a garrison resists with strength 1, or with the fortress in addition",
        ("one", "with-walls"),
        "one",
        "7b.3",
    ),
    Option(
        HOSTILE,
        "Whose fleets in a wide river bar the crossing",
        ("other-alignment", "good-against-evil", "any-other-power"),
        "other-alignment",
        "7h.1",
    ),
    Option(
        RING_PLACE,
        "Where the Ring may be at the start",
        ("any-area", "empty-area"),
        "any-area",
        "8.1",
    ),
    Option(
        FINDING,
        "Whether you find the Ring by entering its area, or by being there at the end of the move",
        ("on-entering", "on-standing"),
        "on-entering",
        "8.2",
    ),
)
_DEFAULTS: Final = {option.key: option.default for option in OPTIONS}


def value(state: State, key: str) -> str:
    return state.options.get(key, _DEFAULTS[key])


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
