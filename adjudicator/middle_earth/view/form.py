"""The order form of a power: a legal sheet with the same effect as no message."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from adjudicator.core.form_lines import instead
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Power, Standable
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.view.ring import Position, RingOrders, besides, held

P = TypeVar("P", bound=Position)
K = TypeVar("K", bound=AnyKnowledge)


def _no_remarks(_known: K) -> Iterable[str]:
    return ()


class OrderForm(Struct, Generic[P, K], frozen=True):
    """What a game writes on its forms, by phase."""

    known: Callable[[P, Power], K]
    retreats: Callable[[K], Iterable[Standable]]
    movement: Callable[[K], Iterable[Standable]]
    adjustment: Callable[[K], Iterable[Standable]]
    choices: Callable[[P, Power], Mapping[str, Sequence[str]]]
    ring_orders: Callable[[P, Power], RingOrders]
    remarks: Callable[[K], Iterable[str]] = _no_remarks  # on moves; they are no orders

    def lines(self, state: P, power: Power) -> list[str]:
        """Return the lines of a legal sheet; none if the power has nothing to order."""
        if state.over or power in state.eliminated:
            return []
        known = self.known(state, power)
        if known.is_retreat():
            return [short(order) for order in self.retreats(known)]
        if known.is_movement():
            lines = [*(short(order) for order in self.movement(known)), *self.remarks(known)]
        else:
            lines = instead([short(order) for order in self.adjustment(known)], self.choices(state, power))
        ring = held(state, power, self.ring_orders)
        return besides(lines, ring.orders if ring else ())
