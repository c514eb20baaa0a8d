"""The fixture `table` of the tests of the service: the real program with a fake clock and fake mail servers.

Messages go in as bytes, as from an inlet; mails come out of the outbox as bytes and are parsed as a mail
program would. The inlet and the server that accepts outgoing mail can be made to fail.
"""

import email
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import format_datetime, make_msgid
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection, connect
from tempfile import TemporaryDirectory
from typing import ClassVar, NamedTuple

import pytest
from sqlalchemy import Dialect, event
from sqlmodel import col, select

from adjudicator.core.game import Game
from adjudicator.games import every_game
from pbem.core.settings import HouseSettings, MessageSettings, ServiceSettings, Settings
from pbem.inbound.inlet import InletUnreachable
from pbem.messages.message import IncomingMessage
from pbem.outbound.delivery import DeliveryResult, Fates, MailToSend, Verdict
from pbem.service.scheduler import Service
from pbem.store.arrival import Arrival
from pbem.store.database import Store
from pbem.store.game_tables import AdjudicatedTurn, GameTable, Seat, seats_of
from pbem.store.mail_contents import with_pictures
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.tables import opening
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import Credentials, Seal
from tests.support.race import Race

MONDAY = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
JUDGE = "judge@judge.example"
ASKS = "reply to this message with YES"  # below a preview for a game master
PLAYERS = {"Red": "ann@x.org", "Blue": "bob@y.org", "Dark Green": "cyd@z.org"}


class FalseClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, moment: datetime = MONDAY) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def passes(self, **length: float) -> None:
        self.moment += timedelta(**length)


class FalsePostOffice:
    """A relay that accepts every mail, unless *verdicts* has another verdict for its recipient or for "*"."""

    def __init__(self) -> None:
        self.raws: list[bytes] = []
        self.verdicts: dict[str, Verdict] = {}

    def deliver(self, mails: Iterable[MailToSend], /) -> Iterator[tuple[MailToSend, Fates]]:
        for mail in mails:
            fates = {one: self._fate(one) for one in mail.recipients}
            if any(fate.verdict is Verdict.SENT for fate in fates.values()):
                self.raws.append(mail.raw)
            yield mail, fates

    @property
    def taken(self) -> list[EmailMessage]:
        """Return what was delivered since the last `forget`."""
        return [as_mail(raw) for raw in self.raws]

    def forget(self) -> None:
        self.raws.clear()

    def close(self) -> None: ...

    def _fate(self, recipient: str) -> DeliveryResult:
        verdict = self.verdicts.get(recipient, self.verdicts.get("*", Verdict.SENT))
        return DeliveryResult(verdict, "" if verdict is Verdict.SENT else "the post office was made to fail")


class FalseInlet:
    """An inlet whose messages come in when it is emptied; *is_broken* makes it unreachable."""

    name = "false"
    trouble: str | None = None
    is_refused = False

    def __init__(self, store: Store) -> None:
        self.store, self.is_broken = store, False
        self.waiting: list[Arrival] = []

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def empty_until(self, moment: datetime) -> None:
        if self.is_broken:
            raise InletUnreachable("the mailbox of the judge does not answer")
        for arrival in [arrival for arrival in self.waiting if arrival.received <= moment]:
            self.store.keep(arrival)
            self.waiting.remove(arrival)


class Registry:
    """The games of a test."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.games = {name: game for game in games for name in (game.card.key, *game.card.aliases)}

    def find(self, key: str) -> Game:
        if key not in self.games:
            raise ValueError(f'There is no game "{key}"; there are {", ".join(sorted(self.games))}')
        return self.games[key]


@lru_cache(maxsize=1)
def empty_database() -> bytes:
    """Return a migrated, empty database, created only once: migrations take half the time of a short test."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/pbem.sqlite")
        store.upgrade()
        store.close()
        return (Path(folder) / "pbem.sqlite").read_bytes()


class Remembered(NamedTuple):
    """The state after the first steps of a test, and the mails that were sent in the last of these steps."""

    database: bytes
    raws: tuple[bytes, ...]
    messages: int


HEADERS = BytesHeaderParser(policy=default)  # much faster than parsing a whole mail
REMEMBERED: dict[tuple[str, ...], Remembered] = {}  # opening a table takes half the time of a short test
DIALECTS: list[Dialect] = []  # the dialect of the first store, which the others share
STATEMENTS: dict[object, object] = {}  # as SQLAlchemy compiled them, for all stores


def _content(database: Path) -> bytes:
    """Return the database in a form that SQLite can open in memory: the header says "no write-ahead log"."""
    with closing(connect(database)) as source:
        whole = source.serialize()
    return whole[:18] + b"\1\1" + whole[20:]


def _restore(database: Path, content: bytes) -> None:
    """Make *content* the content of a database that may be open elsewhere."""
    with closing(connect(":memory:")) as stored, closing(connect(database)) as target:
        stored.deserialize(content)
        stored.backup(target)


def _without_counters(content: bytes) -> bytes:
    """Return a hash of a database without the two counters of changes in its header."""
    return sha256(content[:24] + content[28:92] + content[96:]).digest()


