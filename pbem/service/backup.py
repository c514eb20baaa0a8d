"""Back up the whole service to one file, and restore it.

A backup is one ZIP file: a README and a manifest that say what is inside, and the rows of each table of the
database as lines of JSON. It is read in one transaction on a consistent snapshot while the service goes on
working; its format is the same for SQLite and PostgreSQL, and it can be restored to either. Rows are read
without an upgrade, so that a backup can be made with the new program before its tables are changed.

Restoring is one transaction too: tables of the backup's version are created in an empty database, filled, and
migrated. Then the service continues where it was: claims of workers are released, waiting mail is sent with
its old Message-ID, and the time since the last pulse counts as an outage (`pbem.turns.outages`), so that no
deadline is missed.
"""

import base64
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version as version_of_package
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from pbem.core.error_text import first_line
from pbem.core.sentences import Unusable, sentence
from pbem.core.templating import words
from pbem.service import export_contents
from pbem.service.host_fault import HostFault
from pbem.store import schema_versions as schema
from pbem.store.database import Store

FORMAT = "downfall-by-mail backup"
VERSION = 1
MANIFEST, README = "manifest.json", "README.txt"
AT_ONCE = 50  # rows in memory: each may hold a mail with a picture
NOT_INSIDE = (
    sentence("backup", "without_settings"),
    sentence("backup", "without_own_files"),
    sentence("backup", "without_site"),
    sentence("backup", "without_unread_mail"),
)
PACKAGE = "downfall-by-mail"


class BackupFault(HostFault):
    """No backup was made, or none was restored."""


class Manifest(Struct, frozen=True):
    """What is in a backup: *rows* by table of the database, *tables* (the games) by name with their state."""

    format: str
    version: int
    taken_utc: str
    program: str
    schema: str
    judge: str
    rows: Mapping[str, int]
    tables: Mapping[str, str]
    holds: Mapping[str, str]
    not_inside: tuple[str, ...]
    warning: str


# --- backup ----------------------------------------------------------------------------------------------


def backup(store: Store, file: Path, judge: str, now: datetime) -> Manifest:
    """Write the whole database to *file*, which nobody else may read. Raises BackupFault.

    *file* is written completely or not at all; an older backup is replaced, any other file is left alone.
    """
    _demand_place(file)
    try:
        with _new_file(file) as unfinished, _new_archive(unfinished) as archive:
            manifest = _write_all_rows(archive, store, judge, now)
            archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
            archive.writestr(README, in_words(manifest))
    except OSError as fault:
        raise BackupFault(sentence("backup", "cannot_write", file=file, reason=fault.strerror)) from fault
    return manifest


def _demand_place(file: Path) -> None:
    """Raise BackupFault if another file has that name, such as the settings or the database."""
    if not file.is_file() or file.stat().st_size == 0:
        return
    try:
        with _opened(file) as archive:
            archive.getinfo(MANIFEST)
    except (BackupFault, KeyError) as fault:
        raise BackupFault(sentence("backup", "another_file", file=file)) from fault


def _write_all_rows(archive: zipfile.ZipFile, store: Store, judge: str, now: datetime) -> Manifest:
    """Write all rows of a snapshot, and return the manifest."""
    with store.snapshot() as moment:
        tables = _tables(moment)
        manifest = _manifest(moment, tables, judge, now)
        for table in tables:
            _write_rows(archive, moment, table)
    return manifest


@contextmanager
def _new_file(file: Path) -> Iterator[Any]:
    """Yield a temporary file that replaces *file*, flushed to disk, if all goes well."""
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as unfinished:
        own = Path(unfinished.name)
        try:
            yield unfinished
            unfinished.flush()
            os.fsync(unfinished.fileno())
            own.replace(file)
        finally:
            own.unlink(missing_ok=True)


def _new_archive(unfinished: Any) -> zipfile.ZipFile:
    """Return an archive with quick compression: mails with pictures hardly shrink with more effort."""
    return zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=1)


def _tables(connection: Connection) -> list[sa.Table]:
    """Return the tables that are in the database, each after those that it refers to."""
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def _manifest(moment: Connection, tables: Sequence[sa.Table], judge: str, now: datetime) -> Manifest:
    version = schema.version_of(moment)
    if version is None:
        raise BackupFault(sentence("backup", "nothing_there"))
    games = next(table for table in tables if table.name == "tables")
    states = moment.execute(sa.select(games.c.key, games.c.state).order_by(games.c.key))
    counts = [moment.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables]
    names = [table.name for table in tables]
    return Manifest(
        format=FORMAT,
        version=VERSION,
        taken_utc=now.astimezone(UTC).isoformat(),
        program=version_of_package(PACKAGE),
        schema=version,
        judge=judge,
        rows=dict(zip(names, counts, strict=True)),
        tables={row.key: row.state for row in states},
        holds=export_contents.holds(names),
        not_inside=tuple(one.words(None) for one in NOT_INSIDE),
        warning=export_contents.warning_of_all(),
    )


