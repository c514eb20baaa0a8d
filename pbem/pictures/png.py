"""Render a drawn board as a picture for mail. SVG → PNG, small and in few colours.

It is painted by layers (`pbem/pictures/painting.py`) and reduced to the palette that the drawing names, which
is the same for every picture of a board, so that the same view gives the same bytes whatever was painted
before.
"""

import hashlib
import io
import re
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image
from prometheus_client import Histogram

from pbem.core.cache import Cache
from pbem.pictures import painting
from pbem.pictures.drawing import Drawing, cut
from pbem.pictures.painting import Band, stacked
from pbem.pictures.palette_png import palette_png
from pbem.pictures.raster import raster

IN_MAIL = 900  # pixels: 640 on a screen with 1.5 times the density
LARGE = 2400  # for a close look, or for printing
MOST_BYTES = 82 * 1024  # of a picture in a mail, which has at most 150 KiB in total
MOST_NAMED = 96  # of the colours of a drawing without a palette; the rest is for blends at edges
BLENDS = 96
FEWER = (128, 64, 48, 40, 36)  # colours, tried until the picture is small enough
MOST_OF_BOARD = 50_000  # bytes of a board without owners; these, units and arrows need the rest
MOST_PUBLIC = MOST_BYTES - 3 * 1024  # the rest is for what only the reader knows
BOARDS = 256  # boards and turns whose number of colours is cached
STORED = 8 << 20  # bytes of pictures in memory
SECONDS = Histogram(
    "pbem_picture_seconds", "How long it took to paint a picture that was not cached", registry=None
)

_pictures: Cache[bytes] = Cache(STORED)
_first_tries: Cache[int] = Cache(BOARDS)


def png(svg: str, width: int = IN_MAIL) -> bytes:
    """Render *svg* as PNG with a palette, *width* pixels wide. Raises ValueError if it is not SVG."""
    key = f"{width}:{_digest(svg)}"
    picture = _pictures.get(key)
    if picture is None:
        with SECONDS.time():
            picture = _made(svg, width)
        _pictures.put(key, picture, len(picture))
    return picture


def large(svg: str) -> bytes:
    """Render it LARGE pixels wide in one piece. This takes a second: see `pbem.commands.lookup.history`."""
    key = f"large:{_digest(svg)}"
    picture = _pictures.get(key)
    if picture is None:
        with SECONDS.time():
            picture = _quantized(_whole(svg, LARGE).painted())
        _pictures.put(key, picture, len(picture))
    return picture


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def _quantized(image: Image.Image) -> bytes:
    few = image.quantize(FEWER[0], method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG")
    return written.getvalue()


def forget() -> None:
    """Empty the caches."""
    _pictures.clear()
    _first_tries.clear()


def _made(svg: str, width: int) -> bytes:
    drawing = cut(svg)
    bands = painting.bands(drawing, width) if drawing else [_whole(svg, width)]
    colours = (drawing.colours if drawing else ()) or _named_and_blends(svg, bands)
    first = _first_try(drawing, width) if drawing else 0
    for most in FEWER[first:]:
        picture = palette_png(bands, width, colours[:most])
        if len(picture) <= MOST_BYTES:
            break
    return picture


def _first_try(drawing: Drawing, width: int) -> int:
    """Return where in FEWER to begin: where the board alone, and what everybody sees, are small enough.

    So nearly all readers of a turn get the same colours, and share what is encoded. It depends on the drawing
    alone, so that a picture has the same bytes whatever was painted before.
    """
    ground, owners, turn = (drawing.layers[at] if at < len(drawing.layers) else () for at in range(3))
    first = _fitting(drawing.only((ground, owners[-1:], ())), width, MOST_OF_BOARD, 0)
    return _fitting(drawing.only((ground, owners, turn, ())), width, MOST_PUBLIC, first)


def _fitting(drawing: Drawing, width: int, most: int, first: int) -> int:
    """Return the first of FEWER, from *first*, with which the picture takes *most* bytes or less."""
    if first == len(FEWER) - 1:
        return first
    layers = " ".join(map(_layer_digest, drawing.layers))
    key = _digest(f"{width} {first} {drawing.head} {drawing.box} {drawing.colours} {layers}")
    found = _first_tries.get(key)
    if found is None:
        bands = painting.bands(drawing, width)
        sizes = (len(palette_png(bands, width, drawing.colours[:number])) for number in FEWER[first:])
        found = next((at for at, size in enumerate(sizes, first) if size <= most), len(FEWER) - 1)
        _first_tries.put(key, found, 1)
    return found


@lru_cache(maxsize=32)  # all readers of a turn have the same public layers
def _layer_digest(layer: tuple[str, ...]) -> str:
    return _digest("\n".join(layer))


def _whole(svg: str, width: int) -> Band:
    """Render a drawing that cannot be cut in one piece."""
    pixels = raster(svg, width)
    image = Image.new("RGB", pixels.size, "#ffffff")
    image.paste(pixels, (0, 0), pixels)
    return Band(f"{image.size} {hashlib.sha256(image.tobytes()).hexdigest()}", lambda: image)


def _named_and_blends(svg: str, bands: Sequence[Band]) -> tuple[str, ...]:
    """Keep the drawing's own colours: a power's few pixels must not get another's colour."""
    named = list(dict.fromkeys(["#ffffff", *re.findall("#[0-9a-fA-F]{6}", svg)]))[:MOST_NAMED]
    image = stacked([band.painted() for band in bands])
    reduced = image.quantize(BLENDS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    blends = bytes(reduced.getpalette() or []).hex("#", 3).split("#")
    return tuple(dict.fromkeys([*named, *(f"#{blend}" for blend in blends if blend)]))
