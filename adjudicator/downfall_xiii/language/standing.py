"""Which orders are in force?  The sheet's, and standing orders where it says nothing (N.1)."""

from collections.abc import Collection, Container, Mapping, Sequence
from typing import cast, get_args

import msgspec

from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import standing
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable, Unit
from adjudicator.middle_earth.language.standing import ADJUSTMENTS, RETREATS
from adjudicator.middle_earth.resolve.pieces import is_piece

PHASES: Mapping[type, str] = {  # of all other orders it is the movement
    **dict.fromkeys(RETREATS, RETREAT),
    **dict.fromkeys(ADJUSTMENTS, ADJUSTMENT),
}

ACTED_ON: Mapping[str, Container[type]] = {
    phase: frozenset(kind for kind in get_args(Standable) if PHASES.get(kind, MOVEMENT) == phase)
    for phase in (MOVEMENT, RETREAT, ADJUSTMENT)
}


def after(kept: Sequence[Standable], orders: Collection[Order]) -> tuple[Standable, ...]:
    return standing.after(kept, orders, kind_of)


def in_force(state: State, power: Power, sheet: OrderSheet, void: Container[Order] = ()) -> list[Standable]:
    """The sheet's orders, then the standing ones for what it leaves open; what is *void* leaves all open."""
    given, kept = _given(state, sheet), _kept(state, power, sheet)
    if not kept:
        return given
    good = [order for order in given if order not in void]
    return given + [
        order for order in kept if order not in given and not any(_same(order, other) for other in good)
    ]


def overruling(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """The actions of the sheet that keep a standing order from being used."""
    kept = _kept(state, power, sheet)
    if not kept:
        return []
    return [
        order
        for order in _given(state, sheet)
        if kind_of(order) in ("action", "Embark") and any(_same(order, o) and o != order for o in kept)
    ]


def _given(state: State, sheet: OrderSheet) -> list[Standable]:
    now = ACTED_ON[state.phase]
    return cast(list[Standable], [order for order in sheet.orders if type(order) in now])


def _kept(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """Standing orders for this phase, "A *" spelt out unit by unit."""
    now = ACTED_ON[state.phase]
    return [
        one
        for order in after(state.standing.get(power, ()), sheet.orders)
        if type(order) in now
        for one in _spelt_out(state, power, order)
    ]


def retreats_in_force(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """Retreats given beforehand, on the sheet or standing: for hidden pieces no phase is announced."""
    kept = [o for o in after(state.standing.get(power, ()), sheet.orders) if isinstance(o, RETREATS)]
    given: list[Standable] = [order for order in sheet.orders if isinstance(order, RETREATS)]
    return standing.besides(given, kept, kind_of)


def kind_of(order: Order) -> str:
    """Of an army aboard another order may tell where it lands."""
    kind = standing.kind_of(order)
    if kind == "Embark" and is_piece(cast(act.Embark, order).unit.kind):
        return "action"
    return kind


def _same(one: Order, other: Order) -> bool:
    return standing.is_same(one, other, kind_of)


def _spelt_out(state: State, power: Power, order: Standable) -> list[Standable]:
    unit = getattr(order, "unit", None)
    if unit is None or unit.place != "*":
        return [order]
    mine = [s for s in state.stacks if s.power == power and s.kind == unit.kind]
    pieces = [p for p in state.pieces if p.power == power and p.kind == unit.kind]
    units = [Unit(s.kind, s.place, s.count) for s in mine] + [Unit(p.kind, p.place) for p in pieces]
    return [msgspec.structs.replace(order, unit=one) for one in units]
