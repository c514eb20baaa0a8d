"""The order form of a power, with its units and pieces filled in.

Returned unchanged, it is a legal order sheet with the same effect as no message. Only retreats differ:
the form names every area that is open.
"""

from collections import Counter
from collections.abc import Iterator

from adjudicator.core.form_lines import instead
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.language.legality_later import beaten_unit
from adjudicator.downfall_xiii.position import Beaten, State
from adjudicator.downfall_xiii.resolve import adjustments, civil_disorder
from adjudicator.downfall_xiii.resolve.alignments import may_declare
from adjudicator.downfall_xiii.view.choices import choices, to_order
from adjudicator.downfall_xiii.view.ring_orders import held
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power, Standable, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import NEUTRAL
from adjudicator.middle_earth.view.ring import besides


def form(state: State, power: Power) -> list[str]:
    """Return the lines of a legal sheet; none if the power has nothing to order."""
    if state.over or power in state.eliminated:
        return []
    known = Known(state, power)
    ring = held(state, power)
    ring_orders = ring.orders if ring else ()
    if known.is_retreat():
        return [short(_flight(row)) for row in known.beaten]
    if known.is_movement():
        return besides([short(order) for order in _movement(known)], ring_orders)
    lines = instead([short(order) for order in _adjustment(known)], choices(state, power))
    return besides(lines, ring_orders)


def _movement(known: Known) -> Iterator[Standable]:
    state = known.state
    if state.turn == 1 and may_declare(state, known.power):
        yield act.Declare(NEUTRAL)
    if known.power == "Gandalf" and state.gandalf.word == "unplaced":
        yield act.StartsAt(Unit("Gandalf"), known.first_place)
    if known.power == "Gandalf" and state.gandalf.word == "returning":
        yield act.ReturnsTo(Unit("Gandalf"), known.first_place)
    for unit in to_order(known):
        if unit.kind != "A" or unit.place not in ground.WATER:
            yield act.Hold(unit)


def _flight(row: Beaten) -> Standable:
    unit = beaten_unit(row)
    return act.Retreat(unit, row.free) if row.free else act.Disband(unit)


def _adjustment(known: Known) -> Iterator[Standable]:
    state, power = known.state, known.power
    due = adjustments.due(state, power)
    if due > 0:
        yield act.Waive(due)
        return
    units = Counter(
        {(stack.kind, stack.place): stack.count for stack in state.stacks if stack.power == power}
    )
    homes = (*ground.HOMES[power], *state.homes.get(power, ()))
    chosen = Counter((unit.kind, unit.place) for unit in civil_disorder.removals(units, homes, -due))
    for (kind, place), number in chosen.items():
        yield act.Remove(Unit(kind, place, units[kind, place]), number)
