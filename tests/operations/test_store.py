"""The store: messages are stored once, transactions are atomic, times have their zone."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import SQLModel, col, select

from pbem.core.settings import DatabaseSettings, Settings
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.service import doctor
from pbem.store import engine, schema_versions
from pbem.store.arrival import Arrival
from pbem.store.database import Installation, Store
from pbem.store.engine import StoreFault
from pbem.store.fingerprints import fingerprint_of
from pbem.store.game_tables import OrderLines
from pbem.store.mail_tables import Receipt, StoredMessage
from pbem.store.serving_lock import ServingLock
from tests.support.table import MONDAY, Table, text_of
from tests.support.waiting import until

MESSAGE = b"From: ann@x.org\r\nMessage-ID: <one@x.org>\r\n\r\nA Paris - Burgundy\r\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    own = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    own.upgrade()
    yield own
    own.close()


def arrival(raw: bytes = MESSAGE, inlet: str = "smtp", uid: str | None = None) -> Arrival:
    return Arrival(raw, "ann@x.org", ("judge@judge.example",), MONDAY, inlet, uid)


def test_a_message_is_stored_byte_for_byte(store: Store) -> None:
    number = store.store_message(arrival())
    with store.reading() as session:
        message = session.get_one(StoredMessage, number)
    assert (message.raw, message.received_utc, message.recipients) == (
        MESSAGE,
        MONDAY,
        ["judge@judge.example"],
    )
    assert message.state == "waiting"


def test_a_message_that_comes_through_two_inlets_is_stored_once_with_both_arrivals(store: Store) -> None:
    first = store.store_message(arrival(inlet="smtp"))
    second = store.store_message(arrival(inlet="imap:judge", uid="7.1"))
    third = store.store_message(arrival(inlet="imap:judge", uid="7.1"))
    assert first == second == third
    with store.reading() as session:
        assert len(session.exec(select(Receipt)).all()) == 2
    assert store.is_stored("imap:judge", "7.1")
    assert not store.is_stored("imap:judge", "7.2")


def test_messages_stored_together_are_stored_all_or_none(store: Store) -> None:
    first, other, same = store.store_messages([arrival(), arrival(b"another"), arrival()])
    assert first == same != other
    naive = msgspec.structs.replace(arrival(b"a third"), received=MONDAY.replace(tzinfo=None))
    with pytest.raises(ValueError, match="has no time zone"):
        store.store_messages([arrival(b"a fourth"), naive])
    with store.reading() as session:
        assert {message.raw for message in session.exec(select(StoredMessage))} == {MESSAGE, b"another"}
        assert len(session.exec(select(Receipt)).all()) == 3


FINGERPRINTS = [
    (b"Message-ID: <a@b>\n\nx", "<a@b>"),
    (b"message-id:<a@b>\r\n\r\nx", "<a@b>"),
    (b"Message-Id:\r\n <a@b>\r\n\r\nx", "<a@b>"),
    (b"Subject: x\n\nMessage-ID: <a@b>\n", "sha256:"),
    (b"Message-ID: none\n\nx", "sha256:"),
    (b"", "sha256:"),
]


@pytest.mark.parametrize(("raw", "begins"), FINGERPRINTS)
def test_messages_are_recognised_by_their_message_id_or_else_by_a_hash(raw: bytes, begins: str) -> None:
    assert fingerprint_of(raw).startswith(begins)


def test_many_threads_store_messages_at_once_each_message_only_once(store: Store) -> None:
    numbers: list[int] = []

    def keep(n: int) -> None:
        numbers.append(store.store_message(arrival(b"Message-ID: <%d@x>\n\nx" % (n % 5))))

    threads = [threading.Thread(target=keep, args=(n,)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(numbers), len(set(numbers))) == (40, 5)


def test_a_transaction_is_done_completely_or_not_at_all(store: Store) -> None:
    with pytest.raises(RuntimeError), store.writing() as session:
        session.add(Installation(name="half", value="done"))
        session.flush()
        raise RuntimeError("the power fails")
    with store.reading() as session:
        assert session.get(Installation, "half") is None


def test_rows_that_refer_to_missing_rows_are_refused_by_the_database(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        session.add(
            OrderLines(incoming_id=99, table_key="none", number=1, power="France", received_utc=MONDAY)
        )


def test_sqlite_syncs_to_disk_and_checks_foreign_keys(store: Store) -> None:
    with store.reading() as session:
        found = [session.connection().execute(text(f"PRAGMA {name}")).scalar()
                 for name in ("journal_mode", "synchronous", "foreign_keys")]  # fmt: skip
    assert found == ["wal", 2, 1]


def test_times_come_back_in_utc_and_a_naive_one_is_refused(store: Store) -> None:
    local = datetime(2026, 7, 1, 20, 0, tzinfo=timezone(timedelta(hours=2)))
    number = store.store_message(Arrival(b"x", "", (), local, "smtp"))
    with store.reading() as session:
        stored = session.get_one(StoredMessage, number)
    assert (stored.received_utc, stored.received_utc.tzinfo) == (local, UTC)
    with pytest.raises(ValueError, match="has no time zone"):
        store.store_message(Arrival(b"y", "", (), datetime(2026, 7, 1), "smtp"))  # noqa: DTZ001 - the point


def test_the_secret_is_generated_once(store: Store) -> None:
    assert store.secret() == store.secret()
    assert len(store.secret()) == 64


def test_the_migrated_database_has_the_tables_that_the_program_declares(store: Store) -> None:
    with store.reading() as session:
        context = MigrationContext.configure(session.connection())
        assert compare_metadata(context, SQLModel.metadata) == []
    store.upgrade()  # again: nothing to do


def test_rows_are_kept_when_their_tables_and_columns_get_new_names(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/old.sqlite")
    row = {"id": 7, "judged_utc": "2026-06-01", "silent": ["Red"]}
    with store.remaking() as connection:
        schema_versions.migrate(connection, "0006")
        connection.execute(
            text(
                "INSERT INTO aside (id, table_key, edition, number, kind, row, aside_utc)"
                " VALUES (1, 't1', 0, 3, 'turns', :row, '2026-06-01')"
            ),
            {"row": json.dumps(row)},
        )
        schema_versions.migrate(connection)
        found = connection.execute(text("SELECT kind, row, superseded_utc FROM superseded_rows")).one()
        assert (found.kind, json.loads(found.row)) == (
            "turns",
            {"id": 7, "adjudicated_utc": "2026-06-01", "nmr_powers": ["Red"]},
        )
        assert "ix_incoming_messages_state" in {
            index["name"] for index in inspect(connection).get_indexes("incoming_messages")
        }
        connection.execute(text("DELETE FROM superseded_rows"))  # there is no table "t1"
    store.close()


def test_the_schema_versions_are_those_of_the_migrations_in_their_order(store: Store) -> None:
    config = Config()
    config.set_main_option("script_location", str(schema_versions.MIGRATIONS))
    walked = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert schema_versions.versions() == walked[::-1]
    with store.remaking() as connection:
        assert schema_versions.version_of(connection) == walked[0]


def test_a_database_that_cannot_be_opened_is_reported_in_one_line_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match=r"cannot be opened .*no folder .*/none: .*see \[database\] url"):
        Store(f"sqlite:///{tmp_path}/none/pbem.sqlite").upgrade()
    with pytest.raises(StoreFault, match=rf"cannot be opened .*{tmp_path} is a folder: name a file in it"):
        Store(f"sqlite:///{tmp_path}").upgrade()
    with pytest.raises(StoreFault, match=r"\[database\] url: .*; write sqlite:///"):
        Store("paper and pencil")


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreFault, match=r"needs the package psycopg, .*; run: pip install"):
        Store("postgresql+psycopg://pbem@127.0.0.1/pbem")


def test_a_database_of_a_newer_program_is_refused(store: Store) -> None:
    with store.writing() as session:
        session.connection().execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreFault, match="written by a newer version of the program"):
        store.upgrade()


def test_a_single_node_may_release_old_claims(store: Store) -> None:
    with store.writing() as session:
        outbox.put(session, Outgoing("one@x", "ann@x.org", b"words", "report"), About(), MONDAY)
    assert len(outbox.claim(store, MONDAY)) == 1
    assert outbox.claim(store, MONDAY) == []
    store.release_claims()
    assert len(outbox.claim(store, MONDAY)) == 1


# --- PostgreSQL, where it is installed ---------------------------------------------------------------------


def test_orders_are_answered_and_a_turn_is_run_on_postgresql(postgres: str, tmp_path: Path) -> None:
    table = Table(tmp_path, postgres)
    table.opens()
    table.mail("ann@x.org", "go 3")
    table.mail("ann@x.org", "go 5")
    assert "Red will go 5" in text_of(table.last_to("Red"))
    table.deadline_passes()
    assert "Your own step was 5." in text_of(table.report_to("Red"))
    assert table.row().deadline_utc == table.clock.now() + timedelta(hours=72)
    table.store.close()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_store_every_character_is_refused(postgres: str, encoding: str) -> None:
    """A server that was set up without a locale creates such databases."""
    name, server = f"in_{encoding.lower()}", engine.engine_of(postgres)
    with server.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0"))
    server.dispose()
    url = postgres.replace("/postgres?", f"/{name}?")
    store = Store(url)
    with pytest.raises(StoreFault, match=f"text as {encoding}.* createdb -E UTF8 -T template0"):
        store.upgrade()
    store.close()
    told = doctor._database(Settings(database=DatabaseSettings(url=url)))
    assert told.is_well is False and f"text as {encoding}" in told.said


def test_two_senders_on_postgresql_never_claim_the_same_mail(postgres: str) -> None:
    one, two = Store(postgres), Store(postgres)
    one.upgrade()
    with one.writing() as session:
        for n in range(20):
            outbox.put(session, Outgoing(f"{n}@x", "ann@x.org", b"words", "report"), About(), MONDAY)
    claims: list[str] = []

    def take(store: Store) -> None:
        while parcels := outbox.claim(store, MONDAY, 3):
            claims.extend(parcel.message_id for parcel in parcels)

    threads = [threading.Thread(target=take, args=(store,)) for store in (one, two)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claims) == sorted(f"{n}@x" for n in range(20))
    one.close()
    two.close()


def test_two_nodes_that_get_the_same_messages_on_postgresql_store_each_once(postgres: str) -> None:
    one, two = Store(postgres), Store(postgres)
    one.upgrade()
    messages = [arrival(b"Message-ID: <twice-%d@x>\n\nx" % n) for n in range(50)]
    with ThreadPoolExecutor(2) as nodes:
        numbers = list(nodes.map(lambda store: store.store_messages(messages), (one, two)))
    assert numbers[0] == numbers[1] == sorted(set(numbers[0]))
    with one.reading() as session:
        receipts = session.exec(select(Receipt).where(col(Receipt.incoming_id).in_(numbers[0]))).all()
    assert len(receipts) == 100
    one.close()
    two.close()


def test_postgresql_releases_the_locks_of_a_node_that_hangs(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(postgres)
    store.upgrade()

    def is_served(backend: object) -> bool:
        with store.reading() as session:
            asked = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid").bindparams(pid=backend)
            return session.connection().execute(asked).scalar() == 1

    def stand_still() -> None:
        with store.writing() as session:
            session.merge(Installation(name="word", value="of a node that stood still"))
            backend = session.connection().execute(text("SELECT pg_backend_pid()")).scalar()
            assert until(lambda: not is_served(backend))
            session.merge(Installation(name="another word", value="too late"))

    with monkeypatch.context() as still, pytest.raises(OperationalError):
        still.setattr(engine, "STILL_SECONDS", 1)
        stand_still()
    with store.writing() as session:
        assert session.get(Installation, "word") is None
        session.add(Installation(name="word", value="of another node"))
    store.close()


HOLDING = """
import sys, time
from pbem.store.serving_lock import ServingLock
lock = ServingLock(sys.argv[1])
print("held", flush=True)
time.sleep(600)
"""


def test_only_one_serve_runs_on_an_sqlite_file_at_a_time(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'pbem.sqlite'}"
    with subprocess.Popen([sys.executable, "-c", HOLDING, url], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StoreFault, match=r"another pbem serve runs on .*pbem\.sqlite; end it first"):
            ServingLock(url)
        other.kill()
    ServingLock(url).release()  # nothing is left behind by a process that was killed


def test_several_nodes_may_serve_one_postgresql() -> None:
    for _ in range(2):
        ServingLock("postgresql+psycopg://pbem@127.0.0.1/games")
