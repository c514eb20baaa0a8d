"""Arrange a map by the places of its units: which provinces surround which, and which are at the outside.

Each border is a straight line between the places of its two provinces. If lines cross, places are moved a
little until none do. If that does not help, the places contradict the borders.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

import networkx as nx

from adjudicator.map_making.cells import Point
from adjudicator.map_making.triangulation import Pair, Triangulation, around, faces_of, surrounded

ROUNDS = 60  # in which places are moved
NEAR = (0.02, 0.05, 0.1, 0.15)  # distances from its own place at which a unit is tried; of the map's size
AROUND = 8  # places that are tried at each distance
MOST_COMPARED = 8_000_000  # pairs of borders, so that nonsensical places take seconds, not hours
MOST_TANGLED = 20  # places at crossing borders, or half of all places: beyond that, moving them is hopeless
FLAT = 1e-9


class Arranged(NamedTuple):
    """A triangulation and the places that it was made from, some of them moved."""

    net: Triangulation
    places: Mapping[str, Point]


def fitted(places: Mapping[str, Point], frame: tuple[float, float, float, float]) -> dict[str, Point]:
    """Return the places, stretched to fill *frame* (left, top, right, bottom)."""
    xs, ys = ([place[axis] for place in places.values()] for axis in (0, 1))
    wide, high = (max(xs) - min(xs)) or 1.0, (max(ys) - min(ys)) or 1.0
    return {
        name: (
            frame[0] + (x - min(xs)) / wide * (frame[2] - frame[0]),
            frame[1] + (y - min(ys)) / high * (frame[3] - frame[1]),
        )
        for name, (x, y) in places.items()
    }


def arranged(
    provinces: Sequence[str],
    borders: Sequence[Pair],
    places: Mapping[str, Point],
    links: Sequence[Pair],
    islands: frozenset[str],
) -> Arranged | None:
    """Return the map arranged by *places*, or None if they contradict the borders.

    *links* are the borders that cannot be drawn as common borders; they are ignored.
    """
    drawn = [pair for pair in borders if pair not in set(links)]
    found = _Places(provinces, drawn, places)
    if not found.untangle():
        return None
    faces = faces_of(_embedding(provinces, drawn, found.at))
    outer = max(range(len(faces)), key=lambda one: abs(_turn(faces[one], found.at)))  # encloses all others
    if _turn(faces[outer], found.at) < 0:  # the frame is laid around it in the other direction
        faces = [face[::-1] for face in faces]
    return Arranged(surrounded(provinces, faces, faces[outer], tuple(sorted(links)), islands), found.at)


def _turn(face: Sequence[str], at: Mapping[str, Point]) -> float:
    """Return twice the signed area of a face."""
    return sum(at[one][0] * at[other][1] - at[other][0] * at[one][1] for one, other in around(face))


def _embedding(
    provinces: Sequence[str], borders: Sequence[Pair], at: Mapping[str, Point]
) -> "nx.PlanarEmbedding[str]":
    near: dict[str, list[str]] = {province: [] for province in provinces}
    for one, other in borders:
        near[one].append(other)
        near[other].append(one)
    made: nx.PlanarEmbedding[str] = nx.PlanarEmbedding()
    made.set_data({one: sorted(others, key=lambda other: _angle(at[one], at[other]))
                   for one, others in near.items()})  # fmt: skip
    return made


def _angle(one: Point, other: Point) -> float:
    return math.atan2(other[1] - one[1], other[0] - one[0])


class _Places:
    """Places that are moved until no two borders cross; *at* has the current place of each province."""

    def __init__(self, provinces: Sequence[str], borders: Sequence[Pair], given: Mapping[str, Point]) -> None:
        self.at = dict(given)
        self._of: dict[str, list[Pair]] = {province: [] for province in provinces}
        self._borders = list(borders)
        for pair in borders:
            for end in pair:
                self._of[end].append(pair)
        for province in provinces:
            if province not in self.at:
                self.at[province] = self._amid(province)
        self._home = dict(self.at)
        xs, ys = ([place[axis] for place in self.at.values()] for axis in (0, 1))
        self._compared = 0
        self._size = math.hypot(max(xs) - min(xs), max(ys) - min(ys))

    def untangle(self) -> bool:
        """Move the ends of borders that cross; return whether none cross any more."""
        for turn in range(ROUNDS):
            tangled = sorted({end for pair in self._crossing() for end in pair})
            if not tangled:
                return True
            if len(tangled) > max(MOST_TANGLED, len(self.at) // 2):
                return False
            for name in sorted(tangled, key=lambda one: sha256(f"{turn} {one}".encode()).digest()):
                self._improve(name, turn)
                if self._compared > MOST_COMPARED:
                    return False
        return not self._crossing()

    def _amid(self, province: str) -> Point:
        """Return the middle of the neighbours' places."""
        near = [self.at[end] for pair in self._of[province] for end in pair if end in self.at] or [(0.0, 0.0)]
        return sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)

    def _crossing(self) -> list[Pair]:
        return [
            pair for one, other in combinations(self._borders, 2) if self._cross(one, other)
            for pair in (one, other)
        ]  # fmt: skip

    def _improve(self, name: str, turn: int) -> None:
        """Move a place to where the fewest of its borders cross others, no farther than necessary."""
        tries = []
        for place in (self.at[name], *self._around(self._home[name], turn)):
            self.at[name] = place
            tries.append((self._crossings(name), math.dist(place, self._home[name]), place))
        self.at[name] = min(tries)[2]

    def _around(self, home: Point, turn: int) -> Iterator[Point]:
        yield home
        for share in NEAR:
            for step in range(AROUND):
                angle = 2 * math.pi * (step / AROUND + turn * 0.618)
                reach = share * self._size
                yield home[0] + reach * math.cos(angle), home[1] + reach * math.sin(angle)

    def _crossings(self, name: str) -> int:
        self._compared += len(self._of[name]) * len(self._borders)
        return sum(self._cross(one, other) for one in self._of[name] for other in self._borders)

    def _cross(self, one: Pair, other: Pair) -> bool:
        """Return whether two borders cross or lie on each other."""
        common = set(one) & set(other)
        if len(common) == 2:
            return False
        at = self.at
        if common:
            (middle,) = common
            (end,), (far,) = set(one) - common, set(other) - common
            return _side(at[middle], at[end], at[far]) == 0 and _forward(at[middle], at[end], at[far])
        (a, b), (c, d) = one, other
        return (
            _side(at[a], at[b], at[c]) * _side(at[a], at[b], at[d]) <= 0
            and _side(at[c], at[d], at[a]) * _side(at[c], at[d], at[b]) <= 0
        )


def _side(a: Point, b: Point, c: Point) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return 0 if abs(turn) < FLAT else 1 if turn > 0 else -1


def _forward(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]) > 0