def _write_rows(archive: zipfile.ZipFile, moment: Connection, table: sa.Table) -> None:
    wanted = sa.select(table).order_by(*table.primary_key).execution_options(yield_per=AT_ONCE)
    with archive.open(_rows_of(table.name), "w", force_zip64=True) as lines:
        lines.write(_line(table.c.keys()))
        for row in moment.execute(wanted):
            lines.write(_line([_written(value) for value in row]))


def _rows_of(table: str) -> str:
    return f"rows/{table}.jsonl"


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _written(value: Any) -> Any:
    if isinstance(value, datetime):
        return (value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)).isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def in_words(manifest: Manifest) -> str:
    """Return the manifest as a page for people."""
    return words("backup_readme.txt", {"manifest": manifest, "program": PACKAGE})


# --- restore ---------------------------------------------------------------------------------------------


def look(file: Path) -> Manifest:
    """Return what is in *file*, if it is a complete backup. Raises BackupFault."""
    with _opened(file) as archive:
        try:
            broken = archive.testzip()
        except zlib.error as fault:  # damage found before the checksum is compared
            raise BackupFault(sentence("backup", "damaged", file=file, reason=fault)) from fault
        if broken is not None:
            raise BackupFault(sentence("backup", "part_damaged", file=file, part=broken))
        return _manifest_of(file, archive)


def restore(store: Store, file: Path) -> Manifest:
    """Fill the empty database of *store* with the backup. Raises BackupFault, and nothing has changed."""
    manifest = look(file)
    with _opened(file) as archive:
        try:
            _fill(store, archive, manifest)
        except (SQLAlchemyError, KeyError, TypeError, ValueError) as fault:
            why = first_line(fault)
            raise BackupFault(sentence("backup", "cannot_restore", file=file, reason=why)) from fault
    store.release_claims()
    return manifest


def _fill(store: Store, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    with store.remaking() as connection:
        if sa.inspect(connection).get_table_names():
            raise BackupFault(sentence("backup", "not_empty", url=store.shown_url()))
        schema.migrate(connection, manifest.schema)
        for table in _tables(connection):
            _insert(connection, table, archive, manifest)
        schema.migrate(connection)


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except OSError as fault:
        raise BackupFault(sentence("backup", "cannot_read", file=file, reason=fault.strerror)) from fault
    except zipfile.BadZipFile as fault:
        raise BackupFault(sentence("backup", "incomplete", file=file, reason=fault)) from fault


def _manifest_of(file: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.MsgspecError) as fault:
        raise BackupFault(sentence("backup", "of_another_program", file=file)) from fault
    if manifest.format != FORMAT or manifest.version > VERSION or manifest.schema not in schema.versions():
        wanted = f"{PACKAGE} {manifest.program}"
        raise BackupFault(sentence("backup", "newer", file=file, program=wanted))
    return manifest


def _insert(connection: Connection, table: sa.Table, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Insert every row under its own number; afterwards new rows get numbers above them."""
    count = 0
    with archive.open(_rows_of(table.name)) as lines:
        columns = json.loads(next(lines))
        for batch in _batches(lines):
            rows = [_row(table, columns, json.loads(line)) for line in batch]
            connection.execute(sa.insert(table), rows)
            count += len(rows)
    if count != manifest.rows[table.name]:
        wanted = manifest.rows[table.name]
        raise Unusable(sentence("backup", "rows_missing", table=table.name, found=count, wanted=wanted))
    _number_on(connection, table)


def _batches(lines: Any) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    for line in lines:
        batch.append(line)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _row(table: sa.Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
    return {
        name: _read(table.c[name].type, value) for name, value in zip(columns, values, strict=True)
    }  # KeyError: a column that this version does not have


def _read(kind: sa.types.TypeEngine[Any], value: Any) -> Any:
    """Return the value that `_written` wrote, by the type of its column."""
    if isinstance(value, str) and isinstance(kind, sa.DateTime):
        return datetime.fromisoformat(value)
    if isinstance(value, str) and isinstance(kind, sa.LargeBinary):
        return base64.b64decode(value)
    return value


def _number_on(connection: Connection, table: sa.Table) -> None:
    """Set PostgreSQL's sequence after the last row, because inserting ids does not advance it."""
    if connection.dialect.name != "postgresql" or "id" not in table.c:
        return
    sequence = sa.func.pg_get_serial_sequence(f'"{table.name}"', "id")
    last = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 1), sa.func.count() > 0).subquery()
    connection.execute(sa.select(sa.func.setval(sequence, last.c[0], last.c[1])))
