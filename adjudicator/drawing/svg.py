"""Write numbers, texts and paths as SVG."""

import html
import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2


def number(value: float) -> str:
    """Format with at most one decimal, the precision of the drawing."""
    text = f"{value:.1f}"
    if text == "-0.0":
        return "0"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def path(points: Sequence[Point], closed: bool = False) -> str:
    """Return path data in short relative steps, computed in tenths, so that errors do not add up."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    if closed and tenths[0] == tenths[-1]:
        tenths = tenths[:-1]
    steps = [f"{number((bx - ax) / 10)} {number((by - ay) / 10)}" for (ax, ay), (bx, by) in pairwise(tenths)]
    start = f"M{number(tenths[0][0] / 10)} {number(tenths[0][1] / 10)}"
    return f"{start}l{' '.join(steps).replace(' -', '-')}{'z' if closed else ''}" if steps else start


def text(words: str) -> str:
    """Escape *words* as the content of an element or attribute, without characters illegal in XML."""
    return html.escape(FORBIDDEN.sub("", words), quote=False).replace('"', "&quot;")


def label(at: Point, words: str, size: float, fill: str, **attributes: str) -> str:
    """Draw a text centred at *at* (horizontally unless `text_anchor` says otherwise)."""
    more = "".join(f' {key.replace("_", "-")}="{text(value)}"' for key, value in sorted(attributes.items()))
    anchor = "" if "text_anchor" in attributes else ' text-anchor="middle"'
    return (
        f'<text x="{number(at[0])}" y="{number(at[1] + size * 0.36)}" font-size="{number(size)}"'
        f' fill="{fill}"{anchor}{more}>{text(words)}</text>'
    )


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Write an element; `stroke_width` becomes stroke-width, numbers get at most one decimal."""
    more = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{more}>{content}</{name}>" if content else f"<{name}{more}/>"


def circle(at: Point, radius: float, **attributes: str | float) -> str:
    return tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def rectangle(left: float, top: float, width: float, height: float, **attributes: str | float) -> str:
    return tag("rect", x=left, y=top, width=width, height=height, **attributes)


def polygon(points: Iterable[Point], **attributes: str | float) -> str:
    return tag("path", d=f"M{'L'.join(pair(point) for point in points)}Z", **attributes)


@lru_cache(maxsize=1024)
def width_of(words: str, size: float) -> float:
    """Estimate the width of *words* in the condensed bold font, in pixels, on the generous side."""
    return (
        sum(0.33 if letter in " .,:;iIjl'|!()" else 0.88 if letter in "mwMW" else 0.62 for letter in words)
        * size
    )


def towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point *distance* away from *start* towards *end*."""
    length = math.dist(start, end) or 1.0
    return (
        start[0] + (end[0] - start[0]) / length * distance,
        start[1] + (end[1] - start[1]) / length * distance,
    )
