"""The drawing of a board as GeoJSON, made from its facts; `adjudicator/drawing/ground.py` reads it."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from shapely import Polygon, box, set_precision
from shapely.geometry import mapping
from shapely.ops import unary_union

from adjudicator.core.board import Board
from adjudicator.map_making import cells
from adjudicator.map_making.cells import Point
from adjudicator.map_making.layout import Compass, laid_out
from adjudicator.map_making.placing import DOT, on_coasts, placed
from adjudicator.map_making.triangulation import Pair, triangulated

MARGIN = 20.0  # pixels between the map and its frame
Progress = Callable[[str], None]


def drawn(board: Board, say: Progress = lambda _: None) -> str:
    """Return the drawing of *board* as GeoJSON. The same facts give the same bytes.

    Raises ValueError with a sentence for facts that no map has.
    """
    left, top, right, bottom = (float(side) for side in board.settings["frame"])
    frame = (left + MARGIN, top + MARGIN, right - MARGIN, bottom - MARGIN)
    pairs = neighbours(board)
    say("which borders can be drawn")
    nets = triangulated(tuple(board.provinces), pairs)
    say("where everything lies")
    layouts = [laid_out(net, frame, _compass(board)) for net in nets]
    net, points, _ = max(layouts, key=lambda layout: layout.room)
    say("areas, names and units")
    borders = cells.borders_of(net, points)
    areas = cells.areas_of(borders)
    features = [_province(board, id_, areas[id_], borders) for id_ in board.provinces]
    features += [
        _feature({"layer": "void", "kind": "land", "name": name, "playable": False}, mapping(area))
        for name, area in areas.items()
        if name not in board.provinces
    ]
    features.append(_outside(board, areas.values()))
    features += [_border(board, pair, lines) for pair, lines in borders.items()]
    features += [_link(pair, features, board) for pair in net.links]
    return _collection(board, features)


def neighbours(board: Board) -> list[Pair]:
    """Return each pair of provinces between which any unit may pass, once."""
    pairs = (tuple(sorted(board.province_of(end) for end in border.between)) for border in board.borders)
    return list(dict.fromkeys((one, other) for one, other in pairs))


def _compass(board: Board) -> Compass:
    """The board may name the provinces in the north and the west, or say where units stand."""
    given = {id_: one.facts["unit_at"] for id_, one in board.provinces.items() if "unit_at" in one.facts}
    if len(given) == len(board.provinces):
        north = min(given, key=lambda id_: given[id_][1])
        west = min(given, key=lambda id_: given[id_][0])
        return Compass(north, west)
    return Compass(board.settings.get("north", ""), board.settings.get("west", ""))


def _province(
    board: Board, id_: str, area: Polygon, borders: Mapping[Pair, list[list[Point]]]
) -> dict[str, Any]:
    province = board.provinces[id_]
    places = placed(area, id_, province.centre)
    facts: dict[str, Any] = {
        "layer": "province",
        "id": id_,
        "name": province.name,
        "kind": province.kind,
        "centre": province.centre,
        "at": places.label_at,
        "label_size": places.label_size,
        "unit_at": places.unit_at,
        "unit_radius": places.unit_radius,
    }
    if places.dot_at:
        facts |= {"dot_at": places.dot_at, "dot_radius": DOT}
    if province.coasts:
        facts["coasts_at"] = on_coasts(area, _shores(board, id_, borders), places.unit_radius)
    return _feature(facts, mapping(area))


def _shores(
    board: Board, id_: str, borders: Mapping[Pair, list[list[Point]]]
) -> dict[str, list[list[Point]]]:
    """Return for each coast the borders at which a fleet on it passes."""
    shores = {}
    for coast in board.provinces[id_].coasts:
        place = f"{id_}/{coast}"
        beyond = {board.province_of(other) for other in board.fleet_neighbours[place]}
        pairs = [pair for pair in borders if id_ in pair and beyond & set(pair)]
        shores[place] = [line for pair in pairs for line in borders[pair]]
    return shores


def _outside(board: Board, areas: Iterable[Polygon]) -> dict[str, Any]:
    """Return what lies between the map and its frame."""
    beyond = box(*board.settings["frame"]).difference(unary_union(list(areas)).buffer(0.05))
    whole = max(getattr(beyond, "geoms", [beyond]), key=lambda one: one.area)
    facts = {"layer": "void", "kind": "outside", "name": "outside", "playable": False}
    return _feature(facts, mapping(set_precision(whole, 0.1)))


def _border(board: Board, pair: Pair, lines: list[list[Point]]) -> dict[str, Any]:
    if pair[0] in board.provinces and pair[1] in board.provinces:
        waters = [board.provinces[end].is_water for end in pair]
        kind = "water" if all(waters) else "coast" if any(waters) else "land"
        return _feature({"layer": "border", "between": list(pair), "kind": kind}, _lines(lines))
    return _feature({"layer": "coast"}, _lines(lines))


def _link(pair: Pair, features: list[dict[str, Any]], board: Board) -> dict[str, Any]:
    """Draw a border that had to be left out as an arrow with two heads."""
    spots = {one["properties"]["id"]: one["properties"] for one in features if "unit_at" in one["properties"]}
    start, end = _between(spots[pair[0]], spots[pair[1]])
    one_way = all(
        border.one_way for border in board.borders if {*map(board.province_of, border.between)} == {*pair}
    )
    return _feature(
        {"layer": "link", "between": list(pair), "kind": "link", "one_way": one_way}, _lines([[start, end]])
    )


def _between(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[Point, Point]:
    """Return where a line from unit to unit leaves the one and comes to the other."""
    (ax, ay), (bx, by) = one["unit_at"], other["unit_at"]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    x, y = (bx - ax) / length, (by - ay) / length
    near, far = one["unit_radius"] * 0.9, other["unit_radius"] * 0.9
    return (
        (round(ax + near * x, 1), round(ay + near * y, 1)),
        (round(bx - far * x, 1), round(by - far * y, 1)),
    )


def _lines(lines: list[list[Point]]) -> dict[str, Any]:
    return {"type": "MultiLineString", "coordinates": lines}


def _feature(facts: dict[str, Any], geometry: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "Feature", "properties": facts, "geometry": geometry}


def _collection(board: Board, features: list[dict[str, Any]]) -> str:
    rows = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in features)
    return f'{{"type": "FeatureCollection", "name": {json.dumps(board.name)}, "features": [\n{rows}\n]}}\n'
