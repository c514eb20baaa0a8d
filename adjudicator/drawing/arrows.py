"""Draw orders as arrows. Solid lines succeeded; broken lines with a cross failed."""

import math
from collections import Counter
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
AGAIN = 0.13  # how much more the line of a second order from the same place to the same bows out
TIP = 5.0  # how far a head stays away from pieces that the order does not end at
CROSSES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)  # shares of a line where its cross may be, the best first
CROSS_SIZE = 6.5  # half of a cross
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
    again: Counter[tuple[str, ...]] = Counter()
    drawn = []
    for arrow in (arrows[n] for n in order):
        drawn.append(_arrow(stands, arrow, colours[arrow.power], again[arrow.kind, *arrow.path]))
        again[arrow.kind, *arrow.path] += 1
    return drawn


class _Stands:
    """Finds where in a place an order begins or ends: at the piece there, or where one would be."""

    def __init__(self, ground: Ground, pieces: Sequence[Piece], seats: Sequence[Seat]) -> None:
        self._ground = ground
        self._of_power: dict[tuple[str, str], Seat] = {}
        self._any: dict[str, Seat] = {}
        self._seats = seats
        for piece, seat in zip(pieces, seats, strict=True):
            province = ground.board.province_of(piece.place)
            self._of_power.setdefault((province, piece.power), seat)
            self._any.setdefault(province, seat)

    def of(self, place: str, power: str = "") -> Seat:
        province = self._ground.board.province_of(place)
        free = Seat(self._ground.spots[place].at, 0.0)
        return self._of_power.get((province, power)) or self._any.get(province, free)

    def with_free_head(self, points: list[Point]) -> list[Point]:
        """Return the line, shorter if its head would be under a piece; at least half of it stays."""
        least = sum(math.dist(one, other) for one, other in pairwise(points)) / 2
        gone, line = 0.0, points
        while gone < least and any(math.dist(line[-1], seat.at) < seat.radius + TIP for seat in self._seats):
            gone += 2.0
            line = shortened(points, 0.0, gone)
        return line if gone < least else points

    def cross_on(self, points: Sequence[Point]) -> Point:
        """Return where on a line its cross lies on no name and no piece, or else its middle."""
        tried = [_at_share(points, share) for share in CROSSES]
        return next((at for at in tried if self._is_open(at)), tried[0])

    def _is_open(self, at: Point) -> bool:
        boxes = (box for boxes in self._ground.keep_free.values() for box in boxes)
        return not any(_is_near(at, box) for box in boxes) and all(
            math.dist(at, seat.at) > seat.radius + CROSS_SIZE for seat in self._seats
        )


def _is_near(at: Point, box: Box) -> bool:
    left, top, right, bottom = box
    return left - CROSS_SIZE < at[0] < right + CROSS_SIZE and top - CROSS_SIZE < at[1] < bottom + CROSS_SIZE


def _at_share(points: Sequence[Point], share: float) -> Point:
    """Return the point at this share of the length of a line."""
    left = share * sum(math.dist(one, other) for one, other in pairwise(points))
    for one, other in pairwise(points):
        step = math.dist(one, other)
        if left <= step:
            return towards(one, other, left)
        left -= step
    return points[-1]


def _arrow(stands: _Stands, arrow: Arrow, colour: Colour, again: int) -> str:
    """Draw an order, of which *again* are drawn with the same places."""
    if arrow.kind not in STYLES:
        raise ValueError(f'no arrow of the kind "{arrow.kind}"; there are {", ".join(STYLES)}')
    if len(arrow.path) < 2:
        raise ValueError(f"an arrow needs two places, not {arrow.path}")
    start = stands.of(arrow.path[0], arrow.power)
    has_failed = arrow.outcome in FAILED
    if arrow.kind == "support":
        points = _support_line(stands, arrow, start)
    else:
        middle = [stands.of(place).at for place in arrow.path[1:-1]]
        end = stands.of(arrow.path[-1], "" if has_failed else arrow.power)
        points = [start.at, *middle, end.at] if middle else bowed([start.at, end.at], BEND + again * AGAIN)
        points = stands.with_free_head(shortened(points, start.radius + 2, end.radius + GAP))
    ink = VOID_INK if arrow.outcome == "void" else colour.line
    ends_at_piece = arrow.kind == "support" and len(arrow.path) == 2
    cross = stands.cross_on(points) if has_failed else None
    return _line(tuple(points), arrow.kind, ink, cross, ends_at_piece)


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
    """Return the part that shows an order of this kind along *points*, with a cross in the middle if any."""
    return _line(tuple(points), kind, ink, _at_share(points, 0.5) if has_failed else None, ends_at_piece)


@lru_cache(maxsize=4096)  # cached: all readers of a turn see most of its orders
def _line(points: tuple[Point, ...], kind: str, ink: str, cross: Point | None, ends_at_piece: bool) -> str:
    drawn = _drawn(points, kind, ink, cross, ends_at_piece)
    return slanting(_reach(points, kind, cross), *drawn, **LINES)


def line_at(at: Point, points: Sequence[Point], kind: str, ink: str) -> str:
    """Draw the line of a successful order; *points* are relative to *at*, so that equal lines match."""
    boxes, drawn = _line_from(tuple(points), kind, ink)
    return slanting_at(at, boxes, drawn, **LINES)


@lru_cache(maxsize=4096)
def _line_from(points: tuple[Point, ...], kind: str, ink: str) -> tuple[tuple[Box, ...], str]:
    drawn = _drawn(points, kind, ink, cross=None, ends_at_piece=False)
    return tuple(_reach(points, kind, cross=None)), "".join(drawn)


def _reach(points: Sequence[Point], kind: str, cross: Point | None) -> list[Box]:
    wide = {points[-1]: ENDS} | ({cross: MIDDLE} if cross else {})
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


def _drawn(
    points: Sequence[Point], kind: str, ink: str, cross: Point | None, ends_at_piece: bool
) -> list[str]:
    style = STYLES[kind]
    data = "M" + "L".join(pair(point) for point in (_waves(points) if kind == "convoy" else points))
    dashes = "7 6" if cross and kind != "support" else style.dashes
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
    if cross:
        drawn.append(_cross(cross))
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


def _cross(at: Point) -> str:
    x, y = at
    bars = f"M{pair((x - 5.5, y - 5.5))}l11 11M{pair((x + 5.5, y - 5.5))}l-11 11"
    casing = tag("path", d=bars, stroke="#fff", stroke_width=5.5)
    return casing + tag("path", d=bars, stroke=CROSS, stroke_width=2.8)


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
