"""Keep what ordinary lines of orders said, by their text, so that a line is understood only once.

The same lines come again and again: in other games on the same map, and when a player corrects a sheet. What
is kept for a line is true only of a position like the one it was read in; the game says what of that it
depends on, and checks it each time.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

MOST_KEPT = 8192  # lines; then all are forgotten

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
