"""The database: tables, transactions, claims.

Code that writes uses `Store.writing()`: one transaction that is committed completely or not at all, even if
the power fails (see `pbem.store.engine`). Code that only reads uses `Store.reading()`.

A message is stored before anything else happens: `Store.store_messages` returns when it is on disk, and only
then is the sending server answered "250" or the IMAP flag set. States are words, not numbers, so that a host
can read the database with any tool.

Several nodes on PostgreSQL share the work by locking the rows they claim (`FOR UPDATE SKIP LOCKED`); SQLite
has a single writer, and SQLAlchemy leaves the clause out.
"""

import hashlib
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from importlib import import_module
from typing import Any

from sqlalchemy import JSON, DateTime, Index, Text, TypeDecorator, UniqueConstraint, bindparam, func
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlmodel import Field, Session, SQLModel, col, select

from pbem.core import database_url
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.store import schema_versions
from pbem.store.arrival import Arrival
from pbem.store.compression import Compressed
from pbem.store.engine import (
    StoreFault,
    checked_at_the_end,
    end_if_still,
    reason_of,
    remedy_of,
    store_engine,
    translating_lost_connections,
)
from pbem.store.fingerprints import fingerprint_of
from pbem.store.prepared_queries import PreparedQuery

WAITING, DEFERRED, HELD, DONE, FAILED = "waiting", "deferred", "held", "done", "failed"
FORMING, RUNNING, PAUSED, OVER = "forming", "running", "paused", "over"
SENT, SUSPENDED, SUPERSEDED = "sent", "suspended", "superseded"
DIGEST = "digest"  # a mail that waits to be part of its reader's daily digest


class UtcTime(TypeDecorator[datetime]):
    """A moment, stored in UTC and returned aware. Raises ValueError for one without a time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Row(SQLModel):
    """A row of a table. SQLModel never validates rows, so pydantic's validators are not built."""

    model_config = {"defer_build": True}


class Installation(Row, table=True):
    """Facts about this installation, one per row: its secret key, and when it was last awake."""

    __tablename__ = "installation"
    name: str = Field(primary_key=True)
    value: str


class StoredMessage(Row, table=True):
    """A message as it came, and its outcome.

    *state*: waiting; deferred, until a turn is run; held, until it is confirmed; done; failed.
    """

    __tablename__ = "incoming_messages"
    __table_args__ = (Index("ix_incoming_messages_kept", "is_emptied", "received_utc"),)
    id: int | None = Field(default=None, primary_key=True)
    fingerprint: str = Field(unique=True)  # Message-ID and hash of the content, else "sha256:..."
    sha256: str
    envelope_from: str
    recipients: list[str] = Field(default_factory=list, sa_type=JSON)
    received_utc: datetime = Field(sa_type=UtcTime, index=True)  # by the mail server, not by our poll
    raw: bytes = Field(sa_type=Compressed)
    state: str = Field(default=WAITING, index=True)
    tries: int = 0
    table_key: str | None = Field(default=None, index=True)
    note: str = ""  # its outcome in a word or two
    fault: str = Field(default="", sa_type=Text)
    handled_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    echo: str = Field(default="", index=True)  # hash of sender, date and text, to recognise a replay
    has_bad_token: bool = False  # its address had an unknown token: somebody is guessing
    is_emptied: bool = False  # its bytes were deleted because of its age


# what stands in its row when it has come, beside what `_new_message` sets
UNREAD = {name: field.default for name, field in StoredMessage.model_fields.items() if name != "id"}


class Receipt(Row, table=True):
    """One arrival of a message, also a repeated one; *uid* is "uidvalidity:uid" (IMAP) or a file name."""

    __tablename__ = "arrivals"
    __table_args__ = (UniqueConstraint("inlet", "uid"),)
    id: int | None = Field(default=None, primary_key=True)
    incoming_id: int = Field(foreign_key="incoming_messages.id", index=True)
    inlet: str
    uid: str | None = None
    received_utc: datetime = Field(sa_type=UtcTime)


