"""Select the orders that a game allows from those that might be given."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from adjudicator.core.language.words import Refusal
from adjudicator.middle_earth.language.knowledge import AnyKnowledge, Position
from adjudicator.middle_earth.language.orders import Power, Standable
from adjudicator.middle_earth.language.writing import short

K = TypeVar("K", bound=AnyKnowledge)
P = TypeVar("P", bound=Position)
Check = Callable[[Standable, K], Standable]  # the game's check; raises Refusal if not allowed


def is_lawful(order: Standable, known: K, check: Check[K]) -> bool:
    """Return whether *check* allows the order."""
    try:
        check(order, known)
    except Refusal:
        return False
    return True


def of_power(
    state: P,
    power: Power,
    known_to: Callable[[P, Power], K],
    candidates: Callable[[K], Mapping[str, Iterable[Standable]]],
    check: Check[K],
) -> dict[str, list[str]]:
    """Return the allowed orders of *power*, by unit or occasion; none once the game is over for it."""
    if state.over or power in state.eliminated:
        return {}
    known = known_to(state, power)
    return by_unit(candidates(known), known, check)


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
