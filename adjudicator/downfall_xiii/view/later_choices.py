"""What may be ordered besides `choices`.

Once a move is ordered: the Ring is passed from where it ends (XIII 8.4), or an army lands there (6g.6).
Rarely ordered: retreats of pieces, given with the moves (6d.4), and proxies (4.11).
"""

from collections.abc import Iterator, Sequence

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.language.legality_ships import sails_to
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.view.choices import actions, besides, proxies_nearby, to_order
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.later_choices import Candidates, destroying, once_ordered, proxies


def later_choices(state: State, power: Power, orders: Sequence[Order]) -> dict[str, list[str]]:
    """Return what *orders* make possible; see `middle_earth.view.later_choices`."""
    known = Known(state, power, orders)
    if state.over or power in state.eliminated or not known.is_movement():
        return {}
    units = to_order(known)
    moving = {unit: known.ends(unit) - {unit.place} for unit in units}
    candidates = Candidates(_actions, besides, _later, checked)
    nearby = [order for unit in units for order in proxies_nearby(unit, known)]
    return {
        **once_ordered(moving, orders, known, candidates, _changed(units, orders)),
        **proxies(units, ground.POWERS, nearby, known, checked),
    }


def _changed(units: Sequence[Unit], orders: Sequence[Order]) -> dict[Unit, Unit]:
    """Return the fleets that take an army aboard, each as the A/F that it will be; and what is aboard."""
    boarded = {one.fleet.place for one in orders if isinstance(one, act.Embark) and one.unit.kind == "A"}
    fleets = {unit: Unit("A/F", unit.place, unit.count) for unit in units if unit.kind == "F"}
    aboard = [
        unit for unit in units if unit.place in ground.WATER and (unit.kind == "A" or is_piece(unit.kind))
    ]
    return {
        **{unit: now for unit, now in fleets.items() if unit.place in boarded},
        **{unit: unit for unit in aboard},
    }


def _actions(unit: Unit, known: Known) -> Iterator[Standable]:
    yield from actions(unit, known)
    if unit.place in ground.WATER:
        yield from _landings(unit, sorted(sails_to(unit.place, known)))


def _later(unit: Unit, ends: Sequence[Place], known: Known) -> Iterator[Standable]:
    yield from _retreats(unit)
    yield from destroying(unit, ("any", *known.foes), known.ordered)
    for order in known.ordered:
        if isinstance(order, act.Embark) and order.unit == unit:
            yield from _landings(unit, sorted(sails_to(order.fleet.place, known)))
    if ends:
        yield from (act.DestroyRing(unit), act.DestroyBalrog(unit), act.Awaken(unit))
    for end in ends:
        yield from _to_own(unit, end, known)
        for place in (end, *sorted(ground.steps("A", end))):
            yield act.PassRing(unit, place)
        yield from (act.ThrowRing(unit, water) for water in sorted(ground.FLEET.get(end, ())))


def _landings(unit: Unit, seas: Sequence[Place]) -> Iterator[Standable]:
    for sea in seas:
        for shore in sorted(ground.shores(sea)):
            yield act.Disembark(Unit(unit.kind, sea, unit.count), shore)


def _retreats(unit: Unit) -> Iterator[Standable]:
    """Yield retreats of a piece in case its stack is disbanded at once."""
    if is_piece(unit.kind):
        near = sorted(ground.steps(unit.kind, unit.place))
        yield from (act.Retreat(Unit(unit.kind), (place,)) for place in near)


def _to_own(unit: Unit, end: Place, known: Known) -> Iterator[Standable]:
    """Yield passing the Ring to one's own piece that may be there too, or stack that begins there."""
    for piece in known.pieces:
        one = Unit(piece.kind, piece.place)
        if one != unit and end in known.ends(one):
            yield act.PassRing(unit, receiver=one)
    for stack in known.stacks:
        if stack.place == end:
            yield act.PassRing(unit, receiver=Unit(stack.kind, end))
