"""What would a friend say of these orders?  Lawful, but perhaps not meant; only by what everybody can see.

Nothing here refuses an order or looks at other powers' orders.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.standard.ground import Ground, province_of, within_reach
from adjudicator.standard.orders import Convoy, Move, Order, SupportHold, SupportMove
from adjudicator.standard.wording import place_name, sentence, unit_name
from adjudicator.words import listed


def cautions(orders: Sequence[Order], ground: Ground) -> tuple[str, ...]:
    """Sentences on the orders in force; none outside movement."""
    if ground.position.phase != "movement":
        return ()
    moves = {order.unit.place: order for order in orders if isinstance(order, Move)}
    return (
        *_equal_rivals(orders, moves.values()),
        *_onto_a_unit_that_stays(moves, ground),
        *(caution for order in orders for caution in _without_partner(order, moves, ground)),
        *_without_fleets(orders, moves.values()),
    )


def _strength(move: Move, orders: Sequence[Order]) -> int:
    """Own supports for *move*, as ordered."""
    wanted = (province_of(move.unit.place), province_of(move.target))
    return sum(
        isinstance(order, SupportMove) and (order.supported, province_of(order.target)) == wanted
        for order in orders
    )


def _equal_rivals(orders: Sequence[Order], moves: Iterable[Move]) -> Iterator[str]:
    rivals: dict[str, list[Move]] = {}
    for move in moves:
        rivals.setdefault(province_of(move.target), []).append(move)
    for target, several in rivals.items():
        strengths = Counter(_strength(move, orders) for move in several)
        if len(several) > 1 and strengths[max(strengths)] > 1:
            units = listed((unit_name(move.unit) for move in several), "and")
            yield f"{units} move to {place_name(target)} with equal support: they stand each other off."


def _onto_a_unit_that_stays(moves: dict[str, Move], ground: Ground) -> Iterator[str]:
    for move in moves.values():
        there = ground.standing.get(province_of(move.target))
        if there and there.power == ground.power and there.place not in moves:
            yield f"{sentence(move)}, but {unit_name(there)} stays there and is yours."


def _without_partner(order: Order, moves: dict[str, Move], ground: Ground) -> Iterator[str]:
    """An own unit that is supported or convoyed must do what the other order says it does."""
    if not isinstance(order, SupportHold | SupportMove | Convoy):
        return
    partner = ground.standing[order.army if isinstance(order, Convoy) else order.supported]
    if partner.power != ground.power:
        return
    move = moves.get(partner.place)
    goes = province_of(move.target) if move else None
    wanted = None if isinstance(order, SupportHold) else province_of(order.target)
    if goes != wanted:
        does = sentence(move) if move else f"{unit_name(partner)} has no order to move"
        yield f"{sentence(order)}, but {does}."


def _without_fleets(orders: Sequence[Order], moves: Iterable[Move]) -> Iterator[str]:
    convoyed = {(order.army, order.target) for order in orders if isinstance(order, Convoy)}
    for move in moves:
        by_land = province_of(move.target) in within_reach(move.unit.kind, move.unit.place)
        needs = move.by_convoy or not by_land
        if needs and (province_of(move.unit.place), move.target) not in convoyed:
            yield f"{sentence(move)}; none of your fleets convoys it, so another power's must."
