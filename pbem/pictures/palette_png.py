"""Write a picture of few colours as PNG, reusing encoded bands.

A PNG's pixels are one compressed stream. Here it consists of bands of rows that are compressed independently
and cached by content: the parts that two pictures of a turn share cost nothing. The format is that of the PNG
specification (ISO/IEC 15948): signature, IHDR, PLTE, IDAT, IEND.
"""

import hashlib
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

from pbem.core.cache import Cache
from pbem.pictures.painting import Band

SIGNATURE = b"\x89PNG\r\n\x1a\n"
STREAM_HEAD = b"\x78\x9c"  # zlib, a window of 32 KB, default compression
STREAM_END = b"\x03\x00"  # an empty last block (RFC 1951, 3.2.6)
LEVEL, MEMORY = 5, 8  # in two thirds of the time of zlib itself, for 2.5 % fewer bytes
PALETTE, BITS = 3, 8
UNFILTERED = 0
MODULUS = 65521  # of Adler-32
PACKED_KEPT = 4 << 20  # bytes
PALETTES = 8  # that are kept, of half a megabyte each


class Packed(NamedTuple):
    """A compressed band, with the checksum and the number of its uncompressed bytes."""

    stream: bytes
    check: int
    length: int
    rows: int


_packed: Cache[Packed] = Cache(PACKED_KEPT)


def palette_png(bands: Sequence[Band], width: int, colours: Sequence[str]) -> bytes:
    """Encode *bands* with the nearest of *colours* ("#rrggbb", 256 at most)."""
    named = bytes.fromhex("".join(colour[1:] for colour in colours))
    packed = _all_packed(bands, named)
    head = struct.pack(">IIBBBBB", width, sum(band.rows for band in packed), BITS, PALETTE, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", named), (b"IDAT", _stream(packed)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def forget() -> None:
    """Empty the cache."""
    _packed.clear()


def _all_packed(bands: Sequence[Band], named: bytes) -> list[Packed]:
    palette = hashlib.sha256(named).hexdigest()
    keys = [f"{palette} {band.key}" for band in bands]
    found = {key: packed for key in keys if (packed := _packed.get(key))}
    for key, band in zip(keys, bands, strict=True):
        if key not in found:
            found[key] = _encoded(band.painted(), named)
            _packed.put(key, found[key], len(found[key].stream))
    return [found[key] for key in keys]


def _encoded(image: Image.Image, named: bytes) -> Packed:
    reduced = image.quantize(palette=_palette(named), dither=Image.Dither.NONE)
    rows = Image.new("P", (image.width + 1, image.height), UNFILTERED)  # each begins with its filter
    rows.paste(reduced, (1, 0))
    raw = rows.tobytes()
    packer = zlib_ng.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, MEMORY)
    stream = packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)
    return Packed(stream, zlib_ng.adler32(raw), len(raw), image.height)


@lru_cache(maxsize=PALETTES)
def _palette(named: bytes) -> Image.Image:
    """Return an image with this palette. It remembers the nearest colours that were looked up with it."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(named)
    Image.new("RGB", (1, 1)).quantize(palette=palette, dither=Image.Dither.NONE)  # before threads share it
    return palette


def _stream(packed: Sequence[Packed]) -> bytes:
    check = 1
    for band in packed:
        check = _joined(check, band)
    return b"".join([STREAM_HEAD, *(band.stream for band in packed), STREAM_END, struct.pack(">I", check)])


def _joined(check: int, band: Packed) -> int:
    """Return the Adler-32 of the bytes of *check* followed by the band (RFC 1950, 9)."""
    low, high = check & 0xFFFF, check >> 16
    own_low, own_high = band.check & 0xFFFF, band.check >> 16
    both = (high + own_high + band.length * (low - 1)) % MODULUS
    return both << 16 | (low + own_low - 1) % MODULUS


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
