"""Stored data is small, and old data is deleted if it is no longer needed."""

import secrets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from sqlalchemy import create_engine
from sqlmodel import func, select, update

from pbem.core.settings import RetentionSettings
from pbem.messages.base64_lines import base64_lines
from pbem.outbound import outbox
from pbem.outbound.delivery import Verdict
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.service import retention
from pbem.store import mail_contents, schema_versions
from pbem.store.database import Store
from pbem.store.game_tables import OrderLines
from pbem.store.mail_contents import MailPicture, Picture
from pbem.store.mail_tables import OutgoingMail, Receipt, StoredMessage
from tests.support.play.standard_play import StandardPlay
from tests.support.table import MONDAY, Table

KILOBYTE, MEGABYTE = 1000, 1000**2
MAP = bytes(range(256)) * 40


def _mail(*pictures: bytes, text: bytes = b"Dear Ann\r\n") -> bytes:
    head = b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <map>\r\n\r\n"
    parts = b"".join(b"--=_x\r\n" + head + base64_lines(one) + b"\r\n" for one in pictures)
    return b"To: ann@x.org\r\n\r\n" + text + parts + b"--=_x--\r\n"


HEAD = b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(_mail(), id="without a picture"),
        pytest.param(_mail(MAP), id="one picture"),
        pytest.param(_mail(MAP, MAP[::-1], MAP), id="three pictures, one of them twice"),
        pytest.param(_mail(*[MAP] * 20), id="more pictures than are stored separately"),
        pytest.param(_mail(b"small"), id="a small picture"),
        pytest.param(_mail(MAP).replace(b"\r\n", b"\n"), id="bare line feeds"),
        pytest.param(_mail(MAP).replace(b"AAEC", b"AA EC"), id="base64 as we do not write it"),
        pytest.param(HEAD + b"A" * 5000, id="a picture that never ends"),
        pytest.param(HEAD + b"!" * 5000 + b"\r\n\r\n--", id="no base64"),
        pytest.param(HEAD * 50 + base64_lines(MAP) + b"\r\n--", id="many heads"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_a_mail_without_its_pictures_is_put_together_again_to_the_byte(raw: bytes) -> None:
    parts = mail_contents.split(raw)
    assert mail_contents.whole(parts.text, parts.pictures) == raw


def test_a_picture_for_two_readers_is_stored_once_and_both_get_it(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    store.upgrade()
    with store.writing() as session:
        for name in ("ann", "bob"):
            mail = Outgoing(f"{name}@judge.example", f"{name}@x.org", _mail(MAP, text=name.encode()), "note")
            outbox.put(session, mail, About(), MONDAY)
    with store.reading() as session:
        assert session.exec(select(func.count()).select_from(Picture)).one() == 1
        assert session.exec(select(func.count()).select_from(MailPicture)).one() == 2
    claimed = outbox.claim(store, MONDAY)
    assert [one.raw for one in claimed] == [_mail(MAP, text=b"ann"), _mail(MAP, text=b"bob")]
    store.close()


def test_mails_that_an_earlier_version_stored_with_their_pictures_are_sent(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.opens()
    with table.store.writing() as session:
        whole_mail = _mail(MAP)
        waiting = {"state": "waiting", "claimed_until_utc": None}
        session.connection().execute(update(OutgoingMail).values(waiting))
        session.connection().exec_driver_sql("UPDATE outbox SET raw = ?", (whole_mail,))
    table.post_office.forget()
    table.service.look_at_outbox()
    assert set(table.post_office.raws) == {whole_mail}


def test_a_database_of_version_9_still_works(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/old.sqlite")
    with store.remaking() as connection:
        schema_versions.migrate(connection, "0009")
        connection.exec_driver_sql(
            "INSERT INTO outbox (id, message_id, recipient, raw, kind, is_void, answers, state, attempts,"
            " due_utc, last_error, created_utc) VALUES (1, 'a@j', 'ann@x.org',"
            " CAST('To: ann' AS BLOB), 'note', 0, 0, 'waiting', 0, '2026-06-01', '', '2026-06-01')"
        )
    store.upgrade()
    assert [one.raw for one in outbox.claim(store, MONDAY)] == [b"To: ann"]
    store.close()


def test_a_turn_of_seven_players_takes_less_than_250_kilobytes(tmp_path: Path) -> None:
    play = StandardPlay(tmp_path)
    before = play.bytes_on_disk()
    turns = sum(play.plays_a_turn() for _ in range(6))
    assert turns == 6
    assert (play.bytes_on_disk() - before) / turns < 250 * KILOBYTE


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path).with_pictures()
    own.opens()
    yield own
    own.store.close()


def _tidied_after(table: Table, **length: float) -> int:
    table.clock.passes(**length)
    return table.service.tidy()


def test_mail_is_deleted_thirty_days_after_its_turn_and_not_before(table: Table) -> None:
    table.deadline_passes()
    asked = [parcel.id for parcel in table.outbox() if parcel.number == 1]
    assert asked
    _tidied_after(table, days=29)
    assert not [parcel for parcel in table.outbox() if parcel.is_emptied]
    _tidied_after(table, days=2)
    left = {parcel.id: parcel for parcel in table.outbox()}
    assert all(left[number].is_emptied and left[number].raw == b"" for number in asked)
    due = [parcel for parcel in left.values() if parcel.number == 2]
    assert due
    assert all(
        b"To:" in parcel.raw for parcel in due
    )  # they ask for orders for a turn that has not been run yet


def test_a_reply_to_a_report_of_an_earlier_turn_is_recognised_after_its_content_is_deleted(
    table: Table,
) -> None:
    old = table.report_to("Red")
    table.deadline_passes()
    now = table.row().number
    _tidied_after(table, days=31)
    table.reply(old, "go 3")
    assert table.last_to("Red")["Auto-Submitted"] == "auto-replied"
    with table.store.reading() as session:
        assert session.exec(select(OrderLines).where(OrderLines.number == now)).all() == []


def test_mail_that_was_not_sent_yet_is_never_deleted(table: Table) -> None:
    table.post_office.verdicts["*"] = Verdict.NOT_TRIED
    table.deadline_passes()
    table.clock.passes(days=400)
    before = [parcel.raw for parcel in table.outbox() if parcel.state == "waiting"]
    table.service.tidy()
    assert before
    assert [parcel.raw for parcel in table.outbox() if parcel.state == "waiting"] == before


def test_messages_are_deleted_after_ninety_days_and_their_orders_stay(table: Table) -> None:
    number = table.mail("ann@x.org", "go 3")
    _tidied_after(table, days=89)
    assert table.stored(number).raw
    _tidied_after(table, days=2)
    stored = table.stored(number)
    assert (stored.raw, stored.is_emptied, stored.state) == (b"", True, "done")
    with table.store.reading() as session:
        assert session.exec(select(Receipt).where(Receipt.incoming_id == number)).all() == []
        assert session.exec(select(OrderLines).where(OrderLines.incoming_id == number)).all()


def test_a_second_copy_of_a_message_whose_content_is_deleted_is_not_processed(table: Table) -> None:
    raw = table.message("ann@x.org", "go 3").as_bytes()
    first = table.post_in(raw, "ann@x.org")
    _tidied_after(table, days=100)
    assert table.post_in(raw, "ann@x.org") == first
    assert table.stored(first).state == "done"


def test_a_message_of_a_stranger_is_deleted_completely_after_a_year(table: Table) -> None:
    number = table.mail("stranger@elsewhere.example", "What is this?", subject="hello")
    _tidied_after(table, days=364)
    assert table.stored(number).is_emptied
    _tidied_after(table, days=2)
    with table.store.reading() as session:
        assert session.get(StoredMessage, number) is None


def test_a_message_that_was_never_confirmed_expires(table: Table) -> None:
    table.vouched.clear()
    number = table.mail("ann@x.org", "go 3")
    assert table.stored(number).state == "held"
    question = table.last_to("ann@x.org")
    _tidied_after(table, days=91)
    assert (table.stored(number).state, table.stored(number).note) == ("done", "expired")
    table.reply(question, "YES")
    with table.store.reading() as session:
        assert session.exec(select(OrderLines)).all() == []


def test_mail_that_was_suspended_for_thirty_days_is_not_sent_empty(table: Table) -> None:
    with table.store.writing() as session:
        session.connection().execute(update(OutgoingMail).values(state="suspended"))
    table.deadline_passes()
    _tidied_after(table, days=31)
    table.post_office.forget()
    table.mail("ann@x.org", "STATUS")
    assert table.post_office.raws
    assert all(b"To:" in raw for raw in table.post_office.raws)


def test_with_zero_days_everything_is_kept(table: Table) -> None:
    kept = RetentionSettings(mails_days=0, pictures_days=0, messages_days=0)
    table.mail("ann@x.org", "go 3")
    table.deadline_passes()
    table.clock.passes(days=5000)
    assert retention.tidy(table.store, kept, table.clock.now(), lambda: False) == 0


def test_pictures_are_kept_while_a_mail_with_them_is_not_sent(tmp_path: Path) -> None:
    play = StandardPlay(tmp_path)
    play.plays_a_turn()
    play.table.post_office.verdicts["*"] = Verdict.NOT_TRIED
    play.plays_a_turn()
    _tidied_after(play.table, days=31)
    with play.table.store.reading() as session:
        shown = set(session.exec(select(MailPicture.sha256)).all())
        assert set(session.exec(select(Picture.sha256)).all()) == shown
    assert shown
    play.table.post_office.verdicts.clear()
    play.table.clock.passes(hours=12)
    play.table.service.look_at_outbox()
    assert sum(b"Content-Type: image/png" in raw for raw in play.table.post_office.raws) == 8


def test_pictures_are_deleted_seven_days_after_their_mails_were_sent(tmp_path: Path) -> None:
    play = StandardPlay(tmp_path)
    play.plays_a_turn()
    _tidied_after(play.table, days=6)
    with play.table.store.reading() as session:
        assert session.exec(select(Picture.sha256)).all()
    _tidied_after(play.table, days=2)
    with play.table.store.reading() as session:
        assert not session.exec(select(Picture.sha256)).all()
    assert all(parcel.raw for parcel in play.table.outbox())


def test_deleted_mail_leaves_little_unused_space_in_the_database(tmp_path: Path) -> None:
    play = StandardPlay(tmp_path)
    for _ in range(5):
        play.plays_a_turn()
    _tidied_after(play.table, days=100)
    kept = play.bytes_in_use()
    with closing(connect(play.file)) as connection:
        connection.execute("VACUUM")
    assert kept < 1.15 * play.bytes_in_use()


def test_the_size_before_shrinking_includes_the_write_ahead_log(table: Table) -> None:
    shrunk = retention.shrink(table.store)
    assert shrunk.before >= shrunk.after > 0.1


def test_each_step_of_the_retention_deletes_few_rows_and_the_next_continues(table: Table) -> None:
    for _ in range(3):
        table.deadline_passes()
    table.clock.passes(days=40)
    steps: list[int] = []
    while removed := retention.tidy(
        table.store, RetentionSettings(), table.clock.now(), lambda: False, most=1
    ):
        steps.append(removed)
    assert steps
    assert max(steps) <= retention.AT_ONCE


@pytest.mark.thorough
def test_after_a_thousand_turns_the_database_is_smaller_than_100_megabytes(tmp_path: Path) -> None:
    """Computed from some turns: what a turn takes at first, and what is left when its mail is deleted."""
    play = StandardPlay(tmp_path)
    play.plays_a_turn()
    for _ in range(11):
        play.plays_a_turn()
        play.table.service.tidy()
    _tidied_after(play.table, days=100)
    kept = play.bytes_in_use()
    turns = sum(play.plays_a_turn() for _ in range(6))
    one_turn = (play.bytes_in_use() - kept) / turns
    _tidied_after(play.table, days=100)
    lasting = (play.bytes_in_use() - kept) / turns
    in_thirty_days = 30 / 3 + 1  # a turn in three days
    assert turns == 6
    assert 1000 * lasting + in_thirty_days * one_turn < 100 * MEGABYTE


def test_retention_on_postgresql_deletes_what_it_deletes_on_sqlite(postgres: str, tmp_path: Path) -> None:
    name = f"retention_{secrets.token_hex(4)}"
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    table = Table(tmp_path, postgres.replace("/postgres?", f"/{name}?")).with_pictures()
    table.opens()
    number = table.mail("ann@x.org", "go 3")
    stranger = table.mail("stranger@elsewhere.example", "What is this?", subject="hello")
    table.deadline_passes()
    assert table.service.watch() == 0
    _tidied_after(table, days=400)
    assert (table.stored(number).raw, table.stored(number).is_emptied) == (b"", True)
    _tidied_after(table, days=1)
    with table.store.reading() as session:
        assert session.get(StoredMessage, stranger) is None
        shown = set(session.exec(select(MailPicture.sha256)).all())
        assert set(session.exec(select(Picture.sha256)).all()) == shown
    table.store.close()
