"""The size of a drawing, for its place in a page: what is below does not move when the drawing comes."""

import re
from typing import NamedTuple

VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


class PictureSize(NamedTuple):
    """Width and height in pixels at full size; a page that shows it smaller keeps their ratio."""

    width: int
    height: int


def size_of(svg: str) -> PictureSize | None:
    """Return the size of an SVG, None if there is none."""
    found = VIEW_BOX.search(svg)
    return PictureSize(*(round(float(side)) for side in found.groups())) if found else None
