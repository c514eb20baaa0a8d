"""Outcomes of orders: values named by their cause, with the other party, and their words.

Every outcome has a *word* for rule cases and layouts (succeeds, fails, cut, void, dislodged, destroyed) and
the other party, where it was when the turn began. Strengths include the unit itself, counted as one.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec
from msgspec import Struct

from adjudicator.core.position import Unit
from adjudicator.core.sentences import group, say

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
    """*why* is a key of the group `void` in `sentences.toml`, or of a game's additional table."""

    word: ClassVar[str] = "void"
    why: str
    by: Unit | None = None  # the unit that makes this one void, by its own order or because it is there


class Dislodged(Struct, frozen=True, tag=True, gc=False):
    """Beaten by *by*; *failed* is the outcome of its own order, if that had a separate cause."""

    word: ClassVar[str] = "dislodged"
    by: Unit
    failed: "Bounced | OwnUnit | NoConvoy | ConvoyDisrupted | ConvoyParadox | SupportCut | Void | None" = None


class Destroyed(Struct, frozen=True, tag=True, gc=False):
    """Off the board; *why* is a key of the group `destroyed` there, or of a game's additional table."""

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


def worded(outcome: Outcome, name: Name, more: Mapping[str, str] | None = None) -> str:
    """Return *outcome* in words, or ""; *more* adds a game's reasons for `Void` and `Destroyed`.

    >>> worded(SupportCut(Unit("France", "F", "ENG")), lambda unit: "Fleet English Channel")
    'cut by Fleet English Channel'
    """
    if isinstance(outcome, Succeeded):
        return ""
    named = {key: name(value) for key, value in _fields(outcome).items() if isinstance(value, Unit)}
    return _template(outcome, more or {}).format_map({**_fields(outcome), **named}) + _clauses(
        outcome, name, more
    )


def _fields(outcome: Outcome) -> dict[str, object]:
    return msgspec.structs.asdict(outcome)


def _template(outcome: Outcome, more: Mapping[str, str]) -> str:
    match outcome:
        case Void(why=why):
            return say("void_because", why={**group("void"), **more}[why])
        case Destroyed(why=why):
            return {**group("destroyed"), **more}[why]
    return group("outcomes")[type(outcome).__name__]


def _clauses(outcome: Outcome, name: Name, more: Mapping[str, str] | None) -> str:
    """Return additions to the main sentence: lost supports, a beaten unit's own failure."""
    match outcome:
        case Bounced(lost=lost):
            return "".join("; " + say("lost_support", unit=name(one.unit), by=name(one.by)) for one in lost)
        case Dislodged(failed=failed) if failed is not None:
            return "; " + worded(failed, name, more)
    return ""
