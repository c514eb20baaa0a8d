"""`pbem doctor`: check the installation, and suggest fixes.

Nothing is changed and no mail is sent. Each check looks at one thing and never raises: an error is its
finding.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from dns.resolver import Resolver
from sqlalchemy import func, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from adjudicator import games
from pbem.core import database_url
from pbem.core.sentences import sentence
from pbem.core.settings import HouseSettings, Settings
from pbem.core.settings_risks import risks
from pbem.service import connection_check, dns_check, template_check
from pbem.service.finding import Finding
from pbem.store import schema_versions
from pbem.store.engine import StoreFault, engine_of, file_of, reason_of, remedy_of
from pbem.store.game_tables import AdjudicatedTurn
from pbem.store.mail_tables import StoredMessage
from pbem.web.health import LEAST_FREE, MEGABYTE


def examine(settings: Settings, now: datetime, resolver: Resolver | None = None) -> Iterator[Finding]:
    """Yield one finding after the other; without *resolver* the name servers of this machine are asked."""
    yield _settings(settings)
    yield _database(settings)
    yield _templates(settings)
    yield from boards(settings)
    yield _site(settings)
    yield from (Finding(risk.what, False, risk.said) for risk in risks(settings))
    yield connection_check.relay(settings)
    yield from connection_check.inlets(settings)
    yield from connection_check.web_pages(settings)
    yield connection_check.certificate(settings, now)
    yield _disk(settings)
    yield _clock(settings, now)
    yield from dns_check.examine(settings, resolver or dns_check.system_resolver())


# --- the parts -------------------------------------------------------------------------------------------


def _settings(settings: Settings) -> Finding:
    house, usual = settings.house, HouseSettings()
    unset = [name for name in ("judge", "host") if getattr(house, name) == getattr(usual, name)]
    if unset:
        return Finding(
            "settings", False, sentence("doctor", "settings_unset", names=unset, file=settings.read_from)
        )
    return Finding(
        "settings",
        True,
        sentence("doctor", "settings", judge=house.judge, host=house.host, file=settings.read_from),
    )


def _database(settings: Settings) -> Finding:
    url = settings.database.url
    shown = database_url.shown(url)
    try:
        file = file_of(url)
        if file is not None and not file.exists():
            return _absent(file.absolute(), shown)
        stored = _stored(url)
    except StoreFault as fault:
        reason, _, remedy = str(fault).rpartition("; ")
        return Finding("database", False, sentence("doctor", "database_fault", reason=reason, remedy=remedy))
    except (SQLAlchemyError, sqlite3.Error) as fault:
        why, remedy = database_url.without_password(reason_of(fault), url), remedy_of(fault, url)
        error = sentence("doctor", "database_error", url=shown, reason=why, remedy=remedy)
        return Finding("database", False, error)
    return _of_version(shown, stored)


def _absent(file: Path, shown: str) -> Finding:
    """Check that the file can be created."""
    folder = file.parent
    if not folder.is_dir():
        return Finding("database", False, sentence("doctor", "database_folder", url=shown, folder=folder))
    if not _is_writable(folder):
        closed = sentence("doctor", "database_unwritable", url=shown, folder=folder)
        return Finding("database", False, closed)
    return Finding("database", None, sentence("doctor", "database_absent", url=shown))


class _Stored(NamedTuple):
    """What a database says about itself."""

    version: str | None
    encoding: str
    is_empty: bool


def _of_version(shown: str, stored: _Stored) -> Finding:
    """Check that this program can work with what is stored there."""
    known = schema_versions.versions()
    if stored.encoding != schema_versions.ENCODING:
        wanted = schema_versions.ENCODING
        encoding = sentence("doctor", "database_encoding", url=shown, encoding=stored.encoding, wanted=wanted)
        return Finding("database", False, encoding)
    if stored.is_empty:
        return Finding("database", None, sentence("doctor", "database_empty", url=shown))
    if stored.version is None:
        return Finding("database", False, sentence("doctor", "database_foreign", url=shown))
    if stored.version not in known:
        return Finding("database", False, sentence("doctor", "database_newer", url=shown))
    if stored.version != known[-1]:
        older = sentence("doctor", "database_older", url=shown, version=stored.version, wanted=known[-1])
        return Finding("database", False, older)
    return Finding("database", True, sentence("doctor", "database", url=shown))


def _stored(url: str) -> _Stored:
    """Return what the database says about itself. Raises SQLAlchemyError, also if it cannot be written."""
    engine = engine_of(url)
    try:
        with engine.connect() as connection:
            stored = _Stored(
                schema_versions.version_of(connection),
                schema_versions.encoding_of(connection),
                schema_versions.is_empty(connection),
            )
            connection.rollback()
            _check_writable(connection)
            return stored
    finally:
        engine.dispose()


def _check_writable(connection: Connection) -> None:
    """Begin a write transaction without writing. Raises SQLAlchemyError if that is not possible."""
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA busy_timeout=0").close()
        _begin_to_write(driver)
    elif str(connection.exec_driver_sql("SHOW transaction_read_only").scalar()) == "on":
        raise StoreFault(sentence("database", "read_only").words(None))


def _begin_to_write(driver: Any) -> None:
    """Raise sqlite3.Error if it is not writable; if the service is writing now, it is."""
    try:
        driver.execute("BEGIN IMMEDIATE").close()
    except sqlite3.OperationalError as fault:
        if "locked" not in str(fault):
            raise
    else:
        driver.rollback()


def _templates(settings: Settings) -> Finding:
    own = settings.house.templates
    found = template_check.faults(own)
    if found:
        faults = template_check.first_lines(found, 20)
        return Finding("templates", False, sentence("doctor", "templates_fault", faults=faults))
    return Finding("templates", True, sentence("doctor", "templates", own=own))


def boards(settings: Settings) -> Iterator[Finding]:
    """Examine the host's own maps, if there are any; the usual folder need not exist."""
    folder = settings.house.boards
    if not folder.is_dir() and (folder.exists() or folder != HouseSettings().boards):
        yield Finding("boards", False, sentence("doctor", "no_boards", folder=folder.absolute()))
        return
    games.use_maps(settings.house.boards)
    for folder, fault in games.faults_of_maps().items():
        yield Finding("boards", False, sentence("doctor", "board_fault", folder=folder.name, fault=fault))
    if own := [game.card.key for game in games.own_maps()]:
        yield Finding("boards", True, sentence("doctor", "boards", keys=own))


