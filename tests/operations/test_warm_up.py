"""The warm-up after the start builds the grammars before a message needs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlmodel import select

from adjudicator.core.language import grammar
from adjudicator.domination.language import grammar as domination
from adjudicator.empires.language import grammar as empires
from adjudicator.games import find
from adjudicator.middle_earth.language import grammar as middle_earth
from adjudicator.standard.language import grammar as standard
from pbem.service.warm_up import next_tables, read_all
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import OutgoingMail
from pbem.store.states import OVER
from pbem.turns import turn
from tests.support.table import Table

KEY = "s1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path).with_pictures()
    own.opens("s1", game="standard", players={"France": "ann@x.org"})
    own.opens("r1")  # a game without a board
    yield own
    own.store.close()


def test_the_warm_up_leaves_out_finished_games_and_ends_when_the_service_stops(table: Table) -> None:
    before = read_all(next_tables(table.office), lambda: False)
    assert read_all(next_tables(table.office), lambda: True) == 0
    with table.office.store.writing() as session:
        session.get_one(GameTable, KEY).state = OVER
    assert read_all(next_tables(table.office), lambda: False) == before - 1 > 0


MADE_ONCE = (
    standard._readers,
    standard.written,
    middle_earth._reader,
    middle_earth.parse_order,
    empires._reader,
    empires._reader_to_the_break,
    empires.parse_line,
    domination._reader,
    domination._parse,
)
WORST = (
    "F LON C A F LON C A F LON0",
    "a b c d",
    "A qen - Piq x0",
    "all x",
    "vote for 3 x",
    "A Par S 7 and x",
)


@pytest.mark.parametrize("game", ["standard", "downfall-xiii", "empires", "domination"])
def test_after_the_warm_up_no_message_builds_a_grammar(
    table: Table, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    power = next(iter(find(game).card.seats))
    table.opens("t1", game=game, players={power: "bob@x.org"})
    for stored in MADE_ONCE:
        stored.cache_clear()
    assert read_all(next_tables(table.office), lambda: False) == 3
    monkeypatch.setattr(grammar, "Lark", None)
    with table.office.store.reading() as session:
        position = session.get_one(GameTable, "t1").position
    assert len(find(game).read(position, power, None, WORST).lines) == len(WORST)


def test_a_position_that_cannot_be_read_does_not_end_the_warm_up(table: Table) -> None:
    with table.office.store.writing() as session:
        session.get_one(GameTable, KEY).position = "torn"
    assert read_all(next_tables(table.office), lambda: False) == 1


def test_no_mail_has_a_picture_if_the_host_has_turned_pictures_off(table: Table) -> None:
    own = table.office.settings
    service = own.service.model_copy(update={"pictures": False})
    office = replace(table.office, settings=own.model_copy(update={"service": service}))
    table.clock.passes(days=4)
    assert turn.run(KEY, office, table.clock.now())
    with office.store.reading() as session:
        mails = session.exec(select(OutgoingMail).where(OutgoingMail.number == 2)).all()
    assert {mail.kind for mail in mails} == {"report", "bulletin"}
    assert not [mail.kind for mail in mails if b"image/png" in mail.raw or b"cid:" in mail.raw]
