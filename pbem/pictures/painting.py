"""Paint a drawing without painting anything twice.

A drawing is a pile of layers, a layer a pile of parts (`pbem/pictures/drawing.py`). A part is rendered to
pixels once and cached by its text. The picture is painted in bands of some rows. The cache key of a band is
the parts that reach into it, and bands are also cached up to each layer but the last: the board, then with
owners, then with public facts. Only the bands with something that its reader alone knows are painted again.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image

from pbem.core.cache import Cache
from pbem.pictures.drawing import Box, Definitions, Drawing, DrawingPart, part_of
from pbem.pictures.raster import raster

ROWS = 64  # of pixels in a band
GRAIN = 4 * ROWS  # to whose multiple the room for parts is rounded up
PARTS_KEPT = 48 << 20  # bytes of pixels; twice as much would save hardly any painting
PILES_KEPT = 24 << 20
CHANNELS = 4


class Band(NamedTuple):
    """Rows of a picture: their cache key, and how they are painted."""

    key: str
    painted: Callable[[], Image.Image]


class Canvas(NamedTuple):
    """Everything about a picture that its parts depend on."""

    head: str
    corner: tuple[float, float]  # left and top, in the drawing's units
    scale: float  # pixels per unit
    size: tuple[int, int]  # in pixels; parts may reach so far


class Pixels(NamedTuple):
    """A rectangle of pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return max(0, self.right - self.left), max(0, self.bottom - self.top)


class Laid(NamedTuple):
    """A part placed in the pixels of a picture: it is visible in *boxes* around the pixel *at*."""

    part: DrawingPart
    origin: tuple[float, float]  # where the part's pixel (0, 0) is, in its units
    at: tuple[int, int]
    boxes: tuple[Pixels, ...]
    around: Pixels  # all of them
    key: str  # a hash of its looks, whatever its position, with the definitions that it uses


class Slice(NamedTuple):
    """The parts of a layer that reach into a band, and a hash of how they look there."""

    looks: str
    parts: tuple[Laid, ...]


class Layer(NamedTuple):
    """The parts of a layer that reach into a band, and the cache key of the pile up to it."""

    key: str
    parts: Sequence[Laid]
    is_stored: bool


_parts: Cache[Image.Image] = Cache(PARTS_KEPT)
_piles: Cache[Image.Image] = Cache(PILES_KEPT)


def forget() -> None:
    """Empty the caches."""
    _parts.clear()
    _piles.clear()


def stacked(images: Sequence[Image.Image]) -> Image.Image:
    """Join *images* of the same width vertically."""
    whole = Image.new(images[0].mode, (images[0].width, sum(image.height for image in images)))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole


def bands(drawing: Drawing, width: int) -> list[Band]:
    """Return the bands of the picture, *width* pixels wide, from the top."""
    canvas = _canvas(drawing, width)
    layers = [_by_band(layer, canvas, drawing.definitions) for layer in drawing.layers]
    height = math.ceil(round(drawing.box.height * canvas.scale, 3))
    rows = [Pixels(0, top, width, min(top + ROWS, height)) for top in range(0, height, ROWS)]
    return [_band(drawing, canvas, *band) for band in zip(rows, zip(*layers, strict=True), strict=False)]


def _canvas(drawing: Drawing, width: int) -> Canvas:
    """Return where parts are placed; pictures share it that differ only in the rows of their legends."""
    box, scale = drawing.box, width / drawing.box.width
    height = math.ceil(box.height * scale / GRAIN) * GRAIN
    return Canvas(drawing.head, (box.left, box.top), scale, (width, height))


