"""Rasterize SVG.

The fonts lie in `pbem/pictures/fonts`, so the same SVG gives the same pixels.
"""

import io
from functools import cache
from importlib import resources

import resvg_py
from PIL import Image

FONT = "DejaVu Sans Condensed"


def raster(svg: str, width: int | None = None) -> Image.Image:
    """Render *svg* to pixels with transparency, in the given width or its own.

    Raises ValueError for what is not SVG.
    """
    rendered: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=_fonts(),
        font_family=FONT,
        sans_serif_family=FONT,
    )
    with Image.open(io.BytesIO(bytes(rendered))) as image:
        return image.convert("RGBA")


@cache
def _fonts() -> list[str]:
    with resources.as_file(resources.files("pbem.pictures") / "fonts") as folder:
        return [str(path) for path in sorted(folder.glob("*.ttf"))]
