"""Outcomes of orders in the Middle-earth games, in addition to those of every game.

In Downfall XIII they contain no strengths, because a strength may include hidden pieces. In Hardbop a piece
that adds to a strength is disclosed, so everybody can count it.
"""

from functools import lru_cache
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core import outcomes as every_game
from adjudicator.core.outcomes import Destroyed, Dislodged, Name, Succeeded, SupportCut, Void
from adjudicator.core.position import Unit
from adjudicator.middle_earth.sentences import group, say

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
    "after_first_step",
    "cause_text",
]


RingReason = Literal[  # why an order for the Ring has no effect
    "no ring",
    "gone",
    "worn",
    "nobody there",
    "no receiver",
    "not near",
    "may not wear",
    "not in Oro",
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
    "not led",
    "at sea",
    "failed",
    "commanded",
    "confined",
    "impossible",
    "no such unit",
    "not yours",
    "does not move",
    "moves",
    "no such convoy",
    "too many",
    "taken",
    "not with Theoden",
    "not asleep",
    "not entered",
    RingReason,
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


class StoodOff(Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """*by* stayed in the area or also moved there, and *entered* it.

    *strength* was compared with *against*; both are 0 where they are secret. *reached* is where the first
    step of a move of two ended; it is "" if that step failed, or there was none.
    """

    word: ClassVar[str] = "fails"
    by: Unit
    entered: bool = False
    strength: int = 0
    against: int = 0
    reached: str = ""


class OwnUnit(Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """*by* is of the mover's own power, which may not dislodge it; *reached* as above."""

    word: ClassVar[str] = "fails"
    by: Unit
    reached: str = ""


class Parted(Struct, frozen=True, tag=True, gc=False):
    """Forced to retreat without a battle: a change of alignment set it against *by* in its own stack."""

    word: ClassVar[str] = "dislodged"
    by: Unit


class Failed(Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """The move failed, but did not bounce off a unit; *by* is who was there, if everybody sees it."""

    word: ClassVar[str] = "fails"
    why: FailReason
    by: Unit | None = None
    reached: str = ""


Outcome = Succeeded | StoodOff | Failed | Parted | OwnUnit | SupportCut | Void | Dislodged | Destroyed

AtStep = (StoodOff, OwnUnit, Failed)  # what may happen in the second of two steps

FAILED, WHY = group("failed"), group("why")


@lru_cache(maxsize=4096)  # most outcomes of a turn are shown to every reader
def cause_text(outcome: Outcome, name: Name) -> str:
    """Return *outcome* in words, "" if it needs none."""
    match outcome:
        case StoodOff():
            return _stood_off(outcome, name)
        case Parted(by=by):
            return say("parted_from", unit=name(by))
        case Failed(why="meets another", by=Unit() as by):
            return say("met", unit=name(by))
        case Destroyed(why="trapped", by=Unit() as by):
            return say("beaten_and_trapped", unit=name(by))
        case Failed(why=why):
            return FAILED[why]
    shared = every_game.OwnUnit(outcome.by) if isinstance(outcome, OwnUnit) else outcome
    return every_game.worded(shared, name, WHY)


def after_first_step(outcome: Outcome, reached: str) -> Outcome:
    """Return *outcome*, that of a second step, with where the first one ended."""
    return replace(outcome, reached=reached) if reached and isinstance(outcome, AtStep) else outcome


def _stood_off(outcome: StoodOff, name: Name) -> str:
    by = name(outcome.by)
    words = say("kept_out_by", unit=by) if outcome.entered else say("stood_off_by", unit=by)
    if not outcome.against:
        return words
    return say("with_strengths", cause=words, strength=outcome.strength, against=outcome.against)
