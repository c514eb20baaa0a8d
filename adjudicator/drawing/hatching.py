"""Draw the hatching of owned areas: lines and marks that end at the shape's edge.

An SVG pattern would be shorter, but takes three times as long to paint.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.drawing.svg import Point, pair, tag

STEP = 15.6  # between lines, and between marks
WIDTH = 1.7  # the width of a line
SHAPE = tuple[tuple[Point, ...], ...]  # outlines and holes


class Style(Struct, frozen=True):
    """Lines x·a + y·b = n·STEP for each (a, b) of *across*, or a *mark* of a given width, in rows."""

    across: tuple[tuple[float, float], ...]
    mark: str = ""
    reach: tuple[float, float] = (0.0, 0.0)  # to the left and to the right


STYLES = (
    Style(((1, 1),)),
    Style(((1, -1),)),
    Style(((0, 1),)),
    Style(((1, 0),)),
    Style(((0, 1),), "m-1.8 0h3.6m-1.8-1.8v3.6", (1.8, 1.8)),
    Style(((0, 1), (1, 0))),
    Style(((1, 1), (1, -1))),
    Style(((0, 1),), "m-7.8 0q3.9 3.9 7.8 0t7.8 0", (7.8, 7.8)),
)


def hatching(shape: SHAPE, place: int, ink: str, width: float, opacity: float) -> str:
    """Draw the hatching over *shape* for the power with this index."""
    data = _data(shape, place % len(STYLES))
    return tag(
        "path", d=data, fill="none", stroke=ink, stroke_width=f"{width:g}", stroke_opacity=f"{opacity:g}"
    )


@lru_cache(maxsize=1024)
def _data(shape: SHAPE, place: int) -> str:
    style = STYLES[place]
    runs = [run for across in style.across for run in _runs(shape, across)]
    if not style.mark:
        return "".join(f"M{pair(start)}L{pair(end)}" for start, end in runs)
    return "".join(f"M{pair(at)}{style.mark}" for run in runs for at in _marks(run, style.reach))


def _marks(run: tuple[Point, Point], reach: tuple[float, float]) -> Iterator[Point]:
    """Return where a whole mark fits in a horizontal *run*."""
    (left, y), (right, _) = run
    first, last = math.ceil((left + reach[0]) / STEP), math.floor((right - reach[1]) / STEP)
    return ((n * STEP, y) for n in range(first, last + 1))


def _runs(shape: SHAPE, across: tuple[float, float]) -> Iterator[tuple[Point, Point]]:
    """Return the segments of the lines inside the shape (even-odd, so that holes stay free)."""
    crossings: dict[int, list[tuple[float, Point]]] = defaultdict(list)
    for ring in shape:
        for start, end in pairwise(ring):
            for n, at in _met(start, end, across):
                crossings[n].append((across[1] * at[0] - across[0] * at[1], at))
    for n in sorted(crossings):
        points = [at for _, at in sorted(crossings[n])]
        yield from zip(points[::2], points[1::2], strict=False)


def _met(start: Point, end: Point, across: tuple[float, float]) -> Iterable[tuple[int, Point]]:
    """Yield the lines that an edge crosses, by number, and where."""
    far = [(at[0] * across[0] + at[1] * across[1]) / STEP + 0.5 for at in (start, end)]
    numbers = range(math.ceil(min(far)), math.ceil(max(far)))
    shares = ((n, (n - far[0]) / (far[1] - far[0])) for n in numbers)
    return (
        (n, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        for n, share in shares
    )


def swatch(half: Sequence[float]) -> SHAPE:
    """Draw a sample of a hatching: a rectangle around (0, 0) of the given half width and height."""
    x, y = half
    return (((-x, -y), (x, -y), (x, y), (-x, y), (-x, -y)),)
