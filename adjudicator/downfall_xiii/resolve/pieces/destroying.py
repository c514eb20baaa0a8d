"""Destroying pieces by order (XIII 5.8, 6a.vi, 6a.10, 6b.11, 6c.7, 6h.4, 6h.5)."""

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.resolve import company, losses
from adjudicator.downfall_xiii.resolve.order_collection import CollectedOrders
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import (
    ActingPiece,
    ActingStack,
    GivenOrder,
    Holder,
    TurnState,
    kinds_text,
)
from adjudicator.middle_earth.language import orders as order_kinds
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, NAMES

Destruction = tuple[GivenOrder, ActingStack, ActingPiece]


def destroy(collected: CollectedOrders) -> None:
    """Resolve all orders to destroy at once."""
    turn = collected.turn
    destructions: list[Destruction] = []
    able = _able(turn)
    for player, order, given in collected.ordered(order_kinds.Destroy):
        there = able.get(order.unit.place)
        found = _destructions(collected, there, player, order, given) if there else []
        given.outcome = Succeeded() if found else Void("nothing")
        destructions += found
    doomed = {id(piece) for _, _, piece in destructions}
    done = [destruction for destruction in destructions if not _is_shielded(turn, destruction[2], doomed)]
    for given in {id(given): given for given, _, _ in destructions}.values():
        if not any(destruction[0] is given for destruction in done):
            given.outcome = Void("nothing")
    for given, stack, piece in done:
        if not piece.dead:
            _die(turn, given, stack, piece)


def _able(turn: TurnState) -> dict[Place, list[ActingStack]]:
    """Return the units that share an area with a piece, by where they began."""
    found: dict[Place, list[ActingStack]] = {}
    haunted = {piece.place for piece in turn.pieces if piece.here}
    for stack in turn.stacks:
        if stack.place in haunted and stack.here and "Dead" not in stack.counts:
            found.setdefault(stack.origin, []).append(stack)
    return found


def _destructions(
    collected: CollectedOrders,
    able: list[ActingStack],
    player: Power,
    order: order_kinds.Destroy,
    given: GivenOrder,
) -> list[Destruction]:
    turn = collected.turn
    units = [stack for stack in able if _acts(collected, stack, player, order)]
    if not units or not all(_holds(turn, condition) for condition in order.conditions):
        return []
    return [
        (given, stack, piece)
        for stack in units[:1]
        for piece in turn.pieces_in(stack.place)
        if _is_aimed_at(order.target, piece, player) and may_destroy(turn, stack, piece)
    ]


def _acts(collected: CollectedOrders, stack: ActingStack, player: Power, order: order_kinds.Destroy) -> bool:
    """Return whether the unit is of the kind ordered, and *player* may order it."""
    kind = order.unit.kind
    if not stack.is_called(kind) and not (kind == "A/F" and stack.is_fleet):
        return False
    return collected.controller(stack.power, stack.origin, stack.kinds[0]) == player


def _is_aimed_at(target: order_kinds.Target, piece: ActingPiece, player: Power) -> bool:
    if target.kind == "any":
        return piece.power != player
    if target.kind != piece.kind or target.power not in ("", piece.power):
        return False
    return target.place in ("", piece.place, piece.origin)


def may_destroy(turn: TurnState, stack: ActingStack, piece: ActingPiece) -> bool:
    """Return whether an ordinary unit may destroy this piece in the same area."""
    match piece.kind:
        case "Fe":
            return False
        case "Gandalf":
            return turn.is_full(stack)
        case "Nazgul":
            return turn.is_full(stack) and turn.options[options.NAZGUL] != "nobody"
        case "Aragorn":
            return turn.is_full(stack) and turn.align(stack.power) == EVIL
        case "R":
            return turn.align(stack.power) == EVIL or stack.power in turn.grudges.get(piece.power, ())
    return True


def _holds(turn: TurnState, condition: order_kinds.Condition) -> bool:
    """Return whether the condition is met. A move that nobody made neither succeeded nor failed."""
    movers = [
        stack
        for stack in turn.stacks
        if stack.origin == condition.unit.place and stack.is_called(condition.unit.kind)
    ]
    pieces = [piece for piece in turn.pieces if piece.kind == condition.unit.kind and piece.order is not None]
    everybody: list[Holder] = [*movers, *pieces]
    tried = [one for one in everybody if _ordered(one) == condition.path]
    if not tried:
        return False
    arrived = any(one.place == condition.path[-1] and one.entered for one in tried)
    return arrived == condition.succeeds


def _ordered(one: Holder) -> tuple[str, ...]:
    match one.given[0].order if isinstance(one, ActingStack) and one.given else one.order:
        case order_kinds.Move(path=path) | order_kinds.Neutralise(path=path):
            return path
        case order_kinds.Merge() as merge:
            return (merge.target,)
        case order_kinds.Disembark(target=target) | order_kinds.HoldThenMove(target=target):
            return (target,)
        case order_kinds.Lead(path=path) | order_kinds.Accompany(path=path):
            return path
        case order_kinds.Command(order=order_kinds.Move(path=path)):
            return path
    return ()


def _is_shielded(turn: TurnState, piece: ActingPiece, doomed: set[int]) -> bool:
    """Return whether Gandalf or Aragorn shields the piece: a Ranger falls only with them (6a.vi)."""
    shields = [one for one in company.protectors(turn, piece) if id(one) not in doomed]
    for one in shields:
        one.shown = True
    return bool(shields)


def _die(turn: TurnState, given: GivenOrder, stack: ActingStack, piece: ActingPiece) -> None:
    piece.set_outcome(Destroyed("order", turn.name(stack)))
    if turn.holder is piece:
        ring.lose_to(turn, stack)
    losses.die(turn, piece)
    given.public = False
    turn.add_news(
        "piece.destroyed",
        None,
        piece=NAMES.get(piece.kind, piece.kind),
        owner=piece.power,
        place=piece.place,
        power=stack.power,
        unit=kinds_text(stack),
    )
