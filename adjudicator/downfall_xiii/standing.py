"""Which orders are in force?  The sheet's, and standing orders where it says nothing (N.1)."""

from collections.abc import Container, Iterable, Sequence

import msgspec

from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Power, Sheet, Standable, Unit
from adjudicator.middle_earth.pieces import is_piece

RETREATS = (act.Retreat, act.Disband)
ADJUSTMENTS = (act.Build, act.Remove, act.Waive)
NOT_ACTIONS = (
    act.Destroy,
    act.PassRing,
    act.ThrowRing,
    act.PutOnRing,
    act.SeizeRing,
    act.ClaimRing,
    act.OfferRing,
    act.DestroyRing,
    act.DestroyBalrog,
    act.Awaken,
    act.Takes,
    act.StartsAt,
    act.Declare,
    act.Proxy,
    act.Embark,
    act.Disembark,
)


def after(standing: Sequence[Standable], orders: Iterable[Order]) -> tuple[Standable, ...]:
    """Standing orders with the sheet's own taken in. Numbers count *standing*, then the new ones, from 1."""
    listed: list[Standable | None] = list(standing)
    for order in orders:
        if not isinstance(order, act.Standing | act.CancelStanding):
            continue
        match order:
            case act.CancelStanding(number=0):
                listed = [None] * len(listed)
            case act.CancelStanding(number=number) if number <= len(listed):
                listed[number - 1] = None
            case act.Standing(order=new):
                listed = [None if old is not None and _same(old, new) else old for old in listed]
                listed.append(new)
    return tuple(order for order in listed if order is not None)


def in_force(state: State, power: Power, sheet: Sheet, void: Container[Order] = ()) -> list[Standable]:
    """The sheet's orders, then the standing ones for what it leaves open; what is *void* leaves all open."""
    given, kept = _given(state, sheet), _kept(state, power, sheet)
    good = [order for order in given if order not in void]
    return given + [
        order for order in kept if order not in given and not any(_same(order, other) for other in good)
    ]


def overruling(state: State, power: Power, sheet: Sheet) -> list[Standable]:
    """The actions of the sheet that keep a standing order from being used."""
    kept = _kept(state, power, sheet)
    if not kept:
        return []
    return [
        order
        for order in _given(state, sheet)
        if kind_of(order) in ("action", "Embark") and any(_same(order, o) and o != order for o in kept)
    ]


def _given(state: State, sheet: Sheet) -> list[Standable]:
    given = [o for o in sheet.orders if not isinstance(o, act.Standing | act.CancelStanding)]
    return [order for order in given if belongs(order, state.phase)]


def _kept(state: State, power: Power, sheet: Sheet) -> list[Standable]:
    """Standing orders for this phase, "A *" spelt out unit by unit."""
    return [
        one
        for order in after(state.standing.get(power, ()), sheet.orders)
        if belongs(order, state.phase)
        for one in _spelt_out(state, power, order)
    ]


def retreats_in_force(state: State, power: Power, sheet: Sheet) -> list[Standable]:
    """Retreats given beforehand, on the sheet or standing: for hidden pieces no phase is announced."""
    kept = [o for o in after(state.standing.get(power, ()), sheet.orders) if isinstance(o, RETREATS)]
    given: list[Standable] = [order for order in sheet.orders if isinstance(order, RETREATS)]
    return given + [order for order in kept if not any(_same(order, other) for other in given)]


def belongs(order: Order, phase: str) -> bool:
    if isinstance(order, RETREATS):
        return phase == RETREAT
    if isinstance(order, ADJUSTMENTS):
        return phase == ADJUSTMENT
    return phase == MOVEMENT


def kind_of(order: Order) -> str:
    """Orders of one kind for one unit replace each other; all actions are of one kind."""
    if isinstance(order, RETREATS):
        return "retreat"
    if isinstance(order, act.Embark) and is_piece(order.unit.kind):
        return "action"  # an army aboard may have another: to land
    return type(order).__name__ if isinstance(order, NOT_ACTIONS) else "action"


def _same(one: Order, other: Order) -> bool:
    if kind_of(one) != kind_of(other):
        return False
    mine, theirs = _units(one), _units(other)
    return (not mine and not theirs) or any(_is_one(m, t) for m in mine for t in theirs)


def _units(order: Order) -> tuple[Unit, ...]:
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


def _spelt_out(state: State, power: Power, order: Standable) -> list[Standable]:
    unit = getattr(order, "unit", None)
    if unit is None or unit.place != "*":
        return [order]
    mine = [s for s in state.stacks if s.power == power and s.kind == unit.kind]
    pieces = [p for p in state.pieces if p.power == power and p.kind == unit.kind]
    units = [Unit(s.kind, s.place, s.count) for s in mine] + [Unit(p.kind, p.place) for p in pieces]
    return [msgspec.structs.replace(order, unit=one) for one in units]
