"""How is a drawing painted by layers, so that nothing is drawn twice?

A game's drawing says itself where it may be cut (`adjudicator/picture/layers.py`): into layers, each a pile
of parts that say in boxes how far they reach. A part is made into pixels once and kept by its text; so is the
pile up to each layer but the last: the board, then with its owners, then with what everybody may know. What
another reader's picture has in common with one made before is there already; only what he alone may know is
painted anew. A drawing that cannot be cut is painted whole.
"""

import hashlib
import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from PIL import Image

from pbem.kept import Kept
from pbem.rasters import raster

PARTS_KEPT = 96 << 20  # bytes of pixels
PILES_KEPT = 96 << 20
CHANNELS = 4

HEAD = re.compile(r'<svg [^>]*viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>')
COLOURS = re.compile(r'data-colours="([^"]*)"')
GROUND = re.compile(r'style="background:(#[0-9a-f]{6})"')
DEFINITIONS = re.compile(r"\n<defs>\n(.*?)</defs>\n", re.DOTALL)
LAYER = re.compile(r'\n<g data-layer="\w+">(.*?)\n</g>(?=\n)', re.DOTALL)
PART = re.compile(
    r'\n<g data-box="(?P<box>[^"]*)"(?: data-at="(?P<at>[^"]*)" transform="[^"]*")?(?P<content>.*)'
)
UNSEEN = re.compile(r"<title>.*?</title>")
NOT_SHARED = re.compile(r' (?:viewBox|data-colours)="[^"]*"|>$')
NAME = re.compile(r' id="([^"]+)"')
USED = re.compile(r'(?:href="|url\()#([^")]+)')


class Box(NamedTuple):
    """A rectangle of the drawing, in its own measure."""

    left: float
    top: float
    width: float
    height: float


class Drawing(NamedTuple):
    """An SVG that was cut up. Pictures that differ in height alone have all but *box* in common."""

    head: str  # its opening tag, without `viewBox`
    box: Box
    ground: str  # what is seen where no part lies
    colours: tuple[str, ...]
    definitions: Mapping[str, str]  # by id
    layers: tuple[str, ...]


class Canvas(NamedTuple):
    """What is painted on, and how many of its pixels are one of the drawing's."""

    image: Image.Image
    scale: float


_parts: Kept[Image.Image] = Kept(PARTS_KEPT)
_piles: Kept[Image.Image] = Kept(PILES_KEPT)


def cut(svg: str) -> Drawing | None:
    """*svg* by layers; None if it has none."""
    head, definitions, layers = HEAD.search(svg), DEFINITIONS.search(svg), LAYER.findall(svg)
    if not head or not definitions or not layers:
        return None
    colours = COLOURS.search(head[0])
    return Drawing(
        head=NOT_SHARED.sub("", head[0]),
        box=Box(*map(float, head.groups())),
        ground=ground[1] if (ground := GROUND.search(head[0])) else "#ffffff",
        colours=tuple(colours[1].split()) if colours else (),
        definitions={name[1]: line for line in definitions[1].split("\n") if (name := NAME.search(line))},
        layers=tuple(layers),
    )


class Part(NamedTuple):
    """A part of a drawing: its boxes and content stand around *at*, or where they are if that is None."""

    content: str
    boxes: tuple[Box, ...]
    at: tuple[float, ...] | None


def paint(drawing: Drawing, width: int) -> Image.Image:
    """The picture, *width* pixels wide."""
    scale = width / drawing.box.width
    size = width, math.ceil(round(drawing.box.height * scale, 3))
    keys = _keys(drawing, width)
    done, pile = _lowest(keys, Image.new("RGB", size, drawing.ground))
    for layer, key in list(zip(drawing.layers, keys, strict=True))[done:]:
        for part in _parts_of(layer):
            _lay(Canvas(pile, scale), drawing, part)
        if key != keys[-1]:
            _piles.put(key, pile.copy(), size[0] * size[1] * CHANNELS)
    return pile


def forget() -> None:
    """Keep nothing: as after a start."""
    _parts.clear()
    _piles.clear()


def _keys(drawing: Drawing, width: int) -> list[str]:
    """For each layer what it and all below it are kept by."""
    place = drawing.box._replace(height=0)
    key = "\n".join([drawing.head, str(place), str(width), *drawing.definitions.values()])
    return [key := _digest(key + layer) for layer in drawing.layers]


