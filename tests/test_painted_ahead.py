"""After a start the boards of all tables are painted before anybody waits for a picture."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlmodel import select

from adjudicator.games import find
from pbem import painting, palette_png, pictures, turn
from pbem.painted_ahead import paint_all
from pbem.store import OVER, GameTable, Parcel
from tests.table import Table

KEY = "s1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path).with_pictures()
    own.opens("s1", game="standard", players={"France": "ann@x.org"})
    own.opens("r1")  # a game without a board
    for kept in (pictures, painting, palette_png):
        kept.forget()
    yield own
    own.store.close()


def position_of(table: Table) -> str:
    with table.office.store.reading() as session:
        return session.get_one(GameTable, KEY).position


def test_the_position_of_a_table_is_painted_at_start(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert paint_all(table.office, lambda: False) == 1
    monkeypatch.setattr(pictures, "cut", None)
    assert pictures.png(find("standard").picture(position_of(table), None, None)).startswith(b"\x89PNG")


def test_nothing_is_painted_for_a_game_that_is_over_or_while_stopping(table: Table) -> None:
    assert paint_all(table.office, lambda: True) == 0
    with table.office.store.writing() as session:
        session.get_one(GameTable, KEY).state = OVER
    assert paint_all(table.office, lambda: False) == 0


def test_a_position_that_cannot_be_drawn_stops_nothing(table: Table) -> None:
    with table.office.store.writing() as session:
        session.get_one(GameTable, KEY).position = "torn"
    assert paint_all(table.office, lambda: False) == 0


def test_where_the_host_wants_no_pictures_none_is_painted_or_mailed(table: Table) -> None:
    own = table.office.settings
    service = own.service.model_copy(update={"pictures": False})
    office = replace(table.office, settings=own.model_copy(update={"service": service}))
    table.clock.passes(days=4)
    assert turn.run(KEY, office, table.clock.now())
    with office.store.reading() as session:
        mails = session.exec(select(Parcel).where(Parcel.number == 2)).all()
    assert {mail.kind for mail in mails} == {"report", "bulletin"}
    assert not [mail.kind for mail in mails if b"image/png" in mail.raw or b"cid:" in mail.raw]
