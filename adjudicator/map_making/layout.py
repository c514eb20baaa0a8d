"""Coordinates for the corners of a triangulation: no triangle is turned over, areas have similar sizes."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from shapely import maximum_inscribed_circle

from adjudicator.map_making import cells
from adjudicator.map_making.cells import Point
from adjudicator.map_making.triangulation import Corner, Triangulation

Frame = tuple[float, float, float, float]  # left, top, right, bottom

SWEEPS = 400  # of the barycentric layout; by then it no longer changes
PULLS = (1.5, 3.0, 5.0)  # the higher, the more room large areas give to small ones
SHARES = 90  # sweeps in which small areas get room from large ones, between two measurements of thinness
LOOKS = 8
HOLDS = (1.0, 0.6, 0.3)  # weight of a province's own place against room for all; tried in this sequence
LOOKS_AT_PLACES = 4
ROOMY = 1000.0  # square pixels of the largest circle in the narrowest province: room for name and unit
LEAST = 1e-6  # smallest area of a triangle, as a share of the frame's area
ROUND = 2.0  # an area counts for at most this many times the area of its inscribed circle
VOID = 4.0  # weight of unowned land against a province of the same size, so that it stays small


class _Mesh(NamedTuple):
    """Triangles by number, each turned the same way as the first."""

    points: list[Point]
    triangles: tuple[tuple[int, int, int], ...]
    around: tuple[tuple[int, ...], ...]  # by corner, the numbers of its triangles
    beside: tuple[tuple[int, ...], ...]  # by corner, its neighbours
    is_fixed: tuple[bool, ...]
    owner: tuple[int, ...]  # by corner, the first corner of the same area
    worth: tuple[float, ...]  # by corner, the weight of its area


class Compass(NamedTuple):
    """The province that is farthest north, and one in the western half; "" if any may be."""

    north: str = ""
    west: str = ""


class Layout(NamedTuple):
    net: Triangulation
    points: Mapping[Corner, Point]  # outside corners lie around the frame, all others within it
    room: float  # the area of the largest circle in the narrowest province


def laid_out(net: Triangulation, frame: Frame, compass: Compass = Compass()) -> Layout:  # noqa: B008
    net = _turned(net, frame, compass.north)
    corners = tuple(net.owner)
    number = {corner: place for place, corner in enumerate(corners)}
    best: tuple[float, dict[Corner, Point]] = (-1.0, {})
    for pull in PULLS:
        mesh = _mesh(net, frame, corners, number)
        _balance(mesh)
        for _ in range(LOOKS):
            room = _room_in_circles(net, dict(zip(corners, mesh.points, strict=True)))
            best = max(best, (min(room.values()), dict(zip(corners, mesh.points, strict=True))), key=_by_room)
            _share_room(mesh, frame, pull, _thinness(mesh, room, number))
    return Layout(net, _mirrored(best[1], frame, compass.west), best[0])


def laid_at(net: Triangulation, frame: Frame, places: Mapping[str, Point]) -> Layout:
    """Return the layout nearest to *places* that has room for all provinces, or else the roomiest."""
    corners = tuple(net.owner)
    number = {corner: place for place, corner in enumerate(corners)}
    homes = {number[name, 0]: place for name, place in places.items()}
    mesh = _mesh(_facing(net, frame, places), frame, corners, number)
    _balance(mesh)
    best: tuple[float, dict[Corner, Point]] = (-1.0, {})
    for hold in HOLDS:
        for _ in range(LOOKS_AT_PLACES):
            room = _room_in_circles(net, dict(zip(corners, mesh.points, strict=True)))
            _share_room(mesh, frame, PULLS[0], _thinness(mesh, room, number), homes, hold)
        points = dict(zip(corners, mesh.points, strict=True))
        best = max(best, (min(_room_in_circles(net, points).values()), points), key=_by_room)
        if best[0] >= ROOMY:
            break
    return Layout(net, best[1], best[0])


def _facing(net: Triangulation, frame: Frame, places: Mapping[str, Point]) -> Triangulation:
    """Turn the frame until, on the whole, its corners are on the same side as the provinces next to them."""
    middle = ((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
    outside, near = set(net.outside), dict[Corner, str]()
    for triangle in net.triangles:
        owners = [net.owner[corner] for corner in triangle if net.owner[corner] in places]
        near.update({corner: owners[0] for corner in triangle if corner in outside and owners})
    count = len(net.outside)
    ring = _around(frame, count)

    def fit(steps: int) -> float:
        return sum(
            (places[near[corner]][0] - middle[0]) * (x - middle[0])
            + (places[near[corner]][1] - middle[1]) * (y - middle[1])
            for corner, (x, y) in zip(_shifted(net, steps).outside, ring, strict=True)
            if corner in near
        )

    return _shifted(net, max(range(count), key=fit))


def _by_room(tried: tuple[float, dict[Corner, Point]]) -> float:
    return tried[0]


def _room_in_circles(net: Triangulation, points: Mapping[Corner, Point]) -> dict[str, float]:
    """Return the area of the largest circle in each province."""
    areas = cells.areas_of(cells.borders_of(net, points))
    return {
        name: math.pi * maximum_inscribed_circle(area, tolerance=1).length ** 2
        for name, area in sorted(areas.items())
        if name in net.owner.values()
    }


def _thinness(mesh: _Mesh, circles: Mapping[str, float], number: Mapping[Corner, int]) -> list[float]:
    """Return by the first corner of each province the factor by which its thin shape reduces its weight."""
    room = _room(mesh, [abs(_area(mesh, triangle)) for triangle in mesh.triangles])
    counts = [1.0] * len(mesh.worth)
    for name, circle in circles.items():
        corner = number[name, 0]
        counts[corner] = min(1.0, ROUND * circle / (room[corner] or 1.0))
    return counts


def _turned(net: Triangulation, frame: Frame, north: str) -> Triangulation:
    """Turn the frame around the map until *north* is at the top."""
    if not north:
        return net
    corners = tuple(net.owner)
    mesh = _mesh(net, frame, corners, {corner: place for place, corner in enumerate(corners)})
    _balance(mesh)
    x, y = mesh.points[corners.index((north, 0))]
    middle = ((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
    turn = math.atan2(y - middle[1], x - middle[0]) / (2 * math.pi)
    count = len(net.outside)
    return _shifted(net, round((turn + 0.25) * count) % count)


def _shifted(net: Triangulation, steps: int) -> Triangulation:
    return net._replace(outside=(*net.outside[steps:], *net.outside[:steps]))


def _mirrored(points: dict[Corner, Point], frame: Frame, west: str) -> dict[Corner, Point]:
    middle = (frame[0] + frame[2]) / 2
    if not west or points[west, 0][0] <= middle:
        return points
    return {corner: (2 * middle - x, y) for corner, (x, y) in points.items()}


def _mesh(net: Triangulation, frame: Frame, corners: Sequence[Corner], number: Mapping[Corner, int]) -> _Mesh:
    triangles = tuple(tuple(number[corner] for corner in triangle) for triangle in net.triangles)
    around: list[list[int]] = [[] for _ in corners]
    beside: list[dict[int, None]] = [{} for _ in corners]
    for place, triangle in enumerate(triangles):
        for corner in triangle:
            around[corner].append(place)
            beside[corner].update(dict.fromkeys(other for other in triangle if other != corner))
    left, top, right, bottom = frame
    points = [((left + right) / 2, (top + bottom) / 2)] * len(corners)
    outside = set(net.outside)
    for fixed, point in zip(net.outside, _around(frame, len(net.outside)), strict=True):
        points[number[fixed]] = point
    return _Mesh(
        points,
        triangles,  # type: ignore[arg-type]  # of three each
        tuple(map(tuple, around)),
        tuple(map(tuple, beside)),
        tuple(corner in outside for corner in corners),
        tuple(number[net.owner[corner], 0] if net.owner[corner] else number[corner] for corner in corners),
        tuple(1.0 if net.owner[corner] else VOID for corner in corners),
    )


def _around(frame: Frame, count: int) -> list[Point]:
    """Return *count* points at equal angles on an oval that touches the frame."""
    left, top, right, bottom = frame
    middle, half = ((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (bottom - top) / 2)
    turns = [2 * math.pi * place / count for place in range(count)]
    return [_on_oval(middle, half, turn) for turn in turns]


def _on_oval(middle: Point, half: Point, turn: float) -> Point:
    """Return a point on a rounded rectangle, which uses a page better than an ellipse."""
    x, y = math.cos(turn), math.sin(turn)
    reach = (abs(x) ** 4 + abs(y) ** 4) ** -0.25
    return (middle[0] + half[0] * x * reach, middle[1] + half[1] * y * reach)


def _balance(mesh: _Mesh) -> None:
    """Put each corner in the middle of its neighbours, so that no triangle turns over (W. T. Tutte, 1963)."""
    points = mesh.points
    for _ in range(SWEEPS):
        for corner, near in enumerate(mesh.beside):
            if not mesh.is_fixed[corner]:
                points[corner] = (
                    sum(points[other][0] for other in near) / len(near),
                    sum(points[other][1] for other in near) / len(near),
                )


def _share_room(  # noqa: PLR0913, PLR0917
    mesh: _Mesh,
    frame: Frame,
    by: float,
    counts: Sequence[float],
    homes: Mapping[int, Point] = MappingProxyType({}),
    hold: float = 0.0,
) -> None:
    """Move corners towards the triangles of large areas and to *homes*, as long as no triangle turns over."""
    least = LEAST * (frame[2] - frame[0]) * (frame[3] - frame[1])
    turned = math.copysign(1.0, _area(mesh, mesh.triangles[0]))
    for _ in range(SHARES):
        sizes = [turned * _area(mesh, triangle) for triangle in mesh.triangles]
        room = [one * share for one, share in zip(_room(mesh, sizes), counts, strict=True)]
        pull = [
            size * sum(room[mesh.owner[corner]] for corner in triangle) ** by
            for size, triangle in zip(sizes, mesh.triangles, strict=True)
        ]
        for corner, triangles in enumerate(mesh.around):
            if not mesh.is_fixed[corner]:
                wanted = _amid(mesh, triangles, pull)
                if corner in homes:
                    wanted = _mixed(homes[corner], wanted, hold)
                _move(mesh, corner, triangles, wanted, least * turned)


def _room(mesh: _Mesh, sizes: Sequence[float]) -> list[float]:
    """Return the weighted area of each owner: a third of each triangle at its corners."""
    room = [0.0] * len(mesh.worth)
    for size, triangle in zip(sizes, mesh.triangles, strict=True):
        for corner in triangle:
            room[mesh.owner[corner]] += size * mesh.worth[mesh.owner[corner]]
    return room


def _mixed(one: Point, other: Point, share: float) -> Point:
    return share * one[0] + (1 - share) * other[0], share * one[1] + (1 - share) * other[1]


def _move(mesh: _Mesh, corner: int, triangles: Sequence[int], wanted: Point, least: float) -> None:
    before = mesh.points[corner]
    for step in (0.6, 0.3, 0.1):
        mesh.points[corner] = (
            before[0] + step * (wanted[0] - before[0]),
            before[1] + step * (wanted[1] - before[1]),
        )
        if all(_area(mesh, mesh.triangles[one]) / least > 1 for one in triangles):
            return
    mesh.points[corner] = before


def _amid(mesh: _Mesh, triangles: Sequence[int], pull: Sequence[float]) -> Point:
    """Return the mean of the centres of *triangles*, weighted by their pull."""
    x = y = total = 0.0
    for place in triangles:
        corners = mesh.triangles[place]
        x += pull[place] * sum(mesh.points[corner][0] for corner in corners) / 3
        y += pull[place] * sum(mesh.points[corner][1] for corner in corners) / 3
        total += pull[place]
    return (x / total, y / total) if total else mesh.points[mesh.triangles[triangles[0]][0]]


def _area(mesh: _Mesh, corners: tuple[int, int, int]) -> float:
    (ax, ay), (bx, by), (cx, cy) = (mesh.points[corner] for corner in corners)
    return ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
