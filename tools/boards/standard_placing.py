"""Place the name, the centre's dot and the unit of a province as far apart and as far inside as possible."""

import math

import numpy as np
import shapely
from shapely.geometry import MultiPolygon
from standard_plane import FRAME

UNIT = 15.0  # half the width of a unit
OUTSIDE, DOT_OUTSIDE = -1.6, -4.0  # added to the score if a part of the name, or the dot, is over the border


def place(polygon, has_dot, size):
    """Return (label, dot or None, unit, room for the unit) in pixels; *size* is the font size."""
    main = largest(largest(polygon).intersection(FRAME.buffer(-4)))
    shapely.prepare(main)
    grid, room = places(main)
    half_w, half_h = size * (2.2 + 0.85 * has_dot) / 2, size * 0.475
    apart = from_label(grid, half_w, half_h)
    fits = label_room(main, grid, half_w, half_h)
    off_middle = np.hypot(*(grid - np.array(main.centroid.coords[0])).T) / math.sqrt(main.area)
    label_score = np.where(fits < 0, OUTSIDE, np.minimum(fits / 6, 1.0)) - 0.8 * off_middle
    if has_dot:
        dot_room = clearance(main, grid + np.array((size * 0.4 - half_w, 0)))
        label_score = label_score + np.where(dot_room < 5, DOT_OUTSIDE, 0.0)
    unit_score = np.minimum(room / UNIT, 1.5) * 1.2 - 0.8 * off_middle
    score = np.minimum(apart / UNIT, 1.25) + label_score[:, None] + unit_score[None, :]
    label, unit = np.unravel_index(int(np.argmax(score)), score.shape)
    x, y = grid[label]
    dot = (x - half_w + size * 0.4, y) if has_dot else None
    free = min(float(room[unit]), float(apart[label, unit]))
    return (x + size * 0.42 * has_dot, y), dot, tuple(grid[unit]), free


def largest(shape):
    return max(shape.geoms, key=lambda part: part.area) if isinstance(shape, MultiPolygon) else shape


def places(shape):
    """Return about 500 points in the shape, and the distance of each from its edge."""
    x0, y0, x1, y1 = shape.bounds
    step = max(2.5, math.sqrt(shape.area / 500))
    grid = np.array([(x, y) for x in np.arange(x0 + 1, x1, step) for y in np.arange(y0 + 1, y1, step)])
    room = clearance(shape, grid)
    return grid[room > 2], room[room > 2]


def clearance(shape, points):
    inside = shapely.contains_xy(shape, points)
    return np.where(inside, shapely.distance(shape.boundary, shapely.points(points)), -1.0)


def label_room(shape, grid, half_w, half_h):
    """Return the least clearance of a name's corners and sides."""
    offsets = [(dx, dy) for dx in (-half_w, 0, half_w) for dy in (-half_h, 0, half_h) if dx or dy]
    return np.min([clearance(shape, grid + np.array(offset)) for offset in offsets], axis=0)


def from_label(grid, half_w, half_h):
    """Return the distances from a name's box (rows) to the centre of a unit (columns)."""
    dx = np.maximum(np.abs(grid[:, None, 0] - grid[None, :, 0]) - half_w, 0)
    dy = np.maximum(np.abs(grid[:, None, 1] - grid[None, :, 1]) - half_h, 0)
    return np.hypot(dx, dy)
