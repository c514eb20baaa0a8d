"""Outcomes of orders: values named by their cause, with the other party, and their words.

Every outcome has a *word* for rule cases and layouts (succeeds, fails, cut, void, dislodged, destroyed) and
the other party, where it was when the turn began. Strengths include the unit itself, counted as one.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec
from msgspec import Struct

from adjudicator.core.position import Unit

Name = Callable[[Unit], str]
"""Name a unit as the game does: "Army Marseilles"."""


class LostSupport(Struct, frozen=True, gc=False):
    """A support for a move that did not count, because *by* cut it."""

    unit: Unit
    by: Unit


class Succeeded(Struct, frozen=True, tag=True, gc=False):
    word: ClassVar[str] = "succeeds"


class Bounced(Struct, frozen=True, tag=True, gc=False):
    """*by* stayed in the province or also moved there, *strength* against *against*."""

    word: ClassVar[str] = "fails"
    by: Unit
    strength: int
    against: int
    lost: tuple[LostSupport, ...] = ()


class OwnUnit(Struct, frozen=True, tag=True, gc=False):
    """A power cannot dislodge its own unit."""

    word: ClassVar[str] = "fails"
    by: Unit


class NoConvoy(Struct, frozen=True, tag=True, gc=False):
    """No chain of fleets was ordered to convoy this army."""

    word: ClassVar[str] = "fails"


class ConvoyDisrupted(Struct, frozen=True, tag=True, gc=False):
    """The fleet *fleet* was dislodged by *by*, and no other route was left."""

    word: ClassVar[str] = "fails"
    fleet: Unit
    by: Unit


class ConvoyParadox(Struct, frozen=True, tag=True, gc=False):
    """The convoy was part of a paradox: by Szykman's rule it does not take place."""

    word: ClassVar[str] = "fails"


class RetreatClash(Struct, frozen=True, tag=True, gc=False):
    """Another unit retreats to the same province; both are disbanded."""

    word: ClassVar[str] = "fails"
    by: Unit


class SupportCut(Struct, frozen=True, tag=True, gc=False):
    word: ClassVar[str] = "cut"
    by: Unit


class Void(Struct, frozen=True, tag=True, gc=False):
    """*why* is a key of `VOID`, or of a game's additional table."""

    word: ClassVar[str] = "void"
    why: str
    by: Unit | None = None  # the unit whose own order makes this one void


class Dislodged(Struct, frozen=True, tag=True, gc=False):
    """Beaten by *by*; *failed* is the outcome of its own order, if that had a separate cause."""

    word: ClassVar[str] = "dislodged"
    by: Unit
    failed: "Bounced | OwnUnit | NoConvoy | ConvoyDisrupted | ConvoyParadox | SupportCut | Void | None" = None


class Destroyed(Struct, frozen=True, tag=True, gc=False):
    """Off the board; *why* is a key of `DESTROYED`, or of a game's additional table."""

    word: ClassVar[str] = "destroyed"
    why: str = "beaten"
    by: Unit | None = None


Outcome = (
    Succeeded
    | Bounced
    | OwnUnit
    | NoConvoy
    | ConvoyDisrupted
    | ConvoyParadox
    | RetreatClash
    | SupportCut
    | Void
    | Dislodged
    | Destroyed
)

VOID: Mapping[str, str] = {
    "impossible": "it cannot be done from there",
    "no such unit": "there is no such unit there",
    "does not move": "that unit is ordered to do something else",
    "moves": "that unit is ordered to move",
    "other coast": "that unit moves to another coast",
    "no such convoy": "that army is ordered to do something else",
    "too many": "no more are due",
    "taken": "the place is taken by an earlier order",
    "signal": "kept as a signal; it has no effect, and the unit held",
    "left": "no order came for it, so it held",
}

DESTROYED: Mapping[str, str] = {
    "beaten": "destroyed by {by}",
    "no retreat": "dislodged by {by} with no place to retreat to, and disbanded",
    "no order": "disbanded, without an order for its retreat",
    "civil disorder": "removed by civil disorder, since no order said which unit goes",
}

TELLING: Mapping[type, str] = {
    Succeeded: "",
    Bounced: "bounced with {by}, {strength} against {against}",
    OwnUnit: "may not dislodge {by}, a unit of its own power",
    NoConvoy: "no fleets were ordered to convoy it there",
    ConvoyDisrupted: "the convoy was disrupted: {fleet} was dislodged by {by}",
    ConvoyParadox: "the convoy would have decided over itself, so it did not take place",
    RetreatClash: "{by} retreats there too; both are disbanded",
    SupportCut: "cut by {by}",
    Void: "void",
    Dislodged: "dislodged by {by}",
    Destroyed: "destroyed",
}


def told(outcome: Outcome, name: Name, more: Mapping[str, str] | None = None) -> str:
    """Return *outcome* in words, or ""; *more* adds a game's reasons to VOID and DESTROYED.

    >>> told(SupportCut(Unit("France", "F", "ENG")), lambda unit: "Fleet English Channel")
    'cut by Fleet English Channel'
    """
    named = {key: name(value) for key, value in _fields(outcome).items() if isinstance(value, Unit)}
    return _template(outcome, more or {}).format_map({**_fields(outcome), **named}) + _clauses(
        outcome, name, more
    )


def _fields(outcome: Outcome) -> dict[str, object]:
    return msgspec.structs.asdict(outcome)


def _template(outcome: Outcome, more: Mapping[str, str]) -> str:
    match outcome:
        case Void(why=why):
            return "void: " + {**VOID, **more}[why]
        case Destroyed(why=why):
            return {**DESTROYED, **more}[why]
    return TELLING[type(outcome)]


def _clauses(outcome: Outcome, name: Name, more: Mapping[str, str] | None) -> str:
    """Return additions to the main sentence: lost supports, a beaten unit's own failure."""
    match outcome:
        case Bounced(lost=lost):
            return "".join(f"; its support from {name(one.unit)} was cut by {name(one.by)}" for one in lost)
        case Dislodged(failed=failed) if failed is not None:
            return "; " + told(failed, name, more)
    return ""
