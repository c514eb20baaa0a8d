"""Limits on how much of a message a game reads, so that the work is bounded.

Reading takes time in proportion to clauses (between commas and semicolons), words and characters. A message
is read from the top to the first line that exceeds a limit.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from adjudicator.core.game import REFUSED, ReadLine
from adjudicator.core.sentences import say

MOST_LINES = 2000  # including empty ones
MOST_TOLD = 200  # characters of the first unread line that are quoted
_WORD = re.compile(r"\w+|[^\w\s]")
_PARTED = re.compile("[,;]")


class Size(NamedTuple):
    """The size of a line or of a message: clauses, words (each dash and stop is one), characters."""

    orders: int
    words: int
    signs: int


MOST = Size(130, 2_000, 12_000)
TOO_MUCH = say("too_much", orders=MOST.orders, words=f"{MOST.words:,}", signs=f"{MOST.signs:,}")
FEWER = say("send_orders_alone")


def worth_reading(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines before the first one that exceeds a limit."""
    if _is_short(lines):
        return lines
    sizes = accumulate(map(_size, lines[:MOST_LINES]), _together)
    many = (number for number, size in enumerate(sizes) if any(map(int.__gt__, size, MOST)))
    return lines[: next(many, MOST_LINES)]


def unread(lines: Sequence[str], read: Sequence[str]) -> tuple[ReadLine, ...]:
    """Return a remark at the first line that is not among those *read*; () if all are."""
    number = len(read)
    if number == len(lines):
        return ()
    return (ReadLine(number + 1, lines[number][:MOST_TOLD], REFUSED, reason=TOO_MUCH, remedy=FEWER),)


def _is_short(lines: Sequence[str]) -> bool:
    """Return whether its length alone is within the limits, as for nearly all messages."""
    text = "\n".join(lines[:MOST_LINES])
    orders = len(lines) + text.count(",") + text.count(";")
    return len(text) <= min(MOST.words, MOST.signs) and orders <= MOST.orders


def _size(line: str) -> Size:
    if len(line) > MOST.signs:
        return Size(0, 0, len(line))  # not even examined
    return Size(len(_PARTED.findall(line)) + bool(line), len(_WORD.findall(line)), len(line))


def _together(above: Size, line: Size) -> Size:
    return Size(*map(int.__add__, above, line))
