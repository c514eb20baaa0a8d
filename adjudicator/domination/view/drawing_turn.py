"""Draw units, battles and spells in force."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.domination.data import Data
from adjudicator.domination.position import Position, Units
from adjudicator.domination.record import Event
from adjudicator.domination.view.drawing_hexes import INK, LIGHT, TOP, TOWER
from adjudicator.domination.view.drawing_owners import ink_on, letters_of
from adjudicator.drawing.layers import around, part_at
from adjudicator.drawing.palette import CROSS
from adjudicator.drawing.svg import Point, circle, label, pair, polygon, tag, text

UNITS_AT = 0.5  # below the centre of a hex
MIDDLE: Point = (0.0, 0.0)
SIDE = 26.0  # of the signs next to a city
MOST = 120  # players times kinds
# Up to this many tokens: rows, radius. They fit between a city's walls and the space's id.
LAYOUTS = ((3, 1, 11.5), (4, 1, 9.3), (5, 1, 7.5), (6, 1, 6.2), (12, 2, 5.8), (24, 3, 3.8), (MOST, 6, 1.9))
APART = 2.08  # between tokens, in radii


class Token(NamedTuple):
    """All units of one kind and player in a space, and their position."""

    units: Units
    at: Point
    radius: float


def tokens(position: Position, middles: Mapping[str, Point]) -> list[Token]:
    """Return all units on the board, space by space."""
    by_space: dict[str, list[Units]] = {space: [] for space in middles}
    for units in position.units:
        by_space[units.space].append(units)
    return [token for space, here in by_space.items() for token in placed(here, middles[space])]


def placed(here: Sequence[Units], middle: Point) -> list[Token]:
    """Place tokens side by side in the middle of a hex; if there are many, smaller and in rows."""
    rows, radius = next((rows, radius) for most, rows, radius in LAYOUTS if len(here) <= most)
    longest = -(-len(here) // rows)
    found = []
    for place, units in enumerate(here):
        row, column = divmod(place, longest)
        in_row = min(longest, len(here) - row * longest)
        x = middle[0] + (column - (in_row - 1) / 2) * APART * radius
        y = middle[1] + UNITS_AT + (row - (rows - 1) / 2) * APART * radius
        found.append(Token(units, (x, y), radius))
    return found


def token(one: Token, the_data: Data, letters: Mapping[str, str]) -> str:
    """Draw a disc with the letter of the kind, the number, and the player's letters.

    The title names the units as in the other games, "Red Knight, B4".
    """
    units, radius = one.units, one.radius
    colour = the_data.colours[units.player]
    count = str(units.count) if units.count > 1 else ""
    kind = the_data.units[units.kind]
    words = f"{kind.code}{count}"
    return part_at(
        one.at,
        around([MIDDLE], radius + 1),
        f"<title>{text(units.player)} {text(kind.name)}, {units.space}</title>",
        *disc(words, letters[units.player], colour, radius),
    )


def disc(words: str, letters: str, colour: str, radius: float) -> tuple[str, ...]:
    """Draw the disc of units: kind and number, and the owner's letters below."""
    ink, scale = ink_on(colour), radius / 11.5
    size = (12 if len(words) < 3 else 10) * scale
    return (
        circle(MIDDLE, radius, fill=LIGHT),
        circle(MIDDLE, radius - 1, fill=colour, stroke=INK, stroke_width=0.7),
        label((0.0, -2.4 * scale), words, size, ink, font_weight="bold"),
        label((0.0, 6.4 * scale), letters, 6.6 * scale, ink),
    )


def standing(position: Position, the_data: Data, middles: Mapping[str, Point]) -> Iterator[str]:
    letters = letters_of(position.settings.seats)
    for one in tokens(position, middles):
        yield token(one, the_data, letters)


def battles(events: Sequence[Event], middles: Mapping[str, Point]) -> Iterator[str]:
    for space in dict.fromkeys(event.space for event in events if event.key == "round"):
        at = (middles[space][0] + SIDE, middles[space][1] + TOP)
        yield part_at(at, around([MIDDLE], 11), battle(MIDDLE))


def battle(at: Point) -> str:
    """Draw two crossed swords."""
    x, y = at
    blades = (
        f"M{pair((x - 7, y - 7))}l14 14m0 -14l-14 14M{pair((x - 7, y + 2))}l5 5M{pair((x + 7, y + 2))}l-5 5"
    )
    casing = tag("path", d=blades, fill="none", stroke=LIGHT, stroke_width=5, stroke_linecap="round")
    return casing + tag("path", d=blades, fill="none", stroke=CROSS, stroke_width=2.4, stroke_linecap="round")


def spells(position: Position, middles: Mapping[str, Point]) -> Iterator[str]:
    """Draw a star where a spell is in force; the legend names it."""
    for space in dict.fromkeys(effect.space for effect in position.effects):
        at = (middles[space][0] - SIDE, middles[space][1] + TOP)
        yield part_at(at, around([MIDDLE], 9), star(MIDDLE))


def star(at: Point) -> str:
    x, y = at
    rays = [
        (0, -8),
        (2, -2.6),
        (8, -2.6),
        (3.4, 1.4),
        (5, 7),
        (0, 3.6),
        (-5, 7),
        (-3.4, 1.4),
        (-8, -2.6),
        (-2, -2.6),
    ]
    return polygon([(x + dx, y + dy) for dx, dy in rays], fill=TOWER, stroke=LIGHT, stroke_width=1.2)
