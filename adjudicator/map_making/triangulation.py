"""Turn a list of borders into a planar triangulation in which every province is a corner.

A map on paper is the dual of such a triangulation: provinces become areas, and two areas touch where an edge
joins their corners. Borders that would have to cross others are left out and drawn as links. Where more
than three provinces meet, corners that belong to no province are added, so that no other provinces touch.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple, TypeVar

import networkx as nx

Corner = tuple[str, int]  # a province and 0; the same and a number for a second corner of it; or ("", n)
Pair = tuple[str, str]
Thing = TypeVar("Thing")
SMALL = 12  # provinces
FRAME = 16  # corners on the frame, at least
MOST_ARRANGED = 4  # arrangements that get coordinates
TRIES = 40  # sequences of borders; the one with the fewest links is used


class Triangulation(NamedTuple):
    """*owner* gives the province whose area a corner belongs to, "" for none; *outside* are on the frame."""

    triangles: tuple[tuple[Corner, Corner, Corner], ...]
    owner: Mapping[Corner, str]
    outside: tuple[Corner, ...]  # in order around the map
    links: tuple[Pair, ...]  # borders that cannot be drawn as common borders


def check_connected(provinces: Sequence[str], borders: Sequence[Pair]) -> None:
    """Raise ValueError if the map has parts that no border joins."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(provinces)
    graph.add_edges_from(borders)
    parts: list[set[str]] = list(nx.connected_components(graph))
    if len(parts) > 1:
        alone = min(parts, key=len)
        raise ValueError(f"no border joins {', '.join(sorted(alone))} to the rest of the map; add one")


def triangulated(
    provinces: Sequence[str], borders: Sequence[Pair], islands: frozenset[str] = frozenset()
) -> tuple[Triangulation, ...]:
    """Return triangulations; the first of *borders* are the last to become links.

    For a small map that needs links anyway there are several: each has one more link than the one before,
    along its outside, which leaves more room inside. *islands* keep water around them where that is possible.
    """
    graph, links = planar_part(provinces, borders)
    found = [_triangulated(provinces, graph, links, islands)]
    while links and len(provinces) <= SMALL and (edge := _spare(graph, islands)):
        graph.remove_edge(*edge)
        links = tuple(sorted((*links, edge)))
        found.append(_triangulated(provinces, graph, links, islands))
    return tuple(found)


def arranged_anew(
    provinces: Sequence[str], borders: Sequence[Pair], islands: frozenset[str] = frozenset()
) -> list[Triangulation]:
    """Return other arrangements of the same map, those with most provinces outside first.

    If two waters divide a map, its parts can lie next to each other or one inside the other.
    """
    _, links = planar_part(provinces, borders)
    drawn = [pair for pair in borders if pair not in set(links)]
    found: dict[frozenset[str], tuple[list[tuple[str, ...]], tuple[str, ...]]] = {}
    for number in range(TRIES):
        other: nx.Graph[str] = nx.Graph()
        other.add_edges_from(_shuffled(drawn, number))
        faces, outer = _with_outer(other, islands)
        found.setdefault(frozenset(outer), (faces, outer))
    best = sorted(found.values(), key=lambda one: (-len(set(one[1])), one[1]))[:MOST_ARRANGED]
    return [surrounded(provinces, faces, outer, links, islands) for faces, outer in best]


def _triangulated(
    provinces: Sequence[str], graph: "nx.Graph[str]", links: tuple[Pair, ...], islands: frozenset[str]
) -> Triangulation:
    faces, outer = _with_outer(graph, islands)
    return surrounded(provinces, faces, outer, links, islands)


def surrounded(
    provinces: Sequence[str],
    faces: Sequence[tuple[str, ...]],
    outer: tuple[str, ...],
    links: tuple[Pair, ...],
    islands: frozenset[str],
) -> Triangulation:
    """Return the triangulation of a map with these faces, all in one direction; *outer* is around it."""
    made = _Maker(frozenset(frozenset(pair) for face in faces for pair in around(face)))
    for province in provinces:
        made.owner[province, 0] = province
    for face in faces:
        if face is not outer:
            made.fill(face)
    outside = made.surround(outer, islands)
    return Triangulation(tuple(made.triangles), made.owner, outside, links)


