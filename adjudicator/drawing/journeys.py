"""Draw where pieces went during a whole game: a line for each, and a legend.

Each piece has its own colour, dashes and lane, so that lines between the same places are next to each other.
A journey begins at a disc and ends at a square, or at a cross if the piece is gone.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from adjudicator.core.board import Place
from adjudicator.drawing import layers
from adjudicator.drawing.ground import Ground, ground_of
from adjudicator.drawing.legend import TITLE_HEIGHT, LegendEntry, height_below, signs_below, title_above
from adjudicator.drawing.palette import WHITE, palette_of
from adjudicator.drawing.svg import Point, circle, polygon, rectangle, tag, towards

# Dark enough on every ground, and distinct for colour-blind readers; dashes distinguish the rest.
COLOURS = (
    *("#0072b2", "#d55e00", "#007a53", "#a0437c", "#5b3a00", "#111111"),
    *("#c4161c", "#3a2c9b", "#00667a", "#8a6d00"),
)
DASHES = ("", "9 4", "2 4")
WIDTH, CASING = 4.0, 6.6
LANE = 10.0  # from the middle of a place to the lanes around it
HEAD = 12.0


class Journey(Struct, frozen=True):
    """Where a piece has been, in order; *is_gone* if it is no longer on the board."""

    name: str
    stops: tuple[Place, ...]
    is_gone: bool = False


def draw_journeys(package: str, journeys: Sequence[Journey], title: str) -> str:
    """Draw *journeys* on the board of *package* as SVG. Raises ValueError for a place that is not on it."""
    ground = ground_of(package)
    for journey in journeys:
        for place in journey.stops:
            if place not in ground.spots:
                raise ValueError(f'{ground.board.name} has no place "{place}" to draw in')
    x, y, right, bottom = ground.bounds
    width, height = right - x, bottom - y
    entries = [LegendEntry(_sign(number), journey.name) for number, journey in enumerate(journeys)]
    foot = height_below(entries, width)
    head = (x, y - TITLE_HEIGHT, width, TITLE_HEIGHT)
    turn = (
        *title_above(title, "", head),
        *ground.names,
        *(part for number in range(len(journeys)) for part in _line(ground, journeys, number)),
        *signs_below(entries, 0, (x, bottom), width),
    )
    board = (x, y, width, height)
    colours = (*palette_of(ground.board)[:64], *COLOURS)
    return layers.picture(
        layers.Frame((x, y - TITLE_HEIGHT, width, height + TITLE_HEIGHT + foot), title, colours),
        (*ground.patterns, *ground.shapes),
        ((layers.part(board, ground.under),), (layers.part(board, ground.over),), turn, ()),
    )


def _line(ground: Ground, journeys: Sequence[Journey], number: int) -> Iterator[str]:
    """Yield the legs of one journey, each only once, and its ends."""
    journey, colour = journeys[number], COLOURS[number % len(COLOURS)]
    angle = 2 * math.pi * number / len(journeys)
    aside = (LANE * math.cos(angle), LANE * math.sin(angle))

    def at(place: Place) -> Point:
        x, y = ground.spots[place].at
        return x + aside[0], y + aside[1]

    for start, end in dict.fromkeys(pairwise(journey.stops)):
        if start != end:
            yield _leg(at(start), at(end), number)
    first, last = at(journey.stops[0]), at(journey.stops[-1])
    yield layers.part(
        layers.around([first], HEAD), circle(first, 5, fill=colour, stroke=WHITE, stroke_width=1.5)
    )
    yield layers.part(layers.around([last], HEAD), _end(last, colour, journey.is_gone))


def _leg(start: Point, end: Point, number: int) -> str:
    colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
    tip = towards(start, end, math.dist(start, end) * 0.62)
    way = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
    case = tag("path", d=way, fill="none", stroke=WHITE, stroke_width=CASING, stroke_linecap="round")
    broken = {"stroke_dasharray": dashes} if dashes else {}
    drawn = tag(
        "path", d=way, fill="none", stroke=colour, stroke_width=WIDTH, stroke_linecap="round", **broken
    )
    return layers.part(layers.around([start, end], HEAD), case, drawn, _arrow(start, tip, colour))


def _arrow(start: Point, tip: Point, colour: str) -> str:
    length = math.dist(start, tip) or 1.0
    dx, dy = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    back = tip[0] - dx * HEAD, tip[1] - dy * HEAD
    wings = [
        (back[0] - dy * HEAD / 2, back[1] + dx * HEAD / 2),
        (back[0] + dy * HEAD / 2, back[1] - dx * HEAD / 2),
    ]
    return polygon([tip, *wings], fill=colour, stroke=WHITE, stroke_width=0.8)


def _end(at: Point, colour: str, is_gone: bool) -> str:
    x, y = at
    if not is_gone:
        return rectangle(x - 5, y - 5, 10, 10, fill=colour, stroke=WHITE, stroke_width=1.5)
    cross = (
        f"M{x - 6:.1f} {y - 6:.1f}L{x + 6:.1f} {y + 6:.1f}M{x + 6:.1f} {y - 6:.1f}L{x - 6:.1f} {y + 6:.1f}"
    )
    case = tag("path", d=cross, fill="none", stroke=WHITE, stroke_width=6)
    return case + tag("path", d=cross, fill="none", stroke=colour, stroke_width=3)


def _sign(number: int) -> str:
    colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
    broken = {"stroke_dasharray": dashes} if dashes else {}
    drawn = tag("path", d="M-16 0H12", fill="none", stroke=colour, stroke_width=WIDTH, **broken)
    return drawn + polygon([(16, 0), (8, -5), (8, 5)], fill=colour)
