"""Compare a drawing with the facts: two areas must touch if and only if a unit may pass between them."""

import json
from itertools import combinations
from typing import Any

from shapely import Geometry, STRtree
from shapely.geometry import shape

from adjudicator.core.board import Board
from adjudicator.map_making.geometry import ONE_WAY, neighbours, one_way
from adjudicator.map_making.triangulation import Pair

TOUCH = 1.0  # least length of a border, in pixels
OVERLAP = 3.0  # square pixels that two areas may share, from rounding


def differences(board: Board, drawing: str) -> list[str]:
    """Return a sentence for each difference between *drawing* (GeoJSON) and the facts."""
    features = json.loads(drawing)["features"]
    areas = {one["properties"]["id"]: shape(one["geometry"]) for one in _of(features, "province")}
    missing = [f"{id_}: not in the drawing" for id_ in board.provinces if id_ not in areas]
    unknown = [f"{id_}: in the drawing, but not in the facts" for id_ in areas if id_ not in board.provinces]
    if missing or unknown:
        return missing + unknown
    arrows = [one["properties"] for one in _of(features, "link")]
    links = {_pair(one["between"]) for one in arrows if one["kind"] != ONE_WAY}
    ways = {(one["between"][0], one["between"][1]) for one in arrows if one["one_way"]}
    lines = {_pair(one["properties"]["between"]) for one in _of(features, "border")}
    wanted = set(neighbours(board))
    touching = _touching(areas)
    return [
        *_told(wanted - touching - links, "neighbours, but they neither touch nor are linked"),
        *_told(touching - wanted, "they touch in the drawing, but nothing passes between them"),
        *_told(links - wanted, "linked in the drawing, but nothing passes between them"),
        *_told(touching ^ lines, "the border that is drawn is not where the two areas touch"),
        *_told(set(one_way(board)) ^ ways, "an arrow one way in the drawing or in the facts, not in both"),
        *_overlaps(areas),
    ]


def _of(features: list[dict[str, Any]], layer: str) -> list[dict[str, Any]]:
    return [one for one in features if one["properties"]["layer"] == layer]


def _pair(ends: list[str]) -> Pair:
    one, other = sorted(end.partition("/")[0] for end in ends)
    return one, other


def _told(pairs: set[Pair], what: str) -> list[str]:
    return [f"{one} and {other}: {what}" for one, other in sorted(pairs)]


def _touching(areas: dict[str, Geometry]) -> set[Pair]:
    """Return the pairs of areas that share a line, not only a point."""
    names = sorted(areas)
    shapes = [areas[name] for name in names]
    tree = STRtree(shapes)
    found = set()
    for place, area in enumerate(shapes):
        for other in sorted(map(int, tree.query(area, predicate="intersects"))):
            if place < other and area.intersection(shapes[other]).length >= TOUCH:
                found.add((names[place], names[other]))
    return found


def _overlaps(areas: dict[str, Geometry]) -> list[str]:
    return [
        f"{one} and {other}: their areas overlap"
        for one, other in combinations(sorted(areas), 2)
        if areas[one].intersection(areas[other]).area > OVERLAP
    ]
