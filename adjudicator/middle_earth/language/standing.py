"""Which orders are in force?  The sheet's, and standing orders where it says nothing.  (order language, 5)

A game says which kind an order is of, since orders of one kind for one unit replace each other.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from adjudicator.core.words import NotAllowed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

KindOf = Callable[[Order], str]
RETREATS = (act.Retreat, act.Disband)
ADJUSTMENTS = (act.Build, act.Remove, act.Waive)
NUMBERED = frozenset([act.Standing, act.CancelStanding])  # what is said of standing orders themselves
NOT_ACTIONS = (
    *(act.Destroy, act.PassRing, act.ThrowRing, act.PutOnRing, act.SeizeRing, act.ClaimRing),
    *(act.OfferRing, act.DestroyRing, act.DestroyBalrog, act.Awaken, act.Takes),
    *(act.StartsAt, act.Declare, act.Proxy, act.Embark, act.Disembark, act.Command),
)


KINDS: Mapping[type, str] = {
    **dict.fromkeys(RETREATS, "retreat"),
    **{other: other.__name__ for other in NOT_ACTIONS},
}


def kind_of(order: Order) -> str:
    """All actions are of one kind."""
    return KINDS.get(type(order), "action")


def after(standing: Sequence[Standable], orders: Collection[Order], kind: KindOf) -> tuple[Standable, ...]:
    """Standing orders with the sheet's own taken in. Numbers count *standing*, then the new ones, from 1."""
    if not any(type(order) in NUMBERED for order in orders):
        return tuple(standing)
    listed: list[Standable | None] = list(standing)
    for order in orders:
        match order:
            case act.CancelStanding(number=0):
                listed = [None] * len(listed)
            case act.CancelStanding(number=number) if number <= len(listed):
                listed[number - 1] = None
            case act.Standing(order=new):
                listed = [None if old is not None and is_same(old, new, kind) else old for old in listed]
                listed.append(new)
    return tuple(order for order in listed if order is not None)


def cancelled(
    order: act.CancelStanding, kept: Sequence[Standable], ordered: Iterable[Order]
) -> act.CancelStanding:
    """Raises NotAllowed for a number beyond those *kept* and those *ordered* now."""
    listed = len(kept) + sum(isinstance(one, act.Standing) for one in ordered)
    if order.number > listed:
        reason = f"There is no standing order {order.number}." if listed else "You have no standing orders."
        raise NotAllowed(reason, "The numbers stand in the answer to each letter.")
    return order


def besides(given: list[Standable], kept: Iterable[Standable], kind: KindOf) -> list[Standable]:
    """*given*, and those of *kept* that it leaves open."""
    return given + [order for order in kept if not any(is_same(order, other, kind) for other in given)]


def is_same(one: Order, other: Order, kind: KindOf) -> bool:
    """Do they speak of one unit, and of one kind of order?"""
    if kind(one) != kind(other) or says_already(one, other) or says_already(other, one):
        return False
    mine, theirs = units(one), units(other)
    return (not mine and not theirs) or any(_is_one(m, t) for m in mine for t in theirs)


def says_already(merge: Order, hold: Order) -> bool:
    """Is *hold* for a unit that holds in *merge*, so that it says nothing new?  (order language, 1.7)"""
    if not isinstance(merge, act.Merge) or not isinstance(hold, act.Hold):
        return False
    return any(not part.target and _is_one(part.unit, hold.unit) for part in merge.parts)


def units(order: Order) -> tuple[Unit, ...]:
    match order:
        case act.Merge(parts=parts):
            return tuple(part.unit for part in parts)
        case act.Lead(led=led, path=path, holds=holds) if path or holds:
            return (order.unit, led)
    unit = getattr(order, "unit", None)
    return (unit,) if unit is not None else ()


def _is_one(one: Unit, other: Unit) -> bool:
    if one.kind != other.kind and "" not in (one.kind, other.kind):
        return False
    if one.place == other.place:
        return True
    return is_piece(one.kind) and "" in (one.place, other.place)
