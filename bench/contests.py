"""The contests of `make bench`: what each line measures, and the peer that it is compared with.

A contest prepares what it needs and returns a function that plays one round: it does our work and the peer's,
one right after the other, and returns the seconds that each needs for one unit of work. Preparations within a
round (a new Message-ID, the picture of the board before a turn) are not counted.
"""

import email
import email.policy
import gc
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from datetime import timedelta
from email.message import EmailMessage
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from lark import Lark
from sqlmodel import select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Orders, Power, State
from adjudicator.core.language.ordinary_lines import forget_lines
from adjudicator.core.language.short_texts import forget_all
from adjudicator.domination.language import grammar as domination_syntax
from adjudicator.downfall_xiii.language import reading as xiii_reading
from adjudicator.downfall_xiii.view import wording as xiii_wording
from adjudicator.empires import practice
from adjudicator.empires.language import grammar as empires_syntax
from adjudicator.empires.language import standing as empires_standing
from adjudicator.games import find
from adjudicator.hardbop.language import reading as hardbop_reading
from adjudicator.hardbop.view import wording as hardbop_wording
from adjudicator.middle_earth.language import grammar as middle_earth_syntax
from adjudicator.middle_earth.language import parsing as middle_earth_parsing
from adjudicator.robots.random_games import LEAST_UNITS, LONGEST_GAME, play, random_orders
from adjudicator.standard.language import grammar as standard_syntax
from adjudicator.standard.language import known_lines as standard_lines
from adjudicator.standard.view import wording as standard_wording
from bench import load, receiving, tables_due
from bench.diplomacy_package import Rival, Worded
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
from tests.support.play import domination_play, hardbop_play, xiii_play
from tests.support.ports import free_port
from tests.support.table import empty_database
from tests.support.whole_reader import whole_reader_alone

HERE = Path(__file__).parent
SHEETS: Mapping[str, Any] = tomllib.loads((HERE / "sheets.toml").read_text("utf-8"))
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
PLAIN = r"""
start: line+
line: WORD+ END
WORD: /\S+/
END: "\n"
%ignore " "
"""

Action = Callable[[], object]


class Times(NamedTuple):
    """The seconds that we and the peer need for one unit of work."""

    ours: float
    theirs: float


Round = Callable[[], Times]
Prepare = Callable[[int, ExitStack], Round]
"""Prepares rounds with that number of samples; the stack closes at the end what it has opened."""


def spent(action: Action, clock: Callable[[], float] = process_time) -> float:
    """Return the seconds that *action* takes by *clock*."""
    begun = clock()
    action()
    return clock() - begun


