"""Rasterize SVG with LunaSVG or, on platforms without a package of it, with resvg.

LunaSVG returns pixels. The package of resvg encodes each picture as PNG, which takes most of its time.
`raster(svg, width)` of both renders to pixels with transparency, in the given width or the drawing's own, and
raises ValueError for text that is not SVG.
"""

from importlib.util import find_spec

if find_spec("pylunasvg"):
    from pbem.pictures.lunasvg import raster
else:
    from pbem.pictures.resvg import raster

__all__ = ["raster"]
