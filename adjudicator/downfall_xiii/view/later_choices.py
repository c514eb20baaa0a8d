"""What may be ordered for the end of a move once it is ordered, as passing the Ring from there (XIII 8.4)."""

from collections.abc import Iterator, Sequence

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.view.choices import actions, besides, to_order
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.view.later_choices import Candidates, once_ordered


def later_choices(state: State, power: Power, orders: Sequence[Order]) -> dict[str, list[str]]:
    """Return what *orders* make possible; see `middle_earth.view.later_choices`."""
    known = Known(state, power, orders)
    if state.over or power in state.eliminated or not known.is_movement():
        return {}
    moving = {unit: known.ends(unit) - {unit.place} for unit in to_order(known)}
    return once_ordered(moving, orders, known, Candidates(actions, besides, _later, checked))


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
