"""Random choices of a robot from its own seed, so that the same seed gives the same sheet."""

from collections.abc import Sequence
from typing import TypeVar

from adjudicator.core.dice import SeededDice

T = TypeVar("T")
FINE = 10_000


class Chance:
    """Random numbers from *seed*, which is never the seed of a table's dice."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed, 0)

    def below(self, limit: int) -> int:
        """Return a number from 0 to *limit* - 1."""
        return self._dice.roll(limit) - 1

    def share(self) -> float:
        """Return a number from 0 up to 1."""
        return self.below(FINE) / FINE

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        left, found = list(things), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found
