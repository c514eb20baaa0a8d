"""The optional rules, and their orders: units left to another power, and signals. Standard 15."""

from collections.abc import Mapping, Sequence

from adjudicator.core.outcomes import Dislodged, Outcome, Succeeded, Void
from adjudicator.core.position import Place, Unit
from adjudicator.standard.language.orders import Convoy as ConvoyOrder
from adjudicator.standard.language.orders import Hold, Move, Order, Proxy, Signal, SupportHold, SupportMove
from adjudicator.standard.resolve.record import Result

PROXY, SIGNALS, FOG = "proxy", "signals", "fog"
ALL = (PROXY, SIGNALS, FOG)
ON, OFF = "on", "off"
ACTIONS = (Hold, Move, SupportHold, SupportMove, ConvoyOrder)
Given = Mapping[str, Sequence[Order]]


def counted(orders: Given) -> list[Order]:
    """Return the orders that count: each power's for its own units, and those by proxy.  15.1"""
    left = {
        order.unit: order.to
        for power, sheet in orders.items()
        for order in sheet
        if isinstance(order, Proxy) and order.unit.power == power
    }
    return [
        order
        for power, sheet in orders.items()
        for order in sheet
        if isinstance(order, ACTIONS) and (order.unit.power == power or left.get(order.unit) == power)
    ]


def ordered_by(orders: Given) -> dict[Place, str]:
    """Return the power that ordered each unit which was left to it, by the place of the unit. 15.1"""
    return {
        order.unit.place: power
        for power in orders
        for order in counted(orders)
        if isinstance(order, ACTIONS) and order.unit.power != power and order in orders[power]
    }


def as_ordered(results: Sequence[Result], orders: Given) -> tuple[Result, ...]:
    """Return the results, with signals and unused proxies as their owners wrote them."""
    written: dict[Unit, Signal | Proxy] = {
        order.unit: order
        for power, sheet in orders.items()
        for order in sheet
        if isinstance(order, Signal | Proxy) and order.unit.power == power
    }
    given = {order.unit for order in counted(orders) if isinstance(order, ACTIONS)}
    return tuple(
        Result(written[unit], _of_nothing(row.outcome, written[unit]))
        if isinstance(row.order, Hold) and (unit := row.order.unit) in written and unit not in given
        else row
        for row in results
    )


def _of_nothing(held: Outcome, order: Signal | Proxy) -> Outcome:
    """Return the outcome of an order without effect, whose unit held with the outcome *held*."""
    why = Void("signal" if isinstance(order, Signal) else "left")
    match held:
        case Succeeded():
            return why
        case Dislodged(by=by):
            return Dislodged(by, why)
    return held
