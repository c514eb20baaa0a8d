"""The web server: unsubscribing with one click (RFC 8058), the pages of seats, health and metrics.

`/health` answers 200, or 503 with one reason a line; `/metrics` serves Prometheus; `/host` is the host's
page, if enabled; `/seat/` has the pages of seats (`pbem.web.seat_page`). An unsubscribe link contains a token
for one reader of one table. Only POST changes anything, because mail scanners follow every link with GET.
"""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from http import HTTPStatus
from threading import Thread
from typing import Any, Protocol

from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from adjudicator.core.lazy_imports import IMPORTS
from pbem.core.clock import Clock
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.core.templating import web_page
from pbem.store.game_tables import GameTable
from pbem.tables.office import Office
from pbem.tables.people import digests, readers
from pbem.web import health, host_page, metrics
from pbem.web.answer import NOTHING_HERE, PLAIN, Answer, Asked
from pbem.web.seat_page.handlers import SeatPages

WORKERS, MOST_CONNECTIONS, IDLE_SECONDS = 2, 250, 20
MOST_HEADERS, MOST_BODY = 16 * 1024, 64 * 1024
MOST_OF_HOST = 4 * 1024  # bytes of a form of the host's page


class StartResponse(Protocol):
    def __call__(self, status: str, headers: list[tuple[str, str]], /) -> object: ...


