"""Cache the meaning of ordinary lines of orders by their text, so that a line is parsed only once.

The same lines come again and again: at other tables on the same map, and when a player corrects a sheet. What
is cached for a line is valid only in positions like the one in which it was read; the game says on which
facts of the position it depends, and checks these each time.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

MOST_KEPT = 8192  # lines; then the cache is cleared

Line = TypeVar("Line", bound=Hashable)
Meaning = TypeVar("Meaning")


class KnownLines(Generic[Line, Meaning]):
    """The meaning of lines; thread-safe."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Line, Meaning] = {}

    def get(self, line: Line) -> Meaning | None:
        return self._kept.get(line)

    def keep(self, line: Line, meaning: Meaning) -> None:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[line] = meaning

    def forget(self) -> None:
        self._kept.clear()
