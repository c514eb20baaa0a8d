"""Which rulings may a group play another way?  (Part V of the rules; the default is what `rules.md` takes)"""

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
        "Which units tell their owner of Gandalf, Aragorn, the Nazgul and Rangers in their area",
        ("every-unit", "full-stacks"),
        "every-unit",
        "0.1",
    ),
    Option(
        MERGES,
        "Whether merging units add their strengths, or strike with the strongest of them alone",
        ("add", "strongest"),
        "add",
        "4.8",
    ),
    Option(
        IDLE,
        "Whether a personality without an order is in the company of a stack that stays in its area",
        ("automatic", "ordered"),
        "automatic",
        "5.4",
    ),
    Option(
        CLAIMS, "Whether Gandalf is printed when he claims the Ring", ("secret", "printed"), "secret", "6a.2"
    ),
    Option(THE_DEAD, "With what strength Aragorn and the Dead strike", ("3", "2"), "3", "6b.8"),
    Option(
        RISK, "Whether Aragorn throws the die of a Ranger in Khazad-dum", ("risk", "safe"), "risk", "7g.2"
    ),
    Option(NAZGUL, "Who may destroy the Nazgul", ("full-stacks", "nobody"), "full-stacks", "6c.7"),
    Option(
        COMPANY,
        "What becomes of dislodged company without a retreat of its own",
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
        "Whether the Fellowship meets hidden pieces, or passes by them unseen",
        ("meet", "pass"),
        "meet",
        "6i.3",
    ),
    Option(
        ENCOUNTERS, "Who is told when the Fellowship meets others", ("all", "those-who-met"), "all", "6i.8"
    ),
    Option(
        GARRISONS,
        "Whether a garrison resists with one, or with the walls of its fortress besides",
        ("one", "with-walls"),
        "one",
        "7b.3",
    ),
    Option(
        HOSTILE,
        "Whose fleet in a wide river bars the crossing",
        ("other-alignment", "good-against-evil", "any-other-power"),
        "other-alignment",
        "7h.1",
    ),
    Option(
        RING_PLACE,
        "Where the Ring may lie at the start",
        ("any-area", "empty-area"),
        "any-area",
        "8.1",
    ),
    Option(
        FINDING,
        "Who finds the Ring: who enters its area, or who stands there at the end of the move",
        ("on-entering", "on-standing"),
        "on-entering",
        "8.2",
    ),
)
_DEFAULTS: Final = {option.key: option.default for option in OPTIONS}


def value(state: State, key: str) -> str:
    return state.options.get(key, _DEFAULTS[key])


def in_force(state: State) -> dict[str, str]:
    """All values at once."""
    return {**_DEFAULTS, **state.options} if state.options else _DEFAULTS


def is_hostile(state: State, mine: str, theirs: str) -> bool:
    """Does a fleet of alignment *theirs* bar a river to another power's units of alignment *mine*?  (7h.1)"""
    match value(state, HOSTILE):
        case "good-against-evil":
            return opposed(mine, theirs)
        case "any-other-power":
            return True
    return mine != theirs


chosen = partial(options.chosen, options=OPTIONS)
