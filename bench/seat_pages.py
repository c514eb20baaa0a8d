"""Time 200 players who open their pages at once, while the turns of a deadline are run.

    python -m bench.seat_pages

The players of 25 different tables of Downfall XIII, eight seats each, follow the links in their reports in
the same second. Each browser requests the link, the page and the map; the browsers run in a separate process.
The web server and the turns of as many other tables run as in `pbem serve`, on the same processors. Then the
same is done without a deadline. Every response must be the requested page.
"""

import json
import multiprocessing
import re
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path

from msgspec import Struct, to_builtins
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from sqlmodel import col, select

from bench import load, tables_due
from pbem.core import logs
from pbem.core.settings import SiteSettings, WebSettings
from pbem.outbound.delivery import Delivery
from pbem.service.assembly import open_office, relay_of
from pbem.service.scheduler import Service
from pbem.service.workers import Workers
from pbem.store.game_tables import GameTable, Seat
from pbem.tables.office import Office
from pbem.tables.people import page_links
from pbem.web.server import Web
from tests.support.ports import free_port
from tests.support.waiting import end_in_good_order

SEATS, TABLES = 200, 25
SITE = "https://games.example.org"
LONGEST = 120  # seconds that a browser waits
MILLISECONDS = 1000.0


class Opened(Struct, frozen=True):
    """The opened pages, the *seconds* until the last one, and the seconds of the turns of the *deadline*."""

    what: str
    pages: int
    seconds: float
    middle: float  # seconds until half of the players had page and map
    last_in_20: float  # seconds until 19 of 20 players had them
    deadline: float
    bytes_each: int


def opens(port: int, link: str) -> tuple[float, int]:
    """Open the page to which a link leads, as a browser does; return the seconds and the received bytes."""
    begun = time.perf_counter()
    browser = HTTPConnection("127.0.0.1", port, timeout=LONGEST)
    browser.request("GET", f"/seat/{link}", headers={"Accept-Encoding": "gzip"})
    answer = browser.getresponse()
    first = answer.read()
    cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]
    found = re.search(rb'url=([^"]+)"', first)
    if answer.status != 200 or found is None:
        raise AssertionError(f"{answer.status} instead of a page")
    size, path = len(first), f"/seat/{found[1].decode()}"
    for name in ("", "map.svg"):
        browser.request("GET", path + name, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        answer = browser.getresponse()
        size += len(answer.read())
        if answer.status != 200:
            raise AssertionError(f"{answer.status} instead of {name or 'the page'}")
    browser.close()
    return time.perf_counter() - begun, size


def crowd(port: int, links: Sequence[str], results: Connection) -> None:
    """Open all pages at once, in a separate process; send the seconds and bytes of each, or the error."""
    found: list[tuple[float, int] | str] = []

    def one(link: str) -> None:
        try:
            found.append(opens(port, link))
        except (AssertionError, OSError) as wrong:
            found.append(repr(wrong))

    threads = [threading.Thread(target=one, args=(link,)) for link in links]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.send(found)


def measured(service: Service, port: int, links: Sequence[str], what: str, *, is_due: bool) -> Opened:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    players = multiprocessing.get_context("spawn").Process(target=crowd, args=(port, links, sender))
    players.start()
    begun = time.perf_counter()
    run = service.look_at_tables() if is_due else 0
    deadline = time.perf_counter() - begun
    found = receiver.recv()
    players.join()
    wrong = [one for one in found if isinstance(one, str)]
    if wrong or (is_due and run != TABLES):
        raise AssertionError(f"{run} turns were run; {len(wrong)} pages failed: {wrong[:3]}")
    times = sorted(seconds for seconds, _ in found)
    size = sum(size for _, size in found) // len(found)
    return Opened(
        what, len(found), times[-1], times[len(times) // 2], times[len(times) * 19 // 20], deadline, size
    )


def both(workers: int) -> list[Opened]:
    with tempfile.TemporaryDirectory(prefix="seat-pages-") as folder:
        settings = load.settings(Path(folder), workers, free_port())
        web, pictures = WebSettings(on=True, port=0), settings.service.model_copy(update={"pictures": True})
        own = {"web": web, "site": SiteSettings(url=SITE), "service": pictures}
        office, clock = open_office(settings.model_copy(update=own)), load.FalseClock()
        load.fill(office, 2 * TABLES, clock.now())
        tables_due.deal(office, clock.now())
        links = not_due(office, clock)
        crew = Workers(office.settings, open_office)
        service = Service(office, clock, (), Delivery(relay_of(office.settings)), crew)
        server = Web(office, clock)
        server.start()
        found = [
            measured(service, server.port, links, "while a deadline runs", is_due=True),
            measured(service, server.port, links, "without", is_due=False),
        ]
        server.stop()
        crew.stop()
        office.store.close()
        return found


def not_due(office: Office, clock: load.FalseClock) -> list[str]:
    """Postpone the deadline of half of the tables; return the links to the pages of their seats."""
    with office.store.writing() as session:
        keys = session.exec(select(GameTable.key).order_by(col(GameTable.key)).limit(TABLES)).all()
        for key in keys:
            table = session.get_one(GameTable, key)
            table.deadline_utc = table.final_utc = None
        seats = session.exec(select(Seat).where(col(Seat.table_key).in_(keys))).all()
        now = clock.now()
        return [page_links.link_token(office.credentials.seal, seat, now) for seat in seats][:SEATS]


def _table(found: Sequence[Opened]) -> Table:
    table = Table(box=SIMPLE_HEAD)
    for heading in ("pages", "", "s until half", "until 19 in 20", "until all", "s of the deadline", "kB"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        table.add_row(
            f"{one.pages}",
            one.what,
            f"{one.middle:.1f}",
            f"{one.last_in_20:.1f}",
            f"{one.seconds:.1f}",
            f"{one.deadline:.1f}",
            f"{one.bytes_each / 1000:.0f}",
        )
    return table


def main() -> int:
    wanted = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("--workers", type=int, default=2)
    wanted.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = wanted.parse_args()
    end_in_good_order()
    logs.set_up("error", "text")
    found = both(asked.workers)
    if asked.json:
        print(json.dumps(to_builtins(found)))
    else:
        Console(width=120).print(_table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
