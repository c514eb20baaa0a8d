"""Dice: chance comes from the table's seed, or from a list in a rule case."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Protocol


class Dice(Protocol):
    """The table's dice. A game rolls them in the order that its rules require."""

    def roll(self, sides: int) -> int:
        """Return a number from 1 to *sides*, each equally likely. Raises ValueError if *sides* < 1."""


class SeededDice:
    """Dice that anybody can reproduce from *seed* and the number of the turn.

    The n-th random block is SHA-256 of "seed:turn:n"; a block is read as one big number, and numbers above
    the last multiple of *sides* are skipped, so that every side is exactly equally likely.
    """

    def __init__(self, seed: str, turn: int) -> None:
        self._prefix = f"{seed}:{turn}:"
        self._blocks = 0

    def roll(self, sides: int) -> int:
        if sides < 1:
            raise ValueError(f"a die has at least one side, not {sides}")
        limit = 2**256 - 2**256 % sides
        while True:
            block = self._next_block()
            if block < limit:
                return block % sides + 1

    def apart(self, name: str) -> "SeededDice":
        """Return separate dice for *name*: its blocks are SHA-256 of "seed:turn:name:n"."""
        other = SeededDice.__new__(SeededDice)
        other._prefix, other._blocks = f"{self._prefix}{name}:", 0
        return other

    def _next_block(self) -> int:
        self._blocks += 1
        digest = hashlib.sha256(f"{self._prefix}{self._blocks}".encode()).digest()
        return int.from_bytes(digest, "big")


class ListedDice:
    """Dice with given results, for rule cases. Raises ValueError when the list is used up."""

    def __init__(self, results: Iterable[int]) -> None:
        self._results: Iterator[int] = iter(tuple(results))

    def roll(self, sides: int) -> int:
        result = next(self._results, None)
        if result is None:
            raise ValueError("the rules call for more dice than the case lists")
        if not 1 <= result <= sides:
            raise ValueError(f"a die with {sides} sides cannot show {result}")
        return result

    def left(self) -> tuple[int, ...]:
        """Return the results that were not used, and discard them."""
        return tuple(self._results)


def apart(dice: Dice, name: str) -> Dice:
    """Return separate dice for *name*, independent of other rolls. Listed dice have one list for all."""
    return dice.apart(name) if isinstance(dice, SeededDice) else dice
