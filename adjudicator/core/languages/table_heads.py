"""Read the headings of the columns of a table: "Unit | From | To"."""

import re
from collections.abc import Collection, Sequence
from functools import cache

from adjudicator.core.languages.phrases import words_for


@cache
def _heading_goals() -> re.Pattern[str]:
    units, places, goals = _heads()
    return re.compile(
        rf"\|\s*(?:{units}|{places})\s*\|(?:\s*(?:{places})\s*\|)?\s*(?:{goals})\s*\|?", re.IGNORECASE
    )


@cache
def _heads() -> tuple[str, str, str]:
    """Return the patterns of what is above a column of units, of places and of destinations."""
    return (
        words_for(lambda one: one.heads.units),
        words_for(lambda one: one.heads.places),
        words_for(lambda one: one.heads.goals),
    )


def heads_goals(row: str) -> bool:
    """Return whether *row* of a table heads a column of units and one of their destinations."""
    return _heading_goals().fullmatch(row) is not None


@cache
def _column_heads() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of the heads of all columns but the last, and of the last."""
    units, places, goals = _heads()
    heads = f"{units}|{places}"
    return re.compile(heads, re.IGNORECASE), re.compile(f"{heads}|{goals}", re.IGNORECASE)


def columns(row: str) -> list[str]:
    """Return the cells of a row of a table, whether or not there are lines at its ends."""
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def columns_without(cells: Sequence[str], left_out: Collection[int]) -> list[str]:
    """Return the cells of a row but those of some columns, and the empty ones at its end."""
    found = [cell for at, cell in enumerate(cells) if at not in left_out]
    while found and not found[-1]:
        found.pop()
    return found


@cache
def _aside_heads() -> re.Pattern[str]:
    return re.compile(words_for(lambda one: one.heads.asides), re.IGNORECASE)


def asides_of(heads: Sequence[str]) -> frozenset[int]:
    """Return which columns of a table say nothing of the order, by their *heads*: "why"."""
    return frozenset(at for at, head in enumerate(heads) if _aside_heads().fullmatch(head))


@cache
def _number_heads() -> re.Pattern[str]:
    heads = words_for(lambda one: one.heads.numbers)
    return re.compile(heads, re.IGNORECASE)


def counts_rows(head: str) -> bool:
    """Return whether a table with this *head* numbers its rows in the first column: "No | Unit | Order"."""
    return _number_heads().fullmatch(columns(head)[0]) is not None


def is_head_of_table(row: str) -> bool:
    """Return whether a row says what the columns are, destinations in the last: "from | what | to"."""
    said = columns(row)[int(counts_rows(row)) :]
    *cells, last = columns_without(said, asides_of(said)) or [""]
    head, last_head = _column_heads()
    return bool(cells) and all(map(head.fullmatch, cells)) and last_head.fullmatch(last) is not None
