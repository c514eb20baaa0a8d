"""How is a picture of few colours written as PNG, when most of it was written before?

A PNG's pixels are one compressed stream. Here the stream is made of strips of rows that are compressed by
themselves and kept by their content: where two pictures of a turn are alike, the strip is there already.
The format is that of the PNG specification (ISO/IEC 15948): signature, IHDR, PLTE, IDAT, IEND.
"""

import hashlib
import struct
import zlib
from collections.abc import Sequence

from PIL import Image

from pbem.kept import Kept

SIGNATURE = b"\x89PNG\r\n\x1a\n"
STREAM_HEAD = b"\x78\x9c"  # zlib, a window of 32 KB, usual compression
STRIP = 64  # rows
LEVEL = 6  # the slower ones take six times as long for a twentieth
PALETTE, BITS = 3, 8
UNFILTERED = b"\x00"
STRIPS_KEPT = 16 << 20  # bytes

_strips: Kept[bytes] = Kept(STRIPS_KEPT)


def palette_png(image: Image.Image, colours: Sequence[str]) -> bytes:
    """*image*, brought down to the nearest of *colours* ("#rrggbb", 256 at most)."""
    named = bytes.fromhex("".join(colour[1:] for colour in colours))
    palette = Image.new("P", (1, 1))
    palette.putpalette(named)
    reduced = image.quantize(palette=palette, dither=Image.Dither.NONE)
    head = struct.pack(">IIBBBBB", *reduced.size, BITS, PALETTE, 0, 0, 0)
    stream = _stream(reduced.tobytes(), reduced.width)
    chunks = ((b"IHDR", head), (b"PLTE", named), (b"IDAT", stream), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def forget() -> None:
    """Keep no strips."""
    _strips.clear()


def _stream(pixels: bytes, width: int) -> bytes:
    rows = [UNFILTERED + pixels[start : start + width] for start in range(0, len(pixels), width)]
    strips = [b"".join(rows[start : start + STRIP]) for start in range(0, len(rows), STRIP)]
    ends = [False] * (len(strips) - 1) + [True]
    packed = [_packed(strip, is_last) for strip, is_last in zip(strips, ends, strict=True)]
    return b"".join([STREAM_HEAD, *packed, struct.pack(">I", zlib.adler32(b"".join(strips)))])


def _packed(strip: bytes, is_last: bool) -> bytes:
    key = f"{is_last}{hashlib.sha256(strip).hexdigest()}"
    packed = _strips.get(key)
    if packed is None:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
        packed = packer.compress(strip) + packer.flush(zlib.Z_FINISH if is_last else zlib.Z_FULL_FLUSH)
        _strips.put(key, packed, len(packed))
    return packed


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
