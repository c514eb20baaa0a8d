"""The empty board, drawn once from `board.geojson` and cached as text."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import product
from typing import Any, NamedTuple

from adjudicator.drawing.hatching import SHAPE, WIDTH, hatching
from adjudicator.drawing.palette import CROSS, GOLD, WHITE, contrast, legible, mixed
from adjudicator.drawing.svg import (
    Box,
    Point,
    circle,
    label,
    number,
    path,
    rectangle,
    tag,
    text,
    towards,
    width_of,
)
from adjudicator.empires.ground import BOARD, POWERS, ZONES, Power, Zone

PAPER, INK, SEA, OUTSIDE, BORDER = "#fbf7ea", "#1a1510", "#c7dfec", "#dcd7ca", "#7a6a4c"
NOBODYS = "#efe7d2"
COAST, LINK, CITY, PORT = "#b9b2a0", "#7a4a2c", "#a3221b", "#1f3f78"
COLOURS = {
    "Germany": "#473d45",
    "Franco-British": "#2e58a5",
    "Russia": "#2c9a49",
    "Austria-Hungary": "#eaa81e",
}
LETTERS = {"Germany": "G", "Franco-British": "FB", "Russia": "R", "Austria-Hungary": "AH"}
TINTED, HATCHED = 0.46, 0.55  # opacity of a Power's colour in its zones, and in its hatching
FIGURE_INKS = ("#8a7350", "#6f5a36", "#5d8a4f", "#a5854d")
FIGURES = {  # the figure that the pattern of a terrain repeats
    "mountain": '<path d="M4 14l5-9 5 9M15 24l4-7 4 7" fill="none" stroke="#8a7350" stroke-width="1.4"/>',
    "forest": '<path d="M7 15v-3M20 25v-3" stroke="#6f5a36" stroke-width="1.4"/>'
    '<path d="M7 3l4 9H3zM20 13l4 9h-8z" fill="#5d8a4f"/>',
    "desert": '<circle cx="6" cy="7" r="1.1" fill="#a5854d"/>'
    '<circle cx="19" cy="18" r="1.1" fill="#a5854d"/>',
}
LINE_SHARES, LEAST_CONTRAST = (0.7, 0.6, 0.5, 0.4), 4.0  # of its colour in its arrows, and with its tint
NAME_SIZE = 13.5
SQUARE_FRAME = "3.4"
MOST_COLOURS = 128


class Ground(NamedTuple):
    """The empty board as text, and the places of things on it."""

    definitions: tuple[str, ...]
    under: str
    over: str
    names: str
    seats: Mapping[Zone, Point]
    rings: Mapping[Zone, tuple[tuple[Point, ...], ...]]
    names_at: Mapping[Zone, Box]  # including the signs next to the names


@cache
def ground() -> Ground:
    source = resources.files("adjudicator.empires").joinpath("board.geojson").read_text(encoding="utf-8")
    features = json.loads(source)["features"]
    zones = {f["properties"]["id"]: f for f in features if f["properties"]["layer"] == "zone"}
    scenery = [f for f in features if f["properties"]["layer"] == "scenery"]
    links = [f for f in features if f["properties"]["layer"] == "link"]
    shapes = [
        tag("path", id=f"z-{zone}", fill_rule="evenodd", d=_outline(zones[zone]["geometry"]))
        for zone in ZONES
    ]
    return Ground(
        definitions=(*_patterns(), *shapes),
        under="".join(_under(scenery)),
        over="".join(_over(links)),
        names="".join(_name(zone) for zone in ZONES),
        seats={zone: _point(zones[zone]["properties"]["unit_at"]) for zone in ZONES},
        rings={zone: tuple(_rings(zones[zone]["geometry"])) for zone in ZONES},
        names_at={zone: _name_at(zone) for zone in ZONES},
    )


def tint(power: Power) -> str:
    return mixed(COLOURS[power], PAPER, TINTED)


def ink_on(power: Power) -> str:
    """Return the colour of letters on its armies."""
    return legible(COLOURS[power])


@cache
def line_of(power: Power) -> str:
    """Return the colour of its arrows: its own, so dark that they are seen on its own ground."""
    lines = [mixed(COLOURS[power], INK, share) for share in LINE_SHARES]
    return next((one for one in lines if contrast(one, tint(power)) >= LEAST_CONTRAST), lines[-1])


def hatched(shape: SHAPE, power: Power) -> str:
    """Draw the hatching over ground that a Power has won."""
    return hatching(shape, POWERS.index(power), COLOURS[power], 1.1 * WIDTH, HATCHED)


def reduced(power: Power) -> str:
    return mixed(COLOURS[power], WHITE, 0.25)


@cache
def palette() -> tuple[str, ...]:
    """Return the colours of this board's pictures and the blends at their edges, the most important first."""
    plain = [PAPER, WHITE, INK, SEA, OUTSIDE, BORDER, NOBODYS, COAST, LINK, CITY, PORT, CROSS, GOLD]
    plain += FIGURE_INKS
    edges = [(INK, PAPER), (INK, WHITE), (BORDER, NOBODYS), (BORDER, OUTSIDE), (BORDER, SEA), (COAST, SEA)]
    edges += [(INK, NOBODYS), (WHITE, CITY), (WHITE, CROSS), (FIGURE_INKS[0], NOBODYS)]
    for power in POWERS:
        full, ground_of = COLOURS[power], tint(power)
        lines = mixed(full, ground_of, HATCHED)
        plain += [full, ground_of, reduced(power), line_of(power), lines]
        edges += [(full, WHITE), (full, INK), (INK, ground_of), (BORDER, ground_of), (lines, ground_of)]
        edges += [(WHITE, ground_of), (line_of(power), WHITE), *product(FIGURE_INKS[::2], (ground_of,))]
    blends = [mixed(one, other, share) for share in (0.5, 0.25, 0.75) for one, other in edges]
    return tuple(dict.fromkeys([*plain, *blends]))[:MOST_COLOURS]


