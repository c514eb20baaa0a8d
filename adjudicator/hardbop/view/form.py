"""The order form of a power, with its units and pieces filled in.

Returned unchanged, it is a legal order sheet with the same effect as no message. Only retreats differ:
the form names every space that is open.
"""

from collections.abc import Iterator

from adjudicator.hardbop.language.in_force import to_order
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.resolve import adjustments, civil_disorder
from adjudicator.hardbop.resolve.pieces.returns import FIRST_PLACES, nazgul_homes
from adjudicator.hardbop.view.choices import choices
from adjudicator.hardbop.view.ring_orders import ring_orders
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Standable, Unit
from adjudicator.middle_earth.view.form import OrderForm

NEVER = 1_000_000  # a turn that no game reaches


def _movement(known: Known) -> Iterator[Standable]:
    for piece in known.pieces:
        if piece.kind in known.state.unplaced:
            yield act.StartsAt(Unit(piece.kind), known.first_place(piece.kind))
    if known.power == "Gondor" and known.state.returns.get("Gandalf") == known.state.turn:
        yield act.ReturnsTo(Unit("Gandalf"), FIRST_PLACES["Gandalf"])
    homes = nazgul_homes(known.state, known.power)
    if known.state.returns.get("Nazgul", NEVER) <= known.state.turn and homes:
        yield act.ReturnsTo(Unit("Nazgul"), homes[0])
    for unit, _ in to_order(known):
        yield act.Hold(unit)


def _retreats(known: Known) -> Iterator[Standable]:
    for row in known.beaten:
        unit = of(row.unit)
        yield act.Retreat(unit, row.free) if row.free else act.Disband(unit)


def _adjustment(known: Known) -> Iterator[Standable]:
    state, power = known.state, known.power
    due = adjustments.due(state, power)
    if due > 0:
        yield act.Waive(due)
        return
    mine = [one for one in known.units if one.power == power]
    for one in civil_disorder.removals(mine, power, -due):
        yield act.Remove(Unit(one.kind, one.place))


FORM = OrderForm(Known, _retreats, _movement, _adjustment, choices, ring_orders)
