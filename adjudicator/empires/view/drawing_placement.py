"""Placement of the armies and trenches of a zone, so that none hides another or a name."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from adjudicator.drawing.svg import Box, Point
from adjudicator.empires.ground import POWERS, ZONES, Power, Zone
from adjudicator.empires.position import Army, Position, in_zone
from adjudicator.empires.view.drawing_ground import ground

BLOCK_WIDTH, BLOCK_HEIGHT, GAP = 30.0, 20.0, 3.0
TRENCH_WIDTH, TRENCH_HEIGHT = 36.0, 6.0  # of one level
SCALES = (1.0, 0.9, 0.8, 0.7)
STEP, FARTHEST = 4.0, 90.0
BELOW_NAME = 16.0  # from a zone's place to the middle of its armies


class Seats(NamedTuple):
    """The boxes of a zone: a block for each army, a strip for each Power's trench."""

    box: Box
    blocks: tuple[tuple[Army, Box], ...]
    trenches: tuple[tuple[Power, int, Box], ...]  # Power, level


class _Plan(NamedTuple):
    """The number of blocks in each row, and the height of the trenches below."""

    rows: tuple[int, ...]
    trenches: float
    scale: float

    @property
    def width(self) -> float:
        widest = max(self.rows, default=0)
        blocks = (widest * (BLOCK_WIDTH + GAP) - GAP) * self.scale if widest else 0.0
        return max(blocks, TRENCH_WIDTH if self.trenches else 0.0)

    @property
    def height(self) -> float:
        blocks = len(self.rows) * (BLOCK_HEIGHT + GAP) * self.scale
        return blocks - (0.0 if self.trenches else GAP * self.scale) + self.trenches


def seats_of(position: Position) -> dict[Zone, Seats]:
    """Return the boxes of every zone that is not empty, in board order."""
    seats: dict[Zone, Seats] = {}
    taken: list[Box] = []
    for zone in ZONES:
        trenches = {power: level for power, level in position.trenches.get(zone, {}).items() if level}
        armies = _in_rows(in_zone(position, zone))
        if armies or trenches:
            high = sum(TRENCH_HEIGHT * level + GAP for level in trenches.values())
            near = tuple(box for box in taken if dist(box[:2], ZONES[zone].at) < 3 * FARTHEST)
            box, plan = _box(zone, tuple(len(row) for row in armies), high, near)
            seats[zone] = _placed(box, plan, armies, trenches)
            taken.append(box)
    return seats


def _in_rows(armies: Sequence[Army]) -> list[list[Army]]:
    """Return a row for each Power."""
    rows = ([army for army in armies if army.power == power] for power in POWERS)
    return [row for row in rows if row]


@lru_cache(maxsize=4096)
def _box(zone: Zone, rows: tuple[int, ...], trenches: float, taken: tuple[Box, ...]) -> tuple[Box, _Plan]:
    """Return the largest free box for these rows: inside the zone if possible, never over a name."""
    x, y = ground().seats[zone]
    middle = (x, y + BELOW_NAME)
    barred = (*_names_near(zone), *taken)
    for plan, must_be_inside in _plans(rows, trenches):
        for box in _tried(middle, plan):
            if must_be_inside and not _lies_in(box, zone):
                continue
            if not any(overlap(box, other) for other in barred):
                return box, plan
    plan = _Plan(rows, trenches, SCALES[-1])
    return (middle[0] - plan.width / 2, middle[1] - plan.height / 2, plan.width, plan.height), plan


def _plans(rows: tuple[int, ...], trenches: float) -> Iterator[tuple[_Plan, bool]]:
    """Yield layouts in rows or folded, full size or smaller; then the same across the zone's border."""
    folded = tuple(part for count in rows for part in ((count,) if count < 3 else (2, count - 2)))
    for must_be_inside in (True, False):
        for scale in SCALES:
            for shape in dict.fromkeys((rows, folded)):
                yield _Plan(shape, trenches, scale), must_be_inside


def _tried(middle: Point, plan: _Plan) -> Iterator[Box]:
    for dx, dy in _offsets():
        left, top = middle[0] + dx - plan.width / 2, middle[1] + dy - plan.height / 2
        yield round(left, 1), round(top, 1), plan.width, plan.height


@lru_cache(maxsize=1)
def _offsets() -> tuple[Point, ...]:
    """Return offsets to try, the nearest first."""
    steps = [n * STEP for n in range(-int(FARTHEST / STEP), int(FARTHEST / STEP) + 1)]
    offsets = [(dx, dy) for dx in steps for dy in steps if dx * dx + dy * dy <= FARTHEST * FARTHEST]
    return tuple(sorted(offsets, key=lambda offset: (offset[0] ** 2 + offset[1] ** 2, offset)))


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share more than an edge."""
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


@cache
def _names_near(zone: Zone) -> tuple[Box, ...]:
    """Return the boxes of the names that the zone's armies could cover."""
    x, y = ground().seats[zone]
    reach = 2 * FARTHEST
    around = (x - reach, y - reach, 2 * reach, 2 * reach)
    return tuple(box for box in ground().names_at.values() if overlap(box, around))


def _lies_in(box: Box, zone: Zone) -> bool:
    left, top, width, height = box
    return all(
        bisect(_crossings(zone, round(y, 1)), x) % 2
        for y in (top, top + height)
        for x in (left, left + width / 2, left + width)
    )


@lru_cache(maxsize=16384)
def _crossings(zone: Zone, y: float) -> tuple[float, ...]:
    """Return where the line at height *y* enters and leaves a zone, from left to right."""
    return tuple(
        sorted(
            (bx - ax) * (y - ay) / (by - ay) + ax
            for ring in ground().rings[zone]
            for (ax, ay), (bx, by) in pairwise(ring)
            if (ay > y) != (by > y)
        )
    )


def _placed(box: Box, plan: _Plan, armies: Sequence[Sequence[Army]], trenches: Mapping[Power, int]) -> Seats:
    wide, high, gap = BLOCK_WIDTH * plan.scale, BLOCK_HEIGHT * plan.scale, GAP * plan.scale
    left, top, width, _ = box
    waiting = [army for row in armies for army in row]
    blocks = []
    for row, count in enumerate(plan.rows):
        x = left + (width - count * (wide + gap) + gap) / 2
        for column in range(count):
            at = (x + column * (wide + gap), top + row * (high + gap), wide, high)
            blocks.append((waiting.pop(0), at))
    y = top + len(plan.rows) * (high + gap)
    strips = []
    for power, level in trenches.items():
        strips.append((power, level, (left + (width - TRENCH_WIDTH) / 2, y, TRENCH_WIDTH, TRENCH_HEIGHT)))
        y += TRENCH_HEIGHT * level + GAP
    return Seats(box, tuple(blocks), tuple(strips))
