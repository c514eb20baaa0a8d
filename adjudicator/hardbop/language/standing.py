"""Which orders of a sheet are in force in the phase that is due, standing ones too?  (HB 9(c), 9(e))"""

from collections.abc import Collection, Iterable, Mapping
from typing import cast

import msgspec

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, RETREAT, SECOND_RETREAT, State
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import standing
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable, Unit
from adjudicator.middle_earth.language.standing import ADJUSTMENTS, NUMBERED, RETREATS

AT_THE_END = (act.Destroy, act.PassRing, act.PutOnRing, act.DestroyRing)
ANEW = (act.Destroy, act.PutOnRing, act.DestroyRing)  # steps xii and xiii, after the builds (9(c))
PHASES: Mapping[type, tuple[str, ...]] = {  # of all other orders it is the movement
    **dict.fromkeys(ANEW, (MOVEMENT, ADJUSTMENT)),
    **dict.fromkeys(RETREATS, (RETREAT, SECOND_RETREAT)),
    **dict.fromkeys(ADJUSTMENTS, (ADJUSTMENT,)),
}


def kind_of(order: Order) -> str:
    """An S and an S2 of one Cavalry do not compete (4.4(g)); a place to return to is no action."""
    if isinstance(order, act.SupportSecond | act.ReturnsTo):
        return type(order).__name__
    return standing.kind_of(order)


def after(kept: Iterable[Standable], orders: Collection[Order]) -> tuple[Standable, ...]:
    return standing.after(tuple(kept), orders, kind_of)


def in_force(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """The sheet's orders, then the standing ones for what it leaves open, "A *" spelt out unit by unit."""
    given = cast(list[Standable], [order for order in sheet.orders if type(order) not in NUMBERED])
    given = [order for order in given if belongs(order, state.phase)]
    kept = [
        one
        for order in after(state.standing.get(power, ()), sheet.orders)
        if belongs(order, state.phase)
        for one in _spelt_out(state, power, order)
    ]
    return standing.besides(given, kept, kind_of)


def belongs(order: Order, phase: str) -> bool:
    """The Nazgul's retreats stand on the movement sheet (3.10(d))."""
    if isinstance(order, act.Retreat) and order.unit.kind == "Nazgul":
        return phase == MOVEMENT
    return phase in PHASES.get(type(order), (MOVEMENT,))


def _spelt_out(state: State, power: Power, order: Standable) -> list[Standable]:
    unit = getattr(order, "unit", None)
    if unit is None or unit.place != "*":
        return [order]
    kinds = ground.ARMIES if unit.kind == "A" else (unit.kind,)  # 4.2: Easterlings are armies in every way
    mine = [s for s in state.military if s.power == power and s.kind in kinds]
    units = [Unit(s.kind, s.place, s.size) for s in mine]
    return [msgspec.structs.replace(order, unit=one) for one in units]
