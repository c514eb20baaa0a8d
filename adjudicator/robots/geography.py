"""The board for robots: places by name, the distances between them, and the destinations of orders.

It comes from the public atlas of the game or, if the board is laid out during the game, of the position.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.game import Game, State

FAR = 99
NUMBER = re.compile(r"(\d+)\*?\s*(.*)")
GOAL = re.compile(r"(?: - |=> ?)([^=]+?)(?: (?:attacks|via|with|by|neutralises|cede)\b.*)?$")
MARKS = re.compile(r"\s*\[.*\]|\s+reduced$")
NOT_A_NAME = 3  # words, at most, before the place in the description of a unit


class Standing(NamedTuple):
    """One group of units: how many, of what kind, where."""

    number: int
    kind: str
    place: str
    text: str


class Geography:
    """The places of one board, by their short names."""

    def __init__(self, atlas: Sequence[PlaceEntry]) -> None:
        self.atlas = atlas
        self.places = tuple(entry.short for entry in atlas)
        self.centres = frozenset(entry.short for entry in atlas if entry.is_centre)
        self._names = dict(_names(atlas))
        self.by_land = {entry.short: self._known((*entry.by_land, *entry.next_to)) for entry in atlas}
        self.by_water = {entry.short: self._known((*entry.by_water, *entry.next_to)) for entry in atlas}
        self._land = lru_cache(None)(lambda place: _steps(self.by_land, place))
        self._water = lru_cache(None)(lambda place: _steps(self.by_water, place))
        self.standing: Callable[[str], Standing] = lru_cache(20_000)(self._standing)
        self.goal: Callable[[str], str] = lru_cache(20_000)(self._goal)

    def _known(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place for name in names if (place := self.place(name))))

    def place(self, name: str) -> str:
        """Return the short name of a place, "" for no place; a coast is its province."""
        plain = name.strip()
        return self._names.get(plain) or self._names.get(plain.partition("/")[0], "")

    def distance(self, place: str, goal: str, *, by_water: bool) -> int:
        """Return the number of steps, `FAR` if there is no path."""
        steps = self._water(place) if by_water else self._land(place)
        return steps.get(goal, FAR)

    def near(self, place: str, *, by_water: bool) -> tuple[str, ...]:
        return (self.by_water if by_water else self.by_land).get(place, ())

    def _standing(self, text: str) -> Standing:
        plain = MARKS.sub("", text).strip()
        found = NUMBER.fullmatch(plain)
        count, rest = (int(found[1]), found[2]) if found else (1, plain)
        words = rest.split()
        for first in range(len(words)):
            if place := self.place(" ".join(words[first:])):
                return Standing(count, " ".join(words[:first]), place, text)
        return Standing(count, rest, "", text)

    def _goal(self, order: str) -> str:
        """Return the destination or object of an order: the place that it names last."""
        found = GOAL.search(order)
        if found:
            return self.place(found[1].rpartition(" - ")[2] or found[1])
        words = order.split()
        for first in range(max(0, len(words) - NOT_A_NAME), len(words)):
            if place := self.place(" ".join(words[first:])):
                return place
        return ""


def _names(atlas: Sequence[PlaceEntry]) -> Iterable[tuple[str, str]]:
    for entry in reversed(atlas):
        yield from ((name, entry.short) for name in entry.other_names)
    for entry in atlas:
        yield from ((entry.name, entry.short), (entry.short, entry.short))


def _steps(near: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    found, edge = {start: 0}, deque([start])
    while edge:
        place = edge.popleft()
        for other in near.get(place, ()):
            if other not in found:
                found[other] = found[place] + 1
                edge.append(other)
    return found


@lru_cache(maxsize=8)
def _of_atlas(atlas: tuple[PlaceEntry, ...]) -> Geography:
    return Geography(atlas)


def geography_of(game: Game, position: State) -> Geography:
    """Return the board of *game*; *position* matters only if the board is laid out during the game."""
    return _of_atlas(game.card.atlas or game.show(position, None, None).atlas)
