"""Rasterize SVG with LunaSVG or, where that has no package, with resvg.

LunaSVG hands over pixels. The package of resvg encodes each picture as PNG first, and that takes most of its
time. Both have the function `raster(svg, width)`: it renders to pixels with transparency, in the given width
or the drawing's own, and raises ValueError for what is not SVG.
"""

from importlib.util import find_spec

if find_spec("pylunasvg"):
    from pbem.pictures.lunasvg import raster
else:
    from pbem.pictures.resvg import raster

__all__ = ["raster"]
