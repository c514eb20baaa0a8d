"""Recognise orders that name the same things in another order, or some of several things.

A list of pieces is one of the first kind, three of seven technologies are one of the second.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

SEPARATOR = ", "
MOST = 12  # things to choose from


class Choice(NamedTuple):
    """Orders that name any *number* of *things*."""

    number: int
    things: Sequence[str]


def choice(orders: Sequence[str]) -> Choice | None:
    """Return what *orders* choose from; None if they are not exactly all combinations of at least two."""
    chosen = _things(orders)
    if not chosen:
        return None
    number, things = len(chosen[0]), [*dict.fromkeys(thing for one in chosen for thing in one)]
    every = {frozenset(some) for some in combinations(things, number)} if len(things) <= MOST else set()
    is_all = number > 1 and len(every) == len(orders) and {*map(frozenset, chosen)} == every
    return Choice(number, things) if is_all else None


def are_in_any_order(orders: Sequence[str]) -> bool:
    """Return whether *orders* are lists of the same things, each with a different one first."""
    chosen = _things(orders)
    firsts, things = {one[0] for one in chosen}, {frozenset(one) for one in chosen}
    return len(things) == 1 and len(chosen) > 1 and firsts == {*chosen[0]} and len(firsts) == len(chosen[0])


def _things(orders: Sequence[str]) -> list[list[str]]:
    """Return what each of several orders names after their common first word; [] if they have none."""
    stem = orders[0].partition(" ")[0] if len(orders) > 1 else ""
    if not stem or not all(order.startswith(f"{stem} ") for order in orders):
        return []
    return [order.removeprefix(f"{stem} ").split(SEPARATOR) for order in orders]
