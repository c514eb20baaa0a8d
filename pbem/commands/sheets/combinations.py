"""Recognise orders that are all the ways to choose some of several things, as three of seven technologies."""

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
    if len(orders) <= 1:
        return None
    stem = orders[0].partition(" ")[0]
    if not all(order.startswith(f"{stem} ") for order in orders):
        return None
    chosen = [order.removeprefix(f"{stem} ").split(SEPARATOR) for order in orders]
    number, things = len(chosen[0]), [*dict.fromkeys(thing for one in chosen for thing in one)]
    every = {frozenset(some) for some in combinations(things, number)} if len(things) <= MOST else set()
    is_all = number > 1 and len(every) == len(orders) and {*map(frozenset, chosen)} == every
    return Choice(number, things) if is_all else None
