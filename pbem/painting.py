"""How is a drawing painted by layers, so that nothing is drawn twice?

A game's drawing says itself where it may be cut (`adjudicator/picture/layers.py`): into layers, each a pile
of parts that say how far they reach. A part is made into pixels once and kept by its text; so is the pile up
to each layer but the last: the board, then with its owners, then with what everybody may know. What
another reader's picture has in common with one made before is there already; only what he alone may know is
painted anew. A drawing that cannot be cut is painted whole.
"""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
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
PART = re.compile(r'\n(<g data-box="(\S+) (\S+) (\S+) (\S+)".*)')
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
        box=_box(head.groups()),
        ground=ground[1] if (ground := GROUND.search(head[0])) else "#ffffff",
        colours=tuple(colours[1].split()) if colours else (),
        definitions={name[1]: line for line in definitions[1].split("\n") if (name := NAME.search(line))},
        layers=tuple(layers),
    )


def paint(drawing: Drawing, width: int) -> Image.Image:
    """The picture, *width* pixels wide."""
    scale = width / drawing.box.width
    size = width, math.ceil(round(drawing.box.height * scale, 3))
    keys = _keys(drawing, width)
    done, pile = _lowest(keys, Image.new("RGB", size, drawing.ground))
    for layer, key in list(zip(drawing.layers, keys, strict=True))[done:]:
        for text, *box in PART.findall(layer):
            _lay(Canvas(pile, scale), drawing, text, _box(box))
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


def _lay(canvas: Canvas, drawing: Drawing, text: str, box: Box) -> None:
    """Lay a part on the canvas, at whole pixels."""
    whole, scale = drawing.box, canvas.scale
    left = max(0, math.floor((box.left - whole.left) * scale) - 1)
    top = max(0, math.floor((box.top - whole.top) * scale) - 1)
    right = min(canvas.image.width, math.ceil((box.left + box.width - whole.left) * scale) + 1)
    bottom = min(canvas.image.height, math.ceil((box.top + box.height - whole.top) * scale) + 1)
    if left >= right or top >= bottom:
        return
    width, height = right - left, bottom - top
    seen = (whole.left + left / scale, whole.top + top / scale, width / scale, height / scale)
    view = " ".join(f"{value:.6f}" for value in seen)
    needed = "".join(_needed(text, drawing.definitions))
    svg = (
        f'{drawing.head} viewBox="{view}" width="{width}" height="{height}"><defs>{needed}</defs>{text}</svg>'
    )
    pixels = _pixels(svg, width, height)
    canvas.image.paste(pixels, (left, top), pixels)


def _needed(text: str, definitions: Mapping[str, str]) -> list[str]:
    """The definitions that a part refers to."""
    return [definitions[name] for name in dict.fromkeys(USED.findall(text)) if name in definitions]


def _pixels(svg: str, width: int, height: int) -> Image.Image:
    key = _digest(svg)
    pixels = _parts.get(key)
    if pixels is None:
        pixels = raster(svg)
        _parts.put(key, pixels, width * height * CHANNELS)
    return pixels


def _box(numbers: Sequence[str]) -> Box:
    left, top, width, height = map(float, numbers)
    return Box(left, top, width, height)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
