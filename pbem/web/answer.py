"""A request to the web server, and the response to the browser."""

import gzip
from collections.abc import Sequence
from http import HTTPStatus

from msgspec import Struct

HTML, PLAIN = "text/html; charset=utf-8", "text/plain; charset=utf-8"
NO_STORE = "no-store"


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
    is_packed: bool = False  # compressed, if the browser accepts it

    def content(self, *, takes_gzip: bool) -> tuple[bytes, Sequence[tuple[str, str]]]:
        """Return the bytes of the body, and the headers about their compression."""
        body = self.body.encode()
        if not (self.is_packed and takes_gzip):
            return body, ()
        return gzip.compress(body, 6, mtime=0), (("Content-Encoding", "gzip"),)


NOTHING_HERE = Answer(HTTPStatus.NOT_FOUND, "There is nothing here.\n", PLAIN)
