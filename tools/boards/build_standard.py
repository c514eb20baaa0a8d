"""How is the drawing of the standard board made?

    python tools/boards/build_standard.py WORLD_ATLAS

WORLD_ATLAS is the unpacked npm package `world-atlas` (Natural Earth as TopoJSON, public domain); numpy and
shapely 2 are needed, nothing of this is needed to play. Writes adjudicator/standard/board.geojson, the same bytes
every time, and says where drawing and board.toml differ.
"""

import json
import math
import random
import sys
import tomllib
from pathlib import Path
from itertools import pairwise

import numpy as np
import shapely
import standard_lines as lines
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box, mapping
from shapely.ops import polygonize, unary_union

HOME = Path(__file__).parents[2] / "adjudicator/standard"
W, H = 1600, 1440
FRAME = box(0, 0, W, H)
SMALLEST_ISLAND = 130.0  # square pixels
ATLAS = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("package")

# ---- the projection: Lambert's cone, then stretched so that crowded middle Europe gets room

R = 6371.0
LAT0, LON0, P1, P2 = (math.radians(v) for v in (50.0, 14.0, 40.0, 62.0))
N = math.log(math.cos(P1) / math.cos(P2)) / math.log(
    math.tan(math.pi / 4 + P2 / 2) / math.tan(math.pi / 4 + P1 / 2)
)
F = math.cos(P1) * math.tan(math.pi / 4 + P1 / 2) ** N / N
RHO0 = R * F / math.tan(math.pi / 4 + LAT0 / 2) ** N


def stretch(start, knots):
    """Kilometres → pixels: *knots* give pixels to the kilometre at places along the axis; *start* is pixel 0."""
    km = np.linspace(-7000, 7000, 14001)
    scale = np.interp(km, [k for k, _ in knots], [s for _, s in knots])
    kernel = np.hanning(401)
    scale = np.convolve(np.pad(scale, 200, mode="edge"), kernel / kernel.sum(), "valid")
    total = np.concatenate([[0], np.cumsum((scale[1:] + scale[:-1]) / 2 * np.diff(km))])
    return km, total - np.interp(start, km, total)


EAST = stretch(
    -2250,
    [
        (-2250, 0.17),
        (-1750, 0.21),
        (-1350, 0.43),
        (-900, 0.45),
        (-700, 0.43),
        (1100, 0.42),
        (1500, 0.26),
        (2000, 0.19),
    ],
)
NORTH = stretch(
    -1730, [(-1730, 0.26), (-1450, 0.3), (-1150, 0.41), (850, 0.40), (1100, 0.33), (1500, 0.25), (2500, 0.24)]
)
PIXELS_PER_KM = 0.42  # in the middle


def project(coords):
    lon, lat = np.radians(coords[:, 0]), np.radians(np.clip(coords[:, 1], -60, 88))
    rho = R * F / np.tan(np.pi / 4 + lat / 2) ** N
    angle = N * (lon - LON0)
    x = np.interp(rho * np.sin(angle), *EAST)
    y = np.interp(RHO0 - rho * np.cos(angle), *NORTH)
    return np.column_stack([x, H - y])


def at(point):
    x, y = project(np.array([point], float))[0]
    return (float(x), float(y))


# ---- the coast


def atlas_land():
    topology = json.loads((ATLAS / "countries-50m.json").read_text())
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        steps = np.cumsum(np.array(arc), axis=0)
        arcs.append([(x * sx + tx, y * sy + ty) for x, y in steps])

    def ring(ids):
        points = []
        for i in ids:
            piece = arcs[i] if i >= 0 else arcs[~i][::-1]
            points += piece if not points else piece[1:]
        return points

    polygons = []
    for geometry in topology["objects"]["countries"]["geometries"]:
        if geometry["type"] not in ("Polygon", "MultiPolygon"):
            continue
        many = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for rings in many:
            shell, *holes = [ring(r) for r in rings]
            if max(x for x, _ in shell) - min(x for x, _ in shell) > 200:  # Russia runs round the date line
                shell, holes = [(x % 360, y) for x, y in shell], []
            polygons.append(shapely.make_valid(Polygon(shell, [h for h in holes if len(h) > 3])))
    view = box(-60, 15, 80, 82)
    return unary_union([p.intersection(view) for p in polygons if p.intersects(view)]).buffer(0.001)


def coast():
    land = shapely.transform(shapely.segmentize(atlas_land(), 0.5), project)
    bridges = [
        LineString([at(p) for p in line]).buffer(width * PIXELS_PER_KM, cap_style="flat")
        for line, width in lines.BRIDGES
    ]
    land = unary_union([shapely.make_valid(land), *bridges]).intersection(FRAME.buffer(40))
    land = land.buffer(1.6).buffer(-3.0).buffer(1.4)  # no fjord or spit narrower than a line
    parts = [Polygon(p.exterior, [h for h in p.interiors if Polygon(h).area > 250]) for p in land.geoms]
    parts = [p for p in parts if p.area > SMALLEST_ISLAND]
    return MultiPolygon([p for p in parts]).simplify(0.9)


# ---- borders


