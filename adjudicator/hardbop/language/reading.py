"""Read the orders of Hardbop: what differs from `middle_earth.language.reading`."""

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.core.words import NotAllowed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language import checking, legality_later, legality_standing
from adjudicator.hardbop.language import in_force as orders_in_force
from adjudicator.hardbop.language import standing as standing_orders
from adjudicator.hardbop.language.knowledge import PLACES, POWERS, Known
from adjudicator.hardbop.language.warnings import cautions
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, RETREAT, SECOND_RETREAT, State
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.view.choices import choices
from adjudicator.hardbop.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import reading
from adjudicator.middle_earth.language.grammar import ParsedOrder
from adjudicator.middle_earth.language.merging import OFF_BOARD, MessageOrders
from adjudicator.middle_earth.language.orders import Order, Power, Standable, Unit
from adjudicator.middle_earth.language.parsing import OrderLanguage, fragments

_RETREATS = ("A MTi R Los", "A MTi R Los, Ano", "A MTi D")
FORMS = {
    MOVEMENT: (
        *("A MTi H", "A MTi - Los", "A Los S A MTi", "A Los S A MTi - Osg", "A Los S garrison MTi"),
        *("C Edo - WEm - Gap", "C Edo H - WEm", "C HDe S2 C Edo - WEm - Gap", "E Off - NRh"),
        *("F BAY C A Bel - Cit", "P Cit - BAY", "Faramir leads A MTi - Ano", "Faramir leads A MTi"),
        *("Gandalf S A MTi - Osg", "Nazgul paralyses A SIt", "Ranger Gap - Dld neutralises"),
        *("Ranger takes the Paths of the Dead", "Fellowship marches with the Ents", "Nazgul R SIt, NIt"),
        *(
            "A MTi destroys Nazgul",
            "A MTi destroys any if A Los - Osg succeeds",
            "A Bre passes the Ring to Shi",
        ),
        *("Saruman puts on the Ring", "Fellowship destroys the Ring", "Gandalf starts at Bre"),
        *("STANDING: A * destroys R", "PROXY A HDe TO Gondor", "DECLARE Evil", "Gandalf returns Iml"),
    ),
    RETREAT: _RETREATS,
    SECOND_RETREAT: _RETREATS,
    ADJUSTMENT: ("Build A Bar", "Build C Edo", "Build P Cit", "Remove A Bar", "Waive", "A Bar destroys R"),
}
LANGUAGE = OrderLanguage(
    PLACES,
    fragments([n for p in ground.PROVINCES.values() for n in (p.name, *p.aliases)]),
    POWERS.named,
    sentence,
)
WRONG_PHASE = {
    MOVEMENT: "Units move before the retreats and builds of a turn; now {due}.",
    RETREAT: "There is nothing to retreat: {due}.",
    ADJUSTMENT: "Builds are made in the second turn of a month; now {due}.",
}
DUE = {
    MOVEMENT: "movement orders are due",
    RETREAT: "retreats are due",
    SECOND_RETREAT: "retreats are due",
    ADJUSTMENT: "builds and removals are due",
}


class Reader(reading.OrderReader[State, Known]):
    language = LANGUAGE
    first = (act.Declare, act.StartsAt, act.Build)
    last = (*standing_orders.AT_THE_END, act.SupportSecond)
    line_by_line = True  # what a build may be depends on the builds above it

    def kind_of(self, order: Order) -> str:
        return standing_orders.kind_of(order)

    def known(
        self, state: State, power: Power, message: Iterable[Order] = (), earlier: Iterable[Order] = ()
    ) -> Known:
        return Known(state, power, message, earlier)

    def builds_due(self, state: State, power: Power) -> int:
        return adjustments.due(state, power)

    def unit_name(self, unit: Unit) -> str:
        return unit_name(unit)

    def refuse_kind(self, order: Standable) -> None:
        checking.refuse_kind(order)

    def in_this_phase(self, order: Standable, state: State) -> Standable:
        if state.phase in (RETREAT, SECOND_RETREAT) and isinstance(order, act.Move) and len(order.path) == 1:
            return act.Retreat(order.unit, order.path)
        if standing_orders.belongs(order, state.phase):
            return order
        if isinstance(order, act.Disband) and state.phase == MOVEMENT:
            raise NotAllowed("Units disband only when they retreat.", reading.FORM)
        phase = next(one for one in WRONG_PHASE if standing_orders.belongs(order, one))
        remedy = reading.FORM if not isinstance(order, act.Retreat) else reading.AS_STANDING
        raise NotAllowed(WRONG_PHASE[phase].format(due=DUE[state.phase]), remedy)

    def checked(self, order: Standable, known: Known) -> Standable:
        return checking.checked(order, known)

    def standing(self, order: Standable, known: Known) -> Standable:
        return legality_standing.named(order, known)

    def check_beside(
        self, order: Order, message: MessageOrders, _before: Sequence[Order], known: Known
    ) -> None:
        """Refuse more actions off the board than armies are there."""
        if not _is_off_board(order):
            return
        there = sum(one.power == known.power and one.place == ground.OFF for one in known.state.military)
        if sum(map(_is_off_board, message.orders)) >= there:
            raise NotAllowed(f"You have only {there} E off the board.", "The orders above count.")

    def left_out(self, parsed: ParsedOrder | None, order: Order) -> list[str]:
        return legality_later.left_out(parsed, order)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return choices(state, power)

    def examples(self, state: State) -> Sequence[str]:
        return FORMS[state.phase]

    def orders_in_force(self, orders: Sequence[Order], known: Known) -> orders_in_force.OrdersInForce:
        return orders_in_force.OrdersInForce(orders, known)

    def warnings(self, orders: Sequence[Order], known: Known) -> Sequence[str]:
        return cautions(orders, known)


def _is_off_board(order: Order) -> bool:
    if isinstance(order, standing_orders.AT_THE_END):
        return False
    unit: Unit | None = getattr(order, "unit", None)
    return unit == OFF_BOARD


read = Reader().read
