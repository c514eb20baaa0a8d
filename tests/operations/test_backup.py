"""The service continues from a backup; an upgrade loses nothing of an old database."""

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec import Struct
from sqlmodel import SQLModel
from typer.testing import CliRunner, Result

from pbem.cli.main import app
from pbem.outbound.delivery import Verdict
from pbem.service import backup as backups
from pbem.service import export_contents
from pbem.service.backup import BackupFault, backup, look, restore
from pbem.service.transfer import FIRST_NAMES, _renamed, export_table
from pbem.store import schema_versions
from pbem.store.arrival import Arrival
from pbem.store.database import Store
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from tests.support.table import JUDGE, MONDAY, Table, kind_of, text_of
from tests.support.thorough import every
from tests.support.waiting import LONG

NewDatabase = Callable[[], str]
numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> NewDatabase:
    """Return a function that gives the URL of an empty database each time."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path}/{next(numbers)}.sqlite"
    server: str = request.getfixturevalue("postgres")
    return lambda: _made(server, f"pbem{next(numbers)}")


def _made(server: str, name: str) -> str:
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.replace("/postgres?", f"/{name}?")


@contextmanager
def begun(folder: Path, url: str, moment: datetime = MONDAY) -> Iterator[Table]:
    own = Table(folder, url)
    own.clock.moment = moment
    yield own
    own.store.close()


Rows = Mapping[str, list[dict[str, Any]]]


def rows_of(connection: sa.Connection) -> Rows:
    """Return every row of the database, by table."""
    found = sa.MetaData()
    found.reflect(connection)
    tables = [table for table in found.sorted_tables if table.name != "alembic_version"]
    return {
        table.name: [
            dict(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key)).mappings()
        ]
        for table in tables
    }


def rows_at(url: str) -> Rows:
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        rows = rows_of(connection)
    engine.dispose()
    return rows


# --- restoring a backup -----------------------------------------------------------------------------------


class OldMachine(Struct, frozen=True):
    """What happened on the old machine.

    *backup*, *rows*, *moment* and *table* are from mid-turn; *sent* and *waiting* have the Message-IDs of the
    mails up to then. *turns* and *reports* are from after the backup.
    """

    backup: Path
    rows: Rows
    moment: datetime
    table: GameTable
    sent: set[str]
    waiting: set[str]
    turns: list[Any]
    reports: set[str]


def mid_turn(table: Table) -> None:
    """Run a turn, send orders for the next one, and leave a mail in the outbox that was not sent."""
    table.opens()
    table.mail("ann@x.org", "go 2")
    table.mail("bob@y.org", "go 3\nPRESS TO Red\nHello Red.\nEND")
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.service.look_at_pulse()
    table.post_office.verdicts["bob@y.org"] = Verdict.NOT_TRIED
    table.mail("bob@y.org", "go 4")


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> OldMachine:
    folder = tmp_path_factory.mktemp("old")
    file = folder / "backup.zip"
    with begun(folder, f"sqlite:///{folder}/old.sqlite") as table:
        mid_turn(table)
        backup(table.store, file, JUDGE, table.clock.now())
        rows, row, moment = rows_at(table.url), table.row(), table.clock.now()
        sent = ids_of(table)
        waiting = {f"<{parcel.message_id}>" for parcel in table.outbox() if parcel.state == "waiting"}
        del table.post_office.verdicts["bob@y.org"]
        table.mail("ann@x.org", "go 5")
        table.deadline_passes()
        turns = [_judged(turn) for turn in table.turns()]
        return OldMachine(file, rows, moment, row, sent, waiting, turns, ids_of(table, "report") - sent)


def ids_of(table: Table, kind: str = "") -> set[str]:
    return {str(mail["Message-ID"]) for mail in table.post_office.taken if kind in kind_of(mail)}


def _restored(url: str, file: Path) -> None:
    store = Store(url)
    restore(store, file)
    store.close()


def _judged(turn: AdjudicatedTurn) -> tuple[Any, ...]:
    return turn.number, turn.orders, turn.record, turn.before, turn.position, turn.nmr_powers


def test_a_game_continues_from_a_backup_as_it_did_without_one(
    tmp_path: Path, new_database: NewDatabase, old: OldMachine
) -> None:
    """The new machine may have the other kind of database. What was sent before is not sent again."""
    url = new_database()
    _restored(url, old.backup)
    with begun(tmp_path, url, old.moment + timedelta(minutes=1)) as new:
        new.service.look_at_tables_awake()
        new.service.look()
        assert ids_of(new) == old.waiting != set()
        assert old.sent.isdisjoint(old.waiting)
        assert (new.row().deadline_utc, new.row().final_utc) == (old.table.deadline_utc, old.table.final_utc)
        last = max(parcel.id or 0 for parcel in new.outbox())
        new.mail("ann@x.org", "go 5")
        assert max(parcel.id or 0 for parcel in new.outbox()) > last
        new.deadline_passes()
        assert [_judged(turn) for turn in new.turns()] == old.turns
        assert ids_of(new, "report") == old.reports  # a second copy is recognised
        assert len(old.reports) == 3


def test_a_backup_of_a_restored_database_is_the_same(
    tmp_path: Path, new_database: NewDatabase, old: OldMachine
) -> None:
    url = new_database()
    _restored(url, old.backup)
    store = Store(url)
    backup(store, tmp_path / "again.zip", JUDGE, old.moment)
    store.close()
    first, again = parts_of(old.backup), parts_of(tmp_path / "again.zip")
    assert again == first


def parts_of(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in sorted(archive.namelist())}


def test_a_deadline_that_passed_since_the_backup_is_moved(tmp_path: Path, old: OldMachine) -> None:
    assert old.table.deadline_utc is not None
    _restored(f"sqlite:///{tmp_path}/new.sqlite", old.backup)
    out = timedelta(days=5)
    with begun(tmp_path, f"sqlite:///{tmp_path}/new.sqlite", old.moment + out) as new:
        new.service.look_at_tables_awake()
        assert new.row().deadline_utc == old.table.deadline_utc + out
        assert new.row().number == 2  # nothing was run without its orders
        new.service.look()
        assert "was down" in text_of(new.last_to("ann@x.org"))


# --- what is in it ---------------------------------------------------------------------------------------


def test_a_backup_and_an_export_describe_their_contents(table: Table, tmp_path: Path) -> None:
    table.mail("ann@x.org", "go 2")
    file = tmp_path / "backup.zip"
    manifest = backup(table.store, file, JUDGE, MONDAY)
    assert look(file) == manifest
    assert (manifest.taken_utc, manifest.schema, manifest.judge) == (
        MONDAY.isoformat(), schema_versions.versions()[-1], JUDGE,
    )  # fmt: skip
    assert manifest.tables == {"r1": "running"}
    assert manifest.rows["seats"] == 3
    with zipfile.ZipFile(file) as archive:
        readme = archive.read("README.txt").decode()
        inside = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert table.store.secret() in inside
    for said in (
        export_contents.warning(),
        "r1 (running)",
        "key of all reply addresses",
        "[trust] secret",
        "pbem.toml",
    ):
        assert said in readme
    export = json.loads(export_table(table.office, "r1", MONDAY, closes=False))
    assert export_contents.warning() in export["contains"]
    assert set(export["holds"]) == set(export["tables"])
    assert "key of the reply addresses" in export["not_inside"]


def test_every_table_of_the_database_is_described() -> None:
    assert export_contents.described() == set(SQLModel.metadata.tables)


def test_only_its_owner_may_read_a_backup(table: Table, tmp_path: Path) -> None:
    old_umask = os.umask(0)
    try:
        backup(table.store, tmp_path / "backup.zip", JUDGE, MONDAY)
    finally:
        os.umask(old_umask)
    assert (tmp_path / "backup.zip").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob(".backup*"))


def test_a_backup_has_the_database_of_one_moment_while_others_write(
    tmp_path: Path, new_database: NewDatabase, old: OldMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_database()
    _restored(url, old.backup)
    store, write = Store(url), backups._write_rows

    def written_meanwhile(archive: zipfile.ZipFile, moment: sa.Connection, part: sa.Table) -> None:
        store.store_message(Arrival(b"%d" % next(numbers), "ann@x.org", (JUDGE,), MONDAY, "smtp"))
        write(archive, moment, part)

    monkeypatch.setattr(backups, "_write_rows", written_meanwhile)
    backup(store, tmp_path / "again.zip", JUDGE, old.moment)
    store.close()
    assert parts_of(tmp_path / "again.zip") == parts_of(old.backup)
    assert len(rows_at(url)["incoming_messages"]) == len(old.rows["incoming_messages"]) + len(old.rows)


# --- files that are not backups, and unusable targets -------------------------------------------------------


def test_a_restore_overwrites_no_database(table: Table, tmp_path: Path) -> None:
    backup(table.store, tmp_path / "backup.zip", JUDGE, MONDAY)
    before = rows_at(table.url)
    with pytest.raises(BackupFault, match=r"is not empty .*; nothing has changed"):
        restore(table.store, tmp_path / "backup.zip")
    assert rows_at(table.url) == before


def _cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _with_a_bad_bit(whole: bytes) -> bytes:
    middle = whole.index(b"rows/tables.jsonl") + 200
    return whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]


BAD = [
    (lambda _: b"", "is not a backup"),
    (_cut, "only part of one"),
    (_with_a_bad_bit, "rows/tables.jsonl is damaged|invalid|is damaged .*take another"),
]


@pytest.mark.parametrize(("spoilt", "said"), BAD)
def test_a_damaged_backup_is_reported_before_a_database_is_created(
    table: Table, tmp_path: Path, spoilt: Callable[[bytes], bytes], said: str
) -> None:
    file = tmp_path / "backup.zip"
    backup(table.store, file, JUDGE, MONDAY)
    file.write_bytes(spoilt(file.read_bytes()))
    with pytest.raises(BackupFault, match=said):
        restore(Store(f"sqlite:///{tmp_path}/new.sqlite"), file)
    assert not (tmp_path / "new.sqlite").exists()


def changed(file: Path, name: str, change: Callable[[str], str]) -> None:
    """Replace one part of the archive by what *change* makes of it."""
    with zipfile.ZipFile(file) as archive:
        parts = {one: archive.read(one) for one in archive.namelist()}
    parts[name] = change(parts[name].decode()).encode()
    with zipfile.ZipFile(file, "w") as archive:
        for one, part in parts.items():
            archive.writestr(one, part)


CHANGES = [
    (
        "manifest.json",
        lambda text: text.replace('"schema": "', '"schema": "9'),
        "newer version of the program",
    ),
    ("manifest.json", lambda _: "{}", "not a backup of this service"),
    ("rows/seats.jsonl", lambda text: text.rpartition("\n[")[0] + "\n", "2 rows, but the manifest says 3"),
    ("rows/seats.jsonl", lambda text: text.replace('"player"', '"pirate"'), "pirate"),
]


@pytest.mark.parametrize(("name", "change", "said"), CHANGES)
def test_an_unsuitable_backup_leaves_the_database_empty(
    table: Table, tmp_path: Path, name: str, change: Callable[[str], str], said: str
) -> None:
    file = tmp_path / "backup.zip"
    backup(table.store, file, JUDGE, MONDAY)
    changed(file, name, change)
    new = Store(f"sqlite:///{tmp_path}/new.sqlite")
    with pytest.raises(BackupFault, match=said):
        restore(new, file)
    new.close()
    assert rows_at(new.url) == {}


def test_a_folder_that_cannot_be_written_is_reported_in_one_line(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "none" / "backup.zip"
    with pytest.raises(BackupFault, match=f"^{file} cannot be written"):
        backup(table.store, file, JUDGE, MONDAY)


def test_no_backup_is_made_of_an_empty_database(tmp_path: Path) -> None:
    with pytest.raises(BackupFault, match="nothing in the database"):
        backup(Store(f"sqlite:///{tmp_path}/new.sqlite"), tmp_path / "backup.zip", JUDGE, MONDAY)
    assert not (tmp_path / "backup.zip").exists()


def test_backup_and_restore_at_the_shell(
    old: OldMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pbem(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:///new.sqlite")
    monkeypatch.setenv("PBEM_TRUST__SECRET", "of the settings")
    monkeypatch.setenv("COLUMNS", "200")
    assert pbem("backup", "--to", ".").stderr.startswith("pbem: there is no database new.sqlite")
    done = pbem("restore", str(old.backup))
    assert done.exit_code == 0, done.stderr
    assert "1 game, as of " in done.stdout
    assert "so set it in [house] judge, or copy the old pbem.toml" in done.stdout and JUDGE in done.stdout
    assert pbem("restore", str(old.backup)).exit_code == 1
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:///another.sqlite")
    monkeypatch.setenv("PBEM_HOUSE__JUDGE", JUDGE)
    assert "[house] judge" not in pbem("restore", str(old.backup)).stdout
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:///new.sqlite")
    monkeypatch.delenv("PBEM_HOUSE__JUDGE")
    done = pbem("backup", "--to", ".")
    assert done.exit_code == 0, done.stderr
    assert re.search(r"1 game, 3 messages, \d+ mails; \d", done.stdout)
    assert "[trust] secret is not in it" in done.stdout
    (file,) = tmp_path.glob("pbem-*.zip")
    assert "r1 (running)" in pbem("restore", "--look", str(file)).stdout


def test_a_backup_to_a_missing_folder_is_refused(
    old: OldMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each backup would replace the one before, unnoticed until a restore."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:///new.sqlite")
    assert CliRunner().invoke(app, ["restore", str(old.backup)]).exit_code == 0
    for to, missing in (("backups", "backups"), ("mnt/usb/b.zip", "mnt/usb")):
        done = CliRunner().invoke(app, ["backup", "--to", to])
        assert (done.exit_code, done.stdout) == (1, "")
        assert f"there is no folder {missing}: create it, or name a file that ends in .zip" in done.stderr
        assert not Path(to).exists()


def test_a_backup_replaces_only_another_backup(
    old: OldMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:///new.sqlite")
    assert CliRunner().invoke(app, ["restore", str(old.backup)]).exit_code == 0
    Path("pbem.toml").write_text("[house]\n", "utf-8")
    for name in ("pbem.toml", "new.sqlite"):
        before = Path(name).read_bytes()
        done = CliRunner().invoke(app, ["backup", "--to", name])
        assert (done.exit_code, Path(name).read_bytes() == before) == (1, True)
        assert f"{name} exists and is not a backup: nothing was written" in done.stderr
    assert CliRunner().invoke(app, ["backup", "--to", "latest.zip"]).exit_code == 0
    assert CliRunner().invoke(app, ["backup", "--to", "latest.zip"]).exit_code == 0


# --- upgrades --------------------------------------------------------------------------------------------

OLD = schema_versions.versions()[:-1]


def value_for(column: sa.Column[Any], number: int) -> Any:
    """Return a value of the column's type that is not its default."""
    kind = column.type
    if isinstance(kind, sa.JSON):
        return [f"{column.name} {number}", "Köln"]
    if isinstance(kind, sa.DateTime):
        moment = datetime(2026, 3, 1, 12, 30, number % 60, 123456)  # noqa: DTZ001 - the zone depends on the database
        return moment.replace(tzinfo=UTC) if kind.timezone else moment
    if isinstance(kind, sa.LargeBinary):
        return b"From: ann@x.org\r\n\r\n\xff\x00 %d" % number
    if isinstance(kind, sa.Boolean):
        return True
    if isinstance(kind, sa.Float):
        return number + 0.5
    return number if isinstance(kind, sa.Integer) else f"{column.name} {number} Zürich"