@lru_cache(maxsize=32)  # most readers of a turn share all layers but the last
def _by_band(layer: tuple[str, ...], canvas: Canvas, definitions: Definitions) -> tuple[Slice, ...]:
    """Return the parts that reach into each band."""
    tops = range(0, canvas.size[1], ROWS)
    found: list[list[Laid]] = [[] for _ in tops]
    for part in (part for line in layer if (part := _defined(line, canvas, definitions)).boxes):
        top, bottom = (part.at[1] + row for row in (part.around.top, part.around.bottom))
        for number in range(max(0, top // ROWS), min(len(found), -(-bottom // ROWS))):
            found[number].append(part)
    return tuple(_slice(parts, top) for parts, top in zip(found, tops, strict=True))


def _slice(parts: Sequence[Laid], top: int) -> Slice:
    looks = [f"{part.key} {part.at[0]} {part.at[1] - top}" for part in parts]
    return Slice(_digest("\n".join(looks)), tuple(parts))


def _band(drawing: Drawing, canvas: Canvas, rows: Pixels, slices: Sequence[Slice]) -> Band:
    key = f"{drawing.ground} {rows.size}"
    known = []
    for number, (looks, parts) in enumerate(slices, start=1):
        key = _digest(f"{key}\n{looks}") if parts else key
        known.append(Layer(key, parts, is_stored=bool(parts) and number < len(slices)))
    return Band(key, partial(_painted, drawing, canvas.scale, rows, known))


def _painted(drawing: Drawing, scale: float, rows: Pixels, layers: Sequence[Layer]) -> Image.Image:
    done, pile = _lowest(layers) or (0, Image.new("RGB", rows.size, drawing.ground))
    for layer in layers[done:]:
        for laid in layer.parts:
            pixels = _pixels(laid, drawing, scale)
            left, top = laid.at[0] + laid.around.left, laid.at[1] + laid.around.top
            pile.paste(pixels, (left, top - rows.top), pixels)
        if layer.is_stored:
            _piles.put(layer.key, pile.copy(), rows.size[0] * rows.size[1] * CHANNELS)
    return pile


def _lowest(layers: Sequence[Layer]) -> tuple[int, Image.Image] | None:
    """Return how many layers are cached, and a copy of them."""
    for done in range(len(layers), 0, -1):
        pile = _piles.get(layers[done - 1].key)
        if pile is not None:
            return done, pile.copy()
    return None


def _defined(line: str, canvas: Canvas, definitions: Definitions) -> Laid:
    laid = _laid(line, canvas)
    if not laid.part.uses:
        return laid
    return laid._replace(key=_together(laid.key, *definitions.used_by(laid.part)))


@lru_cache(maxsize=2048)  # most places have the owners of the previous picture
def _together(*texts: str) -> str:
    return _digest("\n".join(texts))


@lru_cache(maxsize=4096)
def _laid(line: str, canvas: Canvas) -> Laid:
    """Place a part at whole pixels; one with a position of its own has the same pixels wherever it is."""
    part = part_of(line)
    if part.at:
        origin, most = (0.0, 0.0), (-math.inf, -math.inf, math.inf, math.inf)
        x, y = ((here - corner) * canvas.scale for here, corner in zip(part.at, canvas.corner, strict=True))
        at = round(x), round(y)
    else:
        origin, most, at = canvas.corner, (0, 0, *canvas.size), (0, 0)
    covered = [_covered(box, origin, canvas.scale, most) for box in part.boxes]
    boxes = tuple(box for box in covered if min(box.size) > 0)
    key = _digest(f"{canvas.head}\n{origin} {canvas.scale} {boxes}\n{part.content}")
    return Laid(part, origin, at, boxes, _around(boxes), key)


def _covered(box: Box, origin: tuple[float, float], scale: float, most: Sequence[float]) -> Pixels:
    """Return the pixels that *box* covers, within *most*."""
    left, top = (box.left - origin[0]) * scale, (box.top - origin[1]) * scale
    right, bottom = left + box.width * scale, top + box.height * scale
    return Pixels(
        int(max(most[0], math.floor(left) - 1)),
        int(max(most[1], math.floor(top) - 1)),
        int(min(most[2], math.ceil(right) + 1)),
        int(min(most[3], math.ceil(bottom) + 1)),
    )


def _around(boxes: Sequence[Pixels]) -> Pixels:
    if not boxes:
        return Pixels(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Pixels(min(lefts), min(tops), max(rights), max(bottoms))


def _pixels(laid: Laid, drawing: Drawing, scale: float) -> Image.Image:
    """Render each box separately; overlapping boxes agree."""
    pixels = _parts.get(laid.key)
    if pixels is None:
        pixels = Image.new("RGBA", laid.around.size)
        inside = f"<defs>{''.join(drawing.definitions.used_by(laid.part))}</defs>{laid.part.content}"
        for box in laid.boxes:
            painted = raster(f"{_head(drawing.head, laid.origin, scale, box)}{inside}</svg>")
            pixels.paste(painted, (box.left - laid.around.left, box.top - laid.around.top))
        _parts.put(laid.key, pixels, pixels.width * pixels.height * CHANNELS)
    return pixels


def _head(head: str, origin: tuple[float, float], scale: float, box: Pixels) -> str:
    """Return the opening tag of a drawing that shows only *box*."""
    (x, y), (width, height) = origin, box.size
    seen = (x + box.left / scale, y + box.top / scale, width / scale, height / scale)
    view = " ".join(f"{value:.6f}" for value in seen)
    return f'{head} viewBox="{view}" width="{width}" height="{height}">'


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