def _share_statements(store: Store) -> None:
    """Let all stores share compiled statements: that saves a seventh of the time of a short test."""
    if not DIALECTS:
        store._engine.connect().close()  # SQLAlchemy completes a dialect when it first connects
        DIALECTS.append(store._engine.dialect)
    for engine in (store._engine, store._writers):
        engine.dialect = DIALECTS[0]
        engine.update_execution_options(compiled_cache=STATEMENTS)


def _does_not_wait(connection: Connection, _record: object) -> None:
    """Do not sync to disk: that matters only if the power fails."""
    connection.execute("PRAGMA synchronous=OFF").close()


class Table:
    """A service with its tables and players, and the actions of a test; the usual table is "r1"."""

    waits_for_disk: ClassVar[bool] = True

    def __init__(self, folder: Path, url: str | None = None) -> None:
        self.clock, self.post_office, self.messages = FalseClock(), FalsePostOffice(), 0
        self.url = url or f"sqlite:///{folder / 'pbem.sqlite'}"
        self.file = None if url else folder / "pbem.sqlite"
        if self.file:
            self.file.write_bytes(empty_database())
        self.registry = Registry([Race(), *every_game()])
        self.settings = Settings(
            house=HouseSettings(name="The Judge", judge=JUDGE, host="host@judge.example"),
            messages=MessageSettings(answers_an_hour=5),
            service=ServiceSettings(pictures=False),
        )
        self.vouched: set[str] = set(PLAYERS.values())
        self.begin()
        self.begun: tuple[str, ...] = ()  # the steps done so far, if all were done by `remembered`
        self.untouched = self._state()

    def with_pictures(self) -> "Table":
        """Turn pictures on; most tests do not need them."""
        self.settings = self.settings.model_copy(update={"service": ServiceSettings()})
        self.restart()
        return self

    def restart(self) -> None:
        """Close the connections of the program, and start it again with the data on disk."""
        self.store.close()
        self.begin()

    def begin(self) -> None:
        """Start the program with the data on disk."""
        self.store = Store(self.url)
        if self.store.is_sqlite and not self.waits_for_disk:
            event.listen(self.store._engine, "connect", _does_not_wait)
            _share_statements(self.store)
        self.store.upgrade()
        credentials = Credentials(Seal(self.store.secret()), JUDGE, self.settings.house.plus_addresses)
        self.office = Office(self.store, self.settings, self.registry.find, credentials, self.vouch)
        self.inlet = FalseInlet(self.store)
        self.service = Service(self.office, self.clock, [self.inlet], self.post_office)

    def vouch(self, message: IncomingMessage, _raw: bytes) -> bool:
        return message.sender in self.vouched

    def opens(
        self,
        key: str = "r1",
        pace: str = "72h",
        players: Mapping[str, str] = PLAYERS,
        game: str = "race",
        options: Mapping[str, str] | None = None,
    ) -> None:
        plan = opening.Plan(
            key,
            game,
            "gm@w.org",
            [opening.Player(power, address) for power, address in players.items()],
            pace,
            seed="a seed for tests",
            options=dict(options or {}),
        )
        self.remembered(repr(plan), lambda: self._open(plan))

    def remembered(self, how: str, act: Callable[[], object]) -> None:
        """Do what *how* describes, or restore what it did in another test that began in the same way.

        Only the database, the mails that were sent and the number of messages are restored.
        """
        is_known = self.untouched is not None and self.untouched == self._state()
        if not self.file or not is_known or self.post_office.verdicts:
            self.untouched = None
            act()
            return
        begun = (*self.begun, repr((how, self.clock.moment, self.settings, sorted(self.vouched))))
        if found := REMEMBERED.get(begun):
            _restore(self.file, found.database)
            self.post_office.raws += found.raws
            self.messages = found.messages
            self.restart()
        else:
            sent = len(self.post_office.raws)
            act()
            raws = tuple(self.post_office.raws[sent:])
            REMEMBERED[begun] = Remembered(_content(self.file), raws, self.messages)
        self.begun, self.untouched = begun, self._state()

    def _open(self, plan: opening.Plan) -> None:
        opening.open_table(plan, self.office, self.clock.now())
        self.service.look()

    def _state(self) -> bytes | None:
        """Return a hash of the database; None if it was given by its URL."""
        return _without_counters(_content(self.file)) if self.file else None

    # --- what people do ----------------------------------------------------------------------------------

    def message(
        self, sender: str, body: str, subject: str = "r1", to: str = JUDGE, **headers: str
    ) -> EmailMessage:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        self.messages += 1  # each a second after the previous one
        mail["Date"] = format_datetime(self.clock.now() + timedelta(seconds=self.messages))
        mail["Message-ID"] = headers.pop("message_id", make_msgid(domain="x.org"))
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(body)
        return mail

    def mail(self, sender: str, body: str, subject: str = "r1", to: str = JUDGE, **headers: str) -> int:
        """Send a message, and have it processed; return its number."""
        return self.post_in(self.message(sender, body, subject, to, **headers).as_bytes(), sender, to)

    def post_in(self, raw: bytes, sender: str, to: str = JUDGE) -> int:
        number = self.store.store_message(Arrival(raw, sender, (to,), self.clock.now(), "smtp"))
        self.service.look()
        return number

    def reply(self, mail: EmailMessage, body: str, sender: str | None = None, **headers: str) -> int:
        """Reply to *mail* as its recipient."""
        return self.mail(
            sender or str(mail["To"]).split("<")[-1].strip(">"),
            body,
            f"Re: {mail['Subject']}",
            str(mail["Reply-To"] or mail["From"]),
            In_Reply_To=str(mail["Message-ID"]),
            **headers,
        )

    def says(self, sender: str, body: str, subject: str = "r1") -> EmailMessage:
        """Send a message and return the answer.

        If the service asks whether the message is genuine, or sends a preview, the sender replies YES.
        """
        self.mail(sender, body, subject)
        asked = self.last_to(sender)
        if "is this message yours?" in str(asked["Subject"]):
            self.reply(asked, "YES")
        answers = [mail for mail in self.mails_to(sender) if mail["Auto-Submitted"] == "auto-replied"]
        if answers and ASKS in text_of(answers[-1]):
            self.reply(answers[-1], "YES")
        return [mail for mail in self.mails_to(sender) if mail["Auto-Submitted"] == "auto-replied"][-1]

    def deadline_passes(self, key: str = "r1") -> None:
        table = self.row(key)
        assert table.final_utc is not None
        self.clock.moment = max(table.final_utc, self.clock.moment) + timedelta(seconds=1)
        self.service.look()

    # --- what can be seen --------------------------------------------------------------------------------

    def row(self, key: str = "r1") -> GameTable:
        with self.store.reading() as session:
            return session.get_one(GameTable, key)

    def seat(self, power: str, key: str = "r1") -> Seat:
        with self.store.reading() as session:
            return next(seat for seat in seats_of(session, key) if seat.power == power)

    def set_rules(self, key: str, **rules: object) -> None:
        """Change house rules of a table."""
        with self.store.writing() as session:
            row = session.get_one(GameTable, key)
            row.house = {**row.house, **rules}

    def stored(self, number: int) -> StoredMessage:
        with self.store.reading() as session:
            return session.get_one(StoredMessage, number)

    def turns(self, key: str = "r1") -> list[AdjudicatedTurn]:
        with self.store.reading() as session:
            wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == key)
            return list(session.exec(wanted.order_by(col(AdjudicatedTurn.number))))

    def outbox(self, kind: str | None = None) -> list[OutgoingMail]:
        with self.store.reading() as session:
            parcels = with_pictures(
                session, session.exec(select(OutgoingMail).order_by(col(OutgoingMail.id))).all()
            )
            return [parcel for parcel in parcels if kind in (None, parcel.kind)]

    def mails_to(self, who: str) -> list[EmailMessage]:
        """Return the mails that were delivered to an address, or to a power."""
        address = PLAYERS.get(who, who)
        return [as_mail(raw) for raw in self.post_office.raws if address in header_of(raw, "To")]

    def last_to(self, who: str) -> EmailMessage:
        return self.mails_to(who)[-1]

    def report_to(self, power: str) -> EmailMessage:
        return self.reports_to(power)[-1]

    def reports_to(self, power: str) -> list[EmailMessage]:
        """Return the reports of turns to an address, or to a power, without short notices."""
        return [mail for mail in self.mails_to(power) if kind_of(mail) == "report"]

    def bulletin_to(self, who: str) -> EmailMessage:
        return [mail for mail in self.mails_to(who) if kind_of(mail) == "bulletin"][-1]


