"""The contests of `make bench` about the service: messages, turns, pictures and starts.

See `bench/contests.py` for what a contest is.
"""

import email
import email.policy
import gc
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from sqlmodel import select

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from bench import load, receiving, tables_due
from bench.contests import HERE, SHEETS, placed
from bench.timing import Action, Round, Times, mean, spent, spent_by_children
from pbem.core.garbage_collection import without_collection
from pbem.intake import intake
from pbem.messages import message as messages
from pbem.pictures import png as pictures
from pbem.pictures.raster import raster
from pbem.service import assembly
from pbem.service import receiving as reception
from pbem.service.assembly import open_office
from pbem.store.arrival import Arrival
from pbem.store.game_tables import GameTable, OrderSheet, Seat
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import DONE
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import seat_address
from pbem.turns import turn
from tests.support.ports import free_port
from tests.support.table import empty_database

WIDTH = 1200  # pixels of a picture
LIBRARIES = (
    "aiosmtpd.smtp",
    "apscheduler.schedulers.background",
    "jinja2",
    "pydantic_settings",
    "sqlmodel",
    "typer",
)
AT_IMPORT = ("msgspec", "pydantic_settings", "sqlmodel")  # libraries that every command needs


# --- messages ---------------------------------------------------------------------------------------------


def read_messages(samples: int, _stack: ExitStack) -> Round:
    """Compare parsing the messages of the tests with the email package of Python.

    At most *samples* messages are parsed, of those that the package can parse too.
    """
    raws = [file.read_bytes() for file in sorted((HERE.parent / "tests" / "messages").glob("*.eml"))]
    readable = list(islice(filter(_is_readable, raws), samples))

    def all_by(read: Callable[[bytes], object]) -> float:
        gc.collect()
        return spent(lambda: [read(raw) for raw in readable]) / len(readable)

    return lambda: Times(all_by(messages.read), all_by(_by_library))


def _by_library(raw: bytes) -> str:
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain", "html"))
    return f"{mail['From']} {mail['Subject']} {body.get_content() if body else ''}"


def _is_readable(raw: bytes) -> bool:
    try:
        _by_library(raw)
    except Exception:  # bugs of the email package: an unknown charset, a header that it cannot parse
        return False
    return True


def _nothing() -> None: ...


class ServiceUnderTest(NamedTuple):
    """A service whose tables of Downfall XIII wait for twenty orders of Mordor, and Mordor's addresses."""

    office: Office
    clock: load.FalseClock
    folder: Path
    seats: Sequence[tuple[str, str]]  # the player's address, and the address of the seat


def _context(tables: int, stack: ExitStack, *, pictures: bool = True) -> ServiceUnderTest:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
    settings = load.settings(folder, 1, free_port())
    (folder / "pbem.sqlite").write_bytes(empty_database())
    office = open_office(
        settings.model_copy(update={"service": settings.service.model_copy(update={"pictures": pictures})})
    )
    stack.callback(office.store.close)
    office.store.on_stored = _nothing
    clock = load.FalseClock()
    load.fill(office, tables, clock.now())
    with office.store.writing() as session:
        for table in session.exec(select(GameTable)):
            table.position = placed(load.GAME)
        seats = session.exec(select(Seat).where(Seat.power == SHEETS[load.GAME]["power"])).all()
        addresses = [
            (seat.address, seat_address(office.credentials.seal, seat, load.JUDGE)) for seat in seats
        ]
    return ServiceUnderTest(office, clock, folder, addresses)


