"""Find what a line takes back: the orders of a unit ("CLEAR A MTi"), or one ("CLEAR Gandalf leads A MTi").

An order for a unit of another power, such as a lead that its owner allows, is taken back in the same way.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.middle_earth.language import merging
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Order, Standable, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.wording import short_unit

if TYPE_CHECKING:
    from typing_extensions import TypeIs


def unit_withdrawn(written: Unit, ordered: Iterable[Order], known: AnyKnowledge) -> Unit:
    """Return the unit, or that of a build, which *written* names, among one's own and those *ordered*.

    Raises Refusal.
    """
    if is_piece(written.kind) and not written.place:
        named = written
    else:
        named = replace(written, place=known.place_of(written))
    own = [one for one in known.mine() if merging.is_named(one, named)]
    if own or known.is_adjustment() or known.is_retreat():
        return own[0] if len(own) == 1 else named
    if any(merging.is_named(one, named) for order in ordered for one in merging.units(order)):
        return named
    if not named.place:
        raise NotAllowed(say("nothing_ordered_for", unit=short_unit(named)), known.to_order)
    raise known.not_yours(written, named.place)


def may_withdraw(written: Unit, known: AnyKnowledge) -> bool:
    """Return whether *written* names a unit or a place for which the power may have an order."""
    try:
        unit_withdrawn(written, (), known)
    except Refusal:
        return False
    return True


def is_any_proxy(order: Order) -> "TypeIs[act.Proxy]":
    """Return whether it names no power, and so means any proxy, as "CANCEL PROXY" does."""
    return type(order) is act.Proxy and not order.to


def proxies(on_file: Iterable[Order], written: act.Proxy, known: AnyKnowledge) -> list[Order]:
    """Return the proxies on file, those for the unit of *written* if it names one. Raises Refusal."""
    unit = written.unit and replace(written.unit, place=known.place_of(written.unit))
    found: list[Order] = [
        order
        for order in on_file
        if type(order) is act.Proxy
        and (unit is None or (order.unit is not None and merging.is_named(order.unit, unit)))
    ]
    if not found:
        raise NotAllowed(say("no_proxy_on_file"), "")
    return found


def number_of(order: act.Standing, listed: Mapping[int, Standable]) -> act.CancelStanding:
    """Return what cancels a standing order. Raises Refusal if it is not among those *listed*."""
    for number, one in listed.items():
        if one == order.order:
            return act.CancelStanding(number)
    raise NotAllowed(say("no_such_order_on_file", order=short(order)), say("clear_and_unit"))
