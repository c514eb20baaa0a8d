"""Divide a picture into layers and parts, so that each part can be painted only once.

A picture is a pile of layers, the most permanent at the bottom: the board, its owners, the turn (public
facts), and what only its reader may know. A layer is a pile of parts; a part is one line of the drawing.
`data-box` is its extent (left, top, width, height; several boxes if one would be mostly empty, as around a
slanting line). If a part looks the same wherever it is, `data-at` is its position, and its boxes and content
are relative to that point. A painter can therefore cache a part, or the pile up to a layer, by its text
alone. `data-colours` on the drawing names the colours of its palette, the same for every picture of a board.
For any other program it is ordinary SVG.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import add
from typing import NamedTuple

from adjudicator.drawing.svg import Box, Point, number, text

FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"
EACH = 6000.0  # the cost of a box in addition to its area, in units of area
FINE = 16.0  # length of the segments of a line that are combined into boxes
MOST_BOXES = 12  # boxes over one line
LAYERS = ("board", "ownership", "turn", "reader")


def part(box: Box, *content: str, **attributes: str) -> str:
    """Make a part of *content*, which must be within *box*."""
    return _part([box], "", content, attributes)


def part_at(at: Point, box: Box, *content: str, **attributes: str) -> str:
    """Make a part at *at* of *content* and its *box*, drawn around (0, 0)."""
    return _part([box], _standing(at), content, attributes)


def slanting(boxes: Sequence[Box], *content: str, **attributes: str) -> str:
    """Make a part of *content*, which must be within *boxes*; see `along`."""
    return _part(boxes, "", content, attributes)


def slanting_at(at: Point, boxes: Sequence[Box], *content: str, **attributes: str) -> str:
    """Make such a part at *at*, drawn around (0, 0)."""
    return _part(boxes, _standing(at), content, attributes)


def _standing(at: Point) -> str:
    place = " ".join(map(number, at))
    return f' data-at="{place}" transform="translate({place})"'


def _part(boxes: Sequence[Box], place: str, content: Iterable[str], attributes: Mapping[str, str]) -> str:
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    inside = "".join(content).replace("\n", " ")
    return f'<g data-box="{" ".join(map(_whole, boxes))}"{place}{more}>{inside}</g>'


def _whole(box: Box) -> str:
    """Round outwards to whole units."""
    left, top = math.floor(box[0]), math.floor(box[1])
    right, bottom = math.ceil(box[0] + box[2]), math.ceil(box[1] + box[3])
    return f"{left} {top} {right - left} {bottom - top}"


def together(parts: Iterable[str]) -> list[str]:
    """Join *parts* that are so dense that one part is painted faster."""
    found = list(parts)
    boxes = [box for one in found for box in _boxes_of(one)]
    if not boxes:
        return []
    whole = _around_all(boxes)
    return found if _cost([whole]) > _cost(boxes) else [part(whole, *found)]


def _boxes_of(part: str) -> Iterator[Box]:
    numbers = iter(map(float, part.partition('data-box="')[2].partition('"')[0].split()))
    return zip(numbers, numbers, numbers, numbers, strict=True)


def _cost(boxes: Iterable[Box]) -> float:
    """Return the cost of painting them, in units of area."""
    return sum(width * height + EACH for _, _, width, height in boxes)


def _around_all(boxes: Sequence[Box]) -> Box:
    lefts, tops, widths, heights = zip(*boxes, strict=True)
    left, top = min(lefts), min(tops)
    return left, top, max(map(add, lefts, widths)) - left, max(map(add, tops, heights)) - top


def along(points: Sequence[Point], margin: float, wide: Mapping[Point, float]) -> list[Box]:
    """Return boxes over a line with *margin* on its sides, and more around the points in *wide*.

    Their number is the one that is painted fastest: a slanting line fills little of a single box.
    """
    steps = [step for start, end in pairwise(points) for step in _fine(start, end)]
    boxes = [around(step, max([margin, *_beside(step, wide)])) for step in steps]
    best = [_around_all(boxes)]
    for many in range(2, MOST_BOXES + 1):
        if many * EACH >= _cost(best):
            break  # more boxes would cost more, however small
        best = min(best, [_around_all(few) for few in _shared_out(boxes, many)], key=_cost)
    return best


def _beside(step: tuple[Point, Point], wide: Mapping[Point, float]) -> Iterator[float]:
    return (reach for at, reach in wide.items() if min(math.dist(at, end) for end in step) <= FINE)


def _shared_out(boxes: Sequence[Box], number: int) -> Iterator[Sequence[Box]]:
    """Split into that many runs of nearly the same length."""
    cuts = [len(boxes) * n // number for n in range(number + 1)]
    return (boxes[start:end] for start, end in pairwise(cuts) if start < end)


def _fine(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    count = max(1, round(math.dist(start, end) / FINE))
    ways = [
        (start[0] + (end[0] - start[0]) * n / count, start[1] + (end[1] - start[1]) * n / count)
        for n in range(count + 1)
    ]
    return pairwise(ways)


def around(points: Iterable[Point], margin: float) -> Box:
    """Return the box of *points* with a margin on all sides."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs) - margin, min(ys) - margin
    return left, top, max(xs) + margin - left, max(ys) + margin - top


class Frame(NamedTuple):
    """The extent of a picture, its title and palette; the first colour is the ground."""

    box: Box
    title: str
    colours: Sequence[str]


def picture(frame: Frame, definitions: Iterable[str], layers: Sequence[Iterable[str]]) -> str:
    """Return the whole drawing; *layers* are the parts of each of `LAYERS`, *definitions* one line each."""
    view_box = " ".join(map(number, frame.box))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" font-family="{FONTS}" role="img"'
        f' style="background:{frame.colours[0]}" data-colours="{" ".join(dict.fromkeys(frame.colours))}">',
        f"<title>{text(frame.title)}</title>".replace("\n", " "),
        "<defs>",
        *definitions,
        "</defs>",
    ]
    for name, parts in zip(LAYERS, layers, strict=True):
        lines += [f'<g data-layer="{name}">', *parts, "</g>"]
    return "\n".join([*lines, "</svg>\n"])