def filled(connection: sa.Connection) -> Rows:
    """Insert two rows into each table of the database, with a value in every column; return all rows."""
    found = sa.MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name == "alembic_version":
            continue
        for number in (11, 12):
            row = {column.name: value_for(column, number) for column in table.c}
            row |= {
                key.parent.name: value_for(key.column, number) for key in table.foreign_keys
            }  # that row exists already, because the tables are sorted
            connection.execute(sa.insert(table).values(row))
    return rows_of(connection)


def of_version(url: str, version: str) -> Rows:
    """Create a database of an older version, with rows in every table; return the rows."""
    store = Store(url)
    with store.writing() as session:
        schema_versions.migrate(session.connection(), version)
        rows = filled(session.connection())
    store.close()
    return rows


@pytest.mark.parametrize("version", every(8, OLD))
def test_an_upgrade_from_every_version_loses_no_row_and_no_value(
    new_database: NewDatabase, version: str
) -> None:
    url = new_database()
    was = of_version(url, version)
    store = Store(url)
    store.upgrade()
    store.close()
    now = rows_at(url)
    was = {FIRST_NAMES.get(name, name): list(map(_renamed, rows)) for name, rows in was.items()}
    stored = {
        name: [{key: row[key] for key in old} for old, row in zip(rows, now[name], strict=True)]
        for name, rows in was.items()
    }
    assert stored == was
    assert set(now) == set(SQLModel.metadata.tables)


