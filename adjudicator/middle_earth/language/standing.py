"""Combine the orders of a sheet with standing orders.

Orders of one kind for one unit replace each other. A game may add to `kind_of`. Of two standing orders that
destroy different pieces neither replaces the other, as in one sheet.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

import msgspec

from adjudicator.core.language.words import NotAllowed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say

KindOf = Callable[[Order], str]
PREFIX = "STANDING: "
ANYWHERE = "*"  # the place of "A *", all units of a kind
ALSO_ARMIES = {"A": ("A", "E")}  # kinds that a standing order for "A *" is for
RETREATS = (act.Retreat, act.Disband)
ADJUSTMENTS = (act.Build, act.Remove, act.Waive)
NUMBERED = frozenset([act.Standing, act.CancelStanding])  # orders about standing orders
_KINDS: dict[type, str] = {}  # the answers of `_kind`, which is too slow to be called for every order


def kind_of(order: Order) -> str:
    """Return "action" for every action, "retreat" for every retreat, else the name of the class."""
    known = _KINDS.get(type(order))
    if known is None:
        known = _KINDS[type(order)] = _kind(order)
    return known


def _kind(order: Order) -> str:
    if isinstance(order, act.Retreat | act.Disband):
        return "retreat"
    if isinstance(order, act.EndOfMoveOrder | act.Takes | act.Embark | act.Disembark | act.Command):
        return type(order).__name__
    if isinstance(order, act.StartsAt | act.Declare | act.Proxy):
        return type(order).__name__
    if isinstance(order, act.Action | act.LaterOrder | act.Standing | act.CancelStanding):
        return "action"
    assert_never(order)


def after(standing: Sequence[Standable], orders: Collection[Order], kind: KindOf) -> tuple[Standable, ...]:
    """Return the standing orders after *orders*."""
    if not any(type(order) in NUMBERED for order in orders):
        return tuple(standing)
    return tuple(numbered(standing, orders, kind).values())


def numbered(
    standing: Sequence[Standable], orders: Collection[Order], kind: KindOf
) -> Mapping[int, Standable]:
    """Return the standing orders after *orders* by their numbers, which they keep until the turn is over.

    The numbers count *standing*, then the new ones, from 1.
    """
    listed: list[Standable | None] = list(standing)
    for order in orders:
        _carry_out(order, listed, kind)
    return {number: order for number, order in enumerate(listed, 1) if order is not None}


def replaced(
    standing: Sequence[Standable], orders: Iterable[Order], kind: KindOf
) -> Iterator[tuple[int, Standable, act.Standing, int]]:
    """Yield each standing order that one of *orders* replaces: number, itself, the new one, its number."""
    listed: list[Standable | None] = list(standing)
    for order in orders:
        gone = _carry_out(order, listed, kind)
        if isinstance(order, act.Standing):
            yield from ((at, old, order, len(listed)) for at, old in gone if old != order.order)


def _carry_out(order: Order, listed: list[Standable | None], kind: KindOf) -> list[tuple[int, Standable]]:
    """Change the standing orders *listed* as *order* says; return those that it ends, with their numbers."""
    if type(order) not in NUMBERED:
        return []
    named = [(number, old) for number, old in enumerate(listed, 1) if old is not None]
    match order:
        case act.CancelStanding(number=cancels):
            gone = [one for one in named if cancels in (0, one[0])]
        case act.Standing(order=new):
            gone = [one for one in named if _competes(one[1], new, kind)]
            listed.append(new)
        case _:
            return []
    for number, _ in gone:
        listed[number - 1] = None
    return gone


def cancelled(
    order: act.CancelStanding, standing: Sequence[Standable], ordered: Sequence[Order], kind: KindOf
) -> act.CancelStanding:
    """Return *order*. Raises `NotAllowed` for a number that no standing order has, or had until cancelled."""
    listed = numbered(standing, ordered, kind)
    if order.number and order.number not in listed and order not in ordered:
        reason = (
            say("there_is_no_standing_order", number=order.number)
            if listed
            else say("you_have_no_standing_orders")
        )
        raise NotAllowed(reason, say("each_confirmation_lists_their_numbers"))
    return order


def completed(given: list[Standable], standing: Iterable[Standable], kind: KindOf) -> list[Standable]:
    """Return *given*, then the standing orders that it does not replace."""
    return given + [order for order in standing if not any(is_same(order, other, kind) for other in given)]


def spelled_out(order: Standable, units: Callable[[str], list[Unit]]) -> list[Standable]:
    """Return the order for "A *" unit by unit; *units* returns those of a kind. Others stay as they are."""
    unit: Unit | None = getattr(order, "unit", None)
    if unit is None or unit.place != ANYWHERE:
        return [order]
    return [msgspec.structs.replace(order, unit=one) for one in units(unit.kind)]


def is_same(one: Order, other: Order, kind: KindOf) -> bool:
    """Return whether they are orders of one kind for one unit, so that they compete."""
    if kind(one) != kind(other) or says_already(one, other) or says_already(other, one):
        return False
    mine, theirs = units(one), units(other)
    return (not mine and not theirs) or any(_is_one(m, t) for m in mine for t in theirs)


def _competes(old: Standable, new: Standable, kind: KindOf) -> bool:
    """Return whether the standing order *new* replaces *old*."""
    is_of_others = isinstance(old, act.Destroy) and isinstance(new, act.Destroy) and old.target != new.target
    return not is_of_others and is_same(old, new, kind)


def says_already(merge: Order, hold: Order) -> bool:
    """Return whether *hold* is for a unit that holds in *merge*: it adds nothing."""
    if not isinstance(merge, act.Merge) or not isinstance(hold, act.Hold):
        return False
    return any(not part.target and _is_one(part.unit, hold.unit) for part in merge.parts)


def units(order: Order) -> tuple[Unit, ...]:
    match order:
        case act.Merge(parts=parts):
            return tuple(part.unit for part in parts)
        case act.Lead(led=led, path=path, holds=holds) if path or holds:
            return (order.unit, led)
        case act.Standing() | act.CancelStanding() | act.Waive() | act.Declare():
            return ()
        case act.Proxy():
            return (order.unit,) if order.unit is not None else ()
    return (order.unit,)


def _is_one(one: Unit, other: Unit) -> bool:
    if one.kind != other.kind and "" not in (one.kind, other.kind):
        return False
    if one.place == other.place:
        return True
    return is_piece(one.kind) and "" in (one.place, other.place)
