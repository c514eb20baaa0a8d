"""Meetings and disclosures of pieces (HB 3.1(e), I)."""

from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, ActingPiece
from adjudicator.middle_earth.language.orders import Power

ALWAYS_SHOWN = ("Sauron",)  # 3.4
PASSING, PASSED = "passing", "passed"  # met by a piece on its way; seen to pass where one's own stood


def in_passing(turn: TurnState) -> None:
    """Note meetings in the middle of two-space moves, after first moves and retreats."""
    for piece in turn.pieces:
        if piece.here and _passes(turn, piece):
            _meet(turn, piece, PASSING)


def _passes(turn: TurnState, piece: ActingPiece) -> bool:
    if piece.leads >= 0:
        unit = turn.units[piece.leads]
        goes_on = len(unit.path) == 2 and unit.here and not unit.failed and not unit.retreated
        return goes_on and turn.moves_two(piece) and piece.entered == FIRST
    return len(piece.path) == 2 and piece.entered == FIRST and not piece.stays


def _meet(turn: TurnState, piece: ActingPiece, why: str) -> None:
    """Report to each of two owners what the other has there. Units are public anyway."""
    others = [other for other in turn.pieces_in(piece.place) if other.power != piece.power]
    unit = turn.unit_in(piece.place)
    owners: set[Power] = {other.power for other in others}
    if unit is not None and unit.power != piece.power:
        owners.add(unit.power)
    for owner in sorted(owners) if piece.kind not in ALWAYS_SHOWN else ():
        turn.add_sighting(piece, (owner,), _seen_by(turn, owner, piece, why))
    for other in others:
        if other.kind not in ALWAYS_SHOWN:
            turn.add_sighting(other, (piece.power,), why)


def _seen_by(turn: TurnState, owner: Power, piece: ActingPiece, why: str) -> str:
    """Return why *owner* sees the piece: PASSED only if all of the owner's pieces there stayed.

    An owner whose piece passes through is not told whether the other one stays.
    """
    own = [one for one in turn.pieces_in(piece.place) if one.power == owner]
    return PASSED if why == PASSING and not any(_passes(turn, one) for one in own) else why


def at_the_end(turn: TurnState) -> None:
    """Note meetings at the end of the turn."""
    for piece in turn.pieces:
        if piece.here:
            _meet(turn, piece, "met")


def disclosed(turn: TurnState) -> None:
    """Note the disclosed pieces, for every report of the turn."""
    for piece in turn.pieces:
        if piece.here and piece.shown and piece.kind not in ALWAYS_SHOWN:
            turn.add_sighting(piece, None, "led" if piece.leads >= 0 else "power")
