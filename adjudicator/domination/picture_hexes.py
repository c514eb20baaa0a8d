"""What does the empty board look like?  Hexes with terrain, income, names, cities and towers.

A hex has three bands, so that nothing in it hides another: above a city, a tower or the terrain's relief, in
the middle the units, below whose it is, its id and its income, and under these its name.
"""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin

from adjudicator.domination.data import Data
from adjudicator.domination.ground import Ground, Space
from adjudicator.picture.layers import part_at
from adjudicator.picture.svg import Box, Point, circle, label, polygon

SIZE = 46.0  # from the middle of a hex to a corner
INK, PAPER, LIGHT, EDGE = "#2d2a26", "#f5ecd9", "#ffffff", "#6b6154"
SEA, COIN, WALL, TOWER = "#4f93c0", "#f7e7a8", "#f1ead8", "#6c3fa0"
ROCK, TREE = "#7d7064", "#2c5a2e"
TOP, BOTTOM, NAME = -21.0, 19.0, 31.5  # the middles of the bands above and below, and of a name
NAMED: Box = (-SIZE, BOTTOM - 10, 2 * SIZE, NAME - BOTTOM + 20)  # where a space's id, income and name stand
INCOME_AT, ID_AT, OWNER_AT = 26.0, 3.0, -24.0  # from the middle of a hex, in the band below


def middles_of(the_ground: Ground) -> dict[str, Point]:
    """The middle of each hex, by its id."""
    return {space.id: _middle(space) for space in the_ground.spaces.values()}


def _middle(space: Space) -> Point:
    q, r = space.hex
    return SIZE * 3**0.5 * (q + r / 2), SIZE * 1.5 * r


def corners_of(middle: Point, size: float = SIZE) -> list[Point]:
    angles = [pi / 180 * (60 * corner - 30) for corner in range(6)]
    return [(middle[0] + size * cos(angle), middle[1] + size * sin(angle)) for angle in angles]


def box_of(middle: Point) -> Box:
    """A hex with the strokes at its edge."""
    return middle[0] - SIZE - 2, middle[1] - SIZE - 2, 2 * SIZE + 4, 2 * SIZE + 4


def hexes(the_data: Data, the_ground: Ground, middles: Mapping[str, Point]) -> str:
    spaces = the_ground.spaces.values()
    fills = [_fill(space, the_data, middles[space.id]) for space in spaces]
    return "".join([*fills, *(_marks(space, middles[space.id]) for space in spaces)])


def _fill(space: Space, the_data: Data, middle: Point) -> str:
    fill = SEA if space.slot < 0 else the_data.terrain[space.terrain].color
    return polygon(corners_of(middle), fill=fill, stroke=EDGE, stroke_width=0.8)


def _marks(space: Space, middle: Point) -> str:
    if space.city or space.tower:
        return _city(middle) if space.city else _tower(middle)
    return _relief(space, middle)


def names(the_ground: Ground, middles: Mapping[str, Point]) -> Iterator[str]:
    """Ids, incomes, and the names of cities and towers: to be read over the marches, space by space."""
    for space in the_ground.spaces.values():
        yield part_at(middles[space.id], NAMED, _named(space, (0.0, 0.0)))


def _named(space: Space, middle: Point) -> str:
    x, y = middle
    marks = label((x + ID_AT, y + BOTTOM), space.id, 10.5, INK, font_weight="bold", **HALO)
    if space.value:
        marks += circle((x + INCOME_AT, y + BOTTOM - 1), 7.5, fill=COIN, stroke=INK, stroke_width=0.8)
        marks += label((x + INCOME_AT, y + BOTTOM - 1), str(space.value), 10, INK)
    if space.city or space.tower:
        marks += label((x, y + NAME), space.city or space.tower, 9.5, INK, **HALO)
    return marks


HALO = {"stroke": LIGHT, "stroke_width": "3.2", "paint_order": "stroke", "stroke_linejoin": "round"}


def _relief(space: Space, middle: Point) -> str:
    """A small sign for slow terrain, so that it is told by more than its colour."""
    x, y = middle[0], middle[1] + TOP
    if space.terrain == "m":
        return polygon(
            [(x - 15, y + 9), (x, y - 11), (x + 15, y + 9)], fill=ROCK, stroke=INK, stroke_width=0.6
        )
    if space.terrain == "w":
        trees = [[(x + d - 6, y + 8), (x + d, y - 8), (x + d + 6, y + 8)] for d in (-11, 0, 11)]
        return "".join(polygon(tree, fill=TREE) for tree in trees)
    return ""


def _city(middle: Point) -> str:
    x, y = middle[0], middle[1] + TOP
    walls = [(-15, 11), (-15, -8), (-9, -8), (-9, -3), (-4, -3), (-4, -14), (4, -14), (4, -3), (9, -3)]
    walls += [(9, -8), (15, -8), (15, 11)]
    return polygon([(x + dx, y + dy) for dx, dy in walls], fill=WALL, stroke=INK, stroke_width=1)


def _tower(middle: Point) -> str:
    x, y = middle[0], middle[1] + TOP
    shape = [(-7, 11), (-7, -3), (0, -15), (7, -3), (7, 11)]
    return polygon([(x + dx, y + dy) for dx, dy in shape], fill=TOWER, stroke=LIGHT, stroke_width=1)