def test_two_programs_that_start_at_once_upgrade_a_database_once(new_database: NewDatabase) -> None:
    url = new_database()
    was = {FIRST_NAMES.get(name, name) for name in of_version(url, OLD[-1])}
    upgrade = "import sys; from pbem.store.database import Store; Store(sys.argv[1]).upgrade()"
    begin = [sys.executable, "-c", upgrade, url]
    nodes = [subprocess.Popen(begin, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    assert [node.communicate(timeout=3 * LONG)[1] for node in nodes] == ["", ""]
    assert [node.returncode for node in nodes] == [0, 0]
    assert {name: len(rows) for name, rows in rows_at(url).items() if name in was} == dict.fromkeys(was, 2)


@pytest.mark.parametrize("version", every(12, OLD))
def test_the_new_program_can_back_up_an_old_database_before_its_upgrade(tmp_path: Path, version: str) -> None:
    url, other = f"sqlite:///{tmp_path}/old.sqlite", f"sqlite:///{tmp_path}/new.sqlite"
    of_version(url, version)
    store = Store(url)
    assert backup(store, tmp_path / "backup.zip", JUDGE, MONDAY).schema == version
    store.upgrade()
    store.close()
    _restored(other, tmp_path / "backup.zip")
    claims = ("claimed_until_utc",)  # nobody uses a restored database yet
    assert _without(rows_at(other), claims) == _without(rows_at(url), claims)


def _without(rows: Rows, columns: tuple[str, ...]) -> Rows:
    return {
        name: [{key: value for key, value in row.items() if key not in columns} for row in own]
        for name, own in rows.items()
    }


@pytest.mark.parametrize("version", every(8, OLD))
def test_a_game_that_every_version_began_continues(tmp_path: Path, version: str, old: OldMachine) -> None:
    """The rows of a present game are inserted, as far as the old version had tables and columns for them."""
    url = f"sqlite:///{tmp_path}/pbem.sqlite"
    store = Store(url)
    with store.writing() as session:
        connection = session.connection()
        schema_versions.migrate(connection, version)
        for table in backups._tables(connection):
            rows = [
                {column.name: row[FIRST_NAMES.get(column.name, column.name)] for column in table.c}
                for row in old.rows[FIRST_NAMES.get(table.name, table.name)]
            ]
            connection.execute(sa.insert(table), rows) if rows else None
    store.close()
    with begun(tmp_path, url, old.moment) as own:
        own.mail("ann@x.org", "go 5")
        own.deadline_passes()
        assert _judged(own.turns()[1]) == old.turns[1]
        assert "Your own step was 5." in text_of(own.report_to("Red"))