def _site(settings: Settings) -> Finding:
    """Check that the archive can be written; `pbem site` makes the folder, and those above it."""
    folder = settings.site.folder.absolute()
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not there.is_dir() or not _is_writable(there):
        closed = sentence("doctor", "site_unwritable", folder=folder, there=there, is_file=not there.is_dir())
        return Finding("site", False, closed)
    if there != folder:
        return Finding("site", None, sentence("doctor", "site_absent", folder=folder))
    return Finding("site", True, sentence("doctor", "site", folder=folder))


def _is_writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids)


def _disk(settings: Settings) -> Finding:
    folder = (file_of(settings.database.url) or Path("x")).absolute().parent
    if not folder.is_dir():
        return Finding("disk", False, sentence("doctor", "no_folder", folder=folder))
    free, least = shutil.disk_usage(folder).free // MEGABYTE, LEAST_FREE // MEGABYTE
    if free < least:
        return Finding("disk", False, sentence("doctor", "disk_full", free=free, folder=folder, least=least))
    return Finding("disk", True, sentence("doctor", "disk", free=free, folder=folder))


def _clock(settings: Settings, now: datetime) -> Finding:
    """Check that it is later than the last entry of the database, and that time zones are known."""
    try:
        ZoneInfo("Europe/London")
    except (LookupError, OSError):
        return Finding("clock", False, sentence("doctor", "no_zones"))
    last = _last_written(settings.database.url)
    if last and last > now + timedelta(minutes=2):
        return Finding("clock", False, sentence("doctor", "clock_behind", now=now, last=last))
    return Finding("clock", True, sentence("doctor", "clock", now=now))


def _last_written(url: str) -> datetime | None:
    file = file_of(url)
    if file is not None and not file.exists():
        return None
    try:
        engine = engine_of(url)
    except StoreFault:  # reported under "database"
        return None
    try:
        with engine.connect() as connection:
            wanted = (
                select(func.max(col(StoredMessage.received_utc))),
                select(func.max(col(AdjudicatedTurn.adjudicated_utc))),
            )
            moments = [connection.execute(one).scalar() for one in wanted]
    except (SQLAlchemyError, sqlite3.Error):  # reported under "database"
        return None
    finally:
        engine.dispose()
    return max((moment for moment in moments if moment), default=None)
