"""After a start the boards of all tables are painted before anybody waits for a picture."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.games import find
from pbem import painting, palette_png, pictures
from pbem.painted_ahead import paint_all
from pbem.store import OVER, GameTable
from tests.table import Table

KEY = "s1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
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
    monkeypatch.setattr(pictures, "paint", None)
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
