"""Measure how many messages, turns and mails a second one machine can process.

    python -m bench.load --tables 2000           # make load

Tables of Downfall XIII with all eight seats taken share one deadline, and a day's messages come in before it.
For the deadline each table gets a different position and orders from random games (`bench/tables_due.py`).
Each line compares a rate of the real service with a limit that is measured in the same run: the same messages
sent to a receiver that stores nothing, bare commits of the same bytes, the same mails built without a game or
a database, or the same bytes sent to the same sink. Their ratio depends less on the machine than the rates.
"""

import json
import re
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Lines
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.games import find
from bench import receiving, tables_due
from pbem.core import logs
from pbem.core.settings import (
    DatabaseSettings,
    HouseSettings,
    LogSettings,
    MessageSettings,
    ReceiverSettings,
    SenderSettings,
    ServiceSettings,
    Settings,
    TrustSettings,
)
from pbem.service.assembly import assemble, open_office
from pbem.service.scheduler import Service
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.mail_contents import forget_pictures, with_pictures
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.rows import id_of
from pbem.store.states import DONE, WAITING
from pbem.tables import opening
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import seat_address
from tests.support.ports import free_port, wait_until_listens
from tests.support.waiting import end_in_good_order

GAME, JUDGE, GM = "downfall-xiii", "judge@judge.example", "gm@players.example"
SENT = 1000  # mails sent to the sink
BATCH = 500  # rows written or messages sent at once
OPENS_SECONDS = 1800  # at most, to open thousands of tables on a busy machine
DUE = 100  # at most this many turns are run while memory is measured
LONG = 1000  # the same, to see whether memory grows over a long time
KILOBYTES = 1024  # in a megabyte


class Rate(Struct, frozen=True):
    """A rate per second, or megabytes of memory; *beside* says what the *limit* is."""

    what: str
    rate: float
    beside: str = ""
    limit: float | None = None


class FalseClock:
    """A clock that the load test sets."""

    def __init__(self) -> None:
        self.moment = datetime.now(UTC)

    def now(self) -> datetime:
        return self.moment


def measure(folder: Path, tables: int, workers: int, progress: Progress) -> Iterator[Rate]:
    """Yield all lines; each stage starts from the result of the one before."""
    with receiving.null_receiver() as sink:
        yield from _measured(folder, tables, workers, sink, progress)


def _measured(folder: Path, tables: int, workers: int, sink: int, progress: Progress) -> Iterator[Rate]:
    office = open_office(settings(folder, workers, sink))
    clock = FalseClock()
    advance = partial(progress.update, progress.add_task("tables", total=6), advance=1)
    fill(office, tables, clock.now())
    messages = list(orders(office, tables))
    commits = rate(len(messages), lambda: _committed(messages, folder))
    service = assemble(office, clock)
    advance(description=f"{len(messages)} messages into the service, and into a sink")
    stored, null = _received(service, messages, sink)
    yield Rate("messages received and on disk", stored, "received and stored nowhere", null)
    yield Rate("messages received and on disk", stored, "bare commits of the same bytes", commits)
    advance(description="messages read and answered")
    answered = rate(len(messages), service.poll_messages)
    yield Rate("messages read and answered", answered, "received and stored nowhere", null)
    _see_messages(office, DONE, len(messages))
    advance(description="mails built without anything else")
    clock.moment += timedelta(days=4)
    tables_due.deal(office, clock.now())
    build = tables_due.built_alone(office, clock.now())
    advance(description=f"a deadline of {tables} tables")
    yield from _turns_run(service, tables, f"only built, x{workers}", build * workers)
    advance(description="mails into a sink")
    yield from _sent(service, sink)
    service.delivery.close()
    yield Rate("peak of this process, MB", peak_megabytes())
    advance(description="done")


def settings(folder: Path, workers: int, out: int) -> Settings:
    return Settings(
        house=HouseSettings(name="The Judge", judge=JUDGE),
        database=DatabaseSettings(url=f"sqlite:///{folder / 'pbem.sqlite'}"),
        service=ServiceSettings(workers=workers),
        messages=MessageSettings(answers_an_hour=1_000_000),
        trust=TrustSettings(check_dkim=False),
        receiver=ReceiverSettings(port=free_port()),
        sender=SenderSettings(port=out),
        log=LogSettings(level="error"),
    )