def spent_by_children() -> float:
    """Return the processor seconds of our child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# --- games -----------------------------------------------------------------------------------------------


class TurnInput(NamedTuple):
    """The input of an adjudication."""

    state: State
    orders: Mapping[Power, Orders]


def _standard(seed: int) -> Iterator[TurnInput]:
    game = find("standard")
    state = game.start({}, SeededDice(str(seed), 0))
    for number in range(1, LONGEST_GAME):
        due = game.due(state)
        if due.over:
            return
        dice = SeededDice(str(seed), number)
        orders = random_orders(game, state, list(due.owed), dice)
        yield TurnInput(state, orders)
        state = game.judge(state, orders, dice).state


def _empires(seed: int) -> Iterator[TurnInput]:
    for played in practice.whole_game(find("empires"), str(seed)):
        yield TurnInput(played.state, {played.power: played.reading.orders})


PLAYED: Mapping[str, Callable[[int], Iterator[TurnInput]]] = {
    "standard": _standard,
    "downfall-xiii": lambda seed: (TurnInput(one.before, one.orders) for one in xiii_play.play(seed)),
    "hardbop": lambda seed: (TurnInput(one.before, one.orders) for one in hardbop_play.play(seed)),
    "empires": _empires,
    "domination": lambda seed: (TurnInput(one.before, one.orders) for one in domination_play.play(seed)),
}


def whole_games(key: str, samples: int, _stack: ExitStack) -> Round:
    """Compare a whole random game (sheets made, read and adjudicated) with its adjudication alone."""
    game, seeds = find(key), count()

    def judged(played: Sequence[TurnInput]) -> None:
        for number, one in enumerate(played, 1):
            game.judge(one.state, one.orders, SeededDice("bench", number))

    def one_round() -> Times:
        played: list[TurnInput] = []
        drawn = [next(seeds) for _ in range(samples)]
        whole = spent(lambda: played.extend(one for seed in drawn for one in PLAYED[key](seed)))
        return Times(whole / samples, spent(partial(judged, played)) / samples)

    return one_round


# --- sheets ----------------------------------------------------------------------------------------------

_MIDDLE_EARTH = (middle_earth_syntax.parse_order.cache_clear, middle_earth_parsing.parse_line.cache_clear)
FORGET: Mapping[str, Sequence[Action]] = {  # clears the caches of parsed lines and of orders in words
    "standard": [
        standard_syntax.written.cache_clear,
        standard_wording.sentence.cache_clear,
        standard_lines.KNOWN.forget,
        forget_lines,
    ],
    "downfall-xiii": [
        *_MIDDLE_EARTH,
        xiii_wording.sentence.cache_clear,
        xiii_reading.READER.positions.forget,
        forget_lines,
    ],
    "hardbop": [
        *_MIDDLE_EARTH,
        hardbop_wording.sentence.cache_clear,
        hardbop_reading.READER.positions.forget,
        forget_lines,
    ],
    "empires": [
        empires_syntax.parse_line.cache_clear,
        empires_standing.order_in_words.cache_clear,
        forget_lines,
    ],
    "domination": [domination_syntax._parse.cache_clear, forget_all, forget_lines],
}


def sheets(key: str, notation: str, samples: int, _stack: ExitStack) -> Round:
    """Compare reading twenty new lines of known shapes with a grammar that only splits text into words."""
    game, sheet = find(key), SHEETS[key]
    state = placed(key)
    lines: list[str] = sheet[notation].splitlines()
    refused = [
        line.text for line in game.read(state, sheet["power"], None, lines).lines if line.verdict != TAKEN
    ]
    if refused:
        raise AssertionError(f"{key}, {notation}: refused {refused}")
    plain, read = Lark(PLAIN, parser="lalr"), _reader_of(key, notation, samples)
    return lambda: Times(
        read(), sum(spent(lambda: plain.parse(sheet[notation])) for _ in range(samples)) / samples
    )


def ordinary_sheets(key: str, notation: str, samples: int, _stack: ExitStack) -> Round:
    """Compare reading the same sheet by the shapes of its lines with the whole reader of the game alone."""
    read = _reader_of(key, notation, samples)

    def read_whole() -> float:
        with whole_reader_alone():
            return read()

    read()  # learns the shapes
    return lambda: Times(read(), read_whole())


def known_sheets(key: str, notation: str, samples: int, _stack: ExitStack) -> Round:
    """Compare reading the same sheet, whose lines are cached, with the whole reader of the game alone."""
    read = _reader_of(key, notation, samples, forget=())
    read_anew = _reader_of(key, notation, samples)

    def read_whole() -> float:
        with whole_reader_alone():
            return read_anew()

    read()
    return lambda: Times(read(), read_whole())


def _reader_of(
    key: str, notation: str, samples: int, forget: Sequence[Action] | None = None
) -> Callable[[], float]:
    """Return a function that reads the sheet *samples* times and returns the mean time in seconds.

    It calls *forget* before each time; if it is not given, the lines are new each time.
    """
    game, sheet, state = find(key), SHEETS[key], placed(key)
    lines: list[str] = sheet[notation].splitlines()
    before = FORGET[key] if forget is None else forget

    def read_once() -> float:
        for action in before:
            action()
        return spent(lambda: game.read(state, sheet["power"], None, lines))

    return lambda: sum(read_once() for _ in range(samples)) / samples


def words_to_position(samples: int, _stack: ExitStack) -> Round:
    """Compare the way from written orders to the next position with the package `diplomacy`.

    Each round has other phases, so that no line was read before, except by chance.
    """
    game = find("standard")
    phases = (phase for seed in count() for phase in play(game, f"words {seed}", LEAST_UNITS))

    def ours(dealt: Sequence[Worded]) -> None:
        for phase, sheets in dealt:
            orders = {power: game.read(phase.state, power, None, lines).orders for power, lines in sheets}
            game.judge(phase.state, orders, SeededDice("bench", 1))

    def one_round() -> Times:
        rival = Rival(list(islice(phases, samples)))
        dealt = list(rival.in_words())
        return Times(spent(partial(ours, dealt)) / samples, rival.spent_from_words(spent) / samples)

    one_round()  # builds the grammar, and learns the shapes of lines
    return one_round


@cache
def placed(key: str) -> State:
    """Return the position of the game for which bench/sheets.toml has a sheet."""
    return find(key).place({name: SHEETS[key][name] for name in ("phase", "units")})


def _nothing() -> None: ...


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

    return partial(_mean, one, samples)


def _mean(one: Round, samples: int) -> Times:
    times = [one() for _ in range(samples)]
    return Times(sum(time.ours for time in times) / samples, sum(time.theirs for time in times) / samples)


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

    return partial(_mean, one, samples)


# --- starts ----------------------------------------------------------------------------------------------


def begun(code: str, peer: str, samples: int, stack: ExitStack) -> Round:
    """Compare a Python process that runs *code* with one that runs *peer*."""
    environment = _with_bytecode(stack)
    _python(code, environment)  # writes the bytecode
    return partial(_mean, lambda: Times(_python(code, environment), _python(peer, environment)), samples)


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
    return partial(_mean, lambda: Times(serve(), _python(libraries, environment)), samples)


def _serve(folder: Path, environment: Mapping[str, str]) -> float:
    """Return the processor seconds that a service has used when it accepts a connection."""
    with load.serving(folder, environment=environment) as (process, _port):
        return _spent_by(process)


def _spent_by(process: int) -> float:
    """Return the processor seconds that a running process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    used, used_by_system = fields[11:13]  # ticks, after the name and the state
    return (int(used) + int(used_by_system)) / os.sysconf("SC_CLK_TCK")
