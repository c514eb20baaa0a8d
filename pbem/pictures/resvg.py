"""Rasterize SVG with resvg."""

import io

import resvg_py
from PIL import Image

from pbem.pictures.font_files import FAMILY, paths


def raster(svg: str, width: int | None = None) -> Image.Image:
    """Render *svg*: see `pbem.pictures.raster`."""
    rendered: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=list(paths()),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    with Image.open(io.BytesIO(bytes(rendered))) as image:
        return image.convert("RGBA")
