"""List the orders in force and the missing ones: what differs from `middle_earth.language.in_force`."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.sentences import say
from adjudicator.hardbop.view.waiting import waiting
from adjudicator.hardbop.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import in_force
from adjudicator.middle_earth.language.merging import OFF_BOARD
from adjudicator.middle_earth.language.orders import Destroy, Order, OrderSheet, Standable, Unit


class OrdersInForce(in_force.OrdersInForce[Known]):
    settling = frozenset({"action", "retreat", "SupportSecond"})

    def kind_of(self, order: Order) -> str:
        return standing.kind_of(order)

    def counting(self) -> list[Standable]:
        return standing.in_force(self.known.state, self.known.power, OrderSheet(tuple(self.orders)))

    def to_order(self) -> list[tuple[Unit, str]]:
        return to_order(self.known)

    def found(self, unit: Unit, listed: set[int]) -> list[Standable]:
        """Return one action for each army off the board; other orders there are for any of them."""
        found = [order for order in self.to(unit) if id(order) not in listed]
        return [order for order in found if self.settles(order)][:1] if unit == OFF_BOARD else found

    def of_the_moves(self) -> list[Standable]:
        """Return orders that wait for the retreats and builds, such as to destroy a piece (I(c))."""
        again = {order for order in self.all if isinstance(order, Destroy)}
        return [order for order in waiting(self.known.state, self.known.power) if order not in again]

    def builds_due(self) -> int:
        return adjustments.due(self.known.state, self.known.power)

    def sentence(self, order: Order) -> str:
        return sentence(order)

    def unit_name(self, unit: Unit) -> str:
        return unit_name(unit)


def to_order(known: Known) -> list[tuple[Unit, str]]:
    """Return the units and pieces that may be ordered now, each with the text that says it has no order."""
    if known.is_retreat():
        return [
            (of(row.unit), say("no_order_disbands", open_to=in_force.open_to(row.free, ground.SPOKEN)))
            for row in known.beaten
        ]
    if not known.is_movement():
        return []
    units = [
        (of(one), say("no_order_stays_off_board") if one.place == ground.OFF else say("no_order_holds"))
        for one in known.units
    ]
    return [*units, *((of(piece), say("no_order_stays")) for piece in known.pieces)]
