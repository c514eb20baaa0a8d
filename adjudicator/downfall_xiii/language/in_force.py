"""List the orders in force and the missing ones: what differs from `middle_earth.language.in_force`."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import standing, strengths
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.language.legality_later import beaten_unit, is_beforehand
from adjudicator.downfall_xiii.resolve import adjustments
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import in_force
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Standable, Unit

MISSING_UNIT, MISSING_PIECE = say("no_order_holds"), say("no_order_stays")
ASLEEP = say("is_asleep")


def _without_order(is_piece: bool, open_to: str) -> str:
    return say("piece_is_lost", open_to=open_to) if is_piece else say("unit_disbands", open_to=open_to)


class OrdersInForce(in_force.OrdersInForce[Known]):
    settling = frozenset({"action", "retreat", "Embark", "Disembark", "Command"})
    needless = frozenset({ASLEEP})

    def kind_of(self, order: Order) -> str:
        return standing.kind_of(order)

    def counting(self) -> list[Standable]:
        """Return the orders that count, including retreats of pieces that are given with the moves."""
        state, orders = self.known.state, self.orders
        beforehand = [one for one in orders if type(one) is act.Retreat and is_beforehand(one, state)]
        return [*standing.in_force(state, self.known.power, OrderSheet(tuple(orders))), *beforehand]

    def to_order(self) -> list[tuple[Unit, str]]:
        known = self.known
        if known.is_retreat():
            return [
                (
                    beaten_unit(row),
                    _without_order(row.piece is not None, in_force.open_to(row.free, ground.SPOKEN)),
                )
                for row in known.beaten
            ]
        if not known.is_movement():
            return []
        aboard = {s.place for s in known.stacks if s.kind == "A" and s.place in ground.WATER}
        stacks = [
            (
                Unit("A/F" if s.kind == "F" and s.place in aboard else s.kind, s.place, s.count),
                "" if s.kind == "A" and s.place in aboard else MISSING_UNIT,  # an army aboard needs no order
            )
            for s in known.stacks
        ]
        asleep = known.state.theoden.word == "asleep"
        pieces = [
            (unit, ASLEEP if unit.kind == "Theoden" and asleep else MISSING_PIECE)
            for unit in dict.fromkeys(Unit(p.kind, p.place) for p in known.pieces)
        ]
        return [*stacks, *pieces]

    def builds_due(self) -> int:
        return adjustments.due(self.known.state, self.known.power)

    def sentence(self, order: Order) -> str:
        return sentence(order)

    def unit_name(self, unit: Unit) -> str:
        return unit_name(unit)

    def settles(self, order: Standable) -> bool:
        return not is_beforehand(order, self.known.state) and super().settles(order)

    def strength(self, unit: Unit, order: Standable | None) -> str:
        return strengths.words(unit, order, self.to, self.known) if self.known.is_movement() else ""
