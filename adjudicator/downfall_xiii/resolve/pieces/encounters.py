"""Sightings of hidden pieces at the end of a move (XIII 5.7, H). All of them are decided here."""

from collections.abc import Collection

import msgspec

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.resolve.company import ALWAYS_SHOWN
from adjudicator.downfall_xiii.resolve.pieces.fellowship import others_in
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, TurnState
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.record import Sighting

Sightings = tuple[Sighting, ...]
Subject = tuple[Power, str, Place]  # the owner, kind and place of a piece that was seen
EVERYBODY = ""  # stands for the readers of a sighting that is public


def note(turn: TurnState, only: Collection[Place] | None = None) -> Sightings:
    """Return the sightings of all hidden pieces, in *only* these places if given (new units, S.1)."""
    found = [
        one
        for piece in turn.pieces
        if not piece.dead and piece.kind not in ALWAYS_SHOWN and (only is None or piece.place in only)
        for one in _sightings(turn, piece)
    ]
    if turn.put_on and turn.holder is not None:
        found.append(Sighting("Ring", turn.holder.power, turn.holder.place, None, "put on"))
    return tuple(sorted(found, key=lambda one: (one.owner, one.kind, one.place, one.readers or ())))


def together(first: Sightings, later: Sightings) -> Sightings:
    """Merge the sightings of the moves and of the retreats, so that nobody is told of a piece twice."""
    for_all = {_subject(one) for one in later if one.readers is None}
    kept = [one for one in first if one.readers is None or _subject(one) not in for_all]
    known = {(_subject(one), reader) for one in kept for reader in one.readers or (EVERYBODY,)}
    return tuple(dict.fromkeys((*kept, *(new for one in later for new in _to_the_others(one, known)))))


def _to_the_others(one: Sighting, known: Collection[tuple[Subject, Power]]) -> Sightings:
    """Return the sighting for the readers who do not know of its piece yet."""
    if (_subject(one), EVERYBODY) in known:
        return ()
    if one.readers is None:
        return (one,)
    readers = tuple(reader for reader in one.readers if (_subject(one), reader) not in known)
    return (msgspec.structs.replace(one, readers=readers),) if readers else ()


def _subject(one: Sighting) -> Subject:
    return one.owner, one.kind, one.place


def _sightings(turn: TurnState, piece: ActingPiece) -> list[Sighting]:
    if piece.kind == "Fe" and piece.shown and _to_those_alone(turn):
        return _sighted(piece, _owners_met(turn, piece), "met others")
    if piece.shown:
        return [Sighting(piece.kind, piece.power, piece.place, None, _why(turn, piece))]
    if piece.kind == "Fe" or not piece.here:
        return []
    return _sighted(piece, neighbours(turn, piece), "met")


def _sighted(piece: ActingPiece, readers: set[Power], why: str) -> list[Sighting]:
    witnesses = tuple(sorted(readers))
    return [Sighting(piece.kind, piece.power, piece.place, witnesses, why)] if witnesses else []


def _to_those_alone(turn: TurnState) -> bool:
    return turn.options[options.ENCOUNTERS] == "those-who-met"


def _owners_met(turn: TurnState, fellowship: ActingPiece) -> set[Power]:
    """Return whom it met in its area, or in the one that it could not enter (6i.8)."""
    places = {fellowship.place, *fellowship.path}
    met = {one.power for place in places if place for one in others_in(turn, place, fellowship)}
    return met - {fellowship.power}


def _why(turn: TurnState, piece: ActingPiece) -> str:
    if piece.by_ring:
        return "wears the Ring" if piece is turn.holder else "came with the Ring"
    if piece.is_personality:
        return "moved with a unit"
    return "met others" if piece.kind == "Fe" else "used a power"


def neighbours(turn: TurnState, piece: ActingPiece) -> set[Power]:
    """Return the owners of units in its area; for a personality also of pieces (5.7, 6a.2, H.3)."""
    there = turn.stacks_in(piece.place)
    if not there and not piece.is_personality:
        return set()
    units = [stack for stack in there if stack.power != piece.power]
    if turn.options[options.REPORTS] == "full-stacks" and not piece.is_personality:
        units = [stack for stack in units if turn.is_full(stack)]
    owners = {stack.power for stack in units}
    if piece.is_personality:
        met = [other for other in turn.pieces if other.place == piece.place and _is_met(other)]
        owners |= {other.power for other in met if other.power != piece.power}
    return owners


def _is_met(piece: ActingPiece) -> bool:
    """Return whether others meet it; the Fellowship also when it must retreat (6i.4)."""
    return piece.here or (piece.kind == "Fe" and not piece.dead)
