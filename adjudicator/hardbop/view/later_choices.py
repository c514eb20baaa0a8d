"""What may be ordered for the end of a move once it is ordered, as passing the Ring from there (HB 7.3)."""

from collections.abc import Iterator, Sequence

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.in_force import to_order
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.position import State
from adjudicator.hardbop.view.choices import actions, besides
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.view.later_choices import Candidates, once_ordered


def later_choices(state: State, power: Power, orders: Sequence[Order]) -> dict[str, list[str]]:
    """Return what *orders* make possible; see `middle_earth.view.later_choices`."""
    known = Known(state, power, orders)
    if state.over or power in state.eliminated or not known.is_movement():
        return {}
    here = [unit for unit, _ in to_order(known) if unit.place != ground.OFF]
    moving = {unit: known.ends(unit) - {unit.place} for unit in here}
    return once_ordered(moving, orders, known, Candidates(actions, besides, _later, checked))


def _later(unit: Unit, ends: Sequence[Place], known: Known) -> Iterator[Standable]:
    yield act.DestroyRing(unit)
    for end in ends:
        near = sorted(ground.near(end, known.state.options))
        yield from (act.PassRing(unit, place) for place in (end, *near))
