"""Base64 in lines, as in a mail (RFC 2045)."""

from binascii import b2a_base64
from functools import lru_cache

LENGTH = 76


@lru_cache(maxsize=16)  # the outbox asks again for the pictures of a turn, when all its mails are written
def base64_lines(content: bytes) -> bytes:
    """Return *content* in base64, in lines that end with CRLF."""
    encoded = b2a_base64(content, newline=False)
    starts = range(0, len(encoded), LENGTH)
    return b"\r\n".join([*[encoded[start : start + LENGTH] for start in starts], b""])
