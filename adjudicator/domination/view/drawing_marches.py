"""Draw the moves of a turn: side by side where they share a way, with heads that no token hides."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from adjudicator.domination.data import Data
from adjudicator.domination.record import Event
from adjudicator.domination.view.drawing_owners import line_of
from adjudicator.domination.view.drawing_turn import Token
from adjudicator.drawing.arrows import bowed, legs_at, line_at, shortened
from adjudicator.drawing.svg import Point, towards

KINDS = {"moved": "move", "recalled": "retreat"}
LANES = (0, 1, -1, 2, -2)  # places beside the middle of a way, in the order in which they are tried
LANE = 6.0  # between the lines of two marches
AT_START, AT_END = 13.0, 15.0  # pixels without a line, from the middle of a hex
HEAD = 5.0  # how far the tip of a head stays away from a token
FARTHEST = 46.0  # the head is nowhere nearer to the hex before


def marches(
    events: Sequence[Event], the_data: Data, middles: Mapping[str, Point], tokens: Sequence[Token]
) -> Iterator[str]:
    """Draw one arrow for each player and path; recalled units come on a broken line."""
    taken: dict[tuple[str, str], set[int]] = {}
    ways = ((event.key, event.player, event.path) for event in events if len(event.path) > 1)
    for key, player, path in dict.fromkeys(ways):
        if key in KINDS:
            lane = _lane(path, taken)
            line = [middles[space] for space in path]
            points = beside(line, lane * LANE)
            ink = line_of(the_data.colours[player])
            yield from _march(points, KINDS[key], ink, room_for_head(points, tokens))


def _march(points: Sequence[Point], kind: str, ink: str, at_end: float) -> Iterator[str]:
    start = points[0]
    near = [(x - start[0], y - start[1]) for x, y in points]
    if len(near) > 2 and kind == "move":
        yield from legs_at(start, shortened(near, AT_START, at_end), ink)
    else:
        yield line_at(start, shortened(bowed(near) if len(near) == 2 else near, AT_START, at_end), kind, ink)


def _lane(path: Sequence[str], taken: dict[tuple[str, str], set[int]]) -> int:
    """Return the first lane that is free on the whole path, and take it; lanes are on the left of the way."""
    steps = list(pairwise(path))
    free = (
        lane for lane in LANES if not any(_side(step, lane) in taken.get(_both(step), ()) for step in steps)
    )
    lane = next(free, LANES[-1])
    for step in steps:
        taken.setdefault(_both(step), set()).add(_side(step, lane))
    return lane


def _both(step: tuple[str, str]) -> tuple[str, str]:
    """Return the step without its direction."""
    return min(step), max(step)


def _side(step: tuple[str, str], lane: int) -> int:
    """Return the lane as it is seen in the direction of `_both`."""
    return lane if step == _both(step) else -lane


def beside(line: Sequence[Point], away: float) -> list[Point]:
    """Return the line moved to its left by *away*, with its corners."""
    if not away:
        return list(line)
    lefts = [_left(start, end) for start, end in pairwise(line)]
    corners = [lefts[0], *map(_mitre, lefts, lefts[1:]), lefts[-1]]
    return [(x + away * dx, y + away * dy) for (x, y), (dx, dy) in zip(line, corners, strict=True)]


def _left(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return (end[1] - start[1]) / length, (start[0] - end[0]) / length


def _mitre(one: Point, other: Point) -> Point:
    """Return where lines that are 1 beside both legs of a corner meet; at a sharp one, beside the first."""
    x, y = one[0] + other[0], one[1] + other[1]
    square = x * x + y * y
    return (2 * x / square, 2 * y / square) if square > 1 else one


def room_for_head(points: Sequence[Point], tokens: Sequence[Token]) -> float:
    """Return how much to cut off the end so that the head is beside every token there."""
    back, goal = points[-2], points[-1]
    most = min(FARTHEST, math.dist(back, goal) * 0.7)
    near = [one for one in tokens if math.dist(one.at, goal) < FARTHEST + one.radius]
    away = AT_END
    while away < most and any(_hides(one, towards(goal, back, away)) for one in near):
        away += 1.0
    return away


def _hides(token: Token, tip: Point) -> bool:
    return math.dist(token.at, tip) < token.radius + HEAD
