"""Whose is what?  An edge and a chip with the owner's letters, hatching where it was won, the walls left."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.domination.data import Data
from adjudicator.domination.ground import STEPS, Ground, Space
from adjudicator.domination.picture_hexes import BOTTOM, INK, LIGHT, OWNER_AT, SIZE, TOP, box_of, corners_of
from adjudicator.domination.position import Position
from adjudicator.picture.layers import part
from adjudicator.picture.palette import legible, mixed
from adjudicator.picture.svg import Point, label, pair, rectangle, tag

HATCH_STEP, HATCH_OPACITY = 9.0, ".4"


def owners(
    position: Position, the_data: Data, the_ground: Ground, middles: Mapping[str, Point]
) -> Iterator[str]:
    """The parts: one for each space that somebody owns or that has walls."""
    at = {space.hex: space.id for space in the_ground.spaces.values()}
    letters = letters_of(position.settings.seats)
    for space in the_ground.spaces.values():
        drawn = []
        owner = position.owners.get(space.id)
        if owner:
            was_won = owner != position.home.get(space.id)
            hatching = _hatching(middles[space.id]) if was_won else ""
            edge = _edge(position, space, at, middles[space.id])
            chip = _chip(middles[space.id], the_data.colours[owner], letters[owner])
            drawn = [hatching, *_stroked(edge, the_data.colours[owner]), chip]
        walls = position.forts.get(space.id, 0)
        if space.city and walls:
            drawn.append(_walls(middles[space.id], walls))
        if drawn:
            yield part(box_of(middles[space.id]), *drawn)


def _hatching(middle: Point) -> str:
    """Slanting lines across a hex: much sooner painted than a pattern."""
    x, y = middle
    half = SIZE * 3**0.5 / 2
    lines = []
    for n in range(-int(2 * half / HATCH_STEP), int(2 * half / HATCH_STEP) + 1):
        # The line dx + dy = n steps, between the upright sides and under the slanting ones.
        total = n * HATCH_STEP
        inside = [dx for dx in range(-int(half), int(half) + 1) if _is_in_hex(dx, total - dx)]
        if len(inside) > 1:
            ends = [(x + dx, y + total - dx) for dx in (inside[0], inside[-1])]
            lines.append(f"M{pair(ends[0])}L{pair(ends[1])}")
    return tag("path", d="".join(lines), stroke=INK, stroke_width=1.3, stroke_opacity=HATCH_OPACITY)


def _is_in_hex(dx: float, dy: float) -> bool:
    return abs(dx) <= SIZE * 3**0.5 / 2 and abs(dy) + abs(dx) / 3**0.5 <= SIZE


def _edge(position: Position, space: Space, at: Mapping[tuple[int, int], str], middle: Point) -> str:
    """Along the sides where the neighbour is not his too."""
    q, r = space.hex
    corners = corners_of(middle, SIZE - 3.5)
    return "".join(
        f"M{pair(corners[side])}L{pair(corners[(side + 1) % 6])}"
        for side, (dq, dr) in enumerate(STEPS)
        if position.owners.get(at.get((q + dq, r + dr), "")) != position.owners[space.id]
    )


def _stroked(way: str, colour: str) -> list[str]:
    """A line that is seen on every terrain."""
    if not way:
        return []
    beside = LIGHT if ink_on(colour) == LIGHT else INK
    casing = tag("path", d=way, stroke=beside, stroke_width=7, stroke_linecap="round")
    return [casing, tag("path", d=way, stroke=colour, stroke_width=4.6, stroke_linecap="round")]


def _chip(middle: Point, colour: str, letters: str) -> str:
    x, y = middle[0] + OWNER_AT, middle[1] + BOTTOM
    frame = rectangle(x - 9, y - 6, 18, 12, fill=colour, stroke=LIGHT, stroke_width=1, rx=2.0)
    return frame + label((x, y), letters, 8.5, ink_on(colour), font_weight="bold")


def _walls(middle: Point, walls: int) -> str:
    return label((middle[0], middle[1] + TOP + 4.5), str(walls), 11, INK, font_weight="bold")


def letters_of(seats: Sequence[str]) -> dict[str, str]:
    """Two letters for each player: the first two, or where these are another's too the first and the last."""
    shared = Counter(seat[:2] for seat in seats)
    return {seat: seat[:2] if shared[seat[:2]] == 1 else seat[0] + seat[-1] for seat in seats}


def line_of(colour: str) -> str:
    """For arrows: light colours are darkened till they are seen on any terrain."""
    return mixed(colour, INK, 0.8 if ink_on(colour) == LIGHT else 0.55)


def ink_on(colour: str) -> str:
    """For letters on a player's colour."""
    return legible(colour, LIGHT, INK)
