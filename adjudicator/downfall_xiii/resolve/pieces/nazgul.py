"""Paralysing by the Nazgul (XIII 6c.4 to 6c.6)."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, TurnState
from adjudicator.middle_earth.language.orders import Paralyse, Unit


def paralyse(turn: TurnState) -> None:
    """Paralyse by the places at the start of the turn. The use is printed, even if the target is immune."""
    for piece in turn.pieces:
        if type(piece.order) is Paralyse:
            _paralyse(turn, piece, piece.order.target)


def _paralyse(turn: TurnState, piece: ActingPiece, unit: Unit) -> None:
    near = unit.place == piece.origin or ground.may_step(
        "Nazgul", piece.origin, unit.place, turn.barred(piece.power)
    )
    targets = [
        stack
        for stack in turn.stacks
        if stack.origin == unit.place and stack.is_called(unit.kind) and stack.fleet is None
    ]
    if piece.kind != "Nazgul" or not near or not targets:
        piece.void("impossible" if not near else "no such unit")
        return
    target = min(targets, key=lambda stack: (stack.power == piece.power, stack.power))
    turn.paralysed.add((target.power, target.origin))
    piece.shown = True
    if piece.given:
        piece.given.public = True
