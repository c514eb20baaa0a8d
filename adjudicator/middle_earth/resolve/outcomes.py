"""Outcomes of orders in Middle-earth: the causes in addition to those of every game.

They have no strengths, which hidden company may be part of.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec import Struct

from adjudicator.core import outcomes as every_game
from adjudicator.core.outcomes import Destroyed, Dislodged, Name, OwnUnit, Succeeded, SupportCut, Void
from adjudicator.core.position import Unit

__all__ = [
    "Destroyed",
    "Dislodged",
    "FailReason",
    "Failed",
    "LossReason",
    "Name",
    "Outcome",
    "OwnUnit",
    "Parted",
    "StoodOff",
    "Succeeded",
    "SupportCut",
    "Void",
    "VoidReason",
    "cause_text",
]


VoidReason = Literal[
    "nothing",
    "opposed",
    "paralysed",
    "truce",
    "elsewhere",
    "no fleet",
    "no company",
    "no consent",
    "in a merge",
    "one order",
    "away",
    "no leave",
    "at sea",
    "failed",
    "commanded",
    "confined",
    "impossible",
    "no such unit",
    "does not move",
    "moves",
    "no such convoy",
    "too many",
    "taken",
]
LossReason = Literal[
    "ents",
    "wights",
    "balrog",
    "barred",
    "clash",
    "lost",
    "trapped",
    "removed",
    "disbanded",
    "no order",
    "order",
    "fleet lost",
    "civil disorder",
    "fate",
    "driven out",
]
FailReason = Literal[
    "garrison",
    "no first move",
    "no fleet",
    "barred",
    "stood off",
    "meets another",
    "the dead",
    "too strong",
    "clash",
    "no way",
    "no company",
    "his unit",
    "no convoy",
    "gandalf",
    "immune",
    "out of reach",
    "ents",
    "nothing",
]


class StoodOff(Struct, frozen=True, tag=True, gc=False):
    """*by* stayed in the area or also moved there."""

    word: ClassVar[str] = "fails"
    by: Unit


class Parted(Struct, frozen=True, tag=True, gc=False):
    """Forced to retreat without a battle: a change of alignment set it against *by* in its own stack."""

    word: ClassVar[str] = "dislodged"
    by: Unit


class Failed(Struct, frozen=True, tag=True, gc=False):
    """The move failed, but not because of another unit that everybody sees."""

    word: ClassVar[str] = "fails"
    why: FailReason


Outcome = Succeeded | StoodOff | Failed | Parted | OwnUnit | SupportCut | Void | Dislodged | Destroyed

FAILED: Mapping[FailReason, str] = {
    "garrison": "the garrison held",
    "no first move": "the first move did not succeed",
    "no fleet": "the fleet did not get there",
    "barred": "the way was barred",
    "stood off": "stood off",
    "meets another": "another unit was there",
    "the dead": "the Dead hold the vale",
    "too strong": "those in the vale were too strong",
    "clash": "another retreats there too",
    "no way": "there was no way",
    "no company": "the piece it goes with did not get there",
    "his unit": "its unit did not get there",
    "no convoy": "the convoy was broken",
    "gandalf": "Gandalf was there",
    "immune": "it could not be paralysed",
    "out of reach": "it was out of reach",
    "ents": "the Ents could not march",
    "nothing": "nothing came of it",
}
WHY: Mapping[str, str] = {
    "nothing": "nothing came of it",
    "opposed": "Good and Evil do not help each other",
    "paralysed": "paralysed by the Nazgûl",
    "truce": "the truce with Umbar holds",
    "elsewhere": "the stack goes elsewhere",
    "no fleet": "no fleet takes it there",
    "no company": "it is not there, or has another alignment",
    "no consent": "the other power has not ordered it",
    "in a merge": "a unit in a merge gives no support",
    "one order": "a stack that is not divided has one order",
    "away": "it is not on the board",
    "no leave": "the owner of the unit has not allowed it",
    "at sea": "the Nazgûl goes nowhere by sea",
    "failed": "its first order failed",
    "commanded": "another power commands it this turn",
    "confined": "Sauron may not leave Mordor yet",
    "ents": "destroyed by the Ents",
    "wights": "destroyed by the Barrow-wights",
    "balrog": "killed by the Balrog",
    "barred": "its way was barred, and disbanded",
    "clash": "met another retreat, and lost",
    "lost": "without a retreat, and lost",
    "trapped": "with nowhere to go, and disbanded",
    "removed": "disbanded by order",
    "disbanded": "disbanded",
    "no order": "without an order for its retreat, and disbanded",
    "order": "destroyed by {by}",
    "fleet lost": "lost with the fleet",
    "civil disorder": "in civil disorder, and disbanded",
    "fate": "its time was up",
    "driven out": "driven out by Gandalf, with nowhere to go",
}


@lru_cache(maxsize=4096)  # most outcomes of a turn are shown to every reader
def cause_text(outcome: Outcome, name: Name) -> str:
    """Return *outcome* in words, "" if it needs none."""
    match outcome:
        case StoodOff(by=by):
            return f"stood off by {name(by)}"
        case Parted(by=by):
            return f"parted from {name(by)}"
        case Failed(why=why):
            return FAILED[why]
    return every_game.told(outcome, name, WHY)
