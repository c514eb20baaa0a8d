"""Limits on how much of a message a game reads, so that the work is bounded whatever is written.

What a game does with a line takes time by its clauses (what is between commas and semicolons), its words and
its characters. A message is read from its top to the first line that would be too much.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from adjudicator.core.game import REFUSED, ReadLine

MOST_LINES = 2000  # empty ones among them
MOST_TOLD = 200  # signs of the first line that is not read
_WORD = re.compile(r"\w+|[^\w\s]")
_PARTED = re.compile("[,;]")


class Size(NamedTuple):
    """The size of a line or of a message: clauses, words (each dash and stop is one), characters."""

    orders: int
    words: int
    signs: int


MOST = Size(150, 2_000, 12_000)
TOO_MUCH = (
    f"Of a message I read {MOST.orders} orders, {MOST.words:,} words and {MOST.signs:,} characters; "
    "this line and all below it were not read."
)
FEWER = "Send your orders alone, one on each line."


def worth_reading(lines: Sequence[str]) -> Sequence[str]:
    """The lines down to the first that would be too much."""
    if _is_short(lines):
        return lines
    sizes = accumulate(map(_size, lines[:MOST_LINES]), _together)
    many = (number for number, size in enumerate(sizes) if any(map(int.__gt__, size, MOST)))
    return lines[: next(many, MOST_LINES)]


def unread(lines: Sequence[str], read: Sequence[str]) -> tuple[ReadLine, ...]:
    """The word about what is not among those *read*, at the first line of it; () where all is read."""
    number = len(read)
    if number == len(lines):
        return ()
    return (ReadLine(number + 1, lines[number][:MOST_TOLD], REFUSED, reason=TOO_MUCH, remedy=FEWER),)


def _is_short(lines: Sequence[str]) -> bool:
    """Return whether it is short enough by its length alone, as nearly all messages are."""
    text = "\n".join(lines[:MOST_LINES])
    orders = len(lines) + text.count(",") + text.count(";")
    return len(text) <= min(MOST.words, MOST.signs) and orders <= MOST.orders


def _size(line: str) -> Size:
    if len(line) > MOST.signs:
        return Size(0, 0, len(line))  # not even looked through
    return Size(len(_PARTED.findall(line)) + bool(line), len(_WORD.findall(line)), len(line))


def _together(above: Size, line: Size) -> Size:
    return Size(*map(int.__add__, above, line))
