"""Database engines: options, connections, and what to say if a database cannot be opened.

What is committed is kept even if the power fails. SQLite: write-ahead log, synchronous=FULL, and BEGIN
IMMEDIATE, so that a writer waits at its first statement and never fails at its last.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection, Dialect, make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlmodel import create_engine

from pbem.core import database_url
from pbem.core.error_text import first_line
from pbem.core.logs import log
from pbem.core.sentences import Sentence, sentence

BUSY_SECONDS = 30  # how long to wait for a lock of another program on SQLite
SILENT_SECONDS = 3  # of these: then the log says that we wait
STILL_SECONDS = 60  # a transaction may be idle; no work of ours takes as long between two statements


class StoreFault(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The database cannot be used; the text names it, the reason and the remedy.

    *is_lasting* if waiting does not help, as it may if the database cannot be reached.
    """

    def __init__(self, said: str, *, is_lasting: bool = True) -> None:
        super().__init__(said)
        self.is_lasting = is_lasting


@contextmanager
def translating_lost_connections() -> Iterator[None]:
    """Translate psycopg's errors for a connection that the server has ended."""
    try:
        yield
    except DBAPIError as fault:
        if isinstance(fault, OperationalError) or not fault.connection_invalidated or fault.orig is None:
            raise
        raise OperationalError(fault.statement, None, fault.orig, hide_parameters=True) from fault


def end_if_still(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{STILL_SECONDS}s'")


def engine_of(url: str) -> Engine:
    """Create the engine for *url*, with the same options everywhere. Raises StoreFault."""
    try:
        database_url.check(url)
    except ValueError as fault:
        raise StoreFault(sentence("database", "url", why=str(fault)).words(None)) from fault
    try:
        return _made_engine(url)
    except ModuleNotFoundError as fault:
        raise StoreFault(sentence("database", "no_driver", module=fault.name).words(None)) from fault
    except Exception as fault:  # SQLAlchemy raises its own errors and ValueError here
        why = database_url.without_password(first_line(fault), url)
        raise StoreFault(sentence("database", "no_engine", why=why).words(None)) from fault


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database; None for another, or a URL that cannot be read."""
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):  # reported when the database is opened
        return None
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
    return Path((parsed.database or "").removeprefix("file:")) if is_file else None


def reason_of(fault: BaseException) -> str:
    """Return the first line of the driver's message."""
    return first_line(getattr(fault, "orig", None) or fault)


def remedy_of(fault: BaseException, url: str) -> str:
    """Return the remedy for a database that cannot be opened or written."""
    said = reason_of(fault)
    if "readonly" in said or "read-only" in said:
        return sentence("database", "make_writable").words(None)
    if "not a database" in said:
        return sentence("database", "other_file").words(None)
    if "locked" in said:
        return sentence("database", "locked").words(None)
    if "is full" in said:
        return sentence("database", "full").words(None)
    if "unable to" in said and (file := file_of(url)) is not None:
        return _remedy_of_place(file.absolute()).words(None)
    return sentence("database", "see_url", is_server=not url.startswith("sqlite")).words(None)


def _remedy_of_place(file: Path) -> Sentence:
    """Return what to change so that SQLite can open or create *file*."""
    if not file.parent.is_dir():
        return sentence("database", "no_folder", folder=file.parent)
    if file.is_dir():
        return sentence("database", "is_folder", folder=file)
    return sentence("database", "make_writable_at", file=file)


def _made_engine(url: str) -> Engine:
    is_file = url.startswith("sqlite")
    hidden = {"hide_parameters": True}  # errors would contain messages and orders
    spoken = {} if is_file else {"client_encoding": "utf8"}  # otherwise psycopg asks the server for its own
    return create_engine(url, pool_pre_ping=not is_file, connect_args=spoken, **hidden)


def store_engine(url: str) -> Engine:
    engine = engine_of(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _keep_to_ourselves)
        event.listen(engine, "connect", on_connect)
        event.listen(engine, "begin", _on_begin)
    return engine


def _keep_to_ourselves(_dialect: Dialect, _record: object, arguments: Sequence[str], _named: object) -> None:
    """Create a new database as a file that only this user may read: it holds every secret of every game.

    SQLite creates its other files with the same permissions. An existing file is left alone.
    """
    path = Path(arguments[0])
    if path.parent.is_dir() and not path.exists() and not arguments[0].startswith((":memory:", "file:")):
        with suppress(OSError):  # SQLite cannot create it either, and its error is reported
            path.touch(mode=0o600)


def on_connect(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we issue BEGIN ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", _busy(BUSY_SECONDS)):
        connection.execute(f"PRAGMA {pragma}").close()


@contextmanager
def checked_at_the_end(connection: Connection) -> Iterator[None]:
    """Defer foreign keys: SQLite would delete or refuse rows that refer to a recreated table."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection  # outside a transaction: inside it has no effect
    driver.execute("PRAGMA foreign_keys=OFF").close()
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON").close()


def _busy(seconds: float) -> str:
    return f"busy_timeout={round(seconds * 1000)}"


def _on_begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing", False)
    if writing and _is_begun_soon(connection):
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _is_begun_soon(connection: Connection) -> bool:
    """Begin a transaction that writes; if others write for long, log that we wait, and return False."""
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA {_busy(SILENT_SECONDS)}").close()
    try:
        driver.execute("BEGIN IMMEDIATE").close()
    except sqlite3.OperationalError as fault:
        if "locked" not in str(fault):  # raised again by the attempt that follows, as an error of SQLAlchemy
            return False
        log.warning("waiting for a lock of another program on the database", seconds=BUSY_SECONDS)
        return False
    else:
        return True
    finally:
        driver.execute(f"PRAGMA {_busy(BUSY_SECONDS - SILENT_SECONDS)}").close()
