"""Make the drawing of a board as GeoJSON from its facts; `adjudicator/drawing/ground.py` reads it."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from shapely import LineString, Polygon, box, set_precision
from shapely import Point as Spot
from shapely.geometry import mapping
from shapely.ops import nearest_points, unary_union

from adjudicator.core.board import Board, Border
from adjudicator.map_making import cells
from adjudicator.map_making.cells import Point
from adjudicator.map_making.from_points import Arranged, arranged, fitted
from adjudicator.map_making.layout import ROOMY, Compass, Frame, Layout, laid_at, laid_out
from adjudicator.map_making.placing import DOT, label_box, on_coasts, placed
from adjudicator.map_making.triangulation import (
    Pair,
    Triangulation,
    arranged_anew,
    check_connected,
    planar_part,
    triangulated,
)
from adjudicator.standard.map_facts import BRIDGE, facts_of

MARGIN = 20.0  # pixels between the map and its frame
INSET = 0.08  # share of the frame that is left free around the outermost places of units
CONTRADICTED = (
    "The places of the units (unit_at) contradict the borders: the picture is drawn from the borders alone."
)
CROWDED = (
    "The places of the units (unit_at) make units cover names: the picture is drawn from the borders alone."
)
COVERED = 0.1  # share of a name that a unit may cover
ON_LAND = 14.0  # pixels of a bridge that lie on land at each end
ACROSS = 22.0  # pixels of an arrow on each side of a border
ONE_WAY = "one-way"  # a kind of link
Progress = Callable[[str], None]


def drawn(board: Board, say: Progress = lambda _: None) -> str:
    """Return the drawing of *board* as GeoJSON. The same facts give the same bytes.

    Raises ValueError with a sentence for facts that no map can have.
    """
    frame = _inside(board)
    bridges = _bridges(board)
    say("where everything lies ...")
    names, pairs, _ = _graph_of(board)
    check_connected(names, pairs)
    laid, why_not = _laid_by_places(board, frame)
    if why_not:
        say(why_not)
    net, borders, areas, features = laid or _laid(board, _roomiest(board, frame))
    features += [
        _feature({"layer": "void", "kind": "land", "name": name, "playable": False}, mapping(area))
        for name, area in areas.items()
        if name not in board.provinces
    ]
    features.append(_outside(board, areas.values()))
    features += [_border(board, pair, lines) for pair, lines in borders.items()]
    features += [_link(pair, features, board) for pair in net.links]
    features += [_bridge(pair, features, areas) for pair in bridges]
    features += [
        _arrow_across(pair, features, borders[_sorted(pair)])
        for pair in one_way(board)
        if _sorted(pair) in borders
    ]
    return _collection(board, features)


class _Laid(NamedTuple):
    """A layout with its areas, and the provinces with the places of their names and units."""

    net: Triangulation
    borders: dict[Pair, list[list[Point]]]
    areas: dict[str, Polygon]
    provinces: list[dict[str, Any]]


def _laid(board: Board, layout: Layout) -> _Laid:
    borders = cells.borders_of(layout.net, layout.points)
    areas = cells.areas_of(borders)
    features = [_province(board, id_, areas[id_]) for id_ in board.provinces]
    _put_on_coasts(board, features, areas, borders)
    return _Laid(layout.net, borders, areas, features)


def _laid_by_places(board: Board, frame: Frame) -> tuple[_Laid | None, str]:
    """Return the map laid out at the places of units, or None and why they cannot be kept.

    Both are empty if no places are given.
    """
    given = _given(board)
    if not given:
        return None, ""
    found = _at_places(board, given, frame)
    if not found:
        return None, CONTRADICTED
    laid = _laid(board, laid_at(found.net, frame, found.places))
    return (None, CROWDED) if covered(laid.provinces) else (laid, "")


def _roomiest(board: Board, frame: Frame) -> Layout:
    """Return the layout of the borders alone that has the most room for all."""
    names, pairs, islands = _graph_of(board)
    layouts = [laid_out(net, frame, _compass(board)) for net in triangulated(names, pairs, islands)]
    if max(layout.room for layout in layouts) < ROOMY:
        layouts += [laid_out(net, frame, _compass(board)) for net in arranged_anew(names, pairs, islands)]
    return max(layouts, key=lambda layout: layout.room)


def covered(features: Iterable[dict[str, Any]]) -> list[str]:
    """Return a sentence for each name that a unit, or a fleet on one of several coasts, would cover."""
    provinces = [one["properties"] for one in features if "unit_at" in one["properties"]]
    names = {one["id"]: label_box(one["at"], one["id"], one["label_size"]) for one in provinces}
    units = [
        (one["id"], Spot(at).buffer(one["unit_radius"]))
        for one in provinces
        for at in (one["unit_at"], *one.get("coasts_at", {}).values())
    ]
    return [
        f"{name}: a unit in {id_} would cover the name"
        for name, label in names.items()
        for id_, unit in units
        if label.intersection(unit).area > COVERED * label.area
    ]


def contradictions(board: Board) -> list[str]:
    """Return a sentence if the places of units, where they are given, cannot be those of the picture."""
    _, why_not = _laid_by_places(board, _inside(board))
    return [why_not] if why_not else []


def _inside(board: Board) -> Frame:
    left, top, right, bottom = (float(side) for side in board.settings["frame"])
    return left + MARGIN, top + MARGIN, right - MARGIN, bottom - MARGIN


def _graph_of(board: Board) -> tuple[tuple[str, ...], list[Pair], frozenset[str]]:
    """Return the areas of the map, which of them touch, and which are islands."""
    lands, bridges = facts_of(board).impassable, _bridges(board)
    names = (*board.provinces, *(land.name for land in lands))
    pairs = [pair for pair in neighbours(board) if pair not in bridges]
    pairs += [(land.name, id_) for land in lands for id_ in land.between]
    ashore = {land for pair in pairs if not any(_is_water(board, end) for end in pair) for land in pair}
    waters = {id_ for id_ in names if _is_water(board, id_)}
    return names, pairs, frozenset(set(names) - waters - ashore)


def _is_water(board: Board, name: str) -> bool:
    return name in board.provinces and board.provinces[name].is_water


def _given(board: Board) -> dict[str, Point]:
    """Return the place of the unit in each province, or nothing if one of them gives none."""
    given = {id_: one.facts["unit_at"] for id_, one in board.provinces.items() if "unit_at" in one.facts}
    if len(given) < len(board.provinces):
        return {}
    return {id_: (float(x), float(y)) for id_, (x, y) in given.items()}


def _at_places(board: Board, given: Mapping[str, Point], frame: Frame) -> Arranged | None:
    names, pairs, islands = _graph_of(board)
    left, top, right, bottom = frame
    wide, high = INSET * (right - left), INSET * (bottom - top)
    places = fitted(given, (left + wide, top + high, right - wide, bottom - high))
    _, links = planar_part(names, pairs)
    return arranged(names, pairs, places, links, islands)


def neighbours(board: Board) -> list[Pair]:
    """Return each pair of provinces between which some unit may pass, once."""
    return list(dict.fromkeys(_pair(board, border) for border in board.borders))


def _pair(board: Board, border: Border) -> Pair:
    one, other = map(board.province_of, border.between)
    return _sorted((one, other))


def _sorted(pair: Pair) -> Pair:
    return min(pair), max(pair)


def _bridges(board: Board) -> list[Pair]:
    """Return the pairs that are drawn with water between them: borders of the kind "bridge"."""
    return list(dict.fromkeys(_pair(board, border) for border in board.borders if border.kind == BRIDGE))


def one_way(board: Board) -> list[Pair]:
    """Return the pairs between which units pass in one direction only: from, to."""
    ways = {
        (board.province_of(one), board.province_of(other)): None
        for border in board.borders
        for one, other in (border.between, *([] if border.one_way else [border.between[::-1]]))
    }
    return [(one, other) for one, other in ways if (other, one) not in ways]


def _compass(board: Board) -> Compass:
    """Return the provinces in the north and the west, from the board or from the places of units."""
    if given := _given(board):
        return Compass(min(given, key=lambda id_: given[id_][1]), min(given, key=lambda id_: given[id_][0]))
    return Compass(board.settings.get("north", ""), board.settings.get("west", ""))


def _province(board: Board, id_: str, area: Polygon) -> dict[str, Any]:
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
    return _feature(facts, mapping(area))


def _put_on_coasts(
    board: Board,
    features: Iterable[dict[str, Any]],
    areas: Mapping[str, Polygon],
    borders: Mapping[Pair, list[list[Point]]],
) -> None:
    """Add the positions of fleets on each of several coasts, away from all names."""
    provinces = [one["properties"] for one in features]
    taken = [label_box(one["at"], one["id"], one["label_size"]) for one in provinces]
    for facts in provinces:
        id_ = facts["id"]
        if board.provinces[id_].coasts:
            shores = _shores(board, id_, borders)
            facts["coasts_at"] = on_coasts(areas[id_], shores, facts["unit_radius"], taken)


def _shores(
    board: Board, id_: str, borders: Mapping[Pair, list[list[Point]]]
) -> dict[str, list[list[Point]]]:
    """Return for each coast the borders that a fleet on it can cross."""
    shores = {}
    for coast in board.provinces[id_].coasts:
        place = f"{id_}/{coast}"
        beyond = {board.province_of(other) for other in board.fleet_neighbours[place]}
        pairs = [pair for pair in borders if id_ in pair and beyond & set(pair)]
        shores[place] = [line for pair in pairs for line in borders[pair]]
    return shores


def _outside(board: Board, areas: Iterable[Polygon]) -> dict[str, Any]:
    """Return the area between the map and its frame."""
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
    spots = _spots(features)
    start, end = _between(spots[pair[0]], spots[pair[1]])
    ways = one_way(board)
    if pair[::-1] in ways:
        start, end, pair = end, start, pair[::-1]
    facts = {"layer": "link", "between": list(pair), "kind": "link", "one_way": pair in ways}
    return _feature(facts, _lines([[start, end]]))


def _bridge(pair: Pair, features: list[dict[str, Any]], areas: Mapping[str, Polygon]) -> dict[str, Any]:
    """Draw a bridge over the gap between two areas, with its ends on land."""
    spots = _spots(features)
    line = LineString([spots[pair[0]]["unit_at"], spots[pair[1]]["unit_at"]])
    near, far = nearest_points(areas[pair[0]], areas[pair[1]])
    over = line.difference(unary_union([areas[pair[0]], areas[pair[1]]]))
    is_straight = over.geom_type == "LineString" and over.length > near.distance(far)
    ends = over if is_straight and over.length < 2 * near.distance(far) + ON_LAND else LineString([near, far])
    (ax, ay), (bx, by) = ends.coords[0], ends.coords[-1]
    length = ends.length or 1.0
    x, y = (bx - ax) / length * ON_LAND, (by - ay) / length * ON_LAND
    whole = [_point(ax - x, ay - y), _point(bx + x, by + y)]
    facts = {"layer": "link", "between": list(pair), "kind": BRIDGE, "one_way": False}
    return _feature(facts, _lines([whole]))


def _arrow_across(pair: Pair, features: list[dict[str, Any]], lines: list[list[Point]]) -> dict[str, Any]:
    """Draw an arrow over a border that units pass in one direction only."""
    spots = _spots(features)
    (ax, ay), (bx, by) = spots[pair[0]]["unit_at"], spots[pair[1]]["unit_at"]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    x, y = (bx - ax) / length * ACROSS, (by - ay) / length * ACROSS
    border = LineString(max(lines, key=len))
    middle = border.interpolate(0.5, normalized=True)
    whole = [_point(middle.x - x, middle.y - y), _point(middle.x + x, middle.y + y)]
    facts = {"layer": "link", "between": list(pair), "kind": ONE_WAY, "one_way": True}
    return _feature(facts, _lines([whole]))


def _point(x: float, y: float) -> Point:
    return round(x, 1), round(y, 1)


def _spots(features: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {one["properties"]["id"]: one["properties"] for one in features if "unit_at" in one["properties"]}


def _between(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[Point, Point]:
    """Return where a line from unit to unit leaves the first area and enters the second."""
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
