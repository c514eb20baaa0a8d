"""Mails with the position between turns have a headline that says why they were sent."""

import pytest

from tests.support.gamemaster import gm
from tests.support.table import Table, text_of

ANN, BOB, DORA = "ann@x.org", "bob@y.org", "dora@x.org"
STANDARD = {"France": ANN, "England": BOB}


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched.add(DORA)
    table.opens("std3", "72h", STANDARD, "standard")
    table.deadline_passes("std3")
    table.post_office.forget()
    return table


def subject_to(table: Table, who: str) -> str:
    return str(table.reports_to(who)[-1]["Subject"])


def test_headline_after_a_rollback_and_a_rollforward(std3: Table) -> None:
    gm(std3, "ROLLBACK", "std3")
    assert "std3 Spring 1901, movement: Rolled back, to be played again - " in subject_to(std3, ANN)
    assert "7 powers" not in subject_to(std3, ANN)
    gm(std3, "ROLLFORWARD", "std3")
    assert "Spring 1901, movement counts again - " in subject_to(std3, ANN)


def test_headline_after_a_game_was_reopened(std3: Table) -> None:
    gm(std3, "END GAME", "std3")
    gm(std3, "REOPEN", "std3")
    assert "The game is reopened - " in subject_to(std3, ANN)


def test_headline_with_a_new_reply_address(std3: Table) -> None:
    gm(std3, "RENEW France", "std3")
    assert "France has a new reply address - " in subject_to(std3, ANN)
    assert not std3.reports_to(BOB)


def test_headline_for_a_new_player(std3: Table) -> None:
    gm(std3, f"REPLACE France with Dora <{DORA}>", "std3")
    assert "You play France from now on - " in subject_to(std3, DORA)
    std3.says("zoe@z.org", "TAKE OVER Italy in std3", "hello")
    assert "You play Italy from now on - " in subject_to(std3, "zoe@z.org")


def test_headline_for_the_second_player_of_a_seat(std3: Table) -> None:
    std3.says(ANN, f"SHARE France with Dora <{DORA}>", "std3")
    std3.reply(std3.last_to(DORA), "YES", DORA)
    (first,) = std3.reports_to(DORA)
    assert "You play France together with ann from now on - " in str(first["Subject"])
    text = text_of(first)
    assert "House rules of this table" in text
    assert "HELP for how orders are written" in text
    assert "A Mar" in text
    assert "Dora" in str(first["To"]) and ANN not in str(first["To"])
    assert not std3.reports_to(ANN)  # who knows all that
    std3.reply(first, "A Par - Bur", DORA)
    assert "Army Paris moves to Burgundy" in text_of(std3.last_to(ANN))