class GameTable(Row, table=True):
    """One game that is played. *position* is the game's own text.

    *state*: forming, until all seats are taken; running; paused; held; over. *house* has the `HouseRules`
    that differ from the defaults.
    """

    __tablename__ = "tables"
    key: str = Field(primary_key=True)
    game: str
    title: str
    gm_name: str
    gm_address: str
    options: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    pace: str
    zone: str = "UTC"
    seed: str
    start: str = Field(sa_type=Text)
    position: str = Field(sa_type=Text)
    number: int  # of the turn that is due
    deadline_utc: datetime | None = Field(default=None, sa_type=UtcTime)  # as announced
    final_utc: datetime | None = Field(default=None, sa_type=UtcTime, index=True)  # including grace
    deadline_why: list[dict[str, Any]] = Field(
        default_factory=list, sa_type=JSON, sa_column_kwargs={"server_default": "[]"}
    )  # its reasons
    state: str = Field(default=RUNNING, index=True)
    held_reason: str = ""
    notified_waiting: int = 0  # the turn for which the GM was told that the game waits for an inlet
    claimed_until_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    created_utc: datetime = Field(sa_type=UtcTime)
    house: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    edition: int = 0  # how often it was rolled back
    moves: int = 0  # how often its deadline was moved, or its position corrected
    is_run_asked: bool = False  # run it now, even if orders are missing
    paused_left_s: float | None = None  # paused: the time that was left
    reminded_until_utc: datetime | None = Field(
        default=None, sa_type=UtcTime
    )  # reminders due until then were sent
    gm_epoch: int = 1  # in the game master's token, like a seat's


