"""Place pieces so that none hides another, a name, or a centre's dot."""

import math
from array import array
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise, product
from threading import Lock

from msgspec import Struct

from adjudicator.core.board import Place
from adjudicator.drawing.ground import Ground
from adjudicator.drawing.svg import Point
from adjudicator.drawing.view import Piece

LARGEST, SMALLEST = 16.0, 6.5  # half the width of a piece, in pixels of the board
ALONE = 10.5  # a piece alone is never smaller, even if it covers a little of a border or a name
STEP = 3.0  # distance between the places that are tried
FARTHEST = 150.0  # greatest distance from the place of a single piece
TIGHT = 12.0  # up to this radius a piece may overlap the border
APART = 2.3  # between two pieces' middles, in radii
NOT_MEASURED = -2.0
CELL = 24.0  # the size of the grid cells in which edges are looked up
Cell = tuple[int, int]
Sides = tuple[float, float, float, float]  # left, top, right, bottom
Room = Callable[[Point], float]  # the radius that a piece may have here next to placed ones


class Seat(Struct, frozen=True):
    at: Point
    radius: float


def seats_of(ground: Ground, pieces: Sequence[Piece]) -> list[Seat]:
    """Return a place for each piece, in order. Pieces in one province get the same size."""
    return seats_beside(ground, pieces, ())


def seats_beside(ground: Ground, pieces: Sequence[Piece], taken: Sequence[Seat]) -> list[Seat]:
    """Do the same next to *taken* pieces, which keep their places."""
    return list(_all_seats(ground, tuple(piece.place for piece in pieces), tuple(taken)))


@lru_cache(maxsize=64)  # cached: most readers of a turn see most pieces in the same places
def _all_seats(ground: Ground, places: Sequence[Place], taken: tuple[Seat, ...]) -> tuple[Seat, ...]:
    together: dict[str, list[int]] = defaultdict(list)
    for index, place in enumerate(places):
        together[ground.board.province_of(place)].append(index)
    board = list(ground.board.provinces)
    seated = list(taken)
    seats: dict[int, Seat] = {}
    # Single pieces get the place that the board gives; crowds then find room next to their neighbours.
    for province in sorted(together, key=lambda name: (len(together[name]) > 1, board.index(name))):
        indices = together[province]
        first = ground.spots[places[indices[0]]].at
        left, top, right, bottom = _neighbourhood(ground, province, first)
        near = tuple(seat for seat in seated if left < seat.at[0] < right and top < seat.at[1] < bottom)
        found = _seats(ground, province, first, len(indices), near)
        seats.update(zip(indices, found, strict=True))
        seated += found
    return tuple(seats[index] for index in range(len(places)))


