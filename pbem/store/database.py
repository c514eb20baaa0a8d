"""The database: transactions and claims.

Code that writes uses `Store.writing()`: one transaction that is committed completely or not at all, even if
the power fails (see `pbem.store.engine`). Code that only reads uses `Store.reading()`.

A message is stored before anything else happens: `Store.store_messages` returns when it is on disk, and only
then is the sending server answered "250" or the IMAP flag set.

Several nodes on PostgreSQL share the work by locking the rows they claim (`FOR UPDATE SKIP LOCKED`); SQLite
has a single writer, and SQLAlchemy leaves the clause out.
"""

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime

from sqlalchemy import func
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlmodel import Field, Session, col, select

from pbem.core import database_url
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.store import schema_versions
from pbem.store.arrival import Arrival
from pbem.store.engine import (
    StoreFault,
    checked_at_the_end,
    end_if_still,
    reason_of,
    remedy_of,
    store_engine,
    translating_lost_connections,
)
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import OutgoingMail
from pbem.store.rows import Row
from pbem.store.storing import is_stored, store


class Installation(Row, table=True):
    """Facts about this installation, one per row: its secret key, and when it was last running."""

    __tablename__ = "installation"
    name: str = Field(primary_key=True)
    value: str


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
            now_there: datetime = session.exec(select(func.clock_timestamp())).one()
            return now_there.astimezone(UTC)

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
            raise StoreFault(said.words(None), is_lasting=False) from fault
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
            incoming_ids = store(connection, arrivals)
        for incoming_id, arrival in zip(incoming_ids, arrivals, strict=True):
            log.info("message stored", message=incoming_id, inlet=arrival.inlet)
        self.on_stored()
        return incoming_ids

    def is_stored(self, inlet: str, uid: str) -> bool:
        """Return whether this message (as in `Arrival`) was stored before."""
        with self.reading() as session:
            return is_stored(session, inlet, uid)


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
