"""A finished table is archived in a file and imported again; `pbem forget` erases a person."""

from pathlib import Path

import pytest
from sqlmodel import SQLModel, select

from pbem.service import erasure
from pbem.service.erasure import CannotForget
from pbem.service.table_archive import archive_table, read_file
from pbem.service.transfer import CannotMove, export_table, import_table
from pbem.store.archived_tables import ArchivedTable
from pbem.store.game_tables import GameTable, Seat
from pbem.store.gm_tables import GmActionRow
from pbem.store.mail_contents import MailPicture
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.player_tables import FormerSeat, Press, Subscriber
from pbem.store.states import OVER
from pbem.tables import opening
from pbem.tables.opening import CannotOpen
from pbem.web import site
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of


def finished(table: Table) -> None:
    """Run a turn with press, and let the GM end the game."""
    table.mail("ann@x.org", "go 2")
    table.mail("bob@y.org", "go 3\nPRESS TO Red\nHello Red.\nEND")
    table.deadline_passes()
    gm(table, "END GAME nobody")
    with table.store.writing() as session:
        session.get_one(GameTable, "r1").state = OVER
    table.service.look()


def test_an_archived_table_is_gone_from_the_database_and_comes_back_whole(
    table: Table, tmp_path: Path
) -> None:
    finished(table)
    before = export_table(table.office, "r1", table.clock.now(), closes=False)
    file = tmp_path / "r1.json.gz"
    assert archive_table(table.office, "R1", file, table.clock.now()) == 1
    assert file.stat().st_mode & 0o777 == 0o600
    with table.store.reading() as session:
        assert session.exec(select(GameTable)).all() == []
        assert session.exec(select(Seat)).all() == []
        assert session.exec(select(OutgoingMail).where(OutgoingMail.table_key == "r1")).all() == []
        assert session.exec(select(MailPicture)).all() == []
        assert session.exec(select(StoredMessage).where(StoredMessage.table_key == "r1")).all() == []
        assert [row.key for row in session.exec(select(ArchivedTable))] == ["r1"]
    mails = len(table.outbox())
    import_table(table.office, read_file(file), table.clock.now())
    assert len(table.outbox()) == mails  # no mail says that the game goes on
    after = export_table(table.office, "r1", table.clock.now(), closes=False)
    assert after == before
    with table.store.reading() as session:
        assert session.exec(select(ArchivedTable)).all() == []


def test_a_running_table_is_not_archived(table: Table, tmp_path: Path) -> None:
    with pytest.raises(CannotMove, match="only a finished table"):
        archive_table(table.office, "r1", tmp_path / "r1.json.gz", table.clock.now())
    assert not (tmp_path / "r1.json.gz").exists()


def test_archiving_overwrites_no_file(table: Table, tmp_path: Path) -> None:
    finished(table)
    file = tmp_path / "r1.json.gz"
    file.write_bytes(b"precious")
    with pytest.raises(CannotMove, match="already"):
        archive_table(table.office, "r1", file, table.clock.now())
    assert file.read_bytes() == b"precious"


def test_the_name_of_an_archived_table_is_not_used_again(table: Table, tmp_path: Path) -> None:
    """Otherwise the signed reply addresses of the old seats would be valid at the new table."""
    finished(table)
    archive_table(table.office, "r1", tmp_path / "r1.json.gz", table.clock.now())
    plan = opening.Plan("r1", "race", "gm@w.org", [], "72h")
    with pytest.raises(CannotOpen, match="archived"):
        opening.open_table(plan, table.office, table.clock.now())


def test_the_pages_of_an_archived_table_stay_on_the_web(table: Table, tmp_path: Path) -> None:
    finished(table)
    folder = tmp_path / "site"
    site.build(table.office, folder, table.clock.now())
    page = (folder / "r1" / "1.html").read_bytes()
    archive_table(table.office, "r1", tmp_path / "r1.json.gz", table.clock.now())
    built = site.build(table.office, folder, table.clock.now())
    assert built.removed == []
    assert (folder / "r1" / "1.html").read_bytes() == page
    assert 'href="r1/index.html"' in (folder / "index.html").read_text("utf-8")


