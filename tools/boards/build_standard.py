"""Draw the standard board.

    python tools/boards/build_standard.py WORLD_ATLAS

WORLD_ATLAS is the folder of the unpacked npm package `world-atlas` (Natural Earth as TopoJSON, public
domain). This program needs numpy and shapely 2; the games do not. It writes
adjudicator/standard/board.geojson, the same bytes every time, and reports where the drawing differs from
board.toml.
"""

import json
import sys
import tomllib
from itertools import combinations
from pathlib import Path

import shapely
import standard_lines as lines
from shapely.geometry import mapping
from shapely.ops import unary_union
from standard_placing import place
from standard_plane import H, W, assign, at, coast, faces

HOME = Path(__file__).parents[2] / "adjudicator/standard"
LABEL, SMALL_LABEL = 19, 16  # pixels
SMALL = 3200.0  # square pixels: a province up to this size gets the small label
SHORTEST = 7.0  # pixels: a shorter common border is reported


def main(atlas):
    board = tomllib.loads((HOME / "board.toml").read_text(encoding="utf-8"))
    provinces = {province["id"]: province for province in board["province"]}
    shapes = assign(faces(coast(atlas)), {id_: province["kind"] for id_, province in provinces.items()})
    edges = shared_edges({id_: shapes[id_] for id_ in provinces})
    facts = {pair_of(border, provinces): border["kind"] for border in board["border"]}
    for line in differences(edges, facts):
        print(line)
    features = [province_feature(province, shapes[id_]) for id_, province in provinces.items()]
    features += [
        feature({"layer": "void", "kind": kind, "name": name, "playable": False}, shapes[f"*{name}"])
        for name, kind, _ in lines.VOIDS
    ]
    features += [
        feature({"layer": "border", "between": list(pair), "kind": kind}, edges[pair])
        for pair, kind in facts.items()
        if pair in edges
    ]
    (HOME / "board.geojson").write_text(collection(board["board"]["name"], features), encoding="utf-8")


def pair_of(border, provinces):
    return tuple(sorted({end.partition("/")[0] for end in border["between"]}, key=list(provinces).index))


def shared_edges(shapes):
    """Return the common part of the outlines of each pair of provinces."""
    edges = {
        (one, other): line_work(shapes[one].boundary.intersection(shapes[other].boundary))
        for one, other in combinations(shapes, 2)
        if shapes[one].intersects(shapes[other])
    }
    return {pair: edge for pair, edge in edges.items() if edge is not None}


def line_work(geometry):
    """Return the lines of a geometry, joined; None if two shapes meet only in a point."""
    parts = [part for part in getattr(geometry, "geoms", [geometry]) if part.length]
    return shapely.line_merge(unary_union(parts)) if parts else None


def differences(edges, facts):
    for pair in edges:
        if pair not in facts:
            yield f"{pair} touch, but are not neighbours"
    for pair in facts:
        if pair not in edges or edges[pair].length < SHORTEST:
            yield f"{pair} are neighbours, but hardly touch"


def province_feature(province, shape):
    size = SMALL_LABEL if shape.area < SMALL else LABEL
    has_centre = province.get("centre", False)
    label, dot, unit, room = place(shape, has_centre, size)
    coasts = {place_: where for place_, where in lines.COASTS.items() if place_.startswith(province["id"])}
    properties = {
        "layer": "province",
        "id": province["id"],
        "name": province["name"],
        "kind": province["kind"],
        "centre": has_centre,
        "at": rounded(label),
        "label_size": size,
        "unit_at": rounded(unit),
        "unit_radius": round(room, 1),
    }
    if dot:
        properties |= {"dot_at": rounded(dot), "dot_radius": 6.0}
    if coasts:
        properties["coasts_at"] = {place_: rounded(at(where)) for place_, where in coasts.items()}
    return feature(properties, shape)


def feature(properties, geometry):
    coordinates = json.loads(
        json.dumps(mapping(geometry)["coordinates"]), parse_float=lambda value: round(float(value), 1)
    )
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": geometry.geom_type, "coordinates": coordinates},
    }


def rounded(point):
    return [round(float(value), 1) for value in point]


def collection(name, features):
    head = {
        "board": name,
        "facts": "board.toml",
        "frame": [0, 0, W, H],
        "y_axis": "down",
        "units": f"pixels of a {W} x {H} board, not degrees",
        "provenance": "borders drawn for this project; coast from Natural Earth (public domain)",
    }
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in features)
    opening = '{\n"type": "FeatureCollection",\n"properties": '
    return f'{opening}{json.dumps(head)},\n"features": [\n{rows}\n]\n}}\n'


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