def _with_outer(
    graph: "nx.Graph[str]", islands: frozenset[str]
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return the faces, and the longest of those without an island, which becomes the outside."""
    _, embedding = nx.check_planarity(graph)
    faces = faces_of(embedding)
    return faces, max(faces, key=lambda face: (not islands & set(face), len(face), face))


def _spare(graph: "nx.Graph[str]", islands: frozenset[str]) -> Pair | None:
    """Return an outside border whose removal puts one more province on the outside."""
    faces, outer = _with_outer(graph, islands)
    sides = {frozenset(pair) for pair in around(outer)}
    found = [
        (-min(graph.degree[one], graph.degree[other]), *sorted((one, other)))
        for face in faces
        if len(set(face)) == 3 and not set(face) <= set(outer)
        for one, other in around(face)
        if frozenset((one, other)) in sides
    ]
    return min(found)[1:] if found else None


def planar_part(
    provinces: Sequence[str], borders: Sequence[Pair]
) -> tuple["nx.Graph[str]", tuple[Pair, ...]]:
    """Return the graph without the borders that cannot be drawn, and those borders."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(provinces)
    graph.add_edges_from(borders)
    if nx.check_planarity(graph)[0]:
        return graph, ()
    tries = [_without_crossings(provinces, borders)]
    tries += [_without_crossings(provinces, _shuffled(borders, number)) for number in range(TRIES)]
    links = min(tries, key=lambda left_over: _poorness(borders, left_over))
    graph.remove_edges_from(links)
    return graph, tuple(sorted(links))


def _poorness(borders: Sequence[Pair], left_over: Sequence[Pair]) -> tuple[int, int, int]:
    """Return a sort key: fewest links first, then no province with very few or very many neighbours."""
    drawn = Counter(end for pair in borders if pair not in set(left_over) for end in pair)
    return len(left_over), -min(drawn.values()), max(drawn.values())


def _shuffled(borders: Sequence[Pair], number: int) -> list[Pair]:
    """Return the borders in a sequence that depends only on *number* and the borders."""
    return sorted(borders, key=lambda pair: sha256(f"{number} {pair}".encode()).digest())


def _without_crossings(provinces: Sequence[str], borders: Sequence[Pair]) -> list[Pair]:
    """Return the borders that cannot be drawn one after the other without crossing an earlier one."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(provinces)
    left_over = []
    for one, other in borders:
        graph.add_edge(one, other)
        if not nx.check_planarity(graph)[0]:
            graph.remove_edge(one, other)
            left_over.append((one, other))
    return left_over


def faces_of(embedding: "nx.PlanarEmbedding[str]") -> list[tuple[str, ...]]:
    """Return the faces as walks along their edges; a walk may pass a province more than once."""
    seen: set[Pair] = set()
    return [
        tuple(embedding.traverse_face(one, other, mark_half_edges=seen))
        for one, other in embedding.edges
        if (one, other) not in seen
    ]


class _Maker:
    """Collects triangles. Every corner that is added to a face belongs to one of its sides."""

    def __init__(self, borders: frozenset[frozenset[str]]) -> None:
        self._borders = borders
        self.triangles: list[tuple[Corner, Corner, Corner]] = []
        self.owner: dict[Corner, str] = {}
        self._number = 0

    def fill(self, face: tuple[str, ...]) -> None:
        if len(face) == 3 and len(set(face)) == 3:
            self._add((face[0], 0), (face[1], 0), (face[2], 0))
            return
        inner = self._ring(face)
        middle = self._corner("")
        for one, other in around(inner):
            self._add(one, other, middle)

    def surround(self, face: tuple[str, ...], islands: frozenset[str]) -> tuple[Corner, ...]:
        """Lay two rings around the map: the outer ends of its provinces, and the frame."""
        ends = self._ring(face, self._owners_of_rim(face, islands))
        each = -(-FRAME // len(ends))
        frame = [[self._corner("") for _ in range(each)] for _ in ends]
        for (one, other), (before, after) in zip(around(ends), around(frame), strict=True):
            for near, far in pairwise(before):
                self._add(one, far, near)
            self._add(one, other, before[-1])
            self._add(other, after[0], before[-1])
        return tuple(corner for part in frame for corner in part)

    def _owners_of_rim(self, face: tuple[str, ...], islands: frozenset[str]) -> list[str]:
        """Return the owner of each corner of the rim.

        That is the province itself. On the outer side of an island it is the neighbour before it, if that
        touches the one after it anyway.
        """
        before, after = (*face[-1:], *face[:-1]), (*face[1:], *face[:1])
        return [
            one if name in islands and (one == other or frozenset((one, other)) in self._borders) else name
            for one, name, other in zip(before, face, after, strict=True)
        ]

    def _ring(self, face: Sequence[str], owners: Sequence[str] = ()) -> list[Corner]:
        """Lay a second corner of each province of a face inside it, or one of its *owners* instead."""
        ring = [self._corner(province) for province in owners or face]
        for (one, other), (near, far) in zip(around(face), around(ring), strict=True):
            self._add((one, 0), (other, 0), near)
            self._add((other, 0), far, near)
        return ring

    def _corner(self, province: str) -> Corner:
        self._number += 1
        corner = (province, self._number)
        self.owner[corner] = province
        return corner

    def _add(self, one: Corner, other: Corner, third: Corner) -> None:
        self.triangles.append((one, other, third))


def around(ring: Sequence[Thing]) -> Iterable[tuple[Thing, Thing]]:
    """Return the sides of a ring: each member and the next."""
    return pairwise((*ring, ring[0]))
