"""Warnings about orders that are legal but perhaps not intended, from public facts only.

Nothing here refuses an order or looks at other powers' orders.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from adjudicator.core.language.words import listed
from adjudicator.core.position import Place
from adjudicator.standard.language.names import Ground, province_of, within_reach
from adjudicator.standard.language.orders import Convoy, Move, Order, Proxy, SupportHold, SupportMove, Waive
from adjudicator.standard.sentences import say

HELPS = (SupportHold, SupportMove, Convoy)


def cautions(orders: Sequence[Order], ground: Ground) -> tuple[str, ...]:
    """Return warnings on the orders in force; none outside movement."""
    if ground.position.phase != "movement":
        return ()
    own = [order for order in orders if type(order) is not Waive and order.unit.power == ground.power]
    moves = {order.unit.place: order for order in own if type(order) is Move}
    left = {order.unit.place for order in own if type(order) is Proxy}
    return (
        *_equal_rivals(own, moves.values(), ground),
        *_onto_a_unit_that_stays(moves, left, ground),
        *(
            caution
            for order in own
            if type(order) in HELPS
            for caution in _without_partner(order, moves, left, ground)
        ),
        *_without_fleets(own, moves.values(), ground),
    )


def _supports(orders: Sequence[Order]) -> list[tuple[str, str]]:
    """Return where the moves that the power's own units support begin and end, once for each support."""
    return [(order.supported, province_of(order.target)) for order in orders if type(order) is SupportMove]


def _equal_rivals(orders: Sequence[Order], moves: Collection[Move], ground: Ground) -> Iterator[str]:
    rivals: dict[str, list[Move]] = {}
    for move in moves:
        rivals.setdefault(province_of(move.target), []).append(move)
    if len(rivals) == len(moves):
        return
    supports = _supports(orders)
    for target, several in rivals.items():
        if len(several) == 1:
            continue
        strengths = [supports.count((province_of(move.unit.place), target)) for move in several]
        if strengths.count(max(strengths)) > 1:
            units = listed((ground.unit(move.unit) for move in several), "and")
            yield say("equal_support", units=units, place=ground.place(target))


def _onto_a_unit_that_stays(moves: dict[str, Move], left: set[Place], ground: Ground) -> Iterator[str]:
    for move in moves.values():
        there = ground.standing.get(province_of(move.target))
        if there and there.power == ground.power and there.place not in {*moves, *left}:
            yield say("stays_there", order=ground.sentence(move), unit=ground.unit(there))


def _without_partner(order: Order, moves: dict[str, Move], left: set[Place], ground: Ground) -> Iterator[str]:
    """Warn if a unit of one's own that is supported or convoyed has a different order."""
    if not isinstance(order, HELPS):
        return
    partner = ground.standing.get(order.army if isinstance(order, Convoy) else order.supported)
    if partner is None or partner.power != ground.power or partner.place in left:
        return
    move = moves.get(partner.place)
    goes = province_of(move.target) if move else None
    wanted = None if isinstance(order, SupportHold) else province_of(order.target)
    if goes != wanted:
        ordered = ground.sentence(order)
        if move:
            yield say("partner_does_other", order=ordered, does=ground.sentence(move))
        else:
            yield say("partner_does_not_move", order=ordered, unit=ground.unit(partner))


def _without_fleets(orders: Sequence[Order], moves: Iterable[Move], ground: Ground) -> Iterator[str]:
    """Warn about armies that need a convoy, or get one by intent (DATC 4.A.3)."""
    fleets: dict[tuple[Place, Place], list[Place]] = {}
    for order in orders:
        if type(order) is Convoy:
            fleets.setdefault((order.army, order.target), []).append(order.unit.place)
    for move in moves:
        way = (province_of(move.unit.place), move.target)
        near = within_reach(ground.board, move.unit.kind, move.unit.place)
        by_land = province_of(move.target) in near
        is_intended = by_land and not move.by_convoy and way in fleets and move.unit.kind == "A"
        if is_intended:
            yield say("convoyed_by_intent", order=ground.sentence(move))
        if (move.by_convoy or not by_land) and way not in fleets:
            yield say("none_convoys", order=ground.sentence(move))
        elif way in fleets and not _is_complete(way, fleets[way], ground):
            yield say("no_complete_route", order=ground.sentence(move))


def _is_complete(way: tuple[Place, Place], fleets: Sequence[Place], ground: Ground) -> bool:
    """Return whether these fleets alone connect the two provinces."""
    reached, left = {way[0]}, set(fleets)
    while found := [sea for sea in left if reached & within_reach(ground.board, "F", sea)]:
        left.difference_update(found)
        reached.update(found)
    return any(way[1] in within_reach(ground.board, "F", sea) for sea in set(fleets) - left)
