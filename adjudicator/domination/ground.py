"""The spaces of a board and their borders: the pieces in their slots, and the sea frame.

Hexes have axial coordinates (q, r): q along the row, r the row.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from adjudicator.domination.data import Data

Hex = tuple[int, int]
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
WATER = "~"
WIDTH = 4  # spaces in a row of a piece
_CELL = re.compile(r"([a-z~])(\d*)")


class Space(NamedTuple):
    """*slot* is the place of its piece in the layout, -1 for the sea frame; clause 1.2."""

    id: str
    hex: Hex
    terrain: str
    value: int
    city: str
    tower: str
    slot: int

    @property
    def is_water(self) -> bool:
        return self.terrain == WATER


class Ground(NamedTuple):
    """A board. *spaces* are in the order of 5.1: by piece letter and number, the sea frame last."""

    spaces: Mapping[str, Space]
    borders: Mapping[str, tuple[str, ...]]
    rank: Mapping[str, int]
    names: Mapping[str, str]  # the space of each city and tower, by its name in lower case
    titles: Mapping[str, str]  # for each space the name of its city or tower, "" if it has none

    def cities(self) -> Iterator[str]:
        return (space.id for space in self.spaces.values() if space.city)

    def land(self) -> Iterator[str]:
        return (space.id for space in self.spaces.values() if not space.is_water)


def axial(x: int, y: int) -> Hex:
    return x - (y - y % 2) // 2, y


def column_and_row(place: Hex) -> tuple[int, int]:
    q, r = place
    return q + (r - r % 2) // 2, r


def turned(step: Hex, times: int) -> Hex:
    """Return *step* turned clockwise by *times* sixths of a circle."""
    for _ in range(times % 6):
        step = -step[1], step[0] + step[1]
    return step


def hexes(slot: tuple[int, int, int]) -> list[Hex]:
    """Return the hexes of the spaces of a piece in *slot* (x, y, turn), in the order of their numbers."""
    x, y, turn = slot
    start = axial(x, y)
    steps = [turned(axial(number % WIDTH, number // WIDTH), turn) for number in range(WIDTH * WIDTH)]
    return [(start[0] + q, start[1] + r) for q, r in steps]


def neighbours(place: Hex) -> list[Hex]:
    return [(place[0] + q, place[1] + r) for q, r in STEPS]


def on_piece(the_data: Data, piece: str, side: str, slot: int, slots: int) -> list[Space]:
    """Return the spaces of *piece* in *slot* of a board with this number of *slots*."""
    both = the_data.pieces[piece]
    shown = both.back if side == "back" else both.front
    cells = [found for row in shown.rows for found in _CELL.findall(row)]
    return [
        Space(
            id=(id_ := f"{piece}{number}"),
            hex=place,
            terrain=terrain,
            value=int(value or 0),
            city=shown.cities.get(id_, ""),
            tower=shown.towers.get(id_, ""),
            slot=slot,
        )
        for number, ((terrain, value), place) in enumerate(
            zip(cells, hexes(the_data.layouts[slots][slot]), strict=True), 1
        )
    ]


@lru_cache(maxsize=256)
def ground(the_data: Data, side: str, pieces: tuple[str, ...]) -> Ground:
    """Return the board of *pieces*, in slot order."""
    spaces = [
        space
        for slot, piece in enumerate(pieces)
        for space in on_piece(the_data, piece, side, slot, len(pieces))
    ]
    spaces.sort(key=lambda space: (space.id[0], int(space.id[1:])))
    if side == the_data.sea.used_with:
        spaces += _sea(the_data.sea.prefix, {space.hex for space in spaces})
    at = {space.hex: space.id for space in spaces}
    return Ground(
        spaces={space.id: space for space in spaces},
        borders={
            space.id: tuple(at[place] for place in neighbours(space.hex) if place in at) for space in spaces
        },
        rank={space.id: number for number, space in enumerate(spaces)},
        names={name.casefold(): space.id for space in spaces for name in (space.city, space.tower) if name},
        titles={space.id: space.city or space.tower for space in spaces},
    )


def _sea(prefix: str, board: set[Hex]) -> list[Space]:
    """Return the sea frame: every hex that borders the pieces, in reading order; 9.1."""
    around = {place for space in board for place in neighbours(space)} - board
    ordered = sorted(around, key=lambda place: tuple(reversed(column_and_row(place))))
    return [
        Space(f"{prefix}{number}", place, WATER, 0, "", "", -1) for number, place in enumerate(ordered, 1)
    ]


def steps_between(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2
