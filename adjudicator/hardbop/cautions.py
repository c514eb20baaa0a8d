"""What would a friend say of these orders?  Lawful, but perhaps not meant.

They rest on public facts and on the author's own. Nothing here refuses an order, or looks at other powers'.
"""

from collections.abc import Iterator, Sequence

from adjudicator.hardbop import ground
from adjudicator.hardbop.known import Known, of
from adjudicator.hardbop.wording import place_name
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Place, Unit
from adjudicator.middle_earth.pieces import is_piece
from adjudicator.middle_earth.wording import short_unit
from adjudicator.words import listed


def cautions(orders: Sequence[Order], known: Known) -> tuple[str, ...]:
    """Sentences on the orders in force; none outside movement."""
    if not known.is_movement():
        return ()
    moves = _moves(orders)
    found = (*_rivals(moves), *_onto_own(moves, known), *_without_partner(orders, moves, known))
    return tuple(dict.fromkeys((*found, *_into_the_dark(moves, known))))


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


def _into_the_dark(moves: Moves, known: Known) -> Iterator[str]:
    """5.4(f): a unit may be ordered there in full knowledge."""
    spared = {"alive": "Saruman", "mordor": "Mordor"}.get(known.state.balrog, known.power)
    for unit, goal in moves:
        if goal == ground.KHAZAD_DUM and known.power != spared:
            yield f"{short_unit(unit)} goes to Khazad-dûm, where the Balrog is."
