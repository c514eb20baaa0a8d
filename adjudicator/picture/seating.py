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
TIGHT = 12.0  # up to this radius a piece may lean over the border
APART = 2.12  # between two pieces' middles, in radii


class Seat(Struct, frozen=True):
    at: Point
    radius: float


def seats_of(ground: Ground, pieces: Sequence[Piece]) -> list[Seat]:
    """A seat for each piece, in their order. Pieces of one province get one size."""
    together: dict[str, list[int]] = defaultdict(list)
    for index, piece in enumerate(pieces):
        together[ground.board.province_of(piece.place)].append(index)
    seats: dict[int, Seat] = {}
    for province, indices in together.items():
        first = pieces[indices[0]].place
        found = _seats(ground, province, ground.spots[first].at, len(indices))
        seats.update(zip(indices, found, strict=True))
    return [seats[index] for index in range(len(pieces))]


@lru_cache(maxsize=4096)
def _seats(ground: Ground, province: str, first: Point, count: int) -> tuple[Seat, ...]:
    room = ground.spots[province].room
    if count == 1 and room >= ALONE:
        return (Seat(first, min(LARGEST, room)),)
    tried = _candidates(ground, province, first)
    least = ALONE if count == 1 else SMALLEST
    for radius in (LARGEST - half / 2 for half in range(int((LARGEST - least) * 2) + 1)):
        chosen = _pack(tried, count, radius)
        if len(chosen) == count:
            return tuple(Seat(at, radius) for at in chosen)
    return (Seat(first, ALONE),) if count == 1 else _crowded(tried, first, count)


def _pack(tried: Iterable[tuple[Point, float, float]], count: int, radius: float) -> list[Point]:
    """Up to *count* places for pieces of *radius*, the first that fit."""
    chosen: list[Point] = []
    edge = radius * (0.85 if radius > TIGHT else 0.6)
    for at, to_edge, to_label in tried:
        if to_edge < edge or to_label < radius:
            continue
        if all(math.dist(at, other) >= APART * radius for other in chosen):
            chosen.append(at)
        if len(chosen) == count:
            break
    return chosen


def _crowded(tried: Sequence[tuple[Point, float, float]], first: Point, count: int) -> tuple[Seat, ...]:
    """No room beside the name: the pieces cover it, and stay inside the province as long as they can."""
    inside = [(at, math.inf, math.inf) for at, to_edge, _ in tried if to_edge > 1]
    for radius in (SMALLEST, 5.5, 4.5, 3.5):
        chosen = _pack(inside, count, radius)
        if len(chosen) == count:
            return tuple(Seat(at, radius) for at in chosen)
    rows = [(first[0] + (n % 4) * 8.0, first[1] + (n // 4) * 8.0) for n in range(count)]
    return tuple(Seat(at, 3.5) for at in rows)


def _candidates(ground: Ground, province: str, first: Point) -> list[tuple[Point, float, float]]:
    """Places in the province, their distance to its edge and to its labels; the nearest to *first* first."""
    rings = ground.rings[province]
    boxes = ground.keep_free[province]
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    left, top, right, bottom = ground.bounds
    points = [
        (x, y)
        for x in _steps(max(min(xs), left + 4), min(max(xs), right - 4), first[0])
        for y in _steps(max(min(ys), top + 4), min(max(ys), bottom - 4), first[1])
        if math.dist((x, y), first) < 150 and is_inside((x, y), rings)
    ]
    points.sort(key=lambda point: (math.dist(point, first), point))
    return [(at, _to_edge(at, rings), min(_to_box(at, box) for box in boxes)) for at in points]


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
    return min(_to_segment(point, start, end) for ring in rings for start, end in pairwise(ring))


def _to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def _to_box(point: Point, box: tuple[float, float, float, float]) -> float:
    left, top, right, bottom = box
    return math.hypot(
        max(left - point[0], 0.0, point[0] - right), max(top - point[1], 0.0, point[1] - bottom)
    )
