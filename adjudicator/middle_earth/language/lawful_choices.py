"""Select the orders that a game allows from those that might be given."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from adjudicator.core.language.words import Refusal
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Standable
from adjudicator.middle_earth.language.writing import short

K = TypeVar("K", bound=AnyKnowledge)
Check = Callable[[Standable, K], Standable]  # the game's check; raises Refusal if not allowed


def is_lawful(order: Standable, known: K, check: Check[K]) -> bool:
    """Return whether *check* allows the order."""
    try:
        check(order, known)
    except Refusal:
        return False
    return True


def by_unit(candidates: Mapping[str, Iterable[Standable]], known: K, check: Check[K]) -> dict[str, list[str]]:
    """Return the allowed orders as text, by unit or occasion; occasions without any are left out."""
    every = {what: as_written(orders, known, check) for what, orders in candidates.items()}
    return {what: orders for what, orders in every.items() if orders}


def in_addition(
    candidates: Mapping[str, Iterable[Standable]],
    listed: Mapping[str, Iterable[Standable]],
    known: K,
    check: Check[K],
) -> dict[str, list[str]]:
    """Return the allowed orders of *candidates* that *listed*, checked without any orders, does not have."""
    nothing_ordered = known.with_orders((), ())
    found = by_unit(candidates, known, check)
    before = {what: as_written(listed[what], nothing_ordered, check) for what in found}
    new = {what: [one for one in orders if one not in before[what]] for what, orders in found.items()}
    return {what: orders for what, orders in new.items() if orders}


def as_written(candidates: Iterable[Standable], known: K, check: Check[K]) -> list[str]:
    """Return those of *candidates* that are allowed, as a player would write them."""
    return list(dict.fromkeys(short(order) for order in candidates if is_lawful(order, known, check)))
