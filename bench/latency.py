"""Measure how quickly messages are answered while the turns of a deadline are run.

    python -m bench.latency --tables 200 --seconds 20

`pbem serve` runs as on a real host, with two workers and SQLite. Players send twenty messages a second, each
with an order for every unit. At first the deadline of other tables of Downfall XIII, all different, has just
passed; then the same is done without a deadline. The time is measured from the DATA command until the relay
has accepted the answer. The last line is the time from the deadline of one table until the relay has accepted
its last report.
"""

import smtplib
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec import Struct
from rich.console import Console
from rich.table import Table
from sqlmodel import col, func, select, update

from bench import load, receiving, tables_due
from bench.receiving import Posted
from pbem.core import logs
from pbem.service.assembly import open_office
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.states import HELD
from pbem.tables.office import Office

A_SECOND = 20
SEATS = 8  # of a table
STARTS = 8.0  # seconds until the service has started and is warm
WAITS = 120.0  # seconds until the last answer, at most
MILLISECONDS = 1000.0
WANTED = {"median": 60.0, "99 %": 300.0, "single": 1000.0}  # milliseconds at most


class Relay:
    """A relay that accepts every mail, and remembers when the last one for each recipient came."""

    def __init__(self) -> None:
        self.accepted: dict[str, float] = {}

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        self.accepted.update(dict.fromkeys(envelope.rcpt_tos, time.perf_counter()))
        return "250 OK"


class Answers(Struct, frozen=True):
    """Milliseconds until the relay had accepted the answers to *messages*, while *run* turns were run."""

    what: str
    messages: int
    middle: float
    nearly_all: float  # 99th percentile
    run: int


def serving(folder: Path, out: int) -> AbstractContextManager[tuple[int, int]]:
    """Return a context manager: `pbem serve` with two workers, whose relay is at the port *out*."""
    more = f"[service]\nworkers = 2\n[messages]\nanswers_an_hour = 1000000\n[sender]\nport = {out}\n"
    return load.serving(folder, more=more)


def send(messages: Sequence[Posted], port: int) -> dict[str, float]:
    """Send the messages, A_SECOND of them a second; return when each sender has begun DATA.

    Raises the errors of smtplib.
    """
    given: dict[str, float] = {}
    begun = time.perf_counter()

    def post(message: Posted) -> None:
        sender, to, raw = message
        with smtplib.SMTP("127.0.0.1", port, "senders.example", timeout=60) as session:
            session.ehlo_or_helo_if_needed()
            session.mail(sender)
            session.rcpt(to)
            given[sender] = time.perf_counter()
            session.data(raw)

    with ThreadPoolExecutor(A_SECOND) as pool:
        posts = []
        for number, message in enumerate(messages):
            time.sleep(max(0.0, begun + number / A_SECOND - time.perf_counter()))
            posts.append(pool.submit(post, message))
    for one in posts:
        one.result()
    return given


def answered(what: str, messages: Sequence[Posted], port: int, own: Relay, office: Office) -> Answers:
    """Send the messages, and wait for the answers. Raises AssertionError if one is missing."""
    before = _turns(office)
    given = send(messages, port)
    run = _turns(office) - before
    waits = time.perf_counter() + WAITS
    while (missing := [one for one in given if one not in own.accepted]) and time.perf_counter() < waits:
        time.sleep(0.05)
    if missing:
        raise AssertionError(f"{len(missing)} of {len(given)} messages were not answered")
    times = sorted((own.accepted[one] - at) * MILLISECONDS for one, at in given.items())
    cuts = quantiles(times, n=100)
    return Answers(what, len(times), cuts[49], cuts[98], run)


def _turns(office: Office) -> int:
    with office.store.reading() as session:
        return session.exec(select(func.count()).select_from(AdjudicatedTurn)).one()


def _refuse_held(office: Office) -> None:
    """Raise AssertionError if a table is held, because its turn would never be run."""
    with office.store.reading() as session:
        held = session.exec(select(GameTable.key, GameTable.held_reason).where(GameTable.state == HELD)).all()
    if held:
        raise AssertionError(f"held: {', '.join(f'{key} ({reason})' for key, reason in held)}")


def single(table: int, own: Relay, due: datetime) -> float:
    """Return the milliseconds from the deadline of one table until its last report is accepted."""
    waits = due.timestamp() + WAITS
    begun = time.perf_counter() + due.timestamp() - time.time()
    while time.time() < waits:
        reports = {to: at for to, at in own.accepted.copy().items() if at > begun}
        theirs = [at for to, at in reports.items() if to.endswith(f".{table}@players.example")]
        if len(theirs) == SEATS:
            return (max(theirs) - begun) * MILLISECONDS
        time.sleep(0.01)
    raise AssertionError("the reports were not sent")


def measure(folder: Path, tables: int, seconds: int) -> Iterator[Answers]:
    """Measure the answers while a deadline of *tables* runs, and without one; then the reports of a table."""
    count = A_SECOND * seconds
    asking = -(-count // SEATS)
    own = Relay()
    with receiving.receiver_of(own) as out:
        office = open_office(load.settings(folder, 2, out))
        load.fill(office, tables + 2 * asking + 1, datetime.now(UTC))
        every = sorted(load.orders(office, 0), key=lambda one: _number(one[0]))
        later = [one for one in every if _number(one[0]) >= tables]
        tables_due.deal(office, datetime.now(UTC) + timedelta(hours=10), most=tables)
        due = _due_soon(office, range(tables))
        with serving(folder, out) as (_, port):
            time.sleep(max(0.0, due.timestamp() - time.time()))
            yield answered("while a deadline runs", later[:count], port, own, office)
            while _turns(office) < tables:
                _refuse_held(office)
                time.sleep(1)
        with serving(folder, out) as (_, port):
            time.sleep(STARTS)
            yield answered("without one", later[count : 2 * count], port, own, office)
        last = tables + 2 * asking
        due = _due_soon(office, [last])
        with serving(folder, out):
            alone = single(last, own, due)
        yield Answers("a single table, deadline to last report", 1, alone, alone, 1)
        office.store.close()


def _number(address: str) -> int:
    return int(address.partition("@")[0].rpartition(".")[2])


def _due_soon(office: Office, numbers: Iterable[int]) -> datetime:
    """Set the deadline of the tables to a time after the service has started, and return it."""
    due = datetime.now(UTC) + timedelta(seconds=STARTS)
    with office.store.writing() as session:
        theirs = update(GameTable).where(col(GameTable.key).in_([f"t{number}" for number in numbers]))
        session.connection().execute(theirs.values(deadline_utc=due, final_utc=due))
    return due


def main() -> None:
    parser = ArgumentParser(prog="python -m bench.latency", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    asked = parser.parse_args()
    logs.set_up("error", "text")
    table = Table("what", "messages", "median, ms", "99 %, ms", "turns meanwhile")
    with TemporaryDirectory(prefix="latency-") as folder:
        for one in measure(Path(folder), asked.tables, asked.seconds):
            table.add_row(
                one.what, str(one.messages), f"{one.middle:.0f}", f"{one.nearly_all:.0f}", str(one.run)
            )
    Console(width=110).print(table)
    Console().print(", ".join(f"{what} at most {limit:g} ms" for what, limit in WANTED.items()))


if __name__ == "__main__":
    main()
