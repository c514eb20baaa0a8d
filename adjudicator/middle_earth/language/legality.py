"""Which of the orders that might be given does the reader take?  His own rules say so."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudicator.core.words import Refusal
from adjudicator.middle_earth.language.knowledge import Knowledge
from adjudicator.middle_earth.language.orders import Standable
from adjudicator.middle_earth.view.wording import short

Rules = Mapping[type, Callable[..., Any]]  # by kind of order; each raises Refusal for what is not allowed


def is_lawful(order: Standable, known: Knowledge[Any], rules: Rules) -> bool:
    try:
        rules[type(order)](order, known)
    except Refusal:
        return False
    return True


def found(
    candidates: Mapping[str, Iterable[Standable]], known: Knowledge[Any], rules: Rules
) -> dict[str, list[str]]:
    """By unit or occasion; those of which nothing is lawful are left out."""
    every = {what: texts(orders, known, rules) for what, orders in candidates.items()}
    return {what: orders for what, orders in every.items() if orders}


def texts(candidates: Iterable[Standable], known: Knowledge[Any], rules: Rules) -> list[str]:
    """Those of *candidates* that are lawful, in the words of orders."""
    return list(dict.fromkeys(short(order) for order in candidates if is_lawful(order, known, rules)))
