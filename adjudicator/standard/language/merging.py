"""The orders in force after a message, and what is still missing.

A later message replaces orders unit by unit; within a message the last order for a unit counts. Builds and
removals are the exception: the first ones up to the number due count, the others are refused (datc 6.I.1).
"""

from collections.abc import Container, Mapping, Sequence
from typing import assert_never

from adjudicator.core.game import EARLIER_MESSAGE, MISSING, THIS_MESSAGE, InForce, ReadLine
from adjudicator.core.language.words import NotAllowed
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.names import Ground, province_of
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve.adjustments import owed, possible
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import short


def subject(order: Order) -> str:
    """Return what an order competes for: the province of its unit."""
    return "waive" if type(order) is act.Waive else province_of(order.unit.place)


def weight(order: Order) -> int:
    """Return how many builds or removals an order uses up."""
    return order.count if type(order) is act.Waive else 1


class MessageOrders:
    """The orders of one message, collected line by line."""

    def __init__(self, ground: Ground, before: Sequence[Order] = ()) -> None:
        """*before* are the orders of earlier messages."""
        self.ground = ground
        self._before = {subject(order): order for order in before}
        self.lines: list[ReadLine] = []
        self.notes: list[str] = []
        self.others_hold: set[str] = set()  # kinds of units; "" for all
        self.withdrawn: set[str] = set()  # what the orders that no longer count competed for
        self._orders: dict[str, Order] = {}

    @property
    def orders(self) -> Mapping[str, Order]:
        """Return the orders by what they compete for."""
        return self._orders

    def take(self, order: Order) -> None:
        """Add *order*. Raises NotAllowed for a build or removal beyond what is due."""
        competes_for = subject(order)
        match order:
            case (
                act.Move()
                | act.SupportMove()
                | act.SupportHold()
                | act.Hold()
                | act.Convoy()
                | act.Signal()
                | act.Proxy()
                | act.Retreat()
                | act.Disband()
            ):
                if self._orders.get(competes_for, order) != order:
                    unit = self.ground.unit(order.unit)
                    self.notes.append(say("two_orders", unit=unit))
            case act.Build() | act.Remove() | act.Waive():
                self._refuse_what_is_too_much(order)
            case _ as never:
                assert_never(never)
        self._orders[competes_for] = order

    def withdraw(self, competes_for: str) -> None:
        """Let an order of this message or of an earlier one no longer count."""
        self._orders.pop(competes_for, None)
        self.withdrawn.add(competes_for)

    def empty(self) -> "MessageOrders":
        """Return the same without what the message has said so far."""
        return MessageOrders(self.ground, tuple(self._before.values()))

    def on_file(self, competes_for: str) -> Order | None:
        """Return the order that counts so far, of this message or of an earlier one."""
        earlier = None if competes_for in self.withdrawn else self._before.get(competes_for)
        return self._orders.get(competes_for, earlier)

    def moves_to(self, province: str) -> list[Order]:
        """Return the moves to *province* that count so far, of this message or of an earlier one."""
        counting = (self.on_file(one) for one in dict.fromkeys((*self._before, *self._orders)))
        return [one for one in counting if type(one) is act.Move and province_of(one.target) == province]

    def let_others_hold(self, refused: Container[str]) -> None:
        """Let the units hold that the message does not name, even in orders that are *refused*."""
        for unit in self.ground.to_order():
            province = province_of(unit.place)
            if self.others_hold & {"", unit.kind} and province not in refused:
                self._orders.setdefault(province, act.Hold(unit))

    def _refuse_what_is_too_much(self, order: Order) -> None:
        if subject(order) in self._orders:
            raise NotAllowed(say("ordered_above"), say("one_each"))
        due = owed(self.ground.board, self.ground.position, self.ground.power)
        if sum(map(weight, self._orders.values())) + weight(order) > abs(due):
            only = say("you_build_only", count=due) if due > 0 else say("you_remove_only", count=-due)
            raise NotAllowed(only, say("above_count"))


def merged(
    before: Sequence[Order], sent: Mapping[str, Order], ground: Ground
) -> tuple[list[Order], list[str]]:
    """Return the orders in force, and a note for each earlier one that a later build or removal replaces."""
    kept = [order for order in before if subject(order) not in sent]
    if ground.position.phase != "adjustment":
        return _as_listed([*((subject(order), order) for order in kept), *sent.items()], ground), []
    due = abs(owed(ground.board, ground.position, ground.power))
    dropped: list[Order] = []
    while kept and sum(map(weight, (*kept, *sent.values()))) > due:
        dropped.append(kept.pop(0))
    notes = [say("no_longer_in_force", order=ground.sentence(order)) for order in dropped]
    return [*kept, *sent.values()], notes


def _as_listed(orders: list[tuple[str, Order]], ground: Ground) -> list[Order]:
    """Return the orders of units as the position lists these, then those for units of others."""
    rank = {province: number for number, province in enumerate(ground.own)}
    orders.sort(key=lambda pair: rank.get(pair[0], len(rank)))
    return [order for _, order in orders]


def in_force(orders: Sequence[Order], sent: Mapping[str, Order], ground: Ground) -> tuple[InForce, ...]:
    """Return the order of every unit that needs one, or of every build or removal that is due."""
    subjects = list(map(subject, orders))
    rows = [
        InForce(
            _unit(ground, order),
            _told(ground, order),
            THIS_MESSAGE if competes_for in sent else EARLIER_MESSAGE,
            short(order),
        )
        for competes_for, order in zip(subjects, orders, strict=True)
    ]
    if ground.position.phase == "adjustment":
        return (*rows, *_open_adjustments(orders, ground))
    by_subject = dict(zip(subjects, rows, strict=True))
    left_to_us = [row for order, row in zip(orders, rows, strict=True) if not is_own(order, ground)]
    missing = say("holds") if ground.position.phase == "movement" else say("disbands")
    own = (
        by_subject.get(province) or InForce(ground.unit(unit), missing, MISSING)
        for province, unit in ground.own.items()
    )
    return (*own, *left_to_us)


def is_own(order: Order, ground: Ground) -> bool:
    """Return whether it is for a unit of the power itself, or for no unit; see standard 15.1."""
    return type(order) is act.Waive or order.unit.power == ground.power


def _told(ground: Ground, order: Order) -> str:
    """Return the order in words; for a unit of another power, with the condition under which it counts."""
    words = ground.sentence(order)
    if type(order) is act.Waive or order.unit.power == ground.power:
        return words
    return say("order_if_left_to_you", order=words, power=order.unit.power)


def _unit(ground: Ground, order: Order) -> str:
    return "" if type(order) is act.Waive else ground.unit(order.unit)


def _open_adjustments(orders: Sequence[Order], ground: Ground) -> list[InForce]:
    left = missing(orders, ground)
    if not left:
        return []
    if owed(ground.board, ground.position, ground.power) > 0:
        return [InForce("", say("left_to_build", number=left), MISSING)]
    return [InForce("", say("left_to_remove", number=left), MISSING)]


def missing(orders: Sequence[Order], ground: Ground) -> int:
    """Return how many units, builds or removals have no order yet."""
    position = ground.position
    if position.phase != "adjustment":
        return len(ground.to_order()) - sum(is_own(order, ground) for order in orders)
    return max(0, abs(possible(ground.board, position, ground.power)) - sum(map(weight, orders)))


def is_complete(orders: Sequence[Order], ground: Ground) -> bool:
    return missing(orders, ground) == 0
