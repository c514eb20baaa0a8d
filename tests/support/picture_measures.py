"""Measure texts and pieces in a picture, with the real widths of the font."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from PIL import ImageFont

SVG = "{http://www.w3.org/2000/svg}"
MEASURED_AT = 100.0  # font size


class Text(NamedTuple):
    """A text in the drawing and its bounding box."""

    words: str
    left: float
    top: float
    right: float
    bottom: float


@cache
def font(weight: str) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansCondensed-Bold.ttf" if weight == "bold" else "DejaVuSansCondensed.ttf"
    with resources.as_file(resources.files("pbem") / "fonts" / name) as path:
        return ImageFont.truetype(str(path), int(MEASURED_AT))


def texts(svg: str) -> Iterator[Text]:
    """Yield all texts that are not rotated, except the letters on units and tokens."""
    yield from _texts(ET.fromstring(svg), "normal", (0.0, 0.0))  # noqa: S314 - our own drawing


def _texts(element: ET.Element, weight: str, at: tuple[float, float]) -> Iterator[Text]:
    if "data-at" in element.attrib:
        x, y = map(float, element.attrib["data-at"].split())
        at = (at[0] + x, at[1] + y)
    weight = element.get("font-weight", weight)
    if element.tag == f"{SVG}text" and element.text and "rotate" not in element.get("transform", ""):
        yield _measured(element, weight, at)
    for child in element:
        is_moved = "translate" in child.get("transform", "") and "data-at" not in child.attrib
        if not is_moved and not _is_token(child):
            yield from _texts(child, weight, at)


def _is_token(element: ET.Element) -> bool:
    """Return whether the element draws a unit or a token: they are groups with a title."""
    return any(child.tag == f"{SVG}title" for child in element) and element.tag == f"{SVG}g"


def _measured(element: ET.Element, weight: str, at: tuple[float, float]) -> Text:
    words, size = element.text or "", float(element.get("font-size", "0"))
    _, high, _, low = font(weight).getbbox(words, anchor="ls")
    wide = font(weight).getlength(words) * size / MEASURED_AT
    x, y = at[0] + float(element.get("x", "0")), at[1] + float(element.get("y", "0"))
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[element.get("text-anchor", "start")]
    return Text(words, left, y + high * size / MEASURED_AT, left + wide, y + low * size / MEASURED_AT)


def overlap(one: Text, other: Text) -> float:
    """Return how much two texts overlap; 0 or less if they do not."""
    return min(one.right - other.left, other.right - one.left, one.bottom - other.top, other.bottom - one.top)


def frame(svg: str) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the drawing."""
    found = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', svg)
    assert found
    left, top, width, height = map(float, found.groups())
    return left, top, left + width, top + height
