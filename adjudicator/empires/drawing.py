"""What does the board look like?  Control, armies, trenches and the tracks, as SVG; same view, same bytes.

Own to this game: its zones have terrain, cities, ports and arrows, and several armies of two Powers may stand
in one. The ground is made once; control, armies and tracks are laid over it. A Power is never told by colour
alone: its letters stand on each army, and its hatching lies over the zones it took.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from adjudicator.empires import phases, victory
from adjudicator.empires.ground import BOARD, POWERS, ZONES, Power, Zone
from adjudicator.empires.position import FULL, Army, Position, in_zone
from adjudicator.empires.record import Record
from adjudicator.empires.sight import Seen
from adjudicator.picture.palette import HATCHINGS, mixed
from adjudicator.picture.svg import Point, circle, label, number, path, polygon, rectangle, tag, text, towards

FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"
PAPER, INK, SEA, OUTSIDE, BORDER = "#fbf7ea", "#1a1510", "#c7dfec", "#dcd7ca", "#7a6a4c"
NOBODYS = "#efe7d2"
COLOURS = {
    "Germany": "#4f5a63",
    "Franco-British": "#1f6fb5",
    "Russia": "#3f8f3a",
    "Austria-Hungary": "#c98a12",
}
LETTERS = {"Germany": "G", "Franco-British": "FB", "Russia": "R", "Austria-Hungary": "AH"}
FIGURES = {  # what a pattern of this terrain repeats
    "mountain": '<path d="M4 14l5-9 5 9M15 24l4-7 4 7" fill="none" stroke="#8a7350" stroke-width="1.4"/>',
    "forest": '<path d="M7 15v-3M20 25v-3" stroke="#6f5a36" stroke-width="1.4"/>'
    '<path d="M7 3l4 9H3zM20 13l4 9h-8z" fill="#5d8a4f"/>',
    "desert": '<circle cx="6" cy="7" r="1.1" fill="#a5854d"/>'
    '<circle cx="19" cy="18" r="1.1" fill="#a5854d"/>',
}
TITLE, PANEL = 52.0, 262.0
BLOCK_WIDTH, BLOCK_HEIGHT, GAP = 30.0, 20.0, 3.0


class Ground(NamedTuple):
    """The empty board, as text."""

    shapes: str
    under: str
    over: str
    seats: Mapping[Zone, Point]
    names: str


def draw(seen: Seen) -> str:
    """The board as the reader may know it; with a record, that turn's moves as arrows."""
    ground = _ground()
    width, height = BOARD.width, BOARD.height
    box = " ".join(map(number, (0.0, -TITLE, width, height + TITLE + PANEL)))
    title = f"{BOARD.name}: {phases.title(*_moment(seen))}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="{FONTS}" role="img">',
        f"<title>{text(title)}</title>",
        rectangle(0, -TITLE, width, TITLE, fill=PAPER),
        label((16, -TITLE / 2), title, 28, INK, text_anchor="start", font_weight="bold"),
        "<defs>", ground.shapes, *_patterns(), "</defs>",
        ground.under,
        *_control(seen.position),
        ground.over,
        *_arrows(seen.record, ground),
        ground.names,
        *_trenches(seen.position, ground),
        *(mark for zone in ZONES for mark in _armies(seen.position, zone, ground.seats[zone])),
        *_panel(seen.position, height),
        "</svg>\n",
    ]  # fmt: skip
    return "\n".join(parts)


def _moment(seen: Seen) -> tuple[int, Power]:
    moment = seen.record or seen.position
    return moment.season, moment.power


# ---- the ground


@cache
def _ground() -> Ground:
    source = resources.files(__package__).joinpath("board.geojson").read_text(encoding="utf-8")
    features = json.loads(source)["features"]
    zones = {f["properties"]["id"]: f for f in features if f["properties"]["layer"] == "zone"}
    scenery = [f for f in features if f["properties"]["layer"] == "scenery"]
    links = [f for f in features if f["properties"]["layer"] == "link"]
    shapes = [
        tag("path", id=f"z-{zone}", fill_rule="evenodd", d=_outline(zones[zone]["geometry"]))
        for zone in ZONES
    ]
    seats: dict[Zone, Point] = {}
    for zone in ZONES:
        x, y = zones[zone]["properties"]["unit_at"]
        seats[zone] = (x, y)
    return Ground(
        shapes="\n".join(shapes),
        under="\n".join(_under(scenery)),
        over="\n".join(_over(links)),
        seats=seats,
        names="\n".join(_name(zone) for zone in ZONES),
    )


def _outline(geometry: Mapping[str, Any]) -> str:
    shapes = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return "".join(path([(x, y) for x, y in ring], closed=True) for shape in shapes for ring in shape)