def kind_of(mail: EmailMessage) -> str:
    return str(mail["X-Downfall-Kind"])


@lru_cache(maxsize=1024)
def as_mail(raw: bytes) -> EmailMessage:
    mail = email.message_from_bytes(raw, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


@lru_cache(maxsize=4096)
def header_of(raw: bytes, name: str) -> str:
    """Return a decoded header; cached, because the email package parses it at each access."""
    return str(HEADERS.parsebytes(raw)[name])


def body_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail with its line breaks."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail on one line."""
    return " ".join(body_of(mail).split())


def answer(table: Table, sender: str, body: str, subject: str = "hello", minutes: int = 40) -> str:
    """Send a message and return the answer on one line; wait *minutes* before, as answers are limited."""
    table.clock.passes(minutes=minutes)
    return text_of(table.says(sender, body, subject))


def tokens_in(texts: Sequence[str]) -> set[str]:
    found = {token for text in texts for token in re.findall(r"[a-z2-7]{16}", text)}
    return {token for token in found if not re.fullmatch(r"[a-f2-7]+", token)}  # part of a hash


@pytest.fixture(scope="session", autouse=True)
def waits_for_no_disk() -> None:
    """Do not sync to disk: a test has hundreds of transactions, and each would wait for the disk."""
    Table.waits_for_disk = False


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.opens()
    own.post_office.forget()
    yield own
    own.store.close()