class Seat(Row, table=True):
    """A power and the player who plays it; a vacant power has no row.

    *epoch* is part of the signed token: raising it makes the old tokens void. *preferences* are those of SET.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("table_key", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    player: str
    address: str = Field(index=True)  # lower case
    zone: str = "UTC"
    epoch: int = 1
    missed: int = 0  # turns in a row without orders
    bounces: int = 0  # mails in a row that bounced
    suspended_utc: datetime | None = Field(default=None, sa_type=UtcTime)  # no mail is sent there since then
    preferences: dict[str, str] = Field(default_factory=dict, sa_type=JSON)


class OrderLines(Row, table=True):
    """The order lines of one message for one seat and turn; the sheet on file is these, read in order."""

    __tablename__ = "order_lines"
    __table_args__ = (UniqueConstraint("incoming_id", "table_key", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    incoming_id: int = Field(foreign_key="incoming_messages.id")
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    power: str
    received_utc: datetime = Field(sa_type=UtcTime)
    clears: bool = False
    lines: list[str] = Field(default_factory=list, sa_type=JSON)


class OrderSheet(Row, table=True):
    """What a power has on file for a turn; *orders* is the game's own text."""

    __tablename__ = "order_sheets"
    __table_args__ = (UniqueConstraint("table_key", "number", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key")
    number: int
    power: str
    orders: str = Field(sa_type=Text)
    complete: bool = False
    received_utc: datetime = Field(sa_type=UtcTime)  # of the last message in it


class AdjudicatedTurn(Row, table=True):
    """A turn that was run: the unique key is why it is run once."""

    __tablename__ = "turns"
    __table_args__ = (UniqueConstraint("table_key", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key")
    number: int
    name: str
    phase: str
    orders: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    record: str = Field(sa_type=Text)
    before: str = Field(default="", sa_type=Text)  # the position before the turn
    position: str = Field(sa_type=Text)  # after the turn
    nmr_powers: list[str] = Field(default_factory=list, sa_type=JSON)
    closed_utc: datetime = Field(sa_type=UtcTime)  # messages received until then counted
    adjudicated_utc: datetime = Field(sa_type=UtcTime)


class OutgoingMail(Row, table=True):
    """A mail to be sent; claimed by a sender until *claimed_until_utc*.

    *raw* is without its pictures, until `pbem.store.mail_contents.with_pictures` has put them back.

    *state*: waiting, sent or failed; suspended, while its reader's mailbox accepts nothing; superseded, if
    its turn was rolled back before it was sent; digest, if it waits for the daily digest.
    """

    __tablename__ = "outbox"
    # This index covers what is needed to find the next mails: reading the rows with their bytes is slow.
    __table_args__ = (
        Index("ix_outbox_next", "state", "answers", "due_utc", "id", "claimed_until_utc"),
        Index("ix_outbox_kept", "is_emptied", "created_utc"),
    )
    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    recipient: str = Field(index=True)
    raw: bytes = Field(sa_type=Compressed)
    kind: str
    table_key: str | None = Field(default=None, index=True)
    power: str | None = None
    number: int | None = None  # of the turn that it asks orders for
    incoming_id: int | None = Field(default=None, foreign_key="incoming_messages.id", index=True)
    is_void: bool = False  # a report of a turn that was rolled back: orders in reply to it are not accepted
    answers: bool = False  # counts against the sender's answers an hour
    state: str = Field(default=WAITING, index=True)
    attempts: int = 0
    due_utc: datetime = Field(sa_type=UtcTime, index=True)
    claimed_until_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    last_error: str = ""
    created_utc: datetime = Field(sa_type=UtcTime)
    sent_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    is_emptied: bool = False  # its bytes were deleted because of its age


# built once, because every message needs it
RECEIVED = select(Receipt.id).where(Receipt.inlet == bindparam("inlet"), Receipt.uid == bindparam("uid"))


class Store:
    """The database at *url*; threads may share one Store."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = store_engine(url)
        self._writers = self._engine.execution_options(writing=True)
        self._queue = threading.RLock() if self.is_sqlite else None
        self.on_stored: Callable[[], None] = lambda: None  # called to wake the scheduler

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def now(self) -> datetime:
        """Return the time by the clock of the database server; SQLite has none."""
        with self.reading() as session:
            told: datetime = session.exec(select(func.clock_timestamp())).one()
            return told.astimezone(UTC)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a read-only session on a consistent snapshot."""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction: committed at the end, rolled back by any exception.

        On a shared database the server also rolls it back if this node is idle for
        `pbem.store.engine.STILL_SECONDS` in the middle of it: its locks are then released, and this node
        gets an OperationalError.
        """
        own = Session(self._writers, expire_on_commit=False)
        with self._turn_to_write(), own as session, session.begin():
            if not self.is_sqlite:
                end_if_still(session.connection())
            yield session

    @contextmanager
    def _writing_rows(self) -> Iterator[Connection]:
        """Like `writing`, but without a session, which would take as long as the rows."""
        with self._turn_to_write(), self._writers.begin() as connection:
            if not self.is_sqlite:
                end_if_still(connection)
            yield connection

    def _turn_to_write(self) -> AbstractContextManager[object]:
        return self._queue if self._queue is not None else translating_lost_connections()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Open a read transaction on a consistent snapshot, whatever is written meanwhile."""
        still = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self._engine.execution_options(**still).connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def remaking(self) -> Iterator[Connection]:
        """Open a transaction in which tables may be altered: SQLite drops and recreates some.

        Foreign keys are checked at its end and not at each step. Raises StoreFault.
        """
        with self._writers.connect() as connection, checked_at_the_end(connection), connection.begin():
            yield connection
            torn = connection.exec_driver_sql("PRAGMA foreign_key_check").first() if self.is_sqlite else None
            if torn is not None:
                said = sentence("database", "torn", url=self.shown_url(), table=torn[0], other=torn[2])
                raise StoreFault(said.words(None))

    def upgrade(self) -> None:
        """Migrate the tables to this program's version. Raises StoreFault with one line on what to do."""
        try:
            with self.remaking() as connection:
                self._wants_all_signs(connection)
                before, after = schema_versions.version_of(connection), schema_versions.versions()[-1]
                if before != after:
                    schema_versions.migrate(connection)
        except schema_versions.UnknownVersion as fault:
            said = sentence("database", "newer", url=self.shown_url(), why=str(fault))
            raise StoreFault(said.words(None)) from fault
        except (DBAPIError, sqlite3.Error) as fault:
            why = database_url.without_password(reason_of(fault), self.url)
            remedy = remedy_of(fault, self.url)
            said = sentence("database", "not_opened", url=self.shown_url(), why=why, remedy=remedy)
            raise StoreFault(said.words(None)) from fault
        if before not in (None, after):
            log.info("database brought up to date", before=before, after=after)

    def _wants_all_signs(self, connection: Connection) -> None:
        found = schema_versions.encoding_of(connection)
        if found != schema_versions.ENCODING:
            wanted = schema_versions.ENCODING
            said = sentence("database", "encoding", url=self.shown_url(), found=found, wanted=wanted)
            raise StoreFault(said.words(None))

    def release_claims(self) -> None:
        """Release the claims of a program that died. Only for a process that is alone on the database."""
        with self.writing() as session:
            for table in session.exec(select(GameTable).where(col(GameTable.claimed_until_utc).is_not(None))):
                table.claimed_until_utc = None
            for parcel in session.exec(
                select(OutgoingMail).where(col(OutgoingMail.claimed_until_utc).is_not(None))
            ):
                parcel.claimed_until_utc = None

    def shown_url(self) -> str:
        return database_url.shown(self.url)

    def close(self) -> None:
        self._engine.dispose()

    def secret(self) -> str:
        """Return the installation's secret key, generated on first use."""
        with self.reading() as session:
            stored = session.get(Installation, "secret")
        return stored.value if stored else self._new_secret()

    def _new_secret(self) -> str:
        try:
            with self.writing() as session:
                session.add(Installation(name="secret", value=secrets.token_hex(32)))
        except IntegrityError:
            pass  # another node was quicker; its key counts
        with self.reading() as session:
            return session.exec(select(Installation.value).where(Installation.name == "secret")).one()

    def keep(self, *arrivals: Arrival) -> None:
        """`store_messages` for an inlet, which has no use for the ids."""
        self.store_messages(arrivals)

    def store_message(self, arrival: Arrival) -> int:
        return self.store_messages([arrival])[0]

    def store_messages(self, arrivals: Sequence[Arrival]) -> list[int]:
        """Store messages in one transaction and return their ids; a repeated message has the same id.

        When this returns, the messages are safe on disk: answer "250", set the flag, move the file. When it
        raises, none was stored: answer "451", leave the flag, try again.
        """
        with self._writing_rows() as connection:
            incoming_ids = _store(connection, arrivals)
        for incoming_id, arrival in zip(incoming_ids, arrivals, strict=True):
            log.info("message kept", message=incoming_id, inlet=arrival.inlet)
        self.on_stored()
        return incoming_ids

    def is_stored(self, inlet: str, uid: str) -> bool:
        """Return whether this message (as in `Arrival`) was stored before."""
        with self.reading() as session:
            return _is_stored(session, inlet, uid)


def _store(connection: Connection, arrivals: Sequence[Arrival]) -> list[int]:
    """Store the messages in the caller's transaction, in three statements for all of them.

    The database waits for what another node is storing at the same moment, so duplicates are seen.
    """
    new_messages, new_receipts = _unless_known(connection.dialect.name)
    messages = [_new_message(arrival) for arrival in arrivals]
    new_messages.do_each(connection, messages)
    fingerprints = {f"f{number}": message["fingerprint"] for number, message in enumerate(messages)}
    found: dict[str, int] = dict(_numbers(len(messages)).rows(connection, **fingerprints))
    incoming_ids = [found[fingerprint] for fingerprint in fingerprints.values()]
    new_receipts.do_each(connection, list(map(_new_receipt, incoming_ids, arrivals)))
    return incoming_ids


@lru_cache(maxsize=2)
def _unless_known(dialect: str) -> tuple[PreparedQuery, PreparedQuery]:
    """Return the inserts for messages and receipts that skip existing rows.

    Each kind of database has its own, and importing both is slow.
    """
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert
    messages = insert(StoredMessage).on_conflict_do_nothing(index_elements=["fingerprint"])
    receipts = insert(Receipt).on_conflict_do_nothing(index_elements=["inlet", "uid"])
    return PreparedQuery(messages), PreparedQuery(receipts)


@lru_cache(maxsize=128)
def _numbers(messages: int) -> PreparedQuery:
    """Return a query for fingerprint and id by so many fingerprints: "f0", "f1" ..."""
    theirs = col(StoredMessage.fingerprint).in_([bindparam(f"f{number}") for number in range(messages)])
    return PreparedQuery(select(StoredMessage.fingerprint, StoredMessage.id).where(theirs))


def _new_message(arrival: Arrival) -> dict[str, Any]:
    return UNREAD | {
        "fingerprint": fingerprint_of(arrival.raw),
        "sha256": hashlib.sha256(arrival.raw).hexdigest(),
        "envelope_from": _writable(arrival.envelope_from) or _unnamed_sender(arrival.inlet),
        "recipients": list(map(_writable, arrival.recipients)),
        "received_utc": arrival.received,
        "raw": arrival.raw,
    }


def _new_receipt(incoming_id: int, arrival: Arrival) -> dict[str, object]:
    return {
        "incoming_id": incoming_id,
        "inlet": arrival.inlet,
        "uid": arrival.uid,
        "received_utc": arrival.received,
    }


def _writable(text: str) -> str:
    """Return *text* as every database accepts it: bytes that are not UTF-8 become question marks."""
    return text.encode("utf-8", "replace").decode().replace("\0", "?")


def _unnamed_sender(inlet: str) -> str:
    """Return "<>" for an empty sender in an SMTP dialogue; in a stored message it is just unknown."""
    return "<>" if inlet.startswith(("smtp", "lmtp")) else ""


def _is_stored(session: Session, inlet: str, uid: str) -> bool:
    return session.exec(RECEIVED, params={"inlet": inlet, "uid": uid}).first() is not None


@contextmanager
def failing_apart(session: Session, what: str, **facts: object) -> Iterator[None]:
    """Undo and log a failure in here, and keep the rest of the transaction. Raises OperationalError."""
    try:
        with session.begin_nested():
            yield
    except OperationalError:
        raise
    except Exception:  # whatever it is: what was marked in this transaction stays marked, and others go on
        log.exception(what, **facts, again=False)


def id_of(row: StoredMessage | Seat | OutgoingMail) -> int:
    """Return the id of a row that is in the database. Raises ValueError for another."""
    if row.id is None:
        raise ValueError("the row has not been written yet")
    return row.id


def seats_of(session: Session, table_key: str) -> list[Seat]:
    """Return the seats of a table in the order in which they were taken."""
    return list(session.exec(select(Seat).where(Seat.table_key == table_key).order_by(col(Seat.id))))


def sheets_of(session: Session, table_key: str, number: int) -> dict[str, OrderSheet]:
    """Return what each power has on file for that turn."""
    wanted = select(OrderSheet).where(OrderSheet.table_key == table_key, OrderSheet.number == number)
    as_stored = wanted.order_by(OrderSheet.power).execution_options(
        populate_existing=True
    )  # see `pbem.tables.order_sheets`
    return {sheet.power: sheet for sheet in session.exec(as_stored)}


def call_deferred(session: Session, table_key: str) -> None:
    """Make deferred messages of a table ready to be processed: its turn was run, or its deadline moved."""
    wanted = select(StoredMessage).where(
        StoredMessage.table_key == table_key, StoredMessage.state == DEFERRED
    )
    for message in session.exec(wanted):
        message.state = WAITING
