"""A column of bytes that is compressed on disk, with zlib-ng, which writes the format of zlib faster.

Rows of earlier versions hold uncompressed bytes and are still read.
"""

import zlib

from sqlalchemy import Dialect, LargeBinary, TypeDecorator
from zlib_ng import zlib_ng

SIGN = b"\0z1\0"  # no mail begins with NUL
LEVEL = 6


class Compressed(TypeDecorator[bytes]):
    """Bytes, compressed with zlib; empty bytes stay empty, so that SQL can test for that."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, _dialect: Dialect) -> bytes | None:
        return SIGN + zlib_ng.compress(value, LEVEL) if value else value

    def process_result_value(self, value: bytes | None, _dialect: Dialect) -> bytes | None:
        return unpacked(bytes(value)) if value else value


def unpacked(stored: bytes) -> bytes:
    """Return the bytes of a row, compressed or not."""
    if not stored.startswith(SIGN):
        return stored
    try:
        return zlib.decompress(stored[len(SIGN) :])
    except zlib.error:  # an earlier version stored a message that only looks compressed
        return stored
