"""Warn about orders for the Ring that are allowed but probably have no effect, or not the one that is meant.

Only the holder of the Ring, and players who know that it is worn, get them.
"""

from collections.abc import Iterator, Sequence

from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.view.ring import WORN
from adjudicator.middle_earth.view.wording import short_unit


def of_ring_orders(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Yield the warnings about the *orders* in force, if it holds the Ring or all know who wears it."""
    if known.state.ring.how == WORN:
        yield from (say("ring_is_worn_already") for order in orders if isinstance(order, act.PutOnRing))
        return
    bearer = known.state.ring.bearer
    if bearer is None or bearer.power != known.power:
        return
    passes = [order for order in orders if isinstance(order, act.PassRing)]
    holder = Unit(bearer.kind, bearer.place)
    for order in orders if not passes else ():
        if isinstance(order, act.PutOnRing) and not _is(order.unit, holder):
            passing = short(act.PassRing(holder, receiver=Unit(order.unit.kind)))
            yield say(
                "wearer_has_no_ring", unit=unit_name(order.unit), short=short_unit(holder), order=passing
            )
    ends = _ends(orders, known, holder) if passes else set()
    for order in passes:
        if order.receiver is None and order.place not in ends and not known.public(order.place):
            yield say("nobody_takes_the_ring", place=place_name(order.place))


def _is(unit: Unit, holder: Unit) -> bool:
    kind = "F" if unit.kind == "A/F" else unit.kind
    return kind in ("", holder.kind) and unit.place in ("", holder.place)


def _ends(orders: Sequence[Order], known: Known, holder: Unit) -> set[Place]:
    """Return where units and pieces of the power may be after the move, without the holder of the Ring."""
    now = known.with_orders(orders, ())
    return {end for unit in now.mine() if not _is(unit, holder) for end in now.ends(unit)}