def wiggle(points, rng, depth=0.09, shortest=16.0):
    """A line made a little uneven, the same every time; ends stay."""
    out = [points[0]]
    for a, b in pairwise(points):
        out += bent(a, b, rng, depth, shortest) + [b]
    return out


def bent(a, b, rng, depth, shortest):
    length = math.dist(a, b)
    if length < shortest:
        return []
    off = rng.uniform(-depth, depth) * length
    middle = (
        (a[0] + b[0]) / 2 - off * (b[1] - a[1]) / length,
        (a[1] + b[1]) / 2 + off * (b[0] - a[0]) / length,
    )
    return bent(a, middle, rng, depth, shortest) + [middle] + bent(middle, b, rng, depth, shortest)


def drawn(all_lines, depth):
    rng = random.Random(1901)
    result = []
    for line in all_lines:
        points = [at(lines.POINTS[p]) if isinstance(p, str) else at(p) for p in line]
        result.append(LineString(wiggle(points, rng, depth)))
    return result


def faces(land):
    """All faces of the drawing: (polygon, is it land)."""
    sea = FRAME.difference(land)
    edges = [land.boundary, FRAME.boundary]
    edges += [line.intersection(land.buffer(0.4)) for line in drawn(lines.LAND_LINES, 0.09)]
    edges += [line.intersection(sea.buffer(0.4)) for line in drawn(lines.SEA_LINES, 0.04)]
    noded = shapely.union_all(edges, grid_size=0.1)
    inside = FRAME.buffer(-0.5)
    return [
        (face, land.contains(face.representative_point()))
        for face in polygonize(noded)
        if inside.contains(face.representative_point())
    ]


def assign(all_faces, kinds):
    """Faces to provinces and voids: by the seed inside, else by the neighbour of the same kind with the longest shore."""
    got = {}
    seeds = [(id_, Point(at(s))) for id_, ss in lines.SEEDS.items() for s in ss]
    seeds += [(f"*{name}", Point(at(s))) for name, _, s in lines.VOIDS]
    left = []
    for face, is_land in all_faces:
        here = [id_ for id_, seed in seeds if face.contains(seed)]
        if len(set(here)) > 1:
            print("two seeds in one face:", here)
        if here:
            got.setdefault(here[0], []).append(face)
        else:
            left.append((face, is_land))
    missing = {id_ for id_, _ in seeds} - set(got)
    print("without a face:", sorted(missing))
    base = {id_: unary_union(fs) for id_, fs in got.items()}
    for face, is_land in left:
        want = "land" if is_land else "sea"
        near = [id_ for id_ in base if not id_.startswith("*") and kinds[id_] == want]
        best = min(
            near,
            key=lambda id_: (
                round(base[id_].distance(face), 1),
                -base[id_].buffer(1).intersection(face).area,
            ),
        )
        if face.area > 300:
            print(f"{best} gets a face of {face.area:.0f} at {face.representative_point()}")
        got[best].append(face)
    return {id_: unary_union(fs) for id_, fs in got.items()}


# ---- where label, dot and unit go

LABEL, SMALL_LABEL = 19, 16
UNIT = 15.0


def clearance(polygon, points):
    edge = polygon.boundary
    inside = shapely.contains_xy(polygon, points)
    return np.where(inside, shapely.distance(edge, shapely.points(points)), -1.0)


def text_box(x, y, width, height):
    return np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], -1)


def place(polygon, centre, size, unit):
    """(label, dot, unit, room for the unit): as far apart and as far inside as the province allows."""
    main = max(polygon.geoms, key=lambda p: p.area) if isinstance(polygon, MultiPolygon) else polygon
    main = main.intersection(FRAME.buffer(-4))
    main = max(main.geoms, key=lambda p: p.area) if isinstance(main, MultiPolygon) else main
    x0, y0, x1, y1 = main.bounds
    step = max(2.5, math.sqrt(main.area / 500))
    grid = np.array([(x, y) for x in np.arange(x0 + 1, x1, step) for y in np.arange(y0 + 1, y1, step)])
    room = clearance(main, grid)
    grid, room = grid[room > 2], room[room > 2]
    width = size * 2.2 + (size * 0.85 if centre else 0)
    height = size * 0.95
    shapely.prepare(main)
    half_w, half_h = width / 2, height / 2
    # how well does a label fit: the least clearance of its corners and middles
    offsets = [
        (-half_w, -half_h),
        (0, -half_h),
        (half_w, -half_h),
        (-half_w, half_h),
        (0, half_h),
        (half_w, half_h),
        (-half_w, 0),
        (half_w, 0),
    ]
    fits = np.min([clearance(main, grid + np.array(o)) for o in offsets], axis=0)
    middle = np.array(main.centroid.coords[0])
    spread = np.hypot(*(grid - middle).T) / math.sqrt(main.area)
    dx = np.maximum(np.abs(grid[:, None, 0] - grid[None, :, 0]) - half_w, 0)
    dy = np.maximum(np.abs(grid[:, None, 1] - grid[None, :, 1]) - half_h, 0)
    apart = np.hypot(dx, dy)  # label box (rows) to unit middle (columns)
    score = np.minimum(apart / unit, 1.25) + np.minimum(room / unit, 1.5)[None, :] * 1.2
    score = score + np.where(fits < 0, -1.6, np.minimum(fits / 6, 1.0))[:, None]
    if centre:  # the dot must lie inside, whatever the name does
        dot_room = clearance(main, grid + np.array((size * 0.4 - half_w, 0)))
        score = score - np.where(dot_room < 5, 4.0, 0.0)[:, None]
    score = score - 0.8 * spread[:, None] - 0.8 * spread[None, :]
    label, piece = np.unravel_index(int(np.argmax(score)), score.shape)
    lx, ly = grid[label]
    dot = (lx - width / 2 + size * 0.4, ly) if centre else None
    at_ = (lx + (size * 0.42 if centre else 0), ly)
    radius = min(float(room[piece]), float(apart[label, piece]))
    return at_, dot, tuple(grid[piece]), radius


