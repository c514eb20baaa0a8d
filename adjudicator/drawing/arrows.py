"""Draw orders as arrows. Solid lines succeeded; broken lines with a cross failed."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.drawing.ground import Ground
from adjudicator.drawing.layers import along, around, part_at, slanting, slanting_at
from adjudicator.drawing.palette import CROSS, VOID_INK, Colour
from adjudicator.drawing.placement import Seat
from adjudicator.drawing.svg import Box, Point, circle, number, pair, polygon, tag, towards
from adjudicator.drawing.view import Arrow, Piece

FAILED = ("fails", "cut", "void", "dislodged", "destroyed")
BEND = 0.09  # how far a line bows out, relative to its length: opposite orders stay apart
BOW_STEPS = 8
CASING = 2.6  # how much wider the white under a line is
GAP = 4.0  # between a line's end and a piece
ENDS, MIDDLE = 13.0, 9.0  # how far heads, rings and crosses reach beyond the line
SWING = 3.2  # of a convoy's waves
LINES = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", "pointer_events": "none"}


class Style(Struct, frozen=True):
    """How a kind of order is drawn: width, dashes if it succeeded, whether it has a head."""

    width: float
    dashes: str = ""
    head: bool = True


STYLES = {
    "move": Style(3.4),
    "support": Style(2.8, dashes="0.1 5.4", head=False),
    "convoy": Style(2.4),
    "retreat": Style(2.8, dashes="9 3 2 3"),
    "other": Style(2.2, dashes="3 3"),
}


def arrows_of(
    ground: Ground,
    arrows: Sequence[Arrow],
    pieces: Sequence[Piece],
    seats: Sequence[Seat],
    colours: Mapping[str, Colour],
) -> list[str]:
    """Return a part for each order, supports first, below moves. Raises ValueError for an unknown kind."""
    stands = _Stands(ground, pieces, seats)
    order = sorted(
        range(len(arrows)), key=lambda n: (arrows[n].kind != "support", arrows[n].kind != "convoy", n)
    )
    return [_arrow(stands, arrows[n], colours[arrows[n].power]) for n in order]


class _Stands:
    """Finds where in a place an order begins or ends: at the piece there, or where one would be."""

    def __init__(self, ground: Ground, pieces: Sequence[Piece], seats: Sequence[Seat]) -> None:
        self._ground = ground
        self._of_power: dict[tuple[str, str], Seat] = {}
        self._any: dict[str, Seat] = {}
        for piece, seat in zip(pieces, seats, strict=True):
            province = ground.board.province_of(piece.place)
            self._of_power.setdefault((province, piece.power), seat)
            self._any.setdefault(province, seat)

    def of(self, place: str, power: str = "") -> Seat:
        province = self._ground.board.province_of(place)
        free = Seat(self._ground.spots[place].at, 0.0)
        return self._of_power.get((province, power)) or self._any.get(province, free)


def _arrow(stands: _Stands, arrow: Arrow, colour: Colour) -> str:
    if arrow.kind not in STYLES:
        raise ValueError(f'no arrow of the kind "{arrow.kind}"; there are {", ".join(STYLES)}')
    if len(arrow.path) < 2:
        raise ValueError(f"an arrow needs two places, not {arrow.path}")
    start = stands.of(arrow.path[0], arrow.power)
    if arrow.kind == "support":
        points = _support_line(stands, arrow, start)
    else:
        middle = [stands.of(place).at for place in arrow.path[1:-1]]
        end = stands.of(arrow.path[-1])
        points = bowed([start.at, *middle, end.at]) if not middle else [start.at, *middle, end.at]
        points = shortened(points, start.radius + 2, end.radius + GAP)
    ink = VOID_INK if arrow.outcome == "void" else colour.line
    ends_at_piece = arrow.kind == "support" and len(arrow.path) == 2
    return line(points, arrow.kind, ink, arrow.outcome in FAILED, ends_at_piece)


def _support_line(stands: _Stands, arrow: Arrow, start: Seat) -> list[Point]:
    """Return the line to the supported piece, or to the middle of its path."""
    supported = stands.of(arrow.path[1])
    if len(arrow.path) == 2:
        return shortened([start.at, supported.at], start.radius + 2, supported.radius + GAP)
    target = stands.of(arrow.path[2])
    way = shortened(bowed([supported.at, target.at]), supported.radius + 2, target.radius + GAP)
    return shortened([start.at, way[len(way) * 5 // 8]], start.radius + 2, 0.0)


def bowed(points: list[Point], bend: float = BEND) -> list[Point]:
    """Bend a straight line to its left, in a few steps."""
    (ax, ay), (bx, by) = points[0], points[-1]
    control = ((ax + bx) / 2 + bend * 2 * (by - ay), (ay + by) / 2 - bend * 2 * (bx - ax))
    bow = []
    for step in range(BOW_STEPS + 1):
        t = step / BOW_STEPS
        near, out, far = (1 - t) ** 2, 2 * t * (1 - t), t * t
        bow.append((near * ax + out * control[0] + far * bx, near * ay + out * control[1] + far * by))
    return bow


def shortened(points: list[Point], at_start: float, at_end: float) -> list[Point]:
    """Cut the first and last pixels off a line, but keep at least a quarter of it."""
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    share = min(1.0, length * 0.75 / ((at_start + at_end) or 1.0))
    return _cut(_cut(points, at_start * share)[::-1], at_end * share)[::-1]


def _cut(points: list[Point], away: float) -> list[Point]:
    rest = list(points)
    while len(rest) > 2 and math.dist(rest[0], rest[1]) <= away:
        away -= math.dist(rest[0], rest[1])
        rest = rest[1:]
    return [towards(rest[0], rest[1], away), *rest[1:]]


def line(points: Sequence[Point], kind: str, ink: str, has_failed: bool, ends_at_piece: bool = False) -> str:
    """Return the part that shows an order of this kind along *points*."""
    return _line(tuple(points), kind, ink, has_failed, ends_at_piece)


@lru_cache(maxsize=4096)  # cached: all readers of a turn see most of its orders
def _line(points: tuple[Point, ...], kind: str, ink: str, has_failed: bool, ends_at_piece: bool) -> str:
    drawn = _drawn(points, kind, ink, has_failed, ends_at_piece)
    return slanting(_reach(points, kind, has_failed), *drawn, **LINES)


def line_at(at: Point, points: Sequence[Point], kind: str, ink: str) -> str:
    """Draw the line of a successful order; *points* are relative to *at*, so that equal lines match."""
    boxes, drawn = _line_from(tuple(points), kind, ink)
    return slanting_at(at, boxes, drawn, **LINES)


@lru_cache(maxsize=4096)
def _line_from(points: tuple[Point, ...], kind: str, ink: str) -> tuple[tuple[Box, ...], str]:
    drawn = _drawn(points, kind, ink, has_failed=False, ends_at_piece=False)
    return tuple(_reach(points, kind, has_failed=False)), "".join(drawn)


def _reach(points: Sequence[Point], kind: str, has_failed: bool) -> list[Box]:
    wide = {points[-1]: ENDS} | ({_cross_at(points): MIDDLE} if has_failed else {})
    return along(points, (STYLES[kind].width + CASING) / 2 + (SWING if kind == "convoy" else 0.0) + 1, wide)


def legs_at(at: Point, points: list[Point], ink: str) -> Iterator[str]:
    """Draw a move of several legs; *points* are relative to *at*, so that equal legs are equal text."""
    width = STYLES["move"].width
    for stroke, wide in (("#fff", width + CASING), (ink, width)):
        for start, end in pairwise(points):
            leg = [(0.0, 0.0), (end[0] - start[0], end[1] - start[1])]
            drawn = tag("path", d=f"M0 0L{pair(leg[1])}", stroke=stroke, stroke_width=wide)
            yield part_at((at[0] + start[0], at[1] + start[1]), around(leg, wide), drawn, **LINES)
    (x, y), tip = points[-2], points[-1]
    head = _head([(x - tip[0], y - tip[1]), (0.0, 0.0)], width)
    drawn = polygon(head, fill=ink, stroke="#fff", stroke_width="1.2")
    yield part_at((at[0] + tip[0], at[1] + tip[1]), around(head, 2.0), drawn, **LINES)


def _drawn(points: Sequence[Point], kind: str, ink: str, has_failed: bool, ends_at_piece: bool) -> list[str]:
    style = STYLES[kind]
    data = "M" + "L".join(pair(point) for point in (_waves(points) if kind == "convoy" else points))
    dashes = "7 6" if has_failed and kind != "support" else style.dashes
    dashing = f' stroke-dasharray="{dashes}"' if dashes else ""
    casing = number(style.width + CASING)
    drawn = [
        f'<path d="{data}" stroke="#fff" stroke-width="{casing}"/>',
        f'<path d="{data}" stroke="{ink}" stroke-width="{number(style.width)}"{dashing}/>',
    ]
    if style.head:
        drawn.append(polygon(_head(points, style.width), fill=ink, stroke="#fff", stroke_width="1.2"))
    elif ends_at_piece:
        drawn.append(_ring(points[-1], ink))
    if has_failed:
        drawn.append(_cross(points))
    return drawn


def _head(points: Sequence[Point], width: float) -> list[Point]:
    tip, back = points[-1], points[-2]
    far = towards(tip, back, -3.5)
    foot = towards(tip, back, 7.0 + width)
    x, y = (tip[0] - back[0]), (tip[1] - back[1])
    length = math.hypot(x, y) or 1.0
    half = 3.6 + width
    side = (-y / length * half, x / length * half)
    return [far, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1])]


def _ring(at: Point, ink: str) -> str:
    return circle(at, 3.4, fill="#fff", stroke=ink, stroke_width=2)


def _cross(points: Sequence[Point]) -> str:
    x, y = _cross_at(points)
    bars = f"M{pair((x - 5.5, y - 5.5))}l11 11M{pair((x + 5.5, y - 5.5))}l-11 11"
    casing = tag("path", d=bars, stroke="#fff", stroke_width=5.5)
    return casing + tag("path", d=bars, stroke=CROSS, stroke_width=2.8)


def _cross_at(points: Sequence[Point]) -> Point:
    if len(points) > 2:
        return points[len(points) // 2]
    (ax, ay), (bx, by) = points[0], points[-1]
    return (ax + bx) / 2, (ay + by) / 2


def _waves(points: Sequence[Point]) -> list[Point]:
    """Return a wavy line; its end stays straight for the head."""
    waves: list[Point] = []
    gone = 0.0
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    for start, end in pairwise(points):
        length = math.dist(start, end) or 1.0
        x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        for step in range(int(length // 2)):
            far = step * 2.0
            swing = SWING * math.sin((gone + far) / SWING) if 10 < gone + far < total - 14 else 0.0
            waves.append((start[0] + x * far - y * swing, start[1] + y * far + x * swing))
        gone += length
    return [*waves, points[-1]]
