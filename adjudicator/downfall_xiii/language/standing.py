"""Combine the orders of a sheet with standing orders, for the phase that is due (N.1)."""

from collections.abc import Collection, Container, Mapping, Sequence
from functools import partial
from typing import cast, get_args

from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import standing
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable, Unit
from adjudicator.middle_earth.language.standing import ADJUSTMENTS, RETREATS
from adjudicator.middle_earth.resolve.pieces import is_piece

PHASES: Mapping[type, str] = {  # all other kinds are movement orders
    **dict.fromkeys(RETREATS, RETREAT),
    **dict.fromkeys(ADJUSTMENTS, ADJUSTMENT),
}
ACTED_ON: Mapping[str, Container[type]] = {
    phase: frozenset(kind for kind in get_args(Standable) if PHASES.get(kind, MOVEMENT) == phase)
    for phase in (MOVEMENT, RETREAT, ADJUSTMENT)
}


def phase_of(order: Standable) -> str:
    return PHASES.get(type(order), MOVEMENT)


def after(before: Sequence[Standable], orders: Collection[Order]) -> tuple[Standable, ...]:
    """Return the standing orders after *orders*."""
    return standing.after(before, orders, kind_of)


def in_force(state: State, power: Power, sheet: OrderSheet, void: Container[Order] = ()) -> list[Standable]:
    """Return the orders of the sheet, then the standing orders that it does not replace.

    A *void* order replaces nothing.
    """
    given, kept = _given(state, sheet), _kept(state, power, sheet)
    if not kept:
        return given
    good = [order for order in given if order not in void]
    return given + [
        order for order in kept if order not in given and not any(_same(order, other) for other in good)
    ]


def overruling(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """Return the actions of the sheet that replace a standing order."""
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
    """Return the standing orders for this phase, "A *" spelled out unit by unit."""
    now = ACTED_ON[state.phase]
    units = partial(_units, state, power)
    return [
        one
        for order in after(state.standing.get(power, ()), sheet.orders)
        if type(order) in now
        for one in standing.spelled_out(order, units)
    ]


def retreats_in_force(state: State, power: Power, sheet: OrderSheet) -> list[Standable]:
    """Return the retreats given with the moves or standing: no phase is announced for hidden pieces."""
    kept = [o for o in after(state.standing.get(power, ()), sheet.orders) if isinstance(o, RETREATS)]
    given: list[Standable] = [order for order in sheet.orders if isinstance(order, RETREATS)]
    return standing.completed(given, kept, kind_of)


def kind_of(order: Order) -> str:
    """Return the kind. To embark is an action for a piece, but not for an army: another order lands it."""
    kind = standing.kind_of(order)
    if kind == "Embark" and is_piece(cast(act.Embark, order).unit.kind):
        return "action"
    return kind


def _same(one: Order, other: Order) -> bool:
    return standing.is_same(one, other, kind_of)


def _units(state: State, power: Power, kind: str) -> list[Unit]:
    mine = [s for s in state.stacks if s.power == power and s.kind == kind]
    pieces = [p for p in state.pieces if p.power == power and p.kind == kind]
    return [Unit(s.kind, s.place, s.count) for s in mine] + [Unit(p.kind, p.place) for p in pieces]
