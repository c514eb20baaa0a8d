"""What may be ordered for the end of a move once it is ordered, as passing the Ring from there (HB 7.3).

`choices` has the orders that are possible where a unit stands now. Nothing here depends on a hidden piece of
another power: only the author's own orders say where a unit may be.
"""

from collections.abc import Iterator, Sequence

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.in_force import to_order
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.position import State
from adjudicator.hardbop.view.choices import BESIDES, actions, besides
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
    here = [unit for unit, _ in to_order(known) if unit.place != ground.OFF]
    moving = {unit: known.ends(unit) - {unit.place} for unit in here}
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
    yield act.DestroyRing(unit)
    for end in ends:
        near = sorted(ground.near(end, known.state.options))
        yield from (act.PassRing(unit, place) for place in (end, *near))
