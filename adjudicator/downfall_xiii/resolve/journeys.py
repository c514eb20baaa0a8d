"""Moves of pieces that are in no company (XIII 5.2, 5.11, 6a.1, 6b.1, 6c.2, 6h.1; part S, steps 5 and 6).

Only the ground stops them. They stop nobody but the Fellowship.
"""

from typing import Final

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, TurnState
from adjudicator.middle_earth.language.orders import Disembark, HoldThenMove, Move, Neutralise, Place
from adjudicator.middle_earth.resolve.outcomes import Failed

MOVES: Final = (Move, Neutralise, HoldThenMove)
LoneMove = Move | Neutralise | HoldThenMove


def set_out(turn: TurnState) -> None:
    """Set the paths of lone pieces before movement; illegal orders are void."""
    for piece in turn.pieces:
        order = piece.order
        if isinstance(order, MOVES) and "Dead" not in (piece.stack.counts if piece.stack else ()):
            _set_out(turn, piece, order)


def _set_out(turn: TurnState, piece: ActingPiece, order: LoneMove) -> None:
    path = ("", order.target) if isinstance(order, HoldThenMove) else order.path
    if len(path) > _reach(turn, piece, path) or not turn.is_awake(piece):
        piece.void("impossible")
    elif not company.may_sauron_go(turn, piece, path):
        piece.void("confined")
    elif type(order) is Neutralise and piece.kind != "R":
        piece.void("impossible")
    else:
        piece.path, piece.idle = path, False


def _reach(turn: TurnState, piece: ActingPiece, path: tuple[Place, ...]) -> int:
    """Return 2 for the Nazgul, and for Gandalf on Shadowfax where a horse can go (6a.vii, 6c.2), else 1."""
    if piece.kind == "Nazgul":
        return 2
    way = {piece.origin, *path}
    rides = piece.kind == "Gandalf" and turn.before.shadowfax and not way & (ground.FOREST | ground.MARSH)
    return 2 if rides else 1


def first_steps(turn: TurnState) -> None:
    """Move all but the Fellowship in phase one; those who go with Gandalf or Aragorn follow them."""
    lone = [piece for piece in turn.pieces if piece.here and piece.stack is None and piece.kind != "Fe"]
    for piece in lone:
        if piece.beside is None and piece.path and piece.path[0]:
            _step(turn, piece, piece.path[0], 1)
    for piece in lone:
        if piece.beside is not None and piece.path:
            go_along(turn, piece)


def go_along(turn: TurnState, piece: ActingPiece) -> bool:
    """Let a Ranger or the Fellowship follow Gandalf or Aragorn (6a.vi, 7d.2). Return whether it did."""
    leader = piece.beside
    if leader is None or not leader.entered or leader.place != piece.path[0]:
        piece.set_outcome(Failed("no company"))
        return False
    return _step(turn, piece, piece.path[0], 1)


def second_steps(turn: TurnState) -> None:
    """Move the Nazgul, and Gandalf with Shadowfax, in phase two."""
    for piece in turn.pieces:
        if piece.here and piece.stack is None and len(piece.path) == 2:
            first, second = piece.path
            if not first or piece.place == first:
                _step(turn, piece, second, 2)


def _step(turn: TurnState, piece: ActingPiece, target: Place, phase: int) -> bool:
    """Take one step, also ashore from a ship. Return whether it was possible."""
    if piece.fleet is not None:
        lands = type(piece.order) is Disembark and piece.fleet.place == piece.order.unit.place
        may = lands and piece.fleet.here
    elif piece.ferried is not None:
        may = True
    else:
        may = ground.may_step(piece.kind, piece.place, target, turn.barred(piece.power))
    if not may:
        piece.set_outcome(Failed("no way"))
        return False
    piece.entered_from, piece.place, piece.entered, piece.fleet = piece.place, target, phase, None
    return True
