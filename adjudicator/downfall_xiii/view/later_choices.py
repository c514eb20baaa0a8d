"""What may be ordered for the end of a move once it is ordered, as passing the Ring from there (XIII 8.4).

`choices` has the orders that are possible where a unit stands now. Nothing here depends on a hidden piece of
another power: only the author's own orders say where a unit may be.
"""

from collections.abc import Iterator, Sequence

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.view.choices import BESIDES, actions, besides, to_order
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.view.wording import short_unit


def later_choices(state: State, power: Power, orders: Sequence[Order]) -> dict[str, list[str]]:
    """Return what each unit may be ordered in addition because of *orders*, and the actions of a piece whose
    first place they choose.
    """
    known = Known(state, power, orders)
    if state.over or power in state.eliminated or not known.is_movement():
        return {}
    moving = {unit: known.ends(unit) - {unit.place} for unit in to_order(known)}
    entries = {BESIDES.format(unit=short_unit(unit)): unit for unit, ends in moving.items() if ends}
    later = {entry: _later(unit, sorted(moving[unit]), known) for entry, unit in entries.items()}
    listed = {entry: besides(unit, known) for entry, unit in entries.items()}
    placed = {order.unit.kind for order in orders if isinstance(order, act.StartsAt)}
    instead = {short_unit(unit): actions(unit, known) for unit in moving if unit.kind in placed}
    return {
        **lawful_choices.by_unit(instead, known, checked),
        **lawful_choices.in_addition(later, listed, known, checked),
    }


def _later(unit: Unit, ends: Sequence[Place], known: Known) -> Iterator[Standable]:
    yield from (act.DestroyRing(unit), act.DestroyBalrog(unit), act.Awaken(unit))
    for end in ends:
        yield from _to_own(unit, end, known)
        for place in (end, *sorted(ground.steps("A", end))):
            yield act.PassRing(unit, place)
        yield from (act.ThrowRing(unit, water) for water in sorted(ground.FLEET.get(end, ())))


def _to_own(unit: Unit, end: Place, known: Known) -> Iterator[Standable]:
    """Yield passing the Ring to an own piece that may be there too, and to an own stack that begins there."""
    for piece in known.pieces:
        one = Unit(piece.kind, piece.place)
        if one != unit and end in known.ends(one):
            yield act.PassRing(unit, receiver=one)
    for stack in known.stacks:
        if stack.place == end:
            yield act.PassRing(unit, receiver=Unit(stack.kind, end))
