"""Place the name, the supply centre and the unit of an area so that they do not collide."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shapely import Point as Spot
from shapely import Polygon, box, maximum_inscribed_circle
from shapely.ops import unary_union

from adjudicator.map_making.cells import Point

LABELS = (21.0, 20.0, 19.0, 18.0, 17.0)  # font sizes of a name; the largest that fits is used
RADII = (24.0, 21.0, 18.0, 15.0, 12.0)  # radii of the space for a unit, likewise
DOT = 6.0
STEP = 4.0  # pixels between the places that are tried
GAP = 2.0  # pixels between two things
OVERLAP = 14.0  # pixels by which a name may cross the border if nothing else fits
WIDTH = 0.66  # width of a letter, in font sizes


class Places(NamedTuple):
    """The places of one area, in pixels."""

    label_at: Point
    label_size: float
    unit_at: Point
    unit_radius: float
    dot_at: Point | None


def placed(area: Polygon, name: str, has_centre: bool) -> Places:
    """Return places that fit into *area*. Raises ValueError if it is too small."""
    for beyond in (0.0, OVERLAP, 2 * OVERLAP):
        for label_size, radius in _sizes():
            found = _fit(area, area.buffer(beyond), name, has_centre, label_size, radius)
            if found:
                return found
    raise ValueError(f"{name}: its area is too small for a name and a unit; make the frame larger")


def _sizes() -> Iterator[tuple[float, float]]:
    """Yield pairs of sizes, from large to small."""
    yield from zip(LABELS, RADII, strict=True)
    yield from ((LABELS[-1], radius) for radius in (11.0, 10.0, 9.0))


def _fit(  # noqa: PLR0913, PLR0917  (all of it is about one place)
    area: Polygon, room: Polygon, name: str, has_centre: bool, size: float, radius: float
) -> Places | None:
    """Return the places, or None. *room* holds the name and the supply centre, *area* the unit."""
    circle = maximum_inscribed_circle(area, tolerance=1)
    middle = circle.coords[0]
    width = len(name) * size * WIDTH + GAP
    height = size + GAP
    for unit in _near(middle, area.buffer(-radius - GAP)):
        rest = room.buffer(-GAP).difference(Spot(unit).buffer(radius + GAP))
        for x, y in _near((unit[0], unit[1] - radius - height / 2), room):
            label = box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            if not rest.contains(label):
                continue
            if not has_centre:
                return Places((x, y), size, unit, radius, None)
            dot = next(_near((x - width / 2 - DOT, y), rest.difference(label).buffer(-DOT - GAP)), None)
            if dot:
                return Places((x, y), size, unit, radius, dot)
        return None  # one place for the unit is tried at each size: the middle
    return None


def _near(wanted: Point, room: Polygon) -> Iterator[Point]:
    """Yield the grid points in *room*, the nearest to *wanted* first."""
    if room.is_empty:
        return
    left, top, right, bottom = room.bounds
    across, down = int((right - left) / STEP) + 1, int((bottom - top) / STEP) + 1
    grid = [
        (round(left + STEP * (column + 0.5), 1), round(top + STEP * (row + 0.5), 1))
        for row in range(down)
        for column in range(across)
    ]
    for x, y in sorted(grid, key=lambda at: ((at[0] - wanted[0]) ** 2 + (at[1] - wanted[1]) ** 2, at)):
        if room.contains(Spot(x, y)):
            yield (x, y)


def label_box(at: Point, name: str, size: float) -> Polygon:
    """Return the box that a name covers."""
    width, height = len(name) * size * WIDTH / 2, size / 2
    return box(at[0] - width, at[1] - height, at[0] + width, at[1] + height)


def on_coasts(
    area: Polygon, shores: dict[str, list[list[Point]]], radius: float, taken: Sequence[Polygon]
) -> dict[str, Point]:
    """Return the position of a fleet on each of several coasts: well inside, near the middle of the coast.

    It avoids the names in *taken* if there is room.
    """
    found = {}
    covered = unary_union(taken)
    for coast, lines in shores.items():
        points = [point for line in lines for point in line]
        x = sum(point[0] for point in points) / len(points)
        y = sum(point[1] for point in points) / len(points)
        tries = (
            area.buffer(-edge * radius).difference(covered.buffer(share * radius))
            for edge, share in ((0.8, 0.8), (0.5, 0.7), (0.3, 0.6), (0.8, 0.0), (0.0, 0.0))
        )
        found[coast] = next((spot for room in tries for spot in _near((x, y), room)), (x, y))
    return found
