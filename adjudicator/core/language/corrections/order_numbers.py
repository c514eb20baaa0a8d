"""Find the orders that a sentence names by their numbers in a list: "scrap no. 3", "the second one"."""

import re
from collections.abc import Sequence
from functools import cache

from adjudicator.core.languages import numbered_orders, ranks_in, retracting

_DIGITS = re.compile(r"\d+")
_RANGE = re.compile(r"(\d{1,2})\s*(?:-|\bto\b|\bbis\b)\s*#?(\d{1,2})")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of orders named by numbers, and of the number before an order."""
    numbered = numbered_orders()
    return (
        re.compile(rf"(?<!\w){numbered}", re.IGNORECASE),
        re.compile(rf"\W*(?:(?:{numbered})\s*[.):/-]|\d{{1,2}}(?:[.):]|/(?!\d)))", re.IGNORECASE),
    )


def number_before(order: str) -> int | None:
    """Return the number of an item of a list: 3 for "3. A Par - Bur"."""
    found = _patterns()[1].match(order)
    digits = _DIGITS.search(found[0]) if found else None
    return int(digits[0]) if digits else None


def numbers_of_orders(text: str) -> tuple[list[int], bool]:
    """Return the numbers by which *text* names orders, and whether it says that they are numbers of orders.

    Without that, "scrap 3", they are only numbers of a list that has numbers.
    """
    labelled = " ".join(found[0] for found in _patterns()[0].finditer(text))
    begun = retracting().at_start.match(text)
    return _each(labelled or (begun[0] if begun else "")), bool(labelled)


def _each(text: str) -> list[int]:
    ranges = [range(int(found[1]), int(found[2]) + 1) for found in _RANGE.finditer(text)]
    return [*map(int, _DIGITS.findall(text)), *(number for one in ranges for number in one)]


def at_numbers(text: str, orders: Sequence[tuple[int, str]]) -> list[int] | None:
    """Return which of *orders* the *text* names by numbers, None if it names none so.

    Each order has the number of its line. A number counts for all orders after it on the line. An order
    without a number is counted.
    """
    numbers, is_said = numbers_of_orders(text) if _DIGITS.search(text) else ([], False)
    labels = [number_before(order) for _, order in orders]
    if numbers and (is_said or any(labels)):
        carried = _carried(labels, [line for line, _ in orders])
        return sorted({at for number in numbers for at in _at(number, labels, carried)})
    ranks = [rank - 1 for rank in ranks_in(text)]
    return [rank for rank in ranks if rank < len(orders)] if ranks else None


def _carried(labels: Sequence[int | None], lines: Sequence[int]) -> list[int | None]:
    """Return the labels, each also for the orders after it on its line."""
    carried: list[int | None] = []
    for at, label in enumerate(labels):
        is_behind = at > 0 and lines[at] == lines[at - 1]
        carried.append(label if label is not None or not is_behind else carried[-1])
    return carried


def _at(number: int, labels: Sequence[int | None], carried: Sequence[int | None]) -> list[int]:
    if number in labels:
        return [at for at, label in enumerate(carried) if label == number]
    is_counted = 0 < number <= len(labels) and labels[number - 1] is None
    return [number - 1] if is_counted else []
