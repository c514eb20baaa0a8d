"""Draw owners: an edge and a chip with letters, hatching on conquered spaces, and remaining walls."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from adjudicator.domination.data import Data
from adjudicator.domination.ground import STEPS, Ground, Space
from adjudicator.domination.position import Position
from adjudicator.domination.view.drawing_hexes import (
    BOTTOM,
    HALO,
    INK,
    LIGHT,
    OWNER_AT,
    SIZE,
    TOP,
    box_of,
    corners_of,
)
from adjudicator.drawing.layers import around, part_at
from adjudicator.drawing.palette import legible, mixed
from adjudicator.drawing.svg import Box, Point, label, pair, rectangle, tag

MIDDLE: Point = (0.0, 0.0)  # the centre of a hex: each part is drawn around it
CHIP: Box = (OWNER_AT - 10, BOTTOM - 7, 20, 14)
WALLS: Box = (-12, TOP - 5, 24, 18)
HATCH_STEP, HATCH_OPACITY = 9.0, ".4"


def owners(
    position: Position, the_data: Data, the_ground: Ground, middles: Mapping[str, Point]
) -> Iterator[str]:
    """Draw the owners with few different parts, so that hardly any is painted twice."""
    at = {space.hex: space.id for space in the_ground.spaces.values()}
    letters = letters_of(position.settings.seats)
    for space in the_ground.spaces.values():
        middle, owner = middles[space.id], position.owners.get(space.id)
        if owner:
            if owner != position.home.get(space.id):
                yield part_at(middle, box_of(MIDDLE), hatching())
            for drawn, box in _edges(_sides(position, space, at), the_data.colours[owner]):
                yield part_at(middle, box, drawn)
            yield part_at(middle, CHIP, chip(the_data.colours[owner], letters[owner]))


def fortifications(position: Position, the_ground: Ground, middles: Mapping[str, Point]) -> Iterator[str]:
    """Draw how many fortification tokens each city has left, 0 too: above the arrows."""
    for city in the_ground.cities():
        if city in position.forts:
            yield part_at(middles[city], WALLS, walls(position.forts[city]))


@cache
def hatching(width: float = 1.3) -> str:
    """Draw slanting lines across a hex, which is much faster than a pattern."""
    half = SIZE * 3**0.5 / 2
    lines = []
    for n in range(-int(2 * half / HATCH_STEP), int(2 * half / HATCH_STEP) + 1):
        # The line dx + dy = n steps, between the upright sides and under the slanting ones.
        total = n * HATCH_STEP
        inside = [dx for dx in range(-int(half), int(half) + 1) if _is_in_hex(dx, total - dx)]
        if len(inside) > 1:
            ends = [(dx, total - dx) for dx in (inside[0], inside[-1])]
            lines.append(f"M{pair(ends[0])}L{pair(ends[1])}")
    return tag("path", d="".join(lines), stroke=INK, stroke_width=width, stroke_opacity=HATCH_OPACITY)


def _is_in_hex(dx: float, dy: float) -> bool:
    return abs(dx) <= SIZE * 3**0.5 / 2 and abs(dy) + abs(dx) / 3**0.5 <= SIZE


def _sides(position: Position, space: Space, at: Mapping[tuple[int, int], str]) -> tuple[int, ...]:
    """Return the sides whose neighbour has another owner."""
    q, r = space.hex
    return tuple(
        side
        for side, (dq, dr) in enumerate(STEPS)
        if position.owners.get(at.get((q + dq, r + dr), "")) != position.owners[space.id]
    )


@cache
def _edges(sides: tuple[int, ...], colour: str) -> tuple[tuple[str, Box], ...]:
    """Draw lines along these sides that are visible on every terrain, with their boxes."""
    beside = LIGHT if ink_on(colour) == LIGHT else INK
    corners = corners_of(MIDDLE, SIZE - 3.5)
    ways = [(corners[side], corners[(side + 1) % 6]) for side in sides]
    return tuple(
        (
            tag(
                "path",
                d=f"M{pair(start)}L{pair(end)}",
                stroke=stroke,
                stroke_width=width,
                stroke_linecap="round",
            ),
            around((start, end), width),
        )
        for stroke, width in ((beside, 7), (colour, 4.6))
        for start, end in ways
    )


def chip(colour: str, letters: str) -> str:
    x, y = OWNER_AT, BOTTOM
    frame = rectangle(x - 9, y - 6, 18, 12, fill=colour, stroke=LIGHT, stroke_width=1, rx=2.0)
    return frame + label((x, y), letters, 8.5, ink_on(colour), font_weight="bold")


def walls(left: int) -> str:
    return label((0.0, TOP + 4.5), str(left), 11, INK, font_weight="bold", **HALO)


def letters_of(seats: Sequence[str]) -> dict[str, str]:
    """Return two letters for each player: the first two, or the first and last if those are ambiguous."""
    shared = Counter(seat[:2] for seat in seats)
    return {seat: seat[:2] if shared[seat[:2]] == 1 else seat[0] + seat[-1] for seat in seats}


def line_of(colour: str) -> str:
    """Return the colour for arrows: light ones are darkened to be visible on any terrain."""
    return mixed(colour, INK, 0.8 if ink_on(colour) == LIGHT else 0.55)


def ink_on(colour: str) -> str:
    """Return the colour of letters on a player's colour."""
    return legible(colour, LIGHT, INK)
