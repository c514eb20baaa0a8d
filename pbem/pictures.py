"""How does a drawn board become a picture for the mail?  SVG → PNG, small and in few colours.

The fonts lie in `pbem/fonts` and no font of the machine is used, so the bytes are the same everywhere.
"""

import hashlib
import io
import re
from collections import OrderedDict
from importlib import resources
from threading import Lock

import resvg_py
from PIL import Image

FONT = "DejaVu Sans Condensed"
MOST_NAMED = 96  # of the drawing's own colours in the palette; what is left goes to the blends at edges
BLENDS = 96
KEPT = 64  # pictures in memory


class _Kept:
    """The pictures made last, by content."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> bytes | None:
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
            return self._pictures.get(key)

    def put(self, key: str, picture: bytes) -> None:
        with self._lock:
            self._pictures[key] = picture
            while len(self._pictures) > self._most:
                self._pictures.popitem(last=False)


_kept = _Kept(KEPT)


def png(svg: str, width: int = 1200) -> bytes:
    """*svg* as PNG with a palette, *width* pixels wide. Raises ValueError for what is not SVG."""
    key = f"{width}:{hashlib.sha256(svg.encode()).hexdigest()}"
    picture = _kept.get(key)
    if picture is None:
        picture = _few_colours(_rendered(svg, width), _named_colours(svg))
        _kept.put(key, picture)
    return picture


def _rendered(svg: str, width: int) -> bytes:
    with resources.as_file(resources.files("pbem") / "fonts") as folder:
        fonts = [str(path) for path in sorted(folder.glob("*.ttf"))]
        rendered: bytes = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=fonts,
            font_family=FONT,
            sans_serif_family=FONT,
        )
    return bytes(rendered)


def _named_colours(svg: str) -> list[str]:
    """The drawing's own colours as they come: a power's few pixels must not be taken for another's."""
    return list(dict.fromkeys(["#ffffff", *re.findall("#[0-9a-fA-F]{6}", svg)]))[:MOST_NAMED]


def _few_colours(picture: bytes, named: list[str]) -> bytes:
    with Image.open(io.BytesIO(picture)) as image:
        full = image.convert("RGB")
        blends = (
            full.quantize(BLENDS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette()
            or []
        )
        palette = Image.new("P", (1, 1))
        palette.putpalette([*bytes.fromhex("".join(colour[1:] for colour in named)), *blends])
        reduced = full.quantize(palette=palette, dither=Image.Dither.NONE)
        out = io.BytesIO()
        reduced.save(out, "PNG", compress_level=6)  # "optimize" takes six times as long for a twentieth
    return out.getvalue()
