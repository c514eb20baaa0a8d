"""Draw the seats of a tournament, from its seed alone.

Anybody who knows the seed and the list of players can repeat the draw. If possible, no two people meet at two
tables, and nobody has the same place twice.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from adjudicator.core.dice import SeededDice

TRIES = 12  # draws; the best is used
SWAPS = 2500  # swaps that each draw tries
ORDERS = 40  # orders of the places at one table that are tried


class Draw:
    """A draw in progress: *tables* hold people by number, *met* counts how often each pair meets."""

    def __init__(self, tables: list[list[int]]) -> None:
        self.tables = tables
        self.met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))

    @property
    def repeats(self) -> int:
        """Return how often pairs meet again; a third meeting counts double."""
        return sum(times * (times - 1) // 2 for times in self.met.values())

    def swap(self, one: int, at_one: int, other: int, at_other: int) -> bool:
        """Swap two people of two tables unless more pairs would meet again; return whether it was done."""
        first, second = self.tables[one], self.tables[other]
        person, instead = first[at_one], second[at_other]
        if person in second or instead in first:
            return False
        beside = [who for who in first if who != person]
        beyond = [who for who in second if who != instead]
        gone = [*_pairs(person, beside), *_pairs(instead, beyond)]
        new = [*_pairs(instead, beside), *_pairs(person, beyond)]
        before = self._cost([*gone, *new])
        self.met.subtract(gone)
        self.met.update(new)
        if self._cost([*gone, *new]) > before:
            self.met.subtract(new)
            self.met.update(gone)
            return False
        first[at_one], second[at_other] = instead, person
        return True

    def _cost(self, pairs: Sequence[tuple[int, int]]) -> int:
        return sum(self.met[pair] * (self.met[pair] - 1) // 2 for pair in set(pairs))


def draw(people: int, tables: int, places: int, seed: str) -> list[list[int]]:
    """Return for each table the numbers of the people at its places, in the order of the places.

    Everybody plays equally often, or once more if the seats do not divide evenly. Raises ValueError if there
    are fewer people than places at one table, or more than all seats.
    """
    if not places <= people <= tables * places:
        raise ValueError(f"{people} people for {tables} tables with {places} places")
    best = Draw([])
    for number in range(1, TRIES + 1):
        dice = SeededDice(seed, number)
        found = _improved(Draw(_dealt(dice, people, tables, places)), dice)
        if number == 1 or found.repeats < best.repeats:
            best = found
        if not best.repeats:
            break
    return _placed(best.tables, SeededDice(seed, 0))


def _pairs(person: int, others: Sequence[int]) -> list[tuple[int, int]]:
    return [(min(person, other), max(person, other)) for other in others]


def _shuffled(dice: SeededDice, people: Sequence[int]) -> list[int]:
    """Return *people* in random order (Fisher-Yates)."""
    shuffled = list(people)
    for last in range(len(shuffled) - 1, 0, -1):
        at = dice.roll(last + 1) - 1
        shuffled[last], shuffled[at] = shuffled[at], shuffled[last]
    return shuffled


def _dealt(dice: SeededDice, people: int, tables: int, places: int) -> list[list[int]]:
    """Deal people to the tables, those with most games left first, so that all games can be dealt."""
    games, more = divmod(tables * places, people)
    left = {person: games + (at < more) for at, person in enumerate(_shuffled(dice, range(people)))}
    dealt = []
    for _ in range(tables):
        order = _shuffled(dice, range(people))
        table = sorted(order, key=lambda person: -left[person])[:places]
        for person in table:
            left[person] -= 1
        dealt.append(table)
    return dealt


def _improved(found: Draw, dice: SeededDice) -> Draw:
    tables = len(found.tables)
    if tables < 2:
        return found
    for _ in range(SWAPS):
        if not found.repeats:
            break
        one, other = dice.roll(tables) - 1, dice.roll(tables) - 1
        places = len(found.tables[one])
        if one != other:
            found.swap(one, dice.roll(places) - 1, other, dice.roll(places) - 1)
    return found


def _placed(tables: Sequence[Sequence[int]], dice: SeededDice) -> list[list[int]]:
    """Order each table by lot, so that few people get a place that they had before."""
    had: set[tuple[int, int]] = set()
    placed = []
    for table in tables:
        orders = [_shuffled(dice, table) for _ in range(ORDERS)]
        best = min(orders, key=lambda order: sum(seat in had for seat in enumerate(order)))
        had.update(enumerate(best))
        placed.append(best)
    return placed
