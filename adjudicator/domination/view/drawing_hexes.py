"""Draw the empty board: hexes with terrain, income, names, cities and towers.

A hex has three bands, so that nothing in it hides anything else: at the top a city, a tower or the terrain's
relief, in the middle the units, at the bottom the owner, the id and the income, and the name below.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, zip_longest
from math import cos, pi, sin

from adjudicator.domination.data import Data
from adjudicator.domination.ground import Ground, Space
from adjudicator.drawing.layers import part, part_at
from adjudicator.drawing.svg import Box, Point, circle, label, number, pair, polygon, text, width_of

SIZE = 46.0  # from the centre of a hex to a corner
INK, PAPER, LIGHT, EDGE = "#2d2a26", "#f5ecd9", "#ffffff", "#6b6154"
SEA, COIN, WALL, TOWER = "#4f93c0", "#f7e7a8", "#f1ead8", "#6c3fa0"
ROCK, TREE = "#7d7064", "#2c5a2e"
TOP, BOTTOM, NAME = -21.0, 19.0, 31.5  # the centres of the upper and lower bands, and of a name
INCOME_AT, ID_AT, OWNER_AT = 26.0, 3.0, -24.0  # from the centre of a hex, in the lower band

ID_SIZE, LETTER = 10.5, 7.4  # of an id: its height, and the width of one character
NOWHERE: Box = (0.0, 0.0, 1.0, 1.0)  # of what is not visible
MIDDLE: Point = (0.0, 0.0)  # of a hex: each part is drawn around it
HEX: Box = (-SIZE, -SIZE - 1, 2 * SIZE, 2 * SIZE + 2)
SIGN: Box = (-20, TOP - 17, 40, 30)
COINED: Box = (INCOME_AT - 9, BOTTOM - 10, 18, 18)


def middles_of(the_ground: Ground) -> dict[str, Point]:
    """Return the centre of each hex, by id."""
    return {space.id: _middle(space) for space in the_ground.spaces.values()}


def _middle(space: Space) -> Point:
    q, r = space.hex
    return SIZE * 3**0.5 * (q + r / 2), SIZE * 1.5 * r


def corners_of(middle: Point, size: float = SIZE) -> list[Point]:
    angles = [pi / 180 * (60 * corner - 30) for corner in range(6)]
    return [(middle[0] + size * cos(angle), middle[1] + size * sin(angle)) for angle in angles]


EDGES = polygon(corners_of(MIDDLE), fill="none", stroke=EDGE, stroke_width=0.8)


def box_of(middle: Point) -> Box:
    """Return the box of a hex with its edges."""
    return middle[0] - SIZE - 2, middle[1] - SIZE - 2, 2 * SIZE + 4, 2 * SIZE + 4


def hexes(the_data: Data, the_ground: Ground, middles: Mapping[str, Point]) -> Iterator[str]:
    """Draw the parts that look the same everywhere: grounds, edges, signs."""
    spaces = the_ground.spaces.values()
    drawn = [_hex(space, _ground(space, the_data), middles[space.id]) for space in spaces]
    named = targets(the_ground, middles)
    return filter(None, chain(chain.from_iterable(zip_longest(*drawn, fillvalue="")), (named,)))


def targets(the_ground: Ground, middles: Mapping[str, Point]) -> str:
    """Return the names of the spaces, where a pointer finds them: one part, in which nothing is visible."""
    spaces = the_ground.spaces.values()
    found = [_target(the_ground.titles[one.id] or one.id, middles[one.id]) for one in spaces]
    return part(NOWHERE, *found, fill="none", pointer_events="all")


@lru_cache(maxsize=2048)
def _target(name: str, middle: Point) -> str:
    corners, place = "L".join(map(pair, corners_of(MIDDLE))), " ".join(map(number, middle))
    return f'<path transform="translate({place})" d="M{corners}Z"><title>{text(name)}</title></path>'


@lru_cache(maxsize=2048)  # cached for some tables: their boards do not change
def _hex(space: Space, ground: str, middle: Point) -> tuple[str, ...]:
    """Draw the ground, the edges and the sign of a hex, from the bottom up."""
    return (
        part_at(middle, HEX, filled(ground)),
        part_at(middle, HEX, EDGES),
        *(part_at(middle, SIGN, sign) for sign in [_sign(space)] if sign),
    )


def _ground(space: Space, the_data: Data) -> str:
    return SEA if space.slot < 0 else the_data.terrain[space.terrain].color


def filled(ground: str) -> str:
    """Fill slightly more than the hex, so that there are no gaps."""
    return polygon(corners_of(MIDDLE), fill=ground, stroke=ground, stroke_width=1.2)


def _sign(space: Space) -> str:
    if space.city or space.tower:
        return city(MIDDLE) if space.city else tower(MIDDLE)
    return relief(space.terrain)


def names(the_ground: Ground, middles: Mapping[str, Point]) -> Iterator[str]:
    """Draw ids, incomes, and the names of cities and towers above the arrows, space by space."""
    return chain.from_iterable(_names(space, middles[space.id]) for space in the_ground.spaces.values())


@lru_cache(maxsize=2048)
def _names(space: Space, middle: Point) -> tuple[str, ...]:
    drawn = [part_at(middle, box, words) for words, box in _id(space.id)]
    if space.value:
        drawn.append(part_at(middle, COINED, coin(space.value)))
    if name := space.city or space.tower:
        box = _around(name, (0.0, NAME), 9.5)
        drawn.append(part_at(middle, box, label((0.0, NAME), name, 9.5, INK, **HALO)))
    return tuple(drawn)


@cache
def _id(name: str) -> tuple[tuple[str, Box], ...]:
    """Draw the letter and the number separately, so that there are few different parts."""
    letter, number = name[:1], name[1:]
    left = ID_AT - LETTER * (len(name) - 2) / 2
    said = ((letter, left - 0.5, "end", left - LETTER - 0.5), (number, left, "start", left))
    return tuple(
        (
            label((x, BOTTOM), words, ID_SIZE, INK, font_weight="bold", text_anchor=anchor, **HALO),
            (at - 4, BOTTOM - 8, LETTER * max(1, len(words)) + 8, 16),
        )
        for words, x, anchor, at in said
    )


def _around(words: str, at: Point, size: float) -> Box:
    wide = width_of(words, size) + 4
    return at[0] - wide / 2, at[1] - size * 0.8, wide, size * 1.6


@cache
def coin(value: int) -> str:
    at = (INCOME_AT, BOTTOM - 1)
    return circle(at, 7.5, fill=COIN, stroke=INK, stroke_width=0.8) + label(at, str(value), 10, INK)


HALO = {"stroke": LIGHT, "stroke_width": "3.2", "paint_order": "stroke", "stroke_linejoin": "round"}


@cache
def relief(terrain: str) -> str:
    """Draw a small sign for slow terrain, so that it does not depend on colour."""
    x, y = 0.0, TOP
    if terrain == "m":
        return polygon(
            [(x - 15, y + 9), (x, y - 11), (x + 15, y + 9)], fill=ROCK, stroke=INK, stroke_width=0.6
        )
    if terrain == "w":
        trees = [[(x + d - 6, y + 8), (x + d, y - 8), (x + d + 6, y + 8)] for d in (-11, 0, 11)]
        return "".join(polygon(tree, fill=TREE) for tree in trees)
    return ""


def city(middle: Point) -> str:
    x, y = middle[0], middle[1] + TOP
    walls = [(-15, 11), (-15, -8), (-9, -8), (-9, -3), (-4, -3), (-4, -14), (4, -14), (4, -3), (9, -3)]
    walls += [(9, -8), (15, -8), (15, 11)]
    return polygon([(x + dx, y + dy) for dx, dy in walls], fill=WALL, stroke=INK, stroke_width=1)


def tower(middle: Point) -> str:
    x, y = middle[0], middle[1] + TOP
    shape = [(-7, 11), (-7, -3), (0, -15), (7, -3), (7, 11)]
    return polygon([(x + dx, y + dy) for dx, dy in shape], fill=TOWER, stroke=LIGHT, stroke_width=1)
