"""Combine the orders of a sheet with standing orders, for the phase that is due (HB 9(c), 9(e))."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import cast

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, RETREAT, SECOND_RETREAT, State
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import standing
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable, Unit
from adjudicator.middle_earth.language.standing import ADJUSTMENTS, NUMBERED, RETREATS

AT_THE_END = (act.Destroy, act.PassRing, act.PutOnRing, act.DestroyRing)
ANEW = (act.Destroy, act.PutOnRing, act.DestroyRing)  # steps xii and xiii, after the builds (9(c))
BESIDE_ACTIONS = (act.SupportSecond, act.ReturnsTo)
PHASES: Mapping[type, tuple[str, ...]] = {  # all other kinds are movement orders
    **dict.fromkeys(ANEW, (MOVEMENT, ADJUSTMENT)),
    **dict.fromkeys(RETREATS, (RETREAT, SECOND_RETREAT)),
    **dict.fromkeys(ADJUSTMENTS, (ADJUSTMENT,)),
}


def kind_of(order: Order) -> str:
    """Return the kind. S and S2 of one Cavalry do not compete (4.4(g)), nor does a place to return to."""
    if type(order) in BESIDE_ACTIONS:
        return type(order).__name__
    return standing.kind_of(order)


def after(before: Iterable[Standable], orders: Collection[Order]) -> tuple[Standable, ...]:
    """Return the standing orders after *orders*."""
    return standing.after(tuple(before), orders, kind_of)


def in_force(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """Return the orders of the sheet, then the standing orders that it does not replace, unit by unit."""
    given = cast(list[Standable], [order for order in sheet.orders if type(order) not in NUMBERED])
    given = [order for order in given if belongs(order, state.phase)]
    units = partial(_units, state, power)
    kept = [
        one
        for order in after(state.standing.get(power, ()), sheet.orders)
        if belongs(order, state.phase)
        for one in standing.spelled_out(order, units)
    ]
    return standing.completed(given, kept, kind_of)


def belongs(order: Order, phase: str) -> bool:
    """Return whether *order* is for *phase*. Retreats of the Nazgul are given with the moves (3.10(d))."""
    if type(order) is act.Retreat and order.unit.kind == "Nazgul":
        return phase == MOVEMENT
    return phase in PHASES.get(type(order), (MOVEMENT,))


def _units(state: State, power: Power, kind: str) -> list[Unit]:
    kinds = ground.ARMIES if kind == "A" else (kind,)  # 4.2: Easterlings are armies in every way
    return [Unit(s.kind, s.place, s.size) for s in state.military if s.power == power and s.kind in kinds]