def _point(at: Iterable[float]) -> Point:
    x, y = at
    return x, y


def _rings(geometry: Mapping[str, Any]) -> Iterator[tuple[Point, ...]]:
    shapes = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    for shape in shapes:
        yield from (tuple((x, y) for x, y in ring) for ring in shape)


def _outline(geometry: Mapping[str, Any]) -> str:
    return "".join(path(ring, closed=True) for ring in _rings(geometry))


def _under(scenery: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield rectangle(0, 0, BOARD.width, BOARD.height, fill=SEA)
    for feature in scenery:
        yield tag("path", d=_outline(feature["geometry"]), fill=OUTSIDE, fill_rule="evenodd", stroke=COAST)
    for zone in ZONES:
        yield f'<use href="#z-{zone}" fill="{NOBODYS}"><title>{text(ZONES[zone].name)}</title></use>'


def _over(links: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield '<g pointer-events="none">'
    for feature in links:
        one, other = [(x, y) for x, y in feature["geometry"]["coordinates"]]
        yield linked(towards(one, other, 34), towards(other, one, 34))
    for zone, facts in ZONES.items():
        if facts.terrain in FIGURES:
            yield f'<use href="#z-{zone}" fill="url(#{facts.terrain})"/>'
        thick = SQUARE_FRAME if facts.square else "1.5"
        yield f'<use href="#z-{zone}" fill="none" stroke="{BORDER}" stroke-width="{thick}"/>'
    yield "</g>"


def linked(start: Point, end: Point) -> str:
    """Draw the line between two zones that an arrow of the board joins."""
    way = path([start, end])
    return tag("path", d=way, stroke=LINK, stroke_width=2.4, stroke_dasharray="8 5", fill="none")


def _patterns() -> Iterator[str]:
    for terrain, figure in FIGURES.items():
        size = 'width="28" height="28" patternUnits="userSpaceOnUse"'
        yield f'<pattern id="{terrain}" {size}>{figure}</pattern>'


def _name(zone: Zone) -> str:
    facts = ZONES[zone]
    x, y = facts.at
    middle, half = y - 6, width_of(facts.name, NAME_SIZE) / 2
    signs = city((x - half - 8, middle)) if facts.city else ""
    signs += anchor((x + half + 8, middle)) if facts.port else ""
    return signs + label(
        (x, middle),
        facts.name,
        NAME_SIZE,
        INK,
        font_weight="bold" if facts.city else "normal",
        paint_order="stroke",
        stroke=WHITE,
        stroke_width="2.5",
    )


def _name_at(zone: Zone) -> Box:
    facts = ZONES[zone]
    x, y = facts.at
    half = width_of(facts.name, NAME_SIZE) / 2
    left, right = half + (14 if facts.city else 0), half + (15 if facts.port else 0)
    return x - left, y - 6 - NAME_SIZE / 2, left + right, NAME_SIZE + 1


def city(at: Point) -> str:
    return circle(at, 5.2, fill=WHITE, stroke=INK, stroke_width=1.4) + circle(at, 2.4, fill=CITY)


def anchor(at: Point) -> str:
    """Draw the sign of a port."""
    x, y = at
    ring = circle((x, y - 5.5), 1.8, fill="none", stroke=PORT, stroke_width=1.5)
    data = f"M{number(x)} {number(y - 4)}v11m-4-8h8m-10 3q1 5 6 5q5 0 6-5"
    return ring + tag("path", d=data, fill="none", stroke=PORT, stroke_width=1.8)
