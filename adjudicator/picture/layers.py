"""How is a picture cut up, so that each part of it has to be drawn but once?

A picture is a pile of layers, the most lasting below: the board, who owns it, the turn (what everybody may
know), and what its reader alone may know. A layer is a pile of parts; a part is one line of the drawing and
says in `data-box` how far it reaches (left, top, width, height), and if it looks alike wherever it stands, in
`data-at` where it stands: its box and content are then drawn around that point. Whoever paints the picture
may therefore keep a part, or the pile up to a layer, by its text alone. `data-colours` on the drawing names
the colours of its palette, the same for every picture of a board. To whoever knows none of this it is
ordinary SVG.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.picture.svg import Box, Point, number, text

FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"
EACH = 8000.0  # what every part costs beside its area, in units of area
LAYERS = ("board", "ownership", "turn", "reader")


def part(box: Box, *content: str, **attributes: str) -> str:
    """*content* as a part that reaches no farther than *box*."""
    return _part(box, "", content, attributes)


def part_at(at: Point, box: Box, *content: str, **attributes: str) -> str:
    """*content* and its *box*, drawn around (0, 0), as a part that stands at *at*."""
    place = " ".join(map(number, at))
    return _part(box, f' data-at="{place}" transform="translate({place})"', content, attributes)


def _part(box: Box, place: str, content: Iterable[str], attributes: Mapping[str, str]) -> str:
    left, top = math.floor(box[0]), math.floor(box[1])
    right, bottom = math.ceil(box[0] + box[2]), math.ceil(box[1] + box[3])
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    inside = "".join(content).replace("\n", " ")
    return f'<g data-box="{left} {top} {right - left} {bottom - top}"{place}{more}>{inside}</g>'


def together(parts: Iterable[str]) -> list[str]:
    """*parts* as one where they lie so thick that this is made sooner than each of them."""
    found = list(parts)
    boxes = [_box_of(part) for part in found]
    if not boxes:
        return []
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    one_by_one = sum(width * height + EACH for _, _, width, height in boxes)
    if (right - left) * (bottom - top) > one_by_one:
        return found
    return [part((left, top, right - left, bottom - top), *found)]


def _box_of(part: str) -> Box:
    left, top, width, height = part.partition('data-box="')[2].partition('"')[0].split()
    return float(left), float(top), float(width), float(height)


def around(points: Iterable[Point], margin: float) -> Box:
    """The box of *points* with a margin on all sides."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs) - margin, min(ys) - margin
    return left, top, max(xs) + margin - left, max(ys) + margin - top


class Frame(NamedTuple):
    """What holds a picture: how far it reaches, its title and palette; the ground is the palette's first."""

    box: Box
    title: str
    colours: Sequence[str]


def picture(frame: Frame, definitions: Iterable[str], layers: Sequence[Iterable[str]]) -> str:
    """The whole drawing; *layers* are the parts of each of `LAYERS`, *definitions* one line each."""
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