def _lowest(keys: list[str], canvas: Image.Image) -> tuple[int, Image.Image]:
    """How many layers are painted already, and the *canvas* with the pile of these."""
    for done in range(len(keys) - 1, 0, -1):
        pile = _piles.get(keys[done - 1])
        if pile is not None:
            canvas.paste(pile, (0, 0))
            return done, canvas
    return 0, canvas


def _parts_of(layer: str) -> Iterator[Part]:
    for found in PART.finditer(layer):
        at = _numbers(found["at"]) if found["at"] else None
        yield Part(f"<g{UNSEEN.sub('', found['content'])}", _boxes(found["box"]), at)


class Frame(NamedTuple):
    """Where a part's first pixel lies in the drawing's measure, their *scale*, and how far they may reach."""

    origin: tuple[float, float]
    scale: float
    most: tuple[float, float, float, float]


class Pixels(NamedTuple):
    """A rectangle of pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return max(0, self.right - self.left), max(0, self.bottom - self.top)


def _lay(canvas: Canvas, drawing: Drawing, part: Part) -> None:
    """Lay a part on the canvas, at whole pixels; it is the same wherever it stands."""
    whole, scale = drawing.box, canvas.scale
    if part.at:
        frame = Frame((0.0, 0.0), scale, (-math.inf, -math.inf, math.inf, math.inf))
        place = (round((part.at[0] - whole.left) * scale), round((part.at[1] - whole.top) * scale))
    else:
        frame, place = Frame((whole.left, whole.top), scale, (0, 0, *canvas.image.size)), (0, 0)
    covered = [_pixels_of(box, frame) for box in part.boxes]
    boxes = [box for box in covered if min(box.size) > 0]
    if boxes:
        pixels = _painted(drawing, part.content, frame, boxes)
        left, top = min(box.left for box in boxes), min(box.top for box in boxes)
        canvas.image.paste(pixels, (place[0] + left, place[1] + top), pixels)


def _painted(drawing: Drawing, content: str, frame: Frame, boxes: list[Pixels]) -> Image.Image:
    """All that is in *boxes*, each painted by itself; where two of them overlap, they agree."""
    needed = "".join(_needed(content, drawing.definitions))
    framed = [f"{_head(drawing, frame, box)}<defs>{needed}</defs>{content}</svg>" for box in boxes]
    if len(boxes) == 1:
        return _pixels(framed[0], boxes[0].size)
    key = _digest("\n".join(framed))
    pixels = _parts.get(key)
    if pixels is None:
        left, top = min(box.left for box in boxes), min(box.top for box in boxes)
        size = max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top
        pixels = Image.new("RGBA", size)
        for svg, box in zip(framed, boxes, strict=True):
            pixels.paste(raster(svg), (box.left - left, box.top - top))
        _parts.put(key, pixels, size[0] * size[1] * CHANNELS)
    return pixels


def _head(drawing: Drawing, frame: Frame, box: Pixels) -> str:
    """The opening tag of a drawing that shows *box* alone."""
    (x, y), scale, (width, height) = frame.origin, frame.scale, box.size
    seen = (x + box.left / scale, y + box.top / scale, width / scale, height / scale)
    view = " ".join(f"{value:.6f}" for value in seen)
    return f'{drawing.head} viewBox="{view}" width="{width}" height="{height}">'


def _pixels_of(box: Box, frame: Frame) -> Pixels:
    """What *box* covers, but no more than the frame has."""
    most, scale = frame.most, frame.scale
    left, top = (box.left - frame.origin[0]) * scale, (box.top - frame.origin[1]) * scale
    right, bottom = left + box.width * scale, top + box.height * scale
    return Pixels(
        int(max(most[0], math.floor(left) - 1)),
        int(max(most[1], math.floor(top) - 1)),
        int(min(most[2], math.ceil(right) + 1)),
        int(min(most[3], math.ceil(bottom) + 1)),
    )


def _needed(text: str, definitions: Mapping[str, str]) -> list[str]:
    """The definitions that a part refers to."""
    return [definitions[name] for name in dict.fromkeys(USED.findall(text)) if name in definitions]


def _pixels(svg: str, size: tuple[int, int]) -> Image.Image:
    key = _digest(svg)
    pixels = _parts.get(key)
    if pixels is None:
        pixels = raster(svg)
        _parts.put(key, pixels, size[0] * size[1] * CHANNELS)
    return pixels


def _boxes(text: str) -> tuple[Box, ...]:
    numbers = iter(_numbers(text))
    return tuple(map(Box._make, zip(numbers, numbers, numbers, numbers, strict=True)))


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split()))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
