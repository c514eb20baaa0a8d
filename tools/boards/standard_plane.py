"""Make the shapes of the standard board: project coast and borders to pixels, and assign the faces."""

import json
import math
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import shapely
import standard_lines as lines
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import polygonize, unary_union

W, H = 1600, 1440
FRAME = box(0, 0, W, H)
SMALLEST_ISLAND = 130.0  # square pixels
SMALLEST_LAKE = 250.0

# ---- the projection: Lambert's conformal conic, then stretched so that crowded central Europe gets more room

R = 6371.0
LAT0, LON0, P1, P2 = (math.radians(v) for v in (50.0, 14.0, 40.0, 62.0))
N = math.log(math.cos(P1) / math.cos(P2)) / math.log(
    math.tan(math.pi / 4 + P2 / 2) / math.tan(math.pi / 4 + P1 / 2)
)
F = math.cos(P1) * math.tan(math.pi / 4 + P1 / 2) ** N / N
RHO0 = R * F / math.tan(math.pi / 4 + LAT0 / 2) ** N


def stretch(start, knots):
    """Convert kilometres to pixels: *knots* give pixels per kilometre along the axis; *start* is pixel 0."""
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


def atlas_land(atlas: Path):
    topology = json.loads((atlas / "countries-50m.json").read_text())
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
            if max(x for x, _ in shell) - min(x for x, _ in shell) > 200:  # Russia crosses the date line
                shell, holes = [(x % 360, y) for x, y in shell], []
            polygons.append(shapely.make_valid(Polygon(shell, [h for h in holes if len(h) > 3])))
    view = box(-60, 15, 80, 82)
    return unary_union([p.intersection(view) for p in polygons if p.intersects(view)]).buffer(0.001)


def coast(atlas: Path):
    land = shapely.transform(shapely.segmentize(atlas_land(atlas), 0.5), project)
    bridges = [
        LineString([at(p) for p in line]).buffer(width * PIXELS_PER_KM, cap_style="flat")
        for line, width in lines.BRIDGES
    ]
    land = unary_union([shapely.make_valid(land), *bridges]).intersection(FRAME.buffer(40))
    land = land.buffer(1.6).buffer(-3.0).buffer(1.4)  # no fjord or spit narrower than a line
    parts = [
        Polygon(p.exterior, [h for h in p.interiors if Polygon(h).area > SMALLEST_LAKE]) for p in land.geoms
    ]
    parts = [p for p in parts if p.area > SMALLEST_ISLAND]
    return MultiPolygon(parts).simplify(0.9)


# ---- borders


def wiggle(points, rng, depth=0.09, shortest=16.0):
    """Return a line made slightly uneven, the same every time; its ends do not move."""
    out = [points[0]]
    for a, b in pairwise(points):
        out += [*bent(a, b, rng, depth, shortest), b]
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
    return [*bent(a, middle, rng, depth, shortest), middle, *bent(middle, b, rng, depth, shortest)]


def drawn(all_lines, depth):
    rng = random.Random(1901)  # noqa: S311 - no secret: it bends lines, the same every time
    result = []
    for line in all_lines:
        points = [at(lines.POINTS[p]) if isinstance(p, str) else at(p) for p in line]
        result.append(LineString(wiggle(points, rng, depth)))
    return result


def faces(land):
    """Return all faces of the drawing: (polygon, whether it is land)."""
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
    """Return the shape of each province, and of each void, whose id begins with "*".

    A shape consists of the face around its seed, a point inside it, and of nearby faces without a seed (an
    island, a lagoon), which go to the nearest shape of their kind, land or sea.
    """
    seeds = [(id_, Point(at(seed))) for id_, some in lines.SEEDS.items() for seed in some]
    seeds += [(f"*{name}", Point(at(seed))) for name, _, seed in lines.VOIDS]
    faces_of = {}
    left = []
    for face, is_land in all_faces:
        here = {id_ for id_, seed in seeds if face.contains(seed)}
        if len(here) > 1:
            raise SystemExit(f"no line between {', '.join(sorted(here))}")
        for id_ in here:
            faces_of.setdefault(id_, []).append(face)
        if not here:
            left.append((face, "land" if is_land else "sea"))
    missing = sorted({id_ for id_, _ in seeds} - set(faces_of))
    if missing:
        raise SystemExit(f"no face holds {', '.join(missing)}")
    shapes = {id_: unary_union(some) for id_, some in faces_of.items()}
    for face, kind in left:
        faces_of[nearest(face, {id_: shapes[id_] for id_ in kinds if kinds[id_] == kind})].append(face)
    return {id_: unary_union(some) for id_, some in faces_of.items()}


def nearest(face, shapes):
    """Return the nearest shape; of those that touch, the one with the longest contact."""

    def rank(id_):
        return round(shapes[id_].distance(face), 1), -shapes[id_].buffer(1).intersection(face).area

    return min(shapes, key=rank)
