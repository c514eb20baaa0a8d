"""A request to the web server, and the response to the browser."""

import gzip
import hashlib
from collections.abc import Sequence
from http import HTTPStatus

from msgspec import Struct

from pbem.core.cache import Cache
from pbem.core.sentences import sentence

HTML, PLAIN = "text/html; charset=utf-8", "text/plain; charset=utf-8"
NO_STORE = "no-store"
EVERYBODY = "everybody"
MOST_KEPT = 16_000_000  # bytes of compressed answers
PACKING = 4  # level of zlib: with 6 a map is a fifteenth smaller and takes four times as long

_kept: Cache[bytes] = Cache(MOST_KEPT)


class Asked(Struct, frozen=True):
    """A request: *path* as it was sent, *body* of a form, and the headers that matter."""

    method: str
    path: str
    query: str = ""
    cookies: str = ""
    body: bytes = b""


class Answer(Struct, frozen=True):
    """The response to the browser; *headers* are in addition to those of every response."""

    status: HTTPStatus
    body: str
    kind: str = HTML
    headers: Sequence[tuple[str, str]] = ()
    caching: str = NO_STORE
    packed_for: str = ""  # compressed if the browser accepts it, and cached for this reader; "" for neither

    def content(self, *, takes_gzip: bool) -> tuple[bytes, Sequence[tuple[str, str]]]:
        """Return the bytes of the body, and the headers about their compression."""
        body = self.body.encode()
        if not (self.packed_for and takes_gzip):
            return body, ()
        return _packed(body, self.packed_for), (("Content-Encoding", "gzip"),)


def _packed(body: bytes, reader: str) -> bytes:
    """Compress *body*, cached for each reader: a shared cache would show by its speed who else has looked."""
    key = f"{reader} {hashlib.sha256(body).hexdigest()}"
    packed = _kept.get(key)
    if packed is None:
        packed = gzip.compress(body, PACKING, mtime=0)
        _kept.put(key, packed, len(packed))
    return packed


NOTHING_HERE = Answer(HTTPStatus.NOT_FOUND, f"{sentence('seat_page', 'nothing_here').words(None)}\n", PLAIN)
