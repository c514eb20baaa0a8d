"""Orders that leads give: "Faramir leads A MTi - Ano" also orders the army (HB 3.2(c), XIII 5.4).

A lead counts only if its unit does what it names. The unit may have an order of its own that says the same.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Order, Place, Standable, Unit
from adjudicator.middle_earth.language.parsing import ReadItem
from adjudicator.middle_earth.language.standing import KindOf

if TYPE_CHECKING:
    from typing_extensions import TypeIs


def orders_unit(order: Order) -> "TypeIs[act.Lead]":
    """Return whether *order* is a lead that says what its unit does."""
    return type(order) is act.Lead and bool(order.path or order.holds)


def for_own_unit(orders: Sequence[Order], known: AnyKnowledge) -> list[act.Lead]:
    """Return the leads that say what a unit does which *known* may order.

    Where a unit of another power stands, too, the lead may be for that one (XIII 4.11).
    """
    leads = [order for order in orders if orders_unit(order)]
    own = known.mine() if leads else ()
    return [
        lead for lead in leads if 0 < _like(lead.led, known.public(lead.led.place)) <= _like(lead.led, own)
    ]


def _like(unit: Unit, units: Sequence[Unit]) -> int:
    return sum(_is_one(one, unit) for one in units)


def given_by(lead: act.Lead) -> Standable:
    """Return the order that *lead* gives to its unit, if that has no other."""
    if not lead.path:
        return act.Hold(lead.led)
    return act.HoldThenMove(lead.led, lead.path[0]) if lead.holds else act.Move(lead.led, lead.path)


def with_led(orders: Sequence[Order], kind: KindOf) -> list[Order]:
    """Return *orders*, and those that leads among them give to units without an action of their own."""
    leads = [order for order in orders if orders_unit(order)]
    own = [order for order in orders if kind(order) == "action"] if leads else []
    return [*orders, *(given_by(lead) for lead in leads if not any(_is_for(one, lead.led) for one in own))]


def say_where_they_go(items: Sequence[ReadItem], sentence: Callable[[Order], str]) -> None:
    """Let the answer to "Faramir leads A Los" say where A Los goes by the only order that the message has.

    The order on file stays as it was written: the unit may get another one.
    """
    for item in items:
        lead = item.order
        if type(lead) is not act.Lead or lead.path or lead.holds or item.answer:
            continue
        own = [one.order for one in items if one.order is not None and _is_for(one.order, lead.led)]
        if len(own) == 1 and type(own[0]) is act.Move:
            item.answer = sentence(replace(lead, path=own[0].path))


def led_elsewhere(order: Order, leads: Sequence[act.Lead], kind: KindOf) -> act.Lead | None:
    """Return the lead among *leads* that names another way for the unit of the action *order*, if any."""
    if kind(order) != "action":
        return None
    return next((lead for lead in leads if _is_for(order, lead.led) and not goes_along(lead, order)), None)


def goes_along(lead: act.Lead, order: Order) -> bool:
    """Return whether *order*, the action of the unit led, lets it do what *lead* names."""
    return any(_fits(lead, way) for way in _ways(order, lead.led))


def _fits(lead: act.Lead, way: tuple[Place, ...]) -> bool:
    if lead.path:
        return lead.path in (way, way[:1], way[-1:])
    return not (lead.holds and way)


def _ways(order: Order, unit: Unit) -> Iterator[tuple[Place, ...]]:
    """Yield the ways of *unit* in *order*, of a divided stack that of each part; () if it stays."""
    match order:
        case act.Move(path=path):
            yield path
        case act.HoldThenMove(target=target):
            yield (target,)
        case act.Merge(parts=parts):
            yield from ((part.target,) if part.target else () for part in parts if _is_one(part.unit, unit))
        case act.Divide(parts=divided):
            yield ()
            for part in divided:
                yield from _ways(part, unit)
        case _:
            yield ()


def _is_for(order: Order, unit: Unit) -> bool:
    """Return whether *order*, unless it is a lead, is for *unit* itself."""
    match order:
        case act.Lead():
            return False
        case act.Merge(parts=parts):
            return any(_is_one(part.unit, unit) for part in parts)
    named: Unit | None = getattr(order, "unit", None)
    return named is not None and _is_one(named, unit)


def _is_one(one: Unit, other: Unit) -> bool:
    return one.place == other.place and (one.kind == other.kind or "" in (one.kind, other.kind))
