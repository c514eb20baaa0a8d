"""Every space and its borders: the pieces in their slots, and the sea round them.

Hexes are reckoned in axial coordinates (q, r): a neighbour is one of six steps away.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from adjudicator.domination.data import Data, data

Hex = tuple[int, int]  # axial: q along the row, r the row
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
WATER = "~"
WIDTH = 4  # spaces in a row of a piece
_CELL = re.compile(r"([a-z~])(\d*)")


class Space(NamedTuple):
    """A space. *slot* is the place of its piece in the layout, -1 for the sea frame; clause 1.2."""

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
    """*spaces* are in the order of 5.1: by piece letter and number, the sea frame last."""

    spaces: Mapping[str, Space]
    borders: Mapping[str, tuple[str, ...]]
    rank: Mapping[str, int]
    names: Mapping[str, str]  # cities and towers, by name in small letters

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
    """*step* turned by *times* sixths of a circle, clockwise."""
    for _ in range(times % 6):
        step = -step[1], step[0] + step[1]
    return step


def hexes(slot: tuple[int, int, int]) -> list[Hex]:
    """Where the sixteen spaces of a piece in *slot* (x, y, turn) lie."""
    x, y, turn = slot
    start = axial(x, y)
    steps = [turned(axial(number % WIDTH, number // WIDTH), turn) for number in range(WIDTH * WIDTH)]
    return [(start[0] + q, start[1] + r) for q, r in steps]


def neighbours(place: Hex) -> list[Hex]:
    return [(place[0] + q, place[1] + r) for q, r in STEPS]


def on_piece(the_data: Data, piece: str, side: str, slot: int, slots: int) -> list[Space]:
    """The spaces of *piece* where it lies in *slot* of a board of so many *slots*."""
    card = the_data.pieces[piece]
    face = card.back if side == "back" else card.front
    cells = [found for row in face.rows for found in _CELL.findall(row)]
    return [
        Space(
            id=(id_ := f"{piece}{number}"),
            hex=place,
            terrain=terrain,
            value=int(value or 0),
            city=face.cities.get(id_, ""),
            tower=face.towers.get(id_, ""),
            slot=slot,
        )
        for number, ((terrain, value), place) in enumerate(
            zip(cells, hexes(the_data.layouts[slots][slot]), strict=True), 1
        )
    ]


def ground(the_data: Data, side: str, pieces: Sequence[str]) -> Ground:
    """The board of *pieces* in slot order. Raises ValueError where pieces and layouts do not fit."""
    return _ground(the_data.key, side, tuple(pieces))


@lru_cache(maxsize=256)
def _ground(changes: str, side: str, pieces: tuple[str, ...]) -> Ground:
    the_data = _data_of(changes)
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
    )


def _data_of(changes: str) -> Data:
    return data(msgspec.json.decode(changes))


def _sea(prefix: str, board: set[Hex]) -> list[Space]:
    """The sea frame: every place that borders a board space and is not one, in reading order; 9.1."""
    around = {place for space in board for place in neighbours(space)} - board
    ordered = sorted(around, key=lambda place: tuple(reversed(column_and_row(place))))
    return [
        Space(f"{prefix}{number}", place, WATER, 0, "", "", -1) for number, place in enumerate(ordered, 1)
    ]


def steps_between(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2