def _message(sender: str, to: str, number: int) -> bytes:
    """Return a message that differs by *number*, because a repeated message is not processed again."""
    head = [
        f"From: Player <{sender}>",
        f"To: <{to}>",
        "Subject: orders",
        f"Date: Mon, 23 Nov 2026 {number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02} +0000",
        f"Message-ID: <{number}@x.example>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    lines = [*head, "", *SHEETS[load.GAME]["short"].splitlines(), "", "> an old report", ""]
    return "\r\n".join(lines).encode()


def answered_messages(samples: int, stack: ExitStack) -> Round:
    """Compare a message stored, read and answered with parsing it and a bare commit of its bytes."""
    context = _context(samples, stack)
    numbers = count()
    bare = stack.enter_context(load._bare(context.folder / "bare.sqlite"))

    def one_round() -> Times:
        posted = [(sender, to, _message(sender, to, next(numbers))) for sender, to in context.seats]
        stored: list[int] = []
        ours = spent(lambda: stored.extend(_taken_in(context, *one) for one in posted))
        _see_done(context.office, stored)
        theirs = spent(lambda: _committed(bare, [raw for _, _, raw in posted]))
        return Times(ours / samples, theirs / samples)

    return one_round


def _taken_in(context: ServiceUnderTest, sender: str, to: str, raw: bytes) -> int:
    now = context.clock.now()
    number = context.office.store.store_message(Arrival(raw, sender, (to,), now, "smtp"))
    intake.take_in(number, context.office, now)
    return number


def _see_done(office: Office, stored: Sequence[int]) -> None:
    with office.store.reading() as session:
        states = {session.get_one(StoredMessage, number).state for number in stored}
        orders = session.exec(select(OrderSheet.id)).all()
    if states != {DONE} or len(orders) < len(stored):
        raise AssertionError(f"{len(stored)} messages are {states}, {len(orders)} sheets")


def _committed(bare: sqlite3.Connection, raws: Sequence[bytes]) -> None:
    for raw in raws:
        _by_library(raw)
        bare.execute("INSERT INTO messages VALUES (?)", (raw,))
        bare.commit()


def received_messages(samples: int, stack: ExitStack, begin: Callable[[], Executor]) -> Round:
    """Compare a receiver that has each message on disk before its "250" with one that stores nothing.

    The times are wall-clock time.
    """
    context = _context(1, stack)
    numbers, rounds = count(), count(1)
    inlet = reception.receiver_of(
        context.office.settings, assembly.context_of(context.office, context.clock), context.clock.now
    )
    inlet.start()
    stack.callback(inlet.stop)
    sink = stack.enter_context(receiving.null_receiver())
    send = stack.enter_context(receiving.senders(begin))
    sender, to = context.seats[0]

    def one_round() -> Times:
        messages = [(sender, to, _message(sender, to, next(numbers))) for _ in range(samples)]
        times = Times(send(messages, inlet.port) / samples, send(messages, sink) / samples)
        _see_stored(context.office, samples * next(rounds))
        return times

    return one_round


def _see_stored(office: Office, wanted: int) -> None:
    with office.store.reading() as session:
        stored = len(session.exec(select(StoredMessage.id)).all())
    if stored != wanted:
        raise AssertionError(f"{stored} messages are on disk, not {wanted}")


# --- turns -----------------------------------------------------------------------------------------------


def turns(samples: int, stack: ExitStack, *, is_drawn: bool) -> Round:
    """Compare a turn of eight seats, from the orders to the outbox, with building its mails alone.

    The positions are from the movements of random games. With pictures, the board itself is already painted.
    """
    context = _context(1, stack, pictures=is_drawn)
    movements = tables_due.movements()

    def one() -> Times:
        number = _deal(context, next(movements))
        build = _builder_of(context)
        tables_due.forget_pictures(but_the_board=is_drawn)
        theirs = spent(build)
        tables_due.forget_pictures(but_the_board=is_drawn)
        was_run: list[bool] = []
        ours = spent(lambda: was_run.append(turn.run("t0", context.office, context.clock.now(), number)))
        if was_run != [True]:
            raise AssertionError("the turn was not run")
        return Times(ours, theirs)

    return partial(mean, one, samples)


def _deal(context: ServiceUnderTest, judging: tables_due.Movement) -> int:
    """Put position and orders on the table; return the number of the next turn."""
    context.clock.moment += timedelta(hours=1)
    with context.office.store.writing() as session:
        table = session.get_one(GameTable, "t0")
        table.position, table.deadline_utc = judging.state, context.clock.now()
        table.final_utc = table.claimed_until_utc = None
        for power, orders in judging.orders.items():
            session.add(
                OrderSheet(
                    table_key="t0",
                    number=table.number,
                    power=power,
                    orders=orders,
                    received_utc=context.clock.now(),
                )
            )
        return table.number


def _builder_of(context: ServiceUnderTest) -> Action:
    """Return a function that builds all mails of the turn from facts that were collected in advance."""
    build = tables_due.builder(context.office, "t0", context.clock.now())
    with context.office.store.writing() as session:
        session.get_one(GameTable, "t0").claimed_until_utc = None
    return build


def painted(samples: int, _stack: ExitStack, *, is_first: bool) -> Round:
    """Compare the picture of a turn, from the position to the PNG, with rendering the whole SVG at once.

    The first picture is the public one, with the board already painted; the further ones are for players.
    """
    game, movements = find(load.GAME), tables_due.movements()

    def one() -> Times:
        state, orders = next(movements)
        judged = game.judge(state, orders, SeededDice("bench", 1))
        tables_due.forget_pictures(but_the_board=True)
        power = None if is_first else "Mordor"
        if power:
            pictures.png(game.picture(judged.state, judged.record, None), WIDTH)
        made: list[str] = []

        def paint() -> None:
            made.append(game.picture(judged.state, judged.record, power))
            pictures.png(made[0], WIDTH)

        return Times(spent(paint), spent(lambda: raster(made[0], WIDTH)))

    return partial(mean, one, samples)


# --- starts ----------------------------------------------------------------------------------------------


def begun(code: str, peer: str, samples: int, stack: ExitStack) -> Round:
    """Compare a Python process that runs *code* with one that runs *peer*."""
    environment = _with_bytecode(stack)
    _python(code, environment)  # writes the bytecode
    return partial(mean, lambda: Times(_python(code, environment), _python(peer, environment)), samples)


def importing(libraries: Sequence[str]) -> str:
    """Return code that imports the modules as we do: with the garbage collector off."""
    module, name = without_collection.__module__, without_collection.__name__
    return f"from {module} import {name}\nwith {name}():\n    import {', '.join(libraries)}"


def _with_bytecode(stack: ExitStack) -> dict[str, str]:
    """Return an environment in which Python finds its bytecode, as in an installation."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return own | {"PYTHONPYCACHEPREFIX": folder}


def _python(code: str, environment: Mapping[str, str]) -> float:
    command = [sys.executable, "-c", code]
    return spent(lambda: subprocess.run(command, check=True, env=environment), spent_by_children)


def served(samples: int, stack: ExitStack) -> Round:
    """Compare `pbem serve` on an empty database, until it accepts mail, with importing its libraries."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
    environment = _with_bytecode(stack)
    serve = partial(_serve, folder, environment)
    serve()  # creates the database and writes the bytecode
    libraries = importing(LIBRARIES)
    _python(libraries, environment)
    return partial(mean, lambda: Times(serve(), _python(libraries, environment)), samples)


def _serve(folder: Path, environment: Mapping[str, str]) -> float:
    """Return the processor seconds that a service has used when it accepts a connection."""
    with load.serving(folder, environment=environment) as (process, _port):
        return _spent_by(process)


def _spent_by(process: int) -> float:
    """Return the processor seconds that a running process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    used, used_by_system = fields[11:13]  # ticks, after the name and the state
    return (int(used) + int(used_by_system)) / os.sysconf("SC_CLK_TCK")
