"""Where does each piece stand, so that none hides another, a name, or a centre's dot?"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.picture.ground import Ground
from adjudicator.picture.svg import Point
from adjudicator.picture.view import Piece

LARGEST, SMALLEST = 16.0, 6.5  # half the width of a piece, in pixels of the board
ALONE = 10.5  # a piece alone is never smaller, though it then covers a border or a name a little
STEP = 3.0  # between the places that are tried
FARTHEST = 150.0  # from where a piece alone would stand
TIGHT = 12.0  # up to this radius a piece may lean over the border
APART = 2.3  # between two pieces' middles, in radii


class Seat(Struct, frozen=True):
    at: Point
    radius: float


def seats_of(ground: Ground, pieces: Sequence[Piece]) -> list[Seat]:
    """A seat for each piece, in their order. Pieces of one province get one size."""
    return seats_beside(ground, pieces, ())


def seats_beside(ground: Ground, pieces: Sequence[Piece], taken: Sequence[Seat]) -> list[Seat]:
    """The same where *taken* have their seats already and keep them."""
    together: dict[str, list[int]] = defaultdict(list)
    for index, piece in enumerate(pieces):
        together[ground.board.province_of(piece.place)].append(index)
    board = list(ground.board.provinces)
    seated = list(taken)
    seats: dict[int, Seat] = {}
    # Who stands alone has the place that the board gives him; crowds then find room beside their neighbours.
    for province in sorted(together, key=lambda name: (len(together[name]) > 1, board.index(name))):
        indices = together[province]
        first = ground.spots[pieces[indices[0]].place].at
        near = tuple(seat for seat in seated if math.dist(seat.at, first) < FARTHEST + 2 * LARGEST)
        found = _seats(ground, province, first, len(indices), near)
        seats.update(zip(indices, found, strict=True))
        seated += found
    return [seats[index] for index in range(len(pieces))]


@lru_cache(maxsize=4096)
def _seats(
    ground: Ground, province: str, first: Point, count: int, taken: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    room = _room(ground, province, first)
    if count == 1 and room >= ALONE and _is_free(first, room, taken):
        return (Seat(first, room),)
    floor = _floor(ground, province, first)
    least = ALONE if count == 1 else SMALLEST
    for radius in (LARGEST - half / 2 for half in range(int((LARGEST - least) * 2) + 1)):
        edge = radius * (0.85 if radius > TIGHT else 0.6)
        chosen = floor.pack(count, radius, edge, radius, taken)
        if len(chosen) == count:
            return tuple(Seat(at, radius) for at in chosen)
    return _crowded(floor, first, count, taken)


@lru_cache(maxsize=1024)
def _room(ground: Ground, province: str, first: Point) -> float:
    """How large a piece alone may be: as the board says, but not over another province's name."""
    others = (box for other, boxes in ground.keep_free.items() if other != province for box in boxes)
    return min(LARGEST, ground.spots[province].room, *(_to_box(first, box) for box in others))


def _crowded(floor: "_Floor", first: Point, count: int, taken: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """No room beside the names: smaller pieces, that may touch a name; at last on it, but in the province."""
    for share in (0.6, 0.3, 0.0):
        for radius in (ALONE, 8.5, SMALLEST) if share else (SMALLEST, 5.5, 4.5, 3.5):
            chosen = floor.pack(count, radius, 1.0, share * radius, taken)
            if len(chosen) == count:
                return tuple(Seat(at, radius) for at in chosen)
    rows = [(first[0] + (n % 4) * 8.0, first[1] + (n // 4) * 8.0) for n in range(count)]
    return tuple(Seat(at, 3.5) for at in rows)


def _is_free(at: Point, radius: float, taken: Iterable[Seat]) -> bool:
    return all(math.dist(at, seat.at) >= (radius + seat.radius) * APART / 2 for seat in taken)


@lru_cache(maxsize=1024)
def _floor(ground: Ground, province: str, first: Point) -> "_Floor":
    return _Floor(ground, province, first)


class _Floor:
    """The places of a province that may be tried, the nearest to *first* first; each is measured but once."""

    def __init__(self, ground: Ground, province: str, first: Point) -> None:
        self._rings = ground.rings[province]
        xs, ys = [x for ring in self._rings for x, _ in ring], [y for ring in self._rings for _, y in ring]
        around = min(xs) - LARGEST, min(ys) - LARGEST, max(xs) + LARGEST, max(ys) + LARGEST
        self._boxes = [box for boxes in ground.keep_free.values() for box in boxes if _meet(box, around)]
        self._from_label: dict[Point, float] = {}
        self._from_edge: dict[Point, float] = {}
        left, top, right, bottom = ground.bounds
        points = [
            (x, y)
            for x in _steps(max(min(xs), left + 4), min(max(xs), right - 4), first[0])
            for y in _steps(max(min(ys), top + 4), min(max(ys), bottom - 4), first[1])
            if math.dist((x, y), first) < FARTHEST
        ]
        self._points = sorted(points, key=lambda point: (math.dist(point, first), point))

    def pack(
        self, count: int, radius: float, edge: float, label: float, taken: tuple[Seat, ...]
    ) -> list[Point]:
        """Up to *count* places for pieces of *radius*, as far from the province's edge and names as said."""
        chosen: list[Point] = []
        for at in self._points:
            if any(math.dist(at, other) < APART * radius for other in chosen):
                continue
            if self._to_label(at) >= label and _is_free(at, radius, taken) and self._to_edge(at) >= edge:
                chosen.append(at)
            if len(chosen) == count:
                break
        return chosen

    def _to_label(self, at: Point) -> float:
        """How far it is to the nearest name or dot."""
        if at not in self._from_label:
            self._from_label[at] = min(_to_box(at, box) for box in self._boxes)
        return self._from_label[at]

    def _to_edge(self, at: Point) -> float:
        """How far it is to the edge; less than 0 outside."""
        if at not in self._from_edge:
            self._from_edge[at] = _to_edge(at, self._rings) if is_inside(at, self._rings) else -1.0
        return self._from_edge[at]


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Do two boxes (left, top, right, bottom) overlap?"""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _steps(least: float, most: float, middle: float) -> list[float]:
    start = middle - math.floor((middle - least) / STEP) * STEP
    return [round(start + n * STEP, 1) for n in range(max(0, int((most - start) / STEP)) + 1)]


def is_inside(point: Point, rings: Iterable[Sequence[Point]]) -> bool:
    """Is the point in the shape (even-odd, so that holes are outside)?"""
    x, y = point
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
    return inside


def _to_edge(point: Point, rings: Iterable[Sequence[Point]]) -> float:
    """Told out at length: in crowded provinces it is asked a thousand times."""
    x, y = point
    least = math.inf
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            px, py, dx, dy = x - ax, y - ay, bx - ax, by - ay
            dot = px * dx + py * dy
            if dot > 0:
                square = dx * dx + dy * dy
                share = dot / square if dot < square else 1.0
                px, py = px - share * dx, py - share * dy
            least = min(least, px * px + py * py)
    return math.sqrt(least)


def _to_box(point: Point, box: tuple[float, float, float, float]) -> float:
    left, top, right, bottom = box
    return math.hypot(
        max(left - point[0], 0.0, point[0] - right), max(top - point[1], 0.0, point[1] - bottom)
    )
