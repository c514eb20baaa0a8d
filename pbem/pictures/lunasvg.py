"""Rasterize SVG with LunaSVG."""

import re
from functools import cache

import pylunasvg
from PIL import Image

from pbem.pictures.font_files import BOLD, FAMILY, paths

OUTLINED_FIRST = re.compile(r'<text([^>]*) paint-order="stroke"([^>]*)>(.*?)</text>')
OUTLINE = re.compile(r' stroke(?:-[a-z]+)?="[^"]*"')
ITS_OWN = -1  # the width or height of a bitmap that follows from the drawing


def raster(svg: str, width: int | None = None) -> Image.Image:
    """Render *svg*: see `pbem.pictures.raster`."""
    _load_fonts()
    document = pylunasvg.Document.loadFromData(OUTLINED_FIRST.sub(_in_paint_order, svg))
    if document is None:
        raise ValueError("this is not SVG")
    bitmap = document.renderToBitmap(width or ITS_OWN, ITS_OWN)
    bitmap.convertToRGBA()
    size = bitmap.width(), bitmap.height()
    pixels = memoryview(bitmap)  # type: ignore[arg-type]  # its stub leaves out that it is a buffer
    return Image.frombytes("RGBA", size, pixels.tobytes(), "raw", "RGBA", bitmap.stride(), 1)


def _in_paint_order(text: re.Match[str]) -> str:
    """Write *text* twice, first with its outline and then without: LunaSVG ignores `paint-order`."""
    looks, words = text[1] + text[2], text[3]
    return f"<text{looks}>{words}</text><text{OUTLINE.sub('', looks)}>{words}</text>"


@cache
def _load_fonts() -> None:
    for path in paths():
        pylunasvg.lunasvg_add_font_face_from_file(FAMILY, BOLD in path, False, path)
