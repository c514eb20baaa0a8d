"""Decide which lines of a sheet count. Conditions are evaluated once, when the Power's turn begins. S.11"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.empires.ground import Zone
from adjudicator.empires.language.conditions import Condition
from adjudicator.empires.language.orders import (
    ActionOrder,
    Activate,
    ArmyOrder,
    Conditional,
    Items,
    PlainOrder,
    Recruit,
    SheetOrder,
)
from adjudicator.empires.resolve.deciding import Scene, all_hold
from adjudicator.empires.sentences import say

MOST_CONDITIONS = 6  # of a sheet, for which all cases are looked at


class Fate(NamedTuple):
    """What becomes of a line. *order*: what is to be carried out, None for nothing.

    *is_met*: whether the conditions of the line held; None if none was decided. *fault*: why the line is
    refused, such as OTHERWISE without an IF.
    """

    order: PlainOrder | Refusal | None
    is_met: bool | None = None
    fault: NotAllowed | None = None


class _Chain(NamedTuple):
    """An IF and its OTHERWISE parts. *held*: one part so far counted; *now*: the latest part counts."""

    held: bool
    now: bool


class _Brancher:
    """Goes through a sheet line by line.

    *_block* belongs to the latest heading with IF, *_chain* to the latest line with IF and an order.
    *_is_below*: lines of armies here belong to an ACTIVATE or RECRUIT that counts.
    """

    def __init__(self, hold: Callable[[Sequence[Condition]], bool]) -> None:
        self._hold = hold
        self._block: _Chain | None = None
        self._chain: _Chain | None = None
        self._is_below = True

    def fate(self, order: SheetOrder | Refusal) -> Fate:
        match order:
            case Refusal():
                return Fate(order)
            case Conditional(is_end=True):
                return self._end()
            case Conditional(order=None):
                return self._head(order)
            case Conditional():
                return self._line(order)
            case ArmyOrder() | Items():
                return Fate(order if self._counts_here() and self._is_below else None)
            case _:
                self._is_below = True
                return Fate(order if self._counts_here() else None)

    def _counts_here(self) -> bool:
        return self._block is None or self._block.now

    def _end(self) -> Fate:
        if self._block is None:
            return Fate(None, None, NotAllowed(say("nothing_is_open_here"), say("leave_it_out_or_write_if")))
        self._block, self._chain, self._is_below = None, None, True
        return Fate(None)

    def _head(self, order: Conditional) -> Fate:
        above = (self._block or self._chain) if order.is_else else _Chain(held=False, now=False)
        if above is None:
            return _without_if()
        is_met = None if above.held else self._hold(order.conditions)
        self._block = _Chain(above.held or is_met is True, is_met is True)
        self._chain, self._is_below = None, True
        return Fate(None, is_met)

    def _line(self, order: Conditional) -> Fate:
        above = _Chain(held=False, now=False)
        if order.is_else:
            found = self._chain or self._block
            if found is None:
                return _without_if()
            if self._chain is None:
                self._block = None
            above = found
        is_met = None if above.held else self._hold(order.conditions)
        otherwise = None if above.held else order.otherwise
        chosen = order.order if is_met else otherwise
        self._chain = _Chain(above.held or chosen is not None, is_met is True)
        chosen = chosen if self._counts_here() else None
        if any(map(_is_heading, order.orders)):
            self._is_below = _is_heading(chosen)
        elif isinstance(chosen, ActionOrder):
            self._is_below = True
        return Fate(chosen, is_met)


def _is_heading(order: PlainOrder | None) -> bool:
    return isinstance(order, Activate | Recruit)


def _without_if() -> Fate:
    return Fate(None, None, NotAllowed(say("there_is_no_if_above"), say("leave_it_out_or_write_if")))


def possible_branches(orders: Sequence[SheetOrder | Refusal]) -> list[list[PlainOrder]]:
    """Return the orders that count, for each way in which the conditions of a sheet may hold or not.

    With many conditions: if all of them hold, and if none does.
    """
    used = {_base(one) for order in orders if isinstance(order, Conditional) for one in order.conditions}
    if len(used) > MOST_CONDITIONS:
        return [_counting(orders, lambda _: True), _counting(orders, lambda found: not found)]
    cases = [dict(zip(used, values, strict=True)) for values in product((True, False), repeat=len(used))]
    return [_counting(orders, partial(_holds_in, case)) for case in cases]


def _counting(
    orders: Sequence[SheetOrder | Refusal], hold: Callable[[Sequence[Condition]], bool]
) -> list[PlainOrder]:
    brancher = _Brancher(hold)
    found = [brancher.fate(order).order for order in orders]
    return [order for order in found if isinstance(order, PlainOrder)]


def _holds_in(case: Mapping[Condition, bool], conditions: Sequence[Condition]) -> bool:
    return all(case[_base(one)] != one.is_denied for one in conditions)


def _base(condition: Condition) -> Condition:
    """Return the condition without its words and its "not"."""
    return replace(condition, words="", is_denied=False)


def may_attack(orders: Sequence[SheetOrder | Refusal], zones: Collection[Zone]) -> bool:
    """Return whether a sheet with conditions may have an attack in one of *zones*."""
    if not any(isinstance(order, Conditional) for order in orders):
        return False
    return any(_attacked(order) in zones for branch in possible_branches(orders) for order in branch)


def _attacked(order: PlainOrder) -> Zone:
    """Return the zone in which an order attacks, "" for none."""
    army = order.order if isinstance(order, Activate) else order
    if not isinstance(army, ArmyOrder) or army.attack is None:
        return ""
    return (army.army.zone, *army.path)[-1]


def fates(scene: Scene, orders: Sequence[SheetOrder | Refusal]) -> list[Fate]:
    """Return what becomes of each line."""
    brancher = _Brancher(partial(all_hold, scene))
    return [brancher.fate(order) for order in orders]
