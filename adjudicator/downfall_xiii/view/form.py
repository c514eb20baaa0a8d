"""The order form of a power, with its units and pieces filled in.

Returned unchanged, it is a legal order sheet with the same effect as no message. Only retreats differ:
the form names every area that is open.
"""

from collections import Counter
from collections.abc import Iterator

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.language.legality_later import beaten_unit
from adjudicator.downfall_xiii.resolve import adjustments, civil_disorder
from adjudicator.downfall_xiii.resolve.alignments import may_declare
from adjudicator.downfall_xiii.view import the_dead
from adjudicator.downfall_xiii.view.choices import choices, to_order
from adjudicator.downfall_xiii.view.ring_orders import ring_orders
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Standable, Unit
from adjudicator.middle_earth.resolve.pieces import NEUTRAL
from adjudicator.middle_earth.view.form import OrderForm


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


def _retreats(known: Known) -> Iterator[Standable]:
    for row in known.beaten:
        unit = beaten_unit(row)
        yield act.Retreat(unit, row.free) if row.free else act.Disband(unit)


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


def _remarks(known: Known) -> Iterator[str]:
    if known.state.dead.word == "awake" and any(piece.kind == the_dead.COMMANDER for piece in known.pieces):
        yield the_dead.REMARK


FORM = OrderForm(Known, _retreats, _movement, _adjustment, choices, ring_orders, _remarks)