class Web:
    """A WSGI application (PEP 3333), and the server that runs it."""

    def __init__(self, office: Office, clock: Clock) -> None:
        self.office, self.clock = office, clock
        self._seats = SeatPages(office, clock)
        self._registry = metrics.registry(office, clock)
        self._server: Any = None
        self._thread = Thread()

    def start(self) -> None:
        """Listen in threads, if the settings say so. Raises OSError if the port is taken."""
        web = self.office.settings.web
        if not web.on:
            return
        with IMPORTS:
            from waitress import server  # noqa: PLC0415  (slow to import; without a web nobody needs it)

        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns for each request that waits
        create_server: Any = server.create_server  # the package has no types
        self._server = create_server(
            self,
            host=web.listen,
            port=web.port,
            threads=WORKERS,
            connection_limit=MOST_CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            max_request_header_size=MOST_HEADERS,
            max_request_body_size=MOST_BODY,
            ident=None,
        )
        self._thread = Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Return the port, once the server listens."""
        port: int = self._server.effective_port
        return port

    def stop(self) -> None:
        """Finish open requests, then close, in the server's own thread, as waitress requires."""
        if self._server is None:
            return
        self._server.task_dispatcher.shutdown(timeout=IDLE_SECONDS)
        with suppress(OSError):  # if the thread was awake, it has closed the server and its trigger already
            self._server.trigger.pull_trigger(self._close)
        self._thread.join(timeout=IDLE_SECONDS)

    def _close(self) -> None:
        """Close the server, and each connection as soon as it is flushed: browsers keep idle ones open."""
        for channel in self._server.active_channels.values():
            channel.close_when_flushed = True
        self._server.close()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        answer = self._answer(str(environ["REQUEST_METHOD"]), str(environ["PATH_INFO"]), environ)
        takes_gzip = "gzip" in str(environ.get("HTTP_ACCEPT_ENCODING", ""))
        body, packed = answer.content(takes_gzip=takes_gzip)
        start_response(
            f"{answer.status.value} {answer.status.phrase}",
            [
                ("Content-Type", answer.kind),
                ("Content-Length", str(len(body))),
                ("Cache-Control", answer.caching),
                ("Referrer-Policy", "no-referrer"),
                ("X-Content-Type-Options", "nosniff"),
                *answer.headers,
                *packed,
            ],
        )
        return [body]

    def _answer(self, method: str, path: str, environ: dict[str, Any]) -> Answer:
        try:
            return self._page_at(method, path.strip("/").split("/"), environ)
        except SQLAlchemyError:
            log.exception("the database cannot be used", again=True)
            said = sentence("health", "no_database").words(self.office.house.templates)
            return Answer(HTTPStatus.SERVICE_UNAVAILABLE, f"database: {said}\n", PLAIN)

    def _page_at(self, method: str, words: Sequence[str], environ: dict[str, Any]) -> Answer:
        match words:
            case ["seat", _, *_] if self.office.has_seat_pages:
                return self._seats.answer(_asked(method, environ))
            case ["health"]:
                return self._health()
            case ["metrics"]:
                return Answer(HTTPStatus.OK, metrics.exposition(self._registry), CONTENT_TYPE_LATEST)
            case ["host" | "style.css"] if self.office.settings.web.host_page:
                return self._host(method, words[0], environ)
            case ["stop", key, token] if method in ("GET", "HEAD", "POST"):
                return self._stop(key, token, is_click=method == "POST")
        return NOTHING_HERE

    def _health(self) -> Answer:
        with self.office.store.reading() as session:
            wrong = health.troubles(session, self.office, self.clock.now())
        if wrong:
            lines = "".join(f"{one.kind}: {one.reason}\n" for one in wrong)
            return Answer(HTTPStatus.SERVICE_UNAVAILABLE, lines, PLAIN)
        return Answer(HTTPStatus.OK, "well\n", PLAIN)

    def _host(self, method: str, name: str, environ: dict[str, Any]) -> Answer:
        """Return the host's page, after retrying a message if that was asked for."""
        if not host_page.is_for_us(self.office, str(environ.get("HTTP_HOST", ""))):
            return NOTHING_HERE
        if name == "style.css":
            return Answer(HTTPStatus.OK, host_page.style(), "text/css; charset=utf-8")
        if method == "POST" and not host_page.take_in_again(
            self.office, environ["wsgi.input"].read(MOST_OF_HOST)
        ):
            said = sentence("seat_page", "read_again").words(self.office.house.templates)
            return Answer(HTTPStatus.CONFLICT, f"{said}\n", PLAIN)
        with self.office.store.reading() as session:
            return Answer(HTTPStatus.OK, host_page.page(session, self.office, self.clock.now()))

    def _stop(self, key: str, token: str, *, is_click: bool) -> Answer:
        """Return the page that asks, or the one that confirms; every invalid link gets the same page."""
        if key == digests.STOP_ALL:
            return self._stop_digest(token, is_click=is_click)
        with self.office.store.writing() if is_click else self.office.store.reading() as session:
            table = self._table(session, key, token, is_click=is_click)
        facts = {"table": table.key if table else "", "known": table is not None, "done": is_click}
        facts["is_digest"] = False
        status = HTTPStatus.OK if table else HTTPStatus.NOT_FOUND
        return Answer(status, self._page(facts))

    def _stop_digest(self, token: str, *, is_click: bool) -> Answer:
        """Do the same for a digest: one click stops everything in it."""
        with self.office.store.writing() if is_click else self.office.store.reading() as session:
            address = digests.address_of(session, self.office, token)
            if address is not None and is_click:
                digests.stop(session, address)
        facts = {"table": "", "known": address is not None, "done": is_click, "is_digest": True}
        return Answer(HTTPStatus.OK if address else HTTPStatus.NOT_FOUND, self._page(facts))

    def _table(self, session: Session, key: str, token: str, *, is_click: bool) -> GameTable | None:
        act = readers.stop_by_token if is_click else readers.table_of_token
        return act(session, self.office, key, token)

    def _page(self, facts: dict[str, Any]) -> str:
        house = self.office.house
        whole = {"house": house, "root": f"{house.site}/"} | facts
        return web_page("site/stop.html", whole, house.templates)


def _asked(method: str, environ: dict[str, Any]) -> Asked:
    return Asked(
        method,
        str(environ["PATH_INFO"]),
        str(environ.get("QUERY_STRING", "")),
        str(environ.get("HTTP_COOKIE", "")),
        environ["wsgi.input"].read(MOST_BODY) if method == "POST" else b"",
    )
