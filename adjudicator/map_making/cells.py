"""Areas and borders from a triangulation with coordinates: a corner owns a third of each of its triangles."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from shapely import MultiLineString, Polygon, line_merge, polygonize
from shapely.geometry import LineString
from shapely.ops import unary_union

from adjudicator.map_making.triangulation import Corner, Triangulation

Point = tuple[float, float]
Segment = tuple[Point, Point]
Sides = tuple[str, str]  # the owners of the areas on both sides of a border, in alphabetical order
ROUNDS = 2  # rounds of smoothing
OUTSIDE = "outside"
NOBODY = "*"  # first character of the name of an unowned area


def borders_of(net: Triangulation, points: Mapping[Corner, Point]) -> dict[Sides, list[list[Point]]]:
    """Return the lines between each two owners, by their names in alphabetical order; "" is unowned land."""
    walls: dict[tuple[str, str], list[Segment]] = defaultdict(list)
    edges: dict[frozenset[Corner], list[tuple[Corner, ...]]] = defaultdict(list)
    for triangle in net.triangles:
        for place in range(3):
            edges[frozenset((triangle[place - 1], triangle[place]))].append(triangle)
    for edge, triangles in edges.items():
        one, other = sorted(edge)
        sides = tuple(sorted((_name(net, one), _name(net, other))))
        if sides[0] == sides[1]:
            continue
        half = _middle(points, (one, other))
        walls[sides[0], sides[1]] += [(half, _middle(points, triangle)) for triangle in triangles]
    return {sides: _lines(segments) for sides, segments in sorted(walls.items())}


def _name(net: Triangulation, corner: Corner) -> str:
    """Return the owner of the corner; each unowned area has its own name."""
    if net.owner[corner]:
        return net.owner[corner]
    return OUTSIDE if corner in net.outside else f"{NOBODY}{corner[1]}"


def _middle(points: Mapping[Corner, Point], corners: Sequence[Corner]) -> Point:
    x = sum(points[corner][0] for corner in corners) / len(corners)
    y = sum(points[corner][1] for corner in corners) / len(corners)
    return (round(x, 1), round(y, 1))


def _lines(segments: Iterable[Segment]) -> list[list[Point]]:
    joined = line_merge(
        MultiLineString([LineString(segment) for segment in segments if segment[0] != segment[1]])
    )
    lines = getattr(joined, "geoms", [joined])
    return [smoothed([(x, y) for x, y in line.coords]) for line in lines]


def smoothed(line: list[Point]) -> list[Point]:
    """Cut the corners of a line; its ends stay (G. Chaikin, 1974)."""
    for _ in range(ROUNDS):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [
                (round(0.75 * ax + 0.25 * bx, 1), round(0.75 * ay + 0.25 * by, 1)),
                (round(0.25 * ax + 0.75 * bx, 1), round(0.25 * ay + 0.75 * by, 1)),
            ]
        line = [*cut, line[-1]]
    return line


def areas_of(borders: Mapping[tuple[str, str], list[list[Point]]]) -> dict[str, Polygon]:
    """Return the area of each owner, from the lines around it."""
    around: dict[str, list[LineString]] = defaultdict(list)
    for sides, lines in borders.items():
        for side in sides:
            around[side] += [LineString(line) for line in lines]
    pieces = {owner: _pieces(lines) for owner, lines in around.items() if owner != OUTSIDE}
    lost = [owner for owner, found in pieces.items() if not found and not owner.startswith(NOBODY)]
    if lost:
        raise ValueError(f"{lost[0]}: no area could be drawn for it")
    return {owner: found[0] for owner, found in pieces.items() if found}


def _pieces(lines: list[LineString]) -> list[Polygon]:
    """Return the areas that *lines* enclose, the largest first; none if they shrink to a point."""
    rings = polygonize([unary_union(lines)])
    return sorted(rings.geoms, key=lambda piece: -piece.area)
