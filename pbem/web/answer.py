"""A request to the web server, and the response to the browser."""

import gzip
from collections.abc import Sequence
from http import HTTPStatus

from msgspec import Struct

HTML, PLAIN = "text/html; charset=utf-8", "text/plain; charset=utf-8"
NO_STORE = "no-store"
PACKING = 4  # a map with 6 is a fifteenth smaller and takes four times as long


class Asked(Struct, frozen=True):
    """A request: *path* as it is written, *body* of a form, and the headers that matter."""

    method: str
    path: str
    query: str = ""
    cookies: str = ""
    body: bytes = b""


class Answer(Struct, frozen=True):
    """The response to the browser; *headers* are those beside what every response has."""

    status: HTTPStatus
    body: str
    kind: str = HTML
    headers: Sequence[tuple[str, str]] = ()
    caching: str = NO_STORE
    is_packed: bool = False  # compressed, where the browser takes it

    def content(self, *, takes_gzip: bool) -> tuple[bytes, Sequence[tuple[str, str]]]:
        """Return the bytes of the body, and the headers that say how they are packed."""
        body = self.body.encode()
        if not (self.is_packed and takes_gzip):
            return body, ()
        return gzip.compress(body, PACKING, mtime=0), (("Content-Encoding", "gzip"),)


NOTHING_HERE = Answer(HTTPStatus.NOT_FOUND, "There is nothing here.\n", PLAIN)
