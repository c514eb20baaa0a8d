"""Limits on how much of a message a game reads, so that the work is bounded.

Reading takes time in proportion to clauses (between commas and semicolons), words and characters. A message
is read from the top to the first line that exceeds a limit. Many patterns try every beginning with every end
of a run of characters that are not letters, so such runs are shortened before any pattern sees them.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple
from unicodedata import normalize

from adjudicator.core.game import REFUSED, ReadLine
from adjudicator.core.sentences import say

MOST_LINES = 2000  # including empty ones
MOST_TOLD = 200  # characters of the first unread line that are quoted
_WORD = re.compile(r"\w+|[^\w\s]")
_PARTED = re.compile("[,;]")
_LONG_RUN = 64
_LONG_GAP = re.compile(r"(\s{8})\s+")
_LONG_ROW = re.compile(rf"([\W_]{{{_LONG_RUN}}})[\W_]+")


class Size(NamedTuple):
    """The size of a line or of a message: clauses, words (each dash and stop counts as one), characters."""

    orders: int
    words: int
    signs: int


MOST = Size(130, 1_000, 7_000)
TOO_MUCH = say("too_much", orders=MOST.orders, words=f"{MOST.words:,}", signs=f"{MOST.signs:,}")
FEWER = say("send_orders_alone")


def worth_reading(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines before the first one that exceeds a limit; long gaps and runs of signs are shortened.

    A line break inside a line becomes a space, since clauses are found in all lines together.
    """
    whole = (line.replace("\n", " ") for line in _within_limits(lines))
    return [line if len(line) <= _LONG_RUN else _with_short_runs(line) for line in whole]


def _with_short_runs(line: str) -> str:
    return _LONG_ROW.sub(r"\1", _LONG_GAP.sub(r"\1", line))


def _within_limits(lines: Sequence[str]) -> Sequence[str]:
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
    if not text.isascii():
        text = normalize("NFKC", text)
    orders = len(lines) + text.count(",") + text.count(";")
    return len(text) <= min(MOST.words, MOST.signs) and orders <= MOST.orders


def _size(line: str) -> Size:
    if len(line) > MOST.signs:
        return Size(0, 0, len(line))  # not even examined
    text = normalize("NFKC", line)  # as the readers see it: one character may become eighteen
    return Size(len(_PARTED.findall(text)) + bool(text), len(_WORD.findall(text)), len(text))


def _together(above: Size, line: Size) -> Size:
    return Size(*map(int.__add__, above, line))
