"""What would a friend say of these orders?  Lawful, but perhaps not meant.

They rest on public facts and on the author's own. Nothing here refuses an order, or looks at other powers'.
"""

from collections.abc import Iterator, Sequence

from adjudicator.core.words import listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.view.wording import place_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.wording import short_unit


def cautions(orders: Sequence[Order], known: Known) -> tuple[str, ...]:
    """Sentences on the orders in force; none outside movement."""
    if not known.is_movement():
        return ()
    moves = _moves(orders)
    found = (*_rivals(moves), *_onto_own(moves, known), *_without_partner(orders, moves, known))
    company = (*_leads_elsewhere(orders, known), *_passes_to_nobody(orders, moves, known))
    return tuple(dict.fromkeys((*found, *company, *_into_the_dark(moves, known))))


Moves = list[tuple[Unit, Place]]


def _moves(orders: Sequence[Order]) -> Moves:
    """The Military Units that move, and their first step (the landing of a convoy)."""
    found = []
    for order in orders:
        if isinstance(order, act.Move) and not is_piece(order.unit.kind):
            by_sea = len(order.path) == 2 and order.path[0] in ground.WATER
            found.append((order.unit, order.path[-1] if by_sea else order.path[0]))
    return found


def _rivals(moves: Moves) -> Iterator[str]:
    goals: dict[Place, list[Unit]] = {}
    for unit, goal in moves:
        goals.setdefault(goal, []).append(unit)
    for goal, units in goals.items():
        if len(units) > 1:
            both = listed((short_unit(unit) for unit in units), "and")
            yield f"{both} all go to {place_name(goal)}: they stand each other off."


def _onto_own(moves: Moves, known: Known) -> Iterator[str]:
    leaving = {unit.place for unit, _ in moves}
    own = {one.place: one for one in known.units}
    for unit, goal in moves:
        if goal in own and goal not in leaving:
            yield f"{short_unit(unit)} goes where {short_unit(of(own[goal]))} stays: the move fails."


def _without_partner(orders: Sequence[Order], moves: Moves, known: Known) -> Iterator[str]:
    mine = {one.place for one in known.units}
    goals = {unit.place: goal for unit, goal in moves}
    for order in orders:
        if not isinstance(order, act.SupportMove | act.SupportHold) or order.supported.place not in mine:
            continue
        goal = goals.get(order.supported.place)
        helper, other = short_unit(order.unit), short_unit(order.supported)
        if isinstance(order, act.SupportMove) and goal != order.path[0]:
            yield f"{helper} supports a move that {other} is not ordered to make."
        if isinstance(order, act.SupportHold) and goal is not None:
            yield f"{helper} supports {other} where it stays, but it is ordered to move."


def _leads_elsewhere(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """3.2(c): a lead that names what its unit does orders it only where nothing else does."""
    mine = {one.place for one in known.units}
    given = {unit.place: _way(order) for order in orders if (unit := _ordered(order)) is not None}
    for order in orders:
        if not isinstance(order, act.Lead) or not order.path or order.led.place not in mine:
            continue
        way = given.get(order.led.place)
        if way is not None and order.path not in (way, way[:1], way[-1:]):
            piece, led = short_unit(order.unit), short_unit(order.led)
            goal = place_name(order.path[-1])
            yield f"{piece} leads {led} to {goal}, but {led} has another order: the lead is void."


def _ordered(order: Order) -> Unit | None:
    """The Military Unit whose action it is."""
    if not isinstance(order, ACTIONS) or is_piece(order.unit.kind):
        return None
    return order.unit


ACTIONS = (act.Hold, act.Move, act.HoldThenMove, act.SupportHold, act.SupportMove, act.SupportGarrison)


def _way(order: Order) -> tuple[Place, ...]:
    match order:
        case act.Move(path=path):
            return path
        case act.HoldThenMove(target=target):
            return (target,)
    return ()


def _passes_to_nobody(orders: Sequence[Order], moves: Moves, known: Known) -> Iterator[str]:
    """A Military Unit that is named must begin the turn there and stay (order language, 1.6)."""
    leaving = {unit.place for unit, _ in moves}
    for order in (one for one in orders if isinstance(one, act.PassRing)):
        named = order.receiver
        if named is None or is_piece(named.kind):
            continue
        called, giver = short_unit(named), short_unit(order.unit)
        remedy = f"To pass it to whoever is there write {giver} passes the Ring to {named.place}."
        if not any(named.kind in ("", one.kind) for one in known.public(named.place)):
            yield f"There is no {called} now, so nobody gets the Ring. {remedy}"
        elif named.place in leaving:
            yield f"{called} is ordered to go away, and does not get the Ring if it does. {remedy}"


def _into_the_dark(moves: Moves, known: Known) -> Iterator[str]:
    """5.4(f): a unit may be ordered there in full knowledge."""
    spared = {"alive": "Saruman", "mordor": "Mordor"}.get(known.state.balrog, known.power)
    for unit, goal in moves:
        if goal == ground.KHAZAD_DUM and known.power != spared:
            yield f"{short_unit(unit)} goes to Khazad-dûm, where the Balrog is."