def _under(scenery: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield rectangle(0, 0, BOARD.width, BOARD.height, fill=SEA)
    for feature in scenery:
        yield tag(
            "path", d=_outline(feature["geometry"]), fill=OUTSIDE, fill_rule="evenodd", stroke="#b9b2a0"
        )
    for zone in ZONES:
        yield f'<use href="#z-{zone}" fill="{NOBODYS}"><title>{text(ZONES[zone].name)}</title></use>'


def _over(links: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield '<g pointer-events="none">'
    for feature in links:
        one, other = [(x, y) for x, y in feature["geometry"]["coordinates"]]
        start, end = towards(one, other, 34), towards(other, one, 34)
        yield tag(
            "path",
            d=path([start, end]),
            stroke="#7a4a2c",
            stroke_width=2.4,
            stroke_dasharray="8 5",
            fill="none",
        )
    for zone, facts in ZONES.items():
        if facts.terrain in FIGURES:
            yield f'<use href="#z-{zone}" fill="url(#{facts.terrain})"/>'
        thick = "3.4" if facts.square else "1.5"
        yield f'<use href="#z-{zone}" fill="none" stroke="{BORDER}" stroke-width="{thick}"/>'
    yield "</g>"


def _patterns() -> Iterator[str]:
    for terrain, figure in FIGURES.items():
        size = 'width="28" height="28" patternUnits="userSpaceOnUse"'
        yield f'<pattern id="{terrain}" {size}>{figure}</pattern>'
    for place, power in enumerate(POWERS):
        yield (
            f'<pattern id="hatch{place}" width="12" height="12" patternUnits="userSpaceOnUse"'
            f' patternTransform="scale(1.3)"><path d="{HATCHINGS[place]}" fill="none"'
            f' stroke="{COLOURS[power]}" stroke-width="1.4" stroke-opacity=".55"/></pattern>'
        )


def _name(zone: Zone) -> str:
    facts = ZONES[zone]
    x, y = facts.at
    signs = ""
    if facts.city:
        half = len(facts.name) * 4.0 + 9
        signs += circle((x - half, y - 6), 5.2, fill="#fff", stroke=INK, stroke_width=1.4)
        signs += circle((x - half, y - 6), 2.4, fill="#a3221b")
    if facts.port:
        half = len(facts.name) * 4.0 + 10
        signs += _anchor((x + half, y - 6))
    weight = "bold" if facts.city else "normal"
    return signs + label(
        (x, y - 6),
        facts.name,
        13.5,
        INK,
        font_weight=weight,
        paint_order="stroke",
        stroke="#fff",
        stroke_width="2.5",
    )


def _anchor(at: Point) -> str:
    """The sign of a port."""
    x, y = at
    ring = circle((x, y - 5.5), 1.8, fill="none", stroke="#1f3f78", stroke_width=1.5)
    data = f"M{number(x)} {number(y - 4)}v11m-4-8h8m-10 3q1 5 6 5q5 0 6-5"
    return ring + tag("path", d=data, fill="none", stroke="#1f3f78", stroke_width=1.8)


# ---- what stands on it


def _control(position: Position) -> Iterator[str]:
    """The Power's tint; its hatching where the zone was not its own at the start."""
    yield '<g pointer-events="none">'
    for zone, power in position.control.items():
        use = f'<use href="#z-{zone}" fill='
        yield f'{use}"{mixed(COLOURS[power], PAPER, 0.38)}"/>'
        if ZONES[zone].start != power:
            yield f'{use}"url(#hatch{POWERS.index(power)})"/>'
    yield "</g>"


def _trenches(position: Position, ground: Ground) -> Iterator[str]:
    """A line of battlements under the name, two for level 2, in the colour of whose it is."""
    for zone, here in position.trenches.items():
        x, y = ground.seats[zone]
        for row, (power, level) in enumerate(here.items()):
            for depth in range(level):
                top = y + 31 + row * 13 + depth * 5
                yield (
                    f'<path d="M{number(x - 18)} {number(top)}h5v-4h5v4h5v-4h6v4h5v-4h5v4h5" fill="none"'
                    f' stroke="{COLOURS[power]}" stroke-width="2.2"><title>{text(f"trench of {power}")}'
                    f", level {level}</title></path>"
                )


def _armies(position: Position, zone: Zone, seat: Point) -> Iterator[str]:
    """Blocks, a row for each Power; a reduced army is half as high in colour."""
    here = in_zone(position, zone)
    powers = [power for power in POWERS if any(army.power == power for army in here)]
    for row, power in enumerate(powers):
        own = [army for army in here if army.power == power]
        left = seat[0] - (len(own) * (BLOCK_WIDTH + GAP) - GAP) / 2
        for place, army in enumerate(own):
            at = (left + place * (BLOCK_WIDTH + GAP), seat[1] + 4 + row * (BLOCK_HEIGHT + GAP))
            yield _army(army, at)


def _army(army: Army, at: Point) -> str:
    x, y = at
    colour = COLOURS[army.power]
    is_full = army.steps == FULL
    told = f"{'full' if is_full else 'reduced'} {army.size} {army.nation} army".replace("  ", " ")
    ink = "#fff" if is_full else INK
    fill = colour if is_full else mixed(colour, "#ffffff", 0.25)
    words = f"{army.nation[0]}{army.nation[1]} {army.combat}"
    drawn = [
        f"<g><title>{text(told)}</title>",
        rectangle(x, y, BLOCK_WIDTH, BLOCK_HEIGHT, fill=fill, stroke=INK, stroke_width=1.3, rx=3.0),
        label((x + BLOCK_WIDTH / 2, y + BLOCK_HEIGHT / 2), words, 11.5, ink, font_weight="bold"),
    ]
    if army.is_ceded:
        drawn.append(rectangle(x, y, BLOCK_WIDTH, 4, fill=COLOURS[army.counter.power]))
    if army.cut:
        drawn.append(tag("path", d=f"M{number(x)} {number(y)}l30 20", stroke="#b3001b", stroke_width=2.4))
    return "".join([*drawn, "</g>"])


def _arrows(record: Record | None, ground: Ground) -> Iterator[str]:
    """The moves and attacks of the turn."""
    if record is None:
        return
    for step in record.steps:
        if len(step.arrow) > 1:
            points = [ground.seats[zone] for zone in step.arrow]
            yield from _arrow(points, "#b3001b" if step.combat else INK)


def _arrow(points: Sequence[Point], colour: str) -> Iterator[str]:
    end = towards(points[-1], points[-2], 14)
    yield tag(
        "path", d=path([*points[:-1], end]), fill="none", stroke=colour, stroke_width=5, stroke_opacity=".7"
    )
    one, other = _sides(points[-2], points[-1])
    yield polygon([points[-1], one, other], fill=colour)


def _sides(start: Point, end: Point) -> tuple[Point, Point]:
    """The two back corners of an arrow's head."""
    back = towards(end, start, 18)
    dx, dy = (end[0] - back[0]) * 0.45, (end[1] - back[1]) * 0.45
    return (back[0] - dy, back[1] + dx), (back[0] + dy, back[1] - dx)


# ---- the panel below: Powers, tracks, signs


def _panel(position: Position, top: float) -> Iterator[str]:
    yield rectangle(0, top, BOARD.width, PANEL, fill=PAPER)
    told = victory.points(position)
    for row, power in enumerate(POWERS):
        yield from _power(position, power, told[power], top + 26 + row * 34)
    for row, name in enumerate(BOARD.tracks):
        yield from _track(position, name, top + 26 + row * 34)
    yield from _signs(top)


def _power(position: Position, power: Power, points: int, y: float) -> Iterator[str]:
    armies = sum(army.power == power for army in position.armies)
    yield rectangle(16, y - 11, 40, 22, fill=mixed(COLOURS[power], PAPER, 0.38), stroke=INK)
    yield rectangle(16, y - 11, 40, 22, fill=f"url(#hatch{POWERS.index(power)})")
    yield label((36, y), LETTERS[power], 13, INK, font_weight="bold")
    words = f"{power}: {_count(points, 'point')}, {_count(armies, 'army')}"
    yield label((68, y), words, 17, INK, text_anchor="start")


def _count(number_of: int, what: str) -> str:
    more = {"army": "armies"}.get(what, f"{what}s")
    return f"{number_of} {what if number_of == 1 else more}"


def _track(position: Position, name: str, y: float) -> Iterator[str]:
    track = BOARD.tracks[name]
    yield label((560, y), name, 16, INK, text_anchor="end")
    for box in range(track.final + 1):
        is_here = position.diplomacy.get(name, 0) == box
        fill = "#b3001b" if is_here else "#fff"
        yield rectangle(576 + box * 30, y - 11, 26, 22, fill=fill, stroke=INK)
        yield label((589 + box * 30, y), str(box), 12, "#fff" if is_here else INK)


SIGNS = (
    ("block", "army: nation and combat factor; pale when reduced"),
    ("bar", "the bar above: a German army ceded to Austria-Hungary"),
    ("cut", "struck through: out of supply"),
    ("trench", "trench, a line for each level"),
    ("city", "city"),
    ("port", "port"),
    ("arrow", "move; red with an attack. Hatched: not its Power's at the start"),
)


def _signs(top: float) -> Iterator[str]:
    for row, (sign, words) in enumerate(SIGNS):
        y = top + 26 + row * 34
        yield _sign(sign, y)
        yield label((880, y), words, 16, INK, text_anchor="start")


def _sign(sign: str, y: float) -> str:
    block = rectangle(836, y - 10, BLOCK_WIDTH, BLOCK_HEIGHT, fill="#8a8a8a", stroke=INK, rx=3.0)
    return {
        "block": block,
        "bar": block + rectangle(836, y - 10, BLOCK_WIDTH, 4, fill=COLOURS["Germany"]),
        "cut": block + tag("path", d=f"M836 {number(y - 10)}l30 20", stroke="#b3001b", stroke_width=2.4),
        "trench": f'<path d="M832 {number(y + 2)}h5v-4h5v4h5v-4h6v4h5v-4h5v4h5" fill="none"'
        f' stroke="{INK}" stroke-width="2.2"/>',
        "city": circle((851, y), 5.2, fill="#fff", stroke=INK, stroke_width=1.4)
        + circle((851, y), 2.4, fill="#a3221b"),
        "port": _anchor((851, y)),
        "arrow": "".join(_arrow([(832, y), (870, y)], INK)),
    }[sign]
