"""List the orders in force and the missing ones, for the confirmation of a message."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from adjudicator.core.game import EARLIER_MESSAGE, MISSING, THIS_MESSAGE, InForce
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge, NotYours
from adjudicator.middle_earth.language.merging import OFF_BOARD, unit_key, units, weight
from adjudicator.middle_earth.language.orders import Order, Place, Standable, Unit
from adjudicator.middle_earth.language.standing import ADJUSTMENTS, ANYWHERE, numbered, replaced
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say

NO_ORDER, NO_MOVE = say("no_order_holds"), say("no_move_order_holds")
OF_MANY = {NO_ORDER: say("no_order_hold"), NO_MOVE: say("no_move_order_hold")}  # "2 Armies Dunland: ..."

K = TypeVar("K", bound=AnyKnowledge)


class OrdersInForce(ABC, Generic[K]):
    """The orders of one power that count now, standing orders included, by the unit they are for."""

    settling: ClassVar[frozenset[str]]  # the kinds of order that a unit needs one of
    needless: ClassVar[frozenset[str]] = frozenset()  # texts of `to_order` for units that need no order

    def __init__(self, orders: Sequence[Order], known: K) -> None:
        self.orders = orders
        self.known = known
        self.all = self.counting()
        self._by_key: dict[tuple[str, str], dict[int, Standable]] = {}
        self._settled: dict[Unit, bool] = {}
        self._to: dict[Unit, list[Standable]] = {}
        for number, order in enumerate(self.all):
            keys = (unit_key(order.unit),) if act.is_plain(order) else _keys(order)
            for key in keys:
                self._by_key.setdefault(key, {})[number] = order

    @abstractmethod
    def kind_of(self, order: Order) -> str: ...

    @abstractmethod
    def counting(self) -> list[Standable]:
        """Return the orders that count in the phase that is due."""

    @abstractmethod
    def to_order(self) -> list[tuple[Unit, str]]:
        """Return the units and pieces that may be ordered, each with the text that says it has no order."""

    @abstractmethod
    def builds_due(self) -> int:
        """Return the number of builds that are due, or of removals (below 0)."""

    @abstractmethod
    def sentence(self, order: Order) -> str: ...

    @abstractmethod
    def unit_name(self, unit: Unit) -> str: ...

    def of_the_moves(self) -> Sequence[Standable]:
        """Return orders given with the moves that are still to be carried out when the phase is over."""
        return ()

    def settles(self, order: Standable) -> bool:
        """Return whether the unit of *order* needs no other order."""
        return self.kind_of(order) in self.settling

    def found(self, unit: Unit, _listed: set[int]) -> list[Standable]:
        """Return the orders to list for *unit*; *_listed* are the ids of those listed for other units."""
        return self.to(unit)

    def strength(self, _unit: Unit, _order: Standable | None) -> str:
        """Return the strength of a unit in words; "" if the rules give none."""
        return ""

    def to(self, unit: Unit) -> list[Standable]:
        """Return the orders for *unit*, in the order in which they were given."""
        found = self._to.get(unit)
        if found is None:
            found = self._to[unit] = self._look_up(unit)
        return found

    def _look_up(self, unit: Unit) -> list[Standable]:
        own, unnamed = self._by_key.get(unit_key(unit), {}), self._by_key.get(("", unit.place))
        if unnamed:
            both = own | unnamed
            return [both[number] for number in sorted(both)]
        return [*own.values()]

    def rows(self, message: Sequence[Order]) -> tuple[InForce, ...]:
        """Return a row for each order of each unit and for each missing one, then all other orders."""
        rows: list[InForce] = []
        listed: set[int] = set()
        own = frozenset(map(id, message))
        for unit, nothing in self._to_order:
            found = self.found(unit, listed)
            listed.update(map(id, found))
            for order in found:
                if self._is_listed_below(order):
                    continue
                text = self.sentence(order) + self.strength(unit, order)
                source = THIS_MESSAGE if id(order) in own else self._source(order, message)
                rows.append(InForce(self.unit_name(unit), text, source, short(order)))
            if nothing and not (
                self._is_settled(unit) if unit != OFF_BOARD else any(map(self.settles, found))
            ):
                lacking = NO_MOVE if found and nothing == NO_ORDER else nothing
                lacking = OF_MANY.get(lacking, lacking) if unit.count > 1 else lacking
                rows.append(InForce(self.unit_name(unit), lacking + self.strength(unit, None), MISSING))
        rest = [order for order in self.all if id(order) not in listed and not self._waits(order)]
        rows += [
            InForce("", self._with_owner(order), self._source(order, message), short(order)) for order in rest
        ]
        rows += [InForce("", self.sentence(order), say("with_your_moves")) for order in self.of_the_moves()]
        return (*rows, *self._unadjusted(), *self._ended(message), *self._standing())

    def _with_owner(self, order: Standable) -> str:
        """Return the order in words, and by whose proxy alone it counts, as long as it is on file."""
        is_action = isinstance(order, act.Action) and not isinstance(order, act.Merge)
        for unit in units(order) if is_action and self.known.is_movement() else ():
            refusal = None if is_piece(unit.kind) else self.known.not_yours(unit, unit.place)
            if isinstance(refusal, NotYours):
                owner = self.known.names[refusal.owner]
                return say("only_with_proxy", order=self.sentence(order), owner=owner)
        return self.sentence(order)

    def _is_listed_below(self, order: Standable) -> bool:
        """Return whether a row of a standing order says the same: one in addition to the action of a unit."""
        return order not in self.orders and not self.settles(order)

    def _waits(self, order: Standable) -> bool:
        """Return whether it is a standing order for somebody whom this power does not have now."""
        return order not in self.orders and self._is_of_nobody(order)

    def _is_of_nobody(self, order: Standable) -> bool:
        """Return whether none of the units or pieces of *order* is this power's own, there to be ordered."""
        named = {unit_key(unit) for unit in units(order) if unit.place != ANYWHERE}
        own = {unit_key(unit) for unit, _ in self._to_order} | {unit_key(one) for one in self.known.mine()}
        own |= {("", place) for _, place in own}
        return bool(named) and named.isdisjoint(own)

    def is_complete(self) -> bool:
        """Return whether every unit that needs an order has one. Pieces need one only if there is no unit."""
        if self._unadjusted():
            return False
        waiting = [unit for unit, nothing in self._to_order if nothing and nothing not in self.needless]
        if self.known.is_movement() and any(not is_piece(unit.kind) for unit in self.known.mine()):
            waiting = [unit for unit in waiting if not is_piece(unit.kind)]
        needing = [unit for unit in waiting if unit != OFF_BOARD]
        return all(map(self._is_settled, needing))

    def _is_settled(self, unit: Unit) -> bool:
        """Return whether *unit* needs no further order; a lead may be listed at the unit led."""
        if unit not in self._settled:
            self._settled[unit] = any(map(self.settles, self.to(unit)))
        return self._settled[unit]

    @cached_property
    def _to_order(self) -> list[tuple[Unit, str]]:
        return self.to_order()

    def _source(self, order: Standable, message: Sequence[Order]) -> str:
        if order in message:
            return THIS_MESSAGE
        return EARLIER_MESSAGE if order in self.orders else "standing"

    def _unadjusted(self) -> list[InForce]:
        if not self.known.is_adjustment():
            return []
        due = self.builds_due()
        ordered = sum(weight(order) for order in self.all if isinstance(order, ADJUSTMENTS))
        left = max(0, abs(due) - ordered)
        if not left:
            return []
        if due > 0:
            return [InForce("", say("more_to_build", count=left), MISSING)]
        return [InForce("", say("more_to_remove", count=left), MISSING)]

    def _ended(self, message: Sequence[Order]) -> Iterator[InForce]:
        """Yield what ends standing orders, which would otherwise just be missing from the list."""
        for order in self.orders:
            if isinstance(order, act.CancelStanding):
                yield InForce("", self._cancelled(order), _given_in(order, message))
        before = tuple(self.known.state.standing.get(self.known.power, ()))
        for number, old, order, new in replaced(before, self.orders, self.kind_of):
            ended = say("standing_order_is_replaced", number=number, new=new, order=self.sentence(old))
            yield InForce("", ended, _given_in(order, message))

    def _cancelled(self, order: act.CancelStanding) -> str:
        """Return the sentence with the standing order that is cancelled, if it is one alone."""
        given = (one.order for one in self.orders if isinstance(one, act.Standing))
        every = [*self.known.state.standing.get(self.known.power, ()), *given]
        named = every[order.number - 1 : order.number] if order.number else ()
        return (
            say("cancelled_order", cancelled=self.sentence(order), order=self.sentence(named[0]))
            if named
            else self.sentence(order)
        )

    def _standing(self) -> Iterator[InForce]:
        """Yield the standing orders with their numbers, but a retreat that counts now is listed already."""
        before = tuple(self.known.state.standing.get(self.known.power, ()))
        retreats = [order for order in self.all if isinstance(order, act.Retreat)]
        counting = [order for order in retreats if not self._waits(order)]
        for number, order in numbered(before, self.orders, self.kind_of).items():
            if order not in counting:
                words = self.sentence(order)
                if self._is_of_nobody(order):
                    words = say("standing_order_of_nobody", order=words)
                yield InForce(say("standing_order_number", number=number), words, "standing")


def _given_in(order: Order, message: Sequence[Order]) -> str:
    return THIS_MESSAGE if order in message else EARLIER_MESSAGE


def _keys(order: Standable) -> Iterator[tuple[str, str]]:
    """Yield the keys of the units that *order* is for, including those that it moves along."""
    for unit in units(order):
        yield unit_key(unit)
    match order:
        case act.Lead(led=led) if order.path or order.holds:
            yield unit_key(led)
        case act.FastFerry(passenger=passenger):
            yield unit_key(passenger)


def open_to(free: Sequence[Place], names: Mapping[Place, str]) -> str:
    """Return words on where a beaten unit may go; "" if nowhere."""
    return say("open_to", places=", ".join(names[place] for place in free)) if free else ""