def test_every_message_that_rows_of_a_table_refer_to_is_in_its_export(table: Table) -> None:
    table.opens("r2")
    number = table.mail("ann@x.org", "go 2")
    with table.store.writing() as session:
        session.get_one(StoredMessage, number).table_key = "r2"  # a message to both tables is stored with one
    assert f'"fingerprint": "{table.stored(number).fingerprint}"' in export_table(
        table.office, "r1", table.clock.now(), closes=False
    )


def everything(table: Table) -> str:
    """Return everything that is stored, as text."""
    with table.store.reading() as session:
        return "\n".join(
            repr(tuple(row))
            for name in SQLModel.metadata.sorted_tables
            for row in session.connection().execute(name.select())
        )


def test_a_person_who_has_left_is_erased_and_the_table_stays(table: Table) -> None:
    table.mail("ann@x.org", "NAME Ann Archer\nZONE Europe/Paris")
    table.mail("bob@y.org", "go 3\nPRESS TO Red\nHello Red.\nEND")
    table.mail("ann@x.org", "go 2\nDIARY\nI do not trust Blue.\nEND\nPRESS TO Blue\nHello Blue.\nEND")
    finished(table)
    turns = [(turn.record, turn.position, turn.orders) for turn in table.turns()]
    with table.store.writing() as session:
        session.add(
            GmActionRow(
                table_key="r1", number=1, done_utc=table.clock.now(), by="the host", word="NOTE",
                sentence="Ann Archer (ann@x.org) was late.",
            )
        )  # fmt: skip
    assert "ann@x.org" in everything(table)
    erased = erasure.forget(table.office, "Ann@X.org")
    assert erased.counts["seats"] == 1
    assert erased.counts["notes"] == 1
    assert erased.counts["messages"] >= 2
    assert erased.counts["mails"] >= 2
    left = everything(table).lower()
    assert "do not trust blue" not in left
    assert [line for line in left.splitlines() if "ann archer" in line] == []
    with table.store.reading() as session:
        assert {press.text for press in session.exec(select(Press))} >= {"Hello Blue."}
        red = session.exec(select(Seat).where(Seat.power == "Red")).one()
    assert (red.player, red.address) == ("a former player", "erased@invalid")
    assert [line for line in left.splitlines() if "ann@x.org" in line] == []
    assert [(turn.record, turn.position, turn.orders) for turn in table.turns()] == turns
    assert erasure.forget(table.office, "ann@x.org").counts == {}


def test_a_person_with_an_international_domain_is_erased(table: Table) -> None:
    table.mail("ann@x.org", "ADDRESS ADD ann@bücher.example")
    table.mail("ann@xn--bcher-kva.example", "STATUS")
    assert "ann@xn--bcher-kva.example" in everything(table)
    erasure.forget(table.office, " Ann@Bücher.example")
    assert "ann@xn--bcher-kva.example" not in everything(table)


def test_forget_refuses_an_invalid_address(table: Table) -> None:
    with pytest.raises(CannotForget, match="is not an address"):
        erasure.forget(table.office, "Ann")


def test_forget_refuses_a_person_who_still_plays_or_runs_a_table(table: Table) -> None:
    before = everything(table)
    with pytest.raises(CannotForget, match="plays Red at r1"):
        erasure.forget(table.office, "ann@x.org")
    with pytest.raises(CannotForget, match="runs r1"):
        erasure.forget(table.office, "GM@w.org")
    assert everything(table) == before


def test_a_former_player_and_an_observer_are_erased_from_a_running_table(table: Table) -> None:
    table.says("reader@r.org", "OBSERVE r1")
    table.says("ann@x.org", "RESIGN Red")
    with table.store.reading() as session:
        if not session.exec(select(FormerSeat)).all():
            pytest.fail("the resignation was not stored")
    assert erasure.forget(table.office, "ann@x.org").counts["former_seats"] == 1
    erasure.forget(table.office, "reader@r.org")
    with table.store.reading() as session:
        assert session.exec(select(Subscriber)).all() == []
    assert table.row().state == "running"


def test_a_mail_after_the_erasure_does_not_reach_the_seat(table: Table) -> None:
    finished(table)
    old = table.report_to("Red")
    erasure.forget(table.office, "ann@x.org")
    table.post_office.forget()
    table.reply(old, "STATUS")
    assert not [mail for mail in table.mails_to("ann@x.org") if "Red" in text_of(mail).split("\n")[0]]
