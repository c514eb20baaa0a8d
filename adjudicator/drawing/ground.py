"""Draw the empty board from `board.geojson`, once for each board, cached as text.

The file is GeoJSON in the board's own pixels (y grows downwards). Every feature has a `layer`:

    province   a polygon with `id` and the places `at` (name), `dot_at` (centre), `unit_at` with `unit_radius`
               (a piece and its room), `coasts_at` (pieces on one of several coasts), `label_size`,
               `label_angle`, `also_at` (a second name), `outside_frame` (a box beside the board)
    void            land or lake that no unit enters, or the paper "outside" the map
    border     the edge `between` two provinces
    river, lake, coast, mountains                       lines and shapes that only decorate
    link       an arrow between provinces that do not touch or are joined in a way of their own (`kind`)
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from adjudicator.core import board as boards
from adjudicator.core.board import Board, Place
from adjudicator.core.board_rows import BoardError
from adjudicator.core.package_files import text_beside
from adjudicator.core.sentences import say
from adjudicator.drawing.layers import around, part
from adjudicator.drawing.palette import (
    BORDER_INK,
    COAST_INK,
    FIGURE_INKS,
    INK,
    LAKE,
    LINK_INK,
    NEUTRAL,
    ODD_LINK_INK,
    PAPER,
    PEAK,
    PEAK_INK,
    RIVER,
    RIVER_INK,
    SEA,
    SEA_BORDER_INK,
    SEA_INK,
    TERRAIN,
)
from adjudicator.drawing.svg import Point, circle, label, number, path, polygon, rectangle, tag, text

FIGURES = {  # the repeated pattern of each terrain
    "forest": f'<path d="M6 9v4M18 21v4" stroke="{FIGURE_INKS["trunk"]}" stroke-width="1.3"/>'
    f'<circle cx="6" cy="6" r="3.6" fill="{FIGURE_INKS["crown"]}"/>'
    f'<circle cx="18" cy="18" r="3.6" fill="{FIGURE_INKS["crown"]}"/>',
    "marsh": '<path d="M2 10h10M5 10l-1-5M7 10V4M9 10l1-5M14 22h10M17 22l-1-5M19 22v-6M21 22l1-5"'
    f' fill="none" stroke="{FIGURE_INKS["reed"]}" stroke-width="1.1"/>',
}


class Spot(Struct, frozen=True):
    """The position of a piece in a place, and the room around it (a radius, in pixels)."""

    at: Point
    room: float


class Ground(Struct, frozen=True, eq=False):
    """A board that is ready for drawing."""

    board: Board
    bounds: tuple[float, float, float, float]  # left, top, right, bottom
    ids: Mapping[str, str]  # of the shapes, by province
    rings: Mapping[str, tuple[tuple[Point, ...], ...]]  # outlines and holes, by province
    keep_free: Mapping[str, tuple[tuple[float, float, float, float], ...]]  # label and dot, by province
    spots: Mapping[Place, Spot]
    shapes: tuple[str, ...]  # <path> of every province, for <defs>
    patterns: tuple[str, ...]  # of terrain, for <defs>
    under: str  # land and sea
    over: str  # rivers, borders, centres
    names: tuple[str, ...]  # a part for each
    links: frozenset[str]  # kinds of arrows between neighbours


def file_of(board: Board) -> str:
    """Return the name of the file with the drawing."""
    return str(board.settings.get("geometry", "board.geojson"))


@cache
def ground_of(package: str) -> Ground:
    """Return the ground of the board in *package*. Raises BoardError if its drawing cannot be used."""
    board = boards.load(package)
    layers = _layers(board)
    try:
        return _ground(board, layers)
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise _does_not_fit(board, repr(fault)) from None


def _does_not_fit(board: Board, why: str) -> BoardError:
    return BoardError(say("board_drawing_does_not_fit", board=board.name, folder=board.drawing, why=why))


def _layers(board: Board) -> dict[str, list[dict[str, Any]]]:
    """Parse the drawing. Raises BoardError if there is none, or if a province is not in it."""
    layers: dict[str, list[dict[str, Any]]] = defaultdict(list)
    try:
        source = text_beside(board.drawing, file_of(board))
        for feature in json.loads(source)["features"]:
            layers[feature["properties"]["layer"]].append(feature)
        drawn = {feature["properties"]["id"] for feature in layers["province"]}
    except OSError:
        raise BoardError(say("board_has_no_drawing", board=board.name, folder=board.drawing)) from None
    except (LookupError, TypeError, ValueError, RecursionError) as fault:
        raise _does_not_fit(board, repr(fault)) from None
    if missing := [id_ for id_ in board.provinces if id_ not in drawn]:
        raise _does_not_fit(board, say("board_drawing_lacks_a_province", id=missing[0]))
    return layers


def _ground(board: Board, layers: dict[str, list[dict[str, Any]]]) -> Ground:
    provinces = {feature["properties"]["id"]: feature for feature in layers["province"]}
    ids = {province: f"p{place}" for place, province in enumerate(board.provinces)}
    rings = {province: _rings(provinces[province]["geometry"]) for province in board.provinces}
    facts = {province: provinces[province]["properties"] for province in board.provinces}
    bounds = _bounds(board, layers["province"])
    return Ground(
        board=board,
        bounds=bounds,
        ids=ids,
        rings=rings,
        keep_free={province: _keep_free(properties) for province, properties in facts.items()},
        spots=_spots(facts),
        shapes=tuple(
            tag("path", id=ids[province], fill_rule="evenodd", d=_outline(shape))
            for province, shape in rings.items()
        ),
        patterns=tuple(
            f'<pattern id="{terrain}" width="26" height="26" patternUnits="userSpaceOnUse">{figure}</pattern>'
            for terrain, figure in FIGURES.items()
        ),
        under="\n".join(_under(board, bounds, ids, layers)),
        over="\n".join(_over(board, facts, layers)),
        names=tuple(name for properties in facts.values() for name in _names(properties)),
        links=frozenset(feature["properties"]["kind"] for feature in layers["link"]),
    )


def _rings(geometry: Mapping[str, Any]) -> tuple[tuple[Point, ...], ...]:
    coordinates = geometry["coordinates"]
    polygons = coordinates if geometry["type"] == "MultiPolygon" else [coordinates]
    return tuple(tuple((x, y) for x, y in ring) for shape in polygons for ring in shape)


def _outline(rings: Iterable[tuple[Point, ...]]) -> str:
    return "".join(path(ring, closed=True) for ring in rings)


def _lines(geometry: Mapping[str, Any]) -> list[list[Point]]:
    coordinates = geometry["coordinates"]
    lines = coordinates if geometry["type"] == "MultiLineString" else [coordinates]
    return [[(x, y) for x, y in line] for line in lines]


def _bounds(board: Board, provinces: Iterable[Mapping[str, Any]]) -> tuple[float, float, float, float]:
    left, top, right, bottom = board.settings["frame"]
    for feature in provinces:
        if feature["properties"].get("outside_frame"):
            points = [point for ring in _rings(feature["geometry"]) for point in ring]
            left, right = min(left, *(x - 10 for x, _ in points)), max(right, *(x + 10 for x, _ in points))
            top, bottom = min(top, *(y for _, y in points)), max(bottom, *(y for _, y in points))
    return left, top, right, bottom


def _keep_free(facts: Mapping[str, Any]) -> tuple[tuple[float, float, float, float], ...]:
    boxes = []
    size = facts["label_size"]
    half = len(facts["id"]) * size * 0.33
    for x, y in [facts["at"], *facts.get("also_at", [])]:
        boxes.append((x - half, y - size * 0.45, x + half, y + size * 0.45))
    if "dot_at" in facts:
        (x, y), radius = facts["dot_at"], facts["dot_radius"]
        boxes.append((x - radius, y - radius, x + radius, y + radius))
    return tuple(boxes)


def _spots(facts: Mapping[str, Mapping[str, Any]]) -> dict[Place, Spot]:
    spots = {}
    for province, properties in facts.items():
        spots[province] = Spot(tuple(properties["unit_at"]), properties["unit_radius"])
        for place, at in properties.get("coasts_at", {}).items():
            spots[place] = Spot(tuple(at), properties["unit_radius"])
    return spots


# ---- under the owners' tint


def _under(
    board: Board,
    bounds: tuple[float, float, float, float],
    ids: Mapping[str, str],
    layers: Mapping[str, list[dict[str, Any]]],
) -> list[str]:
    left, top, right, bottom = bounds
    drawn = [f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="{PAPER}"/>']
    for province in board.provinces.values():
        use = f'<use href="#{ids[province.id]}" fill='
        drawn.append(
            f'{use}"{_fill(province.kind, province.terrain)}"><title>{text(province.name)}</title></use>'
        )
        if province.terrain in FIGURES:
            drawn.append(f'{use}"url(#{province.terrain})" pointer-events="none"/>')
    for feature in layers["void"]:
        fill = LAKE if feature["properties"]["kind"] == "lake" else NEUTRAL
        shape = _outline(_rings(feature["geometry"]))
        drawn.append(tag("path", d=shape, fill_rule="evenodd", fill=fill, stroke=COAST_INK))
    return drawn


def _fill(kind: str, terrain: str) -> str:
    if kind in ("sea", "river"):
        return SEA if kind == "sea" else RIVER
    return TERRAIN.get(terrain, PAPER)


# ---- over it


def _over(
    board: Board, facts: Mapping[str, Mapping[str, Any]], layers: Mapping[str, list[dict[str, Any]]]
) -> list[str]:
    left, top, right, bottom = board.settings["frame"]
    return [
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round" pointer-events="none">',
        *_strokes(layers["river"], stroke=RIVER_INK, stroke_width="2.2"),
        *(f'<path d="{path(ring, closed=True)}" fill="{LAKE}" stroke="{COAST_INK}"/>'
          for feature in layers["lake"] for ring in _rings(feature["geometry"])),
        *_borders(board, layers["border"]),
        *_strokes(layers["coast"], stroke=COAST_INK, stroke_width="2"),
        *(_mountains(line) for feature in layers["mountains"] for line in _lines(feature["geometry"])),
        *(_link(feature) for feature in layers["link"]),
        f'<rect x="{left + 1.5}" y="{top + 1.5}" width="{right - left - 3}" height="{bottom - top - 3}"'
        ' stroke="#3b3022" stroke-width="3"/>',
        "</g>",
        '<g pointer-events="none">',
        *(_centre(properties) for properties in facts.values() if "dot_at" in properties),
        "</g>",
    ]  # fmt: skip


def _strokes(features: Iterable[Mapping[str, Any]], **attributes: str) -> list[str]:
    data = "".join(path(line) for feature in features for line in _lines(feature["geometry"]))
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in sorted(attributes.items()))
    return [f'<path d="{data}"{more}/>'] if data else []


def _borders(board: Board, features: Iterable[Mapping[str, Any]]) -> list[str]:
    """Draw borders by their two sides: broken at sea, blue on shores, brown on land."""
    by_style: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for feature in features:
        waters = [board.provinces[end].is_water for end in feature["properties"]["between"]]
        by_style["water" if all(waters) else "coast" if any(waters) else "land"].append(feature)
    return [
        *_strokes(by_style["water"], stroke=SEA_BORDER_INK, stroke_dasharray="7 5", stroke_width="1.3"),
        *_strokes(by_style["land"], stroke=BORDER_INK, stroke_width="1.6"),
        *_strokes(by_style["coast"], stroke=COAST_INK, stroke_width="1.5"),
    ]


def _mountains(line: list[Point]) -> str:
    peaks = "".join(f"M{number(x - 6)} {number(y + 5)}l6-11 6 11z" for x, y in _every(line, 11.0))
    return f'<path d="{peaks}" fill="{PEAK}" stroke="{PEAK_INK}" stroke-width="1"/>'


def _every(line: list[Point], step: float) -> list[Point]:
    """Return points *step* apart along a line."""
    points: list[Point] = []
    due = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        while due <= length:
            points.append((ax + (bx - ax) * due / length, ay + (by - ay) * due / length))
            due += step
        due -= length
    return points


def _link(feature: Mapping[str, Any]) -> str:
    facts = feature["properties"]
    line = _lines(feature["geometry"])[0]
    ink = LINK_INK.get(facts["kind"], ODD_LINK_INK)
    if facts["kind"] == "bridge":
        return f'<path d="{path(line)}" stroke="{ink}" stroke-width="6" stroke-dasharray="3 2"/>'
    heads = (
        [_head(line[-2], line[-1])]
        if facts["one_way"]
        else [_head(line[-2], line[-1]), _head(line[1], line[0])]
    )
    drawn = "".join(polygon(head, fill=ink) for head in heads)
    return f'<path d="{path(line)}" stroke="{ink}" stroke-width="2.6"/>{drawn}'


def _head(start: Point, end: Point) -> list[Point]:
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 or 1.0
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    foot = (end[0] - 8 * x, end[1] - 8 * y)
    return [
        (end[0] + 2 * x, end[1] + 2 * y),
        (foot[0] - 4.5 * y, foot[1] + 4.5 * x),
        (foot[0] + 4.5 * y, foot[1] - 4.5 * x),
    ]


def _centre(facts: Mapping[str, Any]) -> str:
    (x, y), radius = facts["dot_at"], facts["dot_radius"]
    if not facts.get("fortress"):
        ring = circle((x, y), radius, fill="#fff", stroke=INK, stroke_width=1.5)
        return ring + circle((x, y), radius * 0.5, fill=INK)
    squares = [(radius, "#fff"), (radius * 0.5, INK)]
    if facts["fortress"] > 1:
        squares.insert(0, (radius + 3, "#fff"))
    return "".join(
        rectangle(x - half, y - half, 2 * half, 2 * half, fill=fill, stroke=INK, stroke_width=1.4)
        for half, fill in squares
    )


def _names(facts: Mapping[str, Any]) -> list[str]:
    """Draw the province's name, and its second one."""
    is_water = facts["kind"] in ("sea", "river")
    ink, halo = (SEA_INK, RIVER if facts["kind"] == "river" else SEA) if is_water else (INK, PAPER)
    turn = {}
    if facts.get("label_angle"):
        turn["transform"] = (
            f"rotate({number(facts['label_angle'])} {number(facts['at'][0])} {number(facts['at'][1])})"
        )
    at, size = tuple(facts["at"]), facts["label_size"]
    main = label(
        at, facts["id"], size, ink,
        stroke=halo, stroke_width="3", paint_order="stroke", stroke_linejoin="round", **turn,
    )  # fmt: skip
    also = [
        _name(tuple(place), 11, label(tuple(place), f"({facts['id']})", 11, "#5b4f3e"))
        for place in facts.get("also_at", [])
    ]
    return [_name(at, size, main), *also]


def _name(at: Point, size: float, drawn: str) -> str:
    """Draw a name of up to five letters, rotated or not."""
    return part(around([at], 2.2 * size), drawn, font_weight="bold", pointer_events="none")