@lru_cache(maxsize=1024)
def _neighbourhood(ground: Ground, province: str, first: Point) -> Sides:
    """Return the pieces that may be in the way of one in the province; others do not matter."""
    points = [first, *(point for ring in ground.rings[province] for point in ring)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    reach = APART * LARGEST
    return (
        max(min(xs), first[0] - FARTHEST) - reach,
        max(min(ys), first[1] - FARTHEST) - reach,
        min(max(xs), first[0] + FARTHEST) + reach,
        min(max(ys), first[1] + FARTHEST) + reach,
    )


@lru_cache(maxsize=4096)
def _seats(
    ground: Ground, province: str, first: Point, count: int, taken: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    alone = _room(ground, province, first)
    if count == 1 and alone >= ALONE and _to_seats(first, taken) >= alone:
        return (Seat(first, alone),)
    floor = _floor(ground, province, first)
    room = cache(partial(_to_seats, taken=taken))
    least = ALONE if count == 1 else SMALLEST
    for radius in (LARGEST - half / 2 for half in range(int((LARGEST - least) * 2) + 1)):
        edge = radius * (0.85 if radius > TIGHT else 0.6)
        chosen = floor.pack(count, radius, edge, radius, room)
        if len(chosen) == count:
            return tuple(Seat(at, radius) for at in chosen)
    return _crowded(floor, first, count, room)


@lru_cache(maxsize=1024)
def _room(ground: Ground, province: str, first: Point) -> float:
    """Return the size of a single piece: as the board says, but not over another province's name."""
    others = (box for other, boxes in ground.keep_free.items() if other != province for box in boxes)
    return min(LARGEST, ground.spots[province].room, *(_to_box(first, box) for box in others))


def _crowded(floor: "_Floor", first: Point, count: int, room: Room) -> tuple[Seat, ...]:
    """Place smaller pieces if there is no room: touching a name, or in the end on it."""
    for share in (0.6, 0.3, 0.0):
        for radius in (ALONE, 8.5, SMALLEST) if share else (SMALLEST, 5.5, 4.5, 3.5):
            chosen = floor.pack(count, radius, 1.0, share * radius, room)
            if len(chosen) == count:
                return tuple(Seat(at, radius) for at in chosen)
    rows = [(first[0] + (n % 4) * 8.0, first[1] + (n // 4) * 8.0) for n in range(count)]
    return tuple(Seat(at, 3.5) for at in rows)


def _to_seats(at: Point, taken: Iterable[Seat]) -> float:
    """Return the radius that a piece may have here next to placed ones."""
    return min([math.dist(at, seat.at) * 2 / APART - seat.radius for seat in taken], default=math.inf)


@lru_cache(maxsize=1024)
def _floor(ground: Ground, province: str, first: Point) -> "_Floor":
    return _Floor(ground, province, first)


class _Floor:
    """The candidate places of a province, those nearest to *first* first; each is measured only once.

    There are thousands, and floors are cached, so a place is stored as a step from *first*, which floors
    share. Several threads draw at once (messages, the warm-up, the web), and what they measure is theirs
    together, so only one packs a floor at a time.
    """

    def __init__(self, ground: Ground, province: str, first: Point) -> None:
        rings = ground.rings[province]
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        self._boxes = _labels_by_cell(ground)
        left, top, right, bottom = ground.bounds
        least = max(min(xs), left + 4), max(min(ys), top + 4)
        most = min(max(xs), right - 4), min(max(ys), bottom - 4)
        self._first, self._steps = first, _steps_between(first, least, most)
        self._edges, self._crossings = _edges_by_cell(rings), cache(partial(_crossings, rings))
        self._to_label = array("d", [NOT_MEASURED]) * len(self._steps)
        self._to_edge = self._to_label[:]
        self._found: dict[tuple[float, float], tuple[array[int], Iterator[int]]] = {}
        self._lock = Lock()

    def pack(self, count: int, radius: float, edge: float, label: float, room: Room) -> list[Point]:
        """Return up to *count* places for pieces of *radius* at the given distance from edge and names."""
        chosen: list[Point] = []
        with self._lock:
            for at in self._clear(edge, label):
                if room(at) < radius or any(math.dist(at, other) < APART * radius for other in chosen):
                    continue
                chosen.append(at)
                if len(chosen) == count:
                    break
        return chosen

    def _clear(self, edge: float, label: float) -> Iterator[Point]:
        """Yield the places at least this far from edge and names; each is measured once."""
        found, rest = self._found.setdefault((edge, label), (array("H"), self._measured(edge, label)))
        yield from (self._at(number) for number in found)
        for number in rest:
            found.append(number)
            yield self._at(number)

    def _at(self, number: int) -> Point:
        (x, y), (dx, dy) = self._first, self._steps[number]
        return x + dx, y + dy

    def _measured(self, edge: float, label: float) -> Iterator[int]:
        to_label, to_edge = self._to_label, self._to_edge
        for number in range(len(self._steps)):
            if to_label[number] == NOT_MEASURED:
                to_label[number] = self._label_from(self._at(number))
            if to_label[number] < label:
                continue
            if to_edge[number] == NOT_MEASURED:
                to_edge[number] = self._edge_from(self._at(number))
            if to_edge[number] >= edge:
                yield number

    def _label_from(self, at: Point) -> float:
        """Return the distance to the nearest name or dot, at most `LARGEST`."""
        boxes = self._boxes.get(_cell(at))
        return min([_to_box(at, box) for box in boxes]) if boxes else LARGEST

    def _edge_from(self, at: Point) -> float:
        """Return the distance to the edge, at most `LARGEST`; negative outside."""
        is_outside = bisect(self._crossings(at[1]), at[0]) % 2 == 0
        return -1.0 if is_outside else _to_edge(at, self._edges.get(_cell(at), ()))


@cache
def _offsets() -> tuple[Point, ...]:
    """Return the steps from a place to those around it that are tried, the nearest first."""
    steps = [n * STEP for n in range(-int(FARTHEST / STEP), int(FARTHEST / STEP) + 1)]
    near = [(dx, dy) for dx in steps for dy in steps if math.hypot(dx, dy) < FARTHEST]
    return tuple(sorted(near, key=lambda offset: (math.hypot(*offset), offset)))


def _steps_between(first: Point, least: Point, most: Point) -> tuple[Point, ...]:
    """Return the steps from *first* to the places in a box, given by its corners."""
    left, top = least[0] - first[0], least[1] - first[1]
    right, bottom = most[0] - first[0], most[1] - first[1]
    return tuple(step for step in _offsets() if left <= step[0] <= right and top <= step[1] <= bottom)


def _crossings(rings: Iterable[Sequence[Point]], y: float) -> list[float]:
    """Return where the line at height *y* enters and leaves a shape, from left to right."""
    return sorted(
        (bx - ax) * (y - ay) / (by - ay) + ax
        for ring in rings
        for (ax, ay), (bx, by) in pairwise(ring)
        if (ay > y) != (by > y)
    )


def _cell(at: Point) -> Cell:
    return int(at[0] // CELL), int(at[1] // CELL)


def _edges_by_cell(rings: Iterable[Sequence[Point]]) -> dict[Cell, list[tuple[Point, Point]]]:
    """Return for each grid cell the edges of a shape that are near enough to matter."""
    found = defaultdict(list)
    for start, end in (edge for ring in rings for edge in pairwise(ring)):
        (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        for cell in _cells_near((left, top, right, bottom)):
            found[cell].append((start, end))
    return found


@lru_cache(maxsize=16)
def _labels_by_cell(ground: Ground) -> dict[Cell, list[Sides]]:
    """Do the same for the names and dots of the whole board."""
    found = defaultdict(list)
    for box in (box for boxes in ground.keep_free.values() for box in boxes):
        for cell in _cells_near(box):
            found[cell].append(box)
    return found


def _cells_near(box: Sides) -> Iterator[Cell]:
    first, last = _cell((box[0] - LARGEST, box[1] - LARGEST)), _cell((box[2] + LARGEST, box[3] + LARGEST))
    return product(range(first[0], last[0] + 1), range(first[1], last[1] + 1))


def _to_edge(point: Point, edges: Iterable[tuple[Point, Point]]) -> float:
    """Return the distance to an edge; inlined, since crowded provinces need it thousands of times."""
    x, y = point
    least = LARGEST * LARGEST
    for (ax, ay), (bx, by) in edges:
        px, py, dx, dy = x - ax, y - ay, bx - ax, by - ay
        dot = px * dx + py * dy
        if dot > 0:
            square = dx * dx + dy * dy
            share = dot / square if dot < square else 1.0
            px, py = px - share * dx, py - share * dy
        least = min(least, px * px + py * py)
    return math.sqrt(least)


def _to_box(point: Point, box: Sides) -> float:
    left, top, right, bottom = box
    return math.hypot(
        max(left - point[0], 0.0, point[0] - right), max(top - point[1], 0.0, point[1] - bottom)
    )
