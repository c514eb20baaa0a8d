"""Company: which pieces go or stand with which stack or piece (XIII 0, 5.2 to 5.5, 6a, 6b, 6f.12)."""

from typing import Final

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, TurnState
from adjudicator.middle_earth.language.orders import (
    Accompany,
    Disembark,
    HoldThenMove,
    Lead,
    Move,
    Place,
    Unit,
)
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL

ALWAYS_SHOWN: Final = ("Sauron", "Theoden", "Dain")  # 5.6
PROTECTORS: Final = ("Gandalf", "Aragorn")
PROTECTED: Final = ("R", "Fe")
CompanyOrder = Accompany | Lead


def gather(turn: TurnState) -> None:
    """Settle which piece goes with which stack, and which lone pieces go with Gandalf or Aragorn."""
    for piece in turn.pieces:
        if (type(piece.order) is Accompany or type(piece.order) is Lead) and piece.kind not in PROTECTED:
            _join_stack(turn, piece, piece.order)
    for piece in turn.pieces:
        if (type(piece.order) is Accompany or type(piece.order) is Lead) and piece.kind in PROTECTED:
            _join_piece(turn, piece, piece.order)


def _join_stack(turn: TurnState, piece: ActingPiece, order: CompanyOrder) -> None:
    unit = order.led if isinstance(order, Lead) else order.companion
    found = [
        stack for stack in turn.stacks if is_meant(stack, unit, piece.origin) and may_join(turn, piece, stack)
    ]
    if not found or not turn.is_awake(piece):
        piece.void("no company")
        return
    path = order.path
    stack = min(found, key=lambda stack: (not _fits(order, stack), stack.power != piece.power, -stack.count))
    if not _fits(order, stack):
        piece.void("elsewhere")
        return
    if piece.kind == "Sauron" and not may_sauron_go(turn, piece, way(stack)):
        piece.void("confined")
        return
    piece.stack, piece.idle, piece.ordered = stack, False, True
    piece.path = path if path == way(stack)[:1] else way(stack)
    stack.company.append(piece)


def is_meant(stack: ActingStack, unit: Unit, place: Place) -> bool:
    kind = "F" if unit.kind == "A/F" else unit.kind
    return place == stack.origin and unit.place in ("", place) and (not kind or kind in stack.counts)


def way(stack: ActingStack) -> tuple[Place, ...]:
    """Return the areas that the order of *stack* leads through, () if it stays."""
    order = stack.order
    if order is None:
        return ()
    if type(order) is Move:
        return order.path
    return (order.target,) if type(order) is HoldThenMove or type(order) is Disembark else ()


def _fits(order: CompanyOrder, stack: ActingStack) -> bool:
    """Return whether the destination in *order*, if it names one, is that of *stack* (5.4)."""
    path = order.path
    if isinstance(order, Lead) and order.holds and not path:
        return not way(stack)
    return not path or path in (way(stack)[: len(path)], way(stack)[-1:])


def may_join(turn: TurnState, piece: ActingPiece, stack: ActingStack) -> bool:
    alignment = turn.align(stack.power)
    if piece.kind == "Gandalf":
        return alignment in (GOOD, NEUTRAL)
    if piece.kind == "Aragorn":
        return alignment == GOOD
    return piece.is_personality and alignment == turn.align(piece.power)


def may_sauron_go(turn: TurnState, piece: ActingPiece, path: tuple[Place, ...]) -> bool:
    """Return whether *piece* may take *path*: Sauron stays in Mordor until Gondor has no centre (5.11)."""
    free = turn.before.owners and "Gondor" not in turn.before.owners.values()
    return bool(free) or piece.kind != "Sauron" or all(place in ground.SAURON_CONFINED for place in path)


def _join_piece(turn: TurnState, piece: ActingPiece, order: CompanyOrder) -> None:
    """Let a Ranger or the Fellowship move along with Gandalf or Aragorn (6a.vi)."""
    other = turn.piece(order.companion.kind) if isinstance(order, Accompany) else None
    if other is None or other.kind not in PROTECTORS or other.origin != piece.origin or not other.here:
        piece.void("no company")
        return
    theirs = other.path or (other.order.path if type(other.order) is Move else ())
    path = order.path or theirs[:1]
    if path[:1] != theirs[:1]:
        piece.void("elsewhere")
        return
    piece.beside, piece.path, piece.idle, piece.ordered = other, path[:1], not path, True


def strength(turn: TurnState, stack: ActingStack) -> int:
    """Return units and the company ordered with them; at sea company adds nothing (6g.5, 6g.8)."""
    units = int(turn.options[options.THE_DEAD]) - 1 if "Dead" in stack.counts else stack.count
    if not stack.company or (stack.is_fleet and not ground.WATER.isdisjoint({stack.place, *stack.path})):
        return units
    there = [piece for piece in stack.company if piece.here and piece.place == stack.place]
    return units + sum(turn.is_strong_company(piece, stack) for piece in there)


def protectors(turn: TurnState, piece: ActingPiece) -> list[ActingPiece]:
    """Return Gandalf and Aragorn where they shield a Ranger or the Fellowship (6a.vi, 6b.iv)."""
    if piece.kind not in PROTECTED:
        return []
    return [one for one in turn.pieces_in(piece.place) if one.kind in PROTECTORS]


def in_full_stack(turn: TurnState, piece: ActingPiece) -> bool:
    """Return whether the piece is in the company of a full stack (7g.2)."""
    return any(
        piece in turn.company_of(stack) and (stack.count > 1 or turn.is_full(stack))
        for stack in turn.stacks_in(piece.place)
    )
