"""Split an SVG into layers and parts, each with the area that it covers.

A game's drawing says where it may be cut (`adjudicator/drawing/layers.py`): into layers, each a pile of
parts. Each part is one line, with the boxes that it covers.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

HEAD = re.compile(r'<svg [^>]*viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>')
COLOURS = re.compile(r'data-colours="([^"]*)"')
GROUND = re.compile(r'style="background:(#[0-9a-f]{6})"')
DEFINITIONS, DEFINED = "\n<defs>\n", "\n</defs>\n"
LAYER, END = '<g data-layer="', "</g>"
PART = re.compile(
    r'<g data-box="(?P<box>[^"]*)"(?: data-at="(?P<at>[^"]*)" transform="[^"]*")?(?P<content>.*)'
)
UNSEEN = re.compile(r"<title>.*?</title>")
NOT_SHARED = re.compile(r' (?:viewBox|data-colours)="[^"]*"|>$')
NAME = re.compile(r' id="([^"]+)"')
USED = re.compile(r'(?:href="|url\()#([^")]+)')


class Box(NamedTuple):
    """A rectangle in the units of the drawing."""

    left: float
    top: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        return self.top + self.height


class DrawingPart(NamedTuple):
    """A part of a drawing: its boxes and content are relative to *at*, or absolute if that is None."""

    content: str
    boxes: tuple[Box, ...]
    at: tuple[float, ...] | None
    uses: tuple[str, ...]  # ids of definitions that it uses


class Definitions:
    """What parts refer to, by id. All pictures of a board have the same object, which is compared as such."""

    def __init__(self, lines: Mapping[str, str]) -> None:
        self._lines = lines

    def used_by(self, part: DrawingPart) -> list[str]:
        return [self._lines[name] for name in part.uses if name in self._lines]


class Drawing(NamedTuple):
    """An SVG that was cut. Pictures that differ only in height share everything but *box*."""

    head: str  # its opening tag, without `viewBox`
    box: Box
    ground: str  # the colour where there is no part
    colours: tuple[str, ...]
    definitions: Definitions
    layers: tuple[tuple[str, ...], ...]  # the parts of each, as written

    def only(self, layers: tuple[tuple[str, ...], ...]) -> "Drawing":
        """Return a drawing of *layers* that ends below them: where the reader's legend ends says nothing."""
        lowest = max((_bottom(layer) for layer in layers if layer), default=self.box.bottom)
        height = min(lowest, self.box.bottom) - self.box.top
        return self._replace(layers=layers, box=self.box._replace(height=height))


def cut(svg: str) -> Drawing | None:
    """Cut *svg* into layers; None if it has none."""
    head, definitions, piled = HEAD.search(svg), *svg.partition(DEFINED)[::2]
    _, *layers = f"\n{piled}".split(f"\n{LAYER}")
    if not head or not layers:
        return None
    colours, ground = COLOURS.search(head[0]), GROUND.search(head[0])
    return Drawing(
        head=NOT_SHARED.sub("", head[0]),
        box=Box(*map(float, head.groups())),
        ground=ground[1] if ground else "#ffffff",
        colours=tuple(colours[1].split()) if colours else (),
        definitions=_by_name(definitions.partition(DEFINITIONS)[2]),
        layers=tuple(map(_parts, layers)),
    )


@lru_cache(maxsize=32)  # most readers of a turn share all layers but the last
def _parts(layer: str) -> tuple[str, ...]:
    _, *lines = layer.split("\n")
    return tuple(lines[: lines.index(END)])


@lru_cache(maxsize=32)
def _bottom(layer: tuple[str, ...]) -> float:
    """Return where the lowest part of *layer* ends."""
    parts = map(part_of, layer)
    return max((part.at[1] if part.at else 0.0) + box.bottom for part in parts for box in part.boxes)


@lru_cache(maxsize=16)  # all pictures of a board share them
def _by_name(definitions: str) -> Definitions:
    return Definitions({name[1]: line for line in definitions.split("\n") if (name := NAME.search(line))})


@lru_cache(maxsize=2048)  # most parts are those of the previous picture
def part_of(line: str) -> DrawingPart:
    """Parse a *line* of a layer as a part. Raises ValueError if it is not one."""
    found = PART.fullmatch(line)
    if not found:
        raise ValueError(f"no part of a drawing: {line[:80]}")
    content = f"<g{UNSEEN.sub('', found['content'])}"
    at = tuple(_numbers(found["at"])) if found["at"] else None
    return DrawingPart(content, tuple(_boxes(found["box"])), at, tuple(dict.fromkeys(USED.findall(content))))


def _boxes(text: str) -> Iterator[Box]:
    numbers = _numbers(text)
    return map(Box._make, zip(numbers, numbers, numbers, numbers, strict=True))


def _numbers(text: str) -> Iterator[float]:
    return map(float, text.split())