@contextmanager
def serving(
    folder: Path,
    program: Sequence[str] = (sys.executable, "-m", "pbem"),
    more: str = "",
    environment: Mapping[str, str] | None = None,
) -> Iterator[tuple[int, int]]:
    """Run `pbem serve` on the database in *folder*; yield its process id and its port once it listens.

    *more* is added to its settings.
    """
    port, config = free_port(), folder / "pbem.toml"
    config.write_text(
        f'[house]\njudge = "{JUDGE}"\n[database]\nurl = "sqlite:///{folder}/pbem.sqlite"\n'
        f'[receiver]\nport = {port}\n[log]\nlevel = "error"\n{more}'
    )
    command = [*program, "--config", str(config), "serve"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as service:
        try:
            wait_until_listens(port)
            yield service.pid, port
        finally:
            service.terminate()


def fill(
    office: Office, tables: int, now: datetime, game: str = GAME, options: Mapping[str, str] | None = None
) -> None:
    """Open one table as a GM does, and copy it for the others."""
    powers, key = find(game).card.seats, "t" if game == GAME else game
    players = [
        opening.Player(power, f"{power.lower().replace(' ', '.')}.0@players.example") for power in powers
    ]
    plan = opening.Plan(f"{key}0", game, GM, players, "72h", seed="load", options=dict(options or {}))
    opening.open_table(plan, office, now)
    with office.store.writing() as session:
        parcels = session.exec(select(OutgoingMail)).all()
        forget_pictures(session, [parcel.id for parcel in parcels])
        for parcel in parcels:
            session.delete(parcel)
    with office.store.reading() as session:
        first, seats = session.get_one(GameTable, f"{key}0"), seats_of(session, f"{key}0")
    for start in range(1, tables, BATCH):
        numbers = range(start, min(start + BATCH, tables))
        with office.store.writing() as session:
            session.add_all(
                GameTable(**first.model_dump() | {"key": f"{key}{i}", "seed": f"{i}"}) for i in numbers
            )
            session.flush()
            session.add_all(_copy_of(seat, key, i) for i in numbers for seat in seats)


def _copy_of(seat: Seat, key: str, number: int) -> Seat:
    address = seat.address.replace(".0@", f".{number}@")
    return Seat(**seat.model_dump() | {"id": None, "table_key": f"{key}{number}", "address": address})


def orders(office: Office, tables: int) -> Iterator[receiving.Posted]:
    """Yield sender, recipient and bytes of one message from each seat, with an order for each unit."""
    game = find(GAME)
    with office.store.reading() as session:
        position = session.get_one(GameTable, "t0").position
        seats = session.exec(select(Seat).order_by(col(Seat.id))).all()
    lines = {power: _lines(game.choices(position, power).values()) for power in game.card.seats}
    for seat in seats:
        to = seat_address(office.credentials.seal, seat, JUDGE)
        head = f"From: <{seat.address}>\r\nTo: <{to}>\r\nSubject: orders\r\nMessage-ID: <{seat.id}@x.example>"
        yield seat.address, to, f"{head}\r\n\r\n{lines[seat.power]}\r\n\r\n> an old report\r\n".encode()


def _lines(choices: Iterable[Sequence[str]]) -> str:
    """Return a legal order for each unit, always the same ones."""
    return "\r\n".join(lawful[len(lawful) // 2] for lawful in choices if lawful)


def rate(count: int, action: Callable[[], object]) -> float:
    """Do *action*, which processes *count* things, and return how many it processed per second."""
    begun = time.perf_counter()
    action()
    return count / (time.perf_counter() - begun)


# --- messages ---------------------------------------------------------------------------------------------


def _received(service: Service, messages: Sequence[receiving.Posted], sink: int) -> tuple[float, float]:
    """Return the messages a second that the service accepts and stores, and those that a sink accepts."""
    service.office.store.on_stored = lambda: None
    receiver, port = service.inlets[-1], service.office.settings.receiver.port
    receiver.start()
    stored_seconds = null_seconds = 0.0
    with receiving.senders() as send:
        for start in range(0, len(messages), BATCH):
            part = messages[start : start + BATCH]
            null_seconds += send(part, sink)
            stored_seconds += send(part, port)
    receiver.stop()
    _see_messages(service.office, WAITING, len(messages))
    return len(messages) / stored_seconds, len(messages) / null_seconds


def _committed(messages: Sequence[receiving.Posted], folder: Path) -> None:
    with _bare(folder / "bare.sqlite") as database:
        for _, _, raw in messages:
            database.execute("INSERT INTO messages VALUES (?)", (raw,))
            database.commit()


@contextmanager
def _bare(file: Path) -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(file)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE messages (raw BLOB)")
    yield database
    database.close()


def _see_messages(office: Office, state: str, count: int) -> None:
    with office.store.reading() as session:
        found = len(session.exec(select(StoredMessage.id).where(StoredMessage.state == state)).all())
    if found != count:
        raise AssertionError(f"{found} messages of {count} are {state}")


# --- turns and mails -------------------------------------------------------------------------------------


def _turns_run(service: Service, tables: int, beside: str, limit: float) -> Iterator[Rate]:
    """Run the turns that are due; yield the turns a second, and the mails a second compared with *limit*."""
    before = _mails(service.office)
    begun = time.perf_counter()
    run = service.look_at_tables()
    taken = time.perf_counter() - begun
    if run != tables:
        raise AssertionError(f"{run} turns of {tables} were run")
    yield Rate("turns", run / taken)
    yield Rate("reports and bulletins", (_mails(service.office) - before) / taken, beside, limit)


def _mails(office: Office) -> int:
    with office.store.reading() as session:
        return len(session.exec(select(OutgoingMail.id)).all())


def _sent(service: Service, port: int) -> Iterator[Rate]:
    """Yield the mails a second from the outbox to the sink, and of the same bytes sent directly."""
    with service.office.store.writing() as session:
        rows = session.exec(select(OutgoingMail).order_by(col(OutgoingMail.id).desc()).limit(SENT)).all()
        wanted = [(parcel.recipient, parcel.raw) for parcel in with_pictures(session, rows)]
        others = update(OutgoingMail).where(col(OutgoingMail.id) < min(id_of(parcel) for parcel in rows))
        later = service.clock.now() + timedelta(days=1)
        session.connection().execute(others.where(col(OutgoingMail.state) == WAITING).values(due_utc=later))
    bare = rate(len(wanted), lambda: _send_all(wanted, port))
    begun = time.perf_counter()
    sent = service.look_at_outbox()
    taken = time.perf_counter() - begun
    yield Rate("mails sent and marked as sent", sent / taken, "the same bytes into the same sink", bare)


def _send_all(wanted: Sequence[tuple[str, bytes]], port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as session:
        for to, raw in wanted:
            session.sendmail(JUDGE, [to], raw)


# --- memory ----------------------------------------------------------------------------------------------


def working_set(folder: Path, tables: int, turns: int) -> Rate:
    """Return the peak memory of this process after it has run that many turns.

    Another process opens the tables. This process is the service without workers; a worker needs the same
    memory, except for the inlets.
    """
    clock = FalseClock()
    opener = get_context("spawn").Process(target=_open_tables, args=(folder, tables, turns, clock.now()))
    opener.start()
    opener.join(OPENS_SECONDS)
    if opener.is_alive():
        opener.kill()
        raise TimeoutError(f"{tables} tables were not open after {OPENS_SECONDS} seconds")
    service = assemble(open_office(settings(folder, 1, free_port())), clock)
    run = service.look_at_tables_awake()
    if run != min(turns, tables):
        raise AssertionError(f"{run} turns were run of {min(turns, tables)}")
    return Rate(f"peak with {tables:,} tables, {run:,} turns, MB", peak_megabytes(), "wanted", 300.0)


def _open_tables(folder: Path, tables: int, turns: int, now: datetime) -> None:
    logs.set_up("error", "text")
    office = open_office(settings(folder, 1, free_port()))
    fill(office, tables, now)
    tables_due.deal(office, now, most=turns)


def peak_megabytes() -> float:
    """Return the peak memory of this process, without that of its parent."""
    return _megabytes("VmHWM")


def resident_megabytes() -> float:
    """Return the present memory of this process."""
    return _megabytes("VmRSS")


def _megabytes(name: str) -> float:
    found = re.search(rf"{name}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    if found is None:
        raise AssertionError(f"/proc/self/status of this system has no {name}")
    return int(found[1]) / KILOBYTES


def main() -> int:
    wanted = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("--tables", type=int, default=2000)
    wanted.add_argument("--workers", type=int, default=2)
    wanted.add_argument("--memory", action="store_true", help="measure only the memory with that many tables")
    wanted.add_argument("--turns", type=int, default=DUE, help="with --memory: how many turns are run")
    wanted.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = wanted.parse_args()
    end_in_good_order()
    logs.set_up("error", "text")
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        if asked.memory:
            lines = [working_set(Path(folder), asked.tables, asked.turns)]
        else:
            with Progress(console=Console(stderr=True), transient=True) as progress:
                lines = list(measure(Path(folder), asked.tables, asked.workers, progress))
    if not asked.memory:
        few, many = asked.tables, asked.tables * 10
        lines += [_in_a_process_of_its_own(*each) for each in ((few, DUE), (many, DUE), (few, LONG))]
    if asked.json:
        print(json.dumps([{name: getattr(line, name) for name in Rate.__struct_fields__} for line in lines]))
    else:
        Console().print(_table(lines))
    return 0


def _in_a_process_of_its_own(tables: int, turns: int) -> Rate:
    watched = ["--memory", "--json", "--tables", str(tables), "--turns", str(turns)]
    command = [sys.executable, "-m", "bench.load", *watched]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Rate(**json.loads(done.stdout)[0])


def _table(lines: Sequence[Rate]) -> Lines:
    table = Lines("what", "a second", "limit", "beside", "share")
    for line in lines:
        limit, share = (
            ("", "") if line.limit is None else (f"{line.limit:,.0f}", f"{line.rate / line.limit:.0%}")
        )
        table.add_row(line.what, f"{line.rate:,.1f}", limit, line.beside, share)
    return table


if __name__ == "__main__":
    sys.exit(main())