COASTS = {
    "Stp/nc": (35.5, 66.8),
    "Stp/sc": (30.2, 59.7),
    "Spa/nc": (-5.5, 43.0),
    "Spa/sc": (-4.2, 37.2),
    "Bul/ec": (27.5, 43.2),
    "Bul/sc": (25.3, 41.3),
}
HAND = {}  # id: (label, unit) where the rule above can be bettered; pixels


def rounded(point):
    return [round(float(v), 1) for v in point]


def coordinates(geometry):
    return json.loads(json.dumps(mapping(geometry)["coordinates"]), parse_float=lambda v: round(float(v), 1))


def province_feature(province, polygon):
    id_ = province["id"]
    small = polygon.area < 3200
    size = SMALL_LABEL if small else LABEL
    label, dot, unit, radius = place(polygon, province.get("centre", False), size, UNIT)
    properties = {
        "layer": "province", "id": id_, "name": province["name"], "kind": province["kind"],
        "centre": province.get("centre", False), "at": rounded(label), "label_size": size,
        "unit_at": rounded(unit), "unit_radius": round(radius, 1),
    }  # fmt: skip
    if dot:
        properties |= {"dot_at": rounded(dot), "dot_radius": 6.0}
    coasts = {place_: rounded(at(where)) for place_, where in COASTS.items() if place_.startswith(id_)}
    if coasts:
        properties["coasts_at"] = coasts
    return feature(properties, polygon)


def feature(properties, geometry):
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": geometry.geom_type, "coordinates": coordinates(geometry)},
    }


def line_work(geometry):
    """Only the lines of a geometry, joined."""
    parts = [
        g
        for g in getattr(geometry, "geoms", [geometry])
        if g.geom_type in ("LineString", "MultiLineString") and g.length
    ]
    return shapely.line_merge(unary_union(parts)) if parts else None


def main():
    board = tomllib.loads((HOME / "board.toml").read_text())
    provinces = {p["id"]: p for p in board["province"]}
    land = coast()
    shapes = assign(faces(land), {id_: p["kind"] for id_, p in provinces.items()})
    features = [province_feature(p, shapes[id_]) for id_, p in provinces.items()]
    kinds = {name: kind for name, kind, _ in lines.VOIDS}
    for id_, shape in shapes.items():
        if id_.startswith("*"):
            features.append(
                feature({"layer": "void", "kind": kinds[id_[1:]], "name": id_[1:], "playable": False}, shape)
            )
    facts = {}
    for border in board["border"]:
        pair = tuple(sorted((e.partition("/")[0] for e in border["between"]), key=list(provinces).index))
        facts.setdefault(pair, border)
    touching = {}
    ids = list(provinces)
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            if shapes[one].distance(shapes[other]) < 0.5:
                edge = line_work(shapes[one].boundary.intersection(shapes[other].boundary))
                if edge is not None:
                    touching[(one, other)] = edge
    for pair, edge in touching.items():
        if pair not in facts:
            print("touch, but are no neighbours:", pair, round(edge.length, 1))
    for pair, border in facts.items():
        edge = touching.get(pair)
        if edge is None or edge.length < 8:
            print("neighbours, but touch too little:", pair, edge and round(edge.length, 1))
        if edge is not None:
            properties = {"layer": "border", "between": list(pair), "kind": border["kind"]}
            features.append(feature(properties, edge))
    head = {"board": board["board"]["name"], "facts": "board.toml", "frame": [0, 0, W, H], "y_axis": "down",
            "units": f"pixels of a {W} x {H} board, not degrees", "provenance": "borders drawn for this project; coast from Natural Earth (public domain)"}  # fmt: skip
    rows = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features)
    text = (
        '{\n"type": "FeatureCollection",\n"properties": '
        + json.dumps(head)
        + ',\n"features": [\n'
        + rows
        + "\n]\n}\n"
    )
    (HOME / "board.geojson").write_text(text)
    print(len(text) // 1024, "KiB")
    tight = [
        (f["properties"]["id"], f["properties"]["unit_radius"])
        for f in features
        if f["properties"].get("unit_radius", 99) < UNIT
    ]
    print("tight:", tight)


main()
