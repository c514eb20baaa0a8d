"""REMIND sends a reminder now to those whose orders are missing."""

import pytest

from tests.support.gamemaster import gm
from tests.support.table import PLAYERS, Table, text_of

MISSING = "are missing"


def reminded(table: Table) -> list[str]:
    """Return the addresses that got a reminder."""
    return sorted(
        str(mail["To"]).split("<")[-1].strip(">")
        for mail in table.post_office.taken
        if MISSING in str(mail["Subject"])
    )


@pytest.mark.parametrize(
    "line", ["REMIND", "remind everybody", "Remind the late players, please", "nudge them"]
)
def test_all_who_are_missing_are_reminded(table: Table, line: str) -> None:
    table.says(PLAYERS["Red"], "go 3")
    table.post_office.forget()
    answer = gm(table, line)
    assert "Blue and Dark Green were reminded" in answer
    assert reminded(table) == sorted([PLAYERS["Blue"], PLAYERS["Dark Green"]])
    mail = next(mail for mail in table.post_office.taken if MISSING in str(mail["Subject"]))
    assert "The deadline is Thu 26 Nov 2026" in text_of(mail)
    assert "were reminded" in gm(table, "LOG")


def test_some_are_reminded_and_the_answer_says_who_is_not(table: Table) -> None:
    table.says(PLAYERS["Red"], "go 3")
    table.post_office.forget()
    answer = gm(table, "REMIND Red and Blue")
    assert "Blue was reminded. No orders are missing from Red." in answer
    assert reminded(table) == [PLAYERS["Blue"]]


def test_players_who_owe_nothing_are_not_reminded(table: Table) -> None:
    table.says(PLAYERS["Red"], "go 3")
    table.post_office.forget()
    assert "No orders are missing from Red. Orders are missing from Blue" in gm(table, "REMIND Red")
    assert "Nothing is due" in gm(table, "PAUSE because I am away\nREMIND")
    assert reminded(table) == []


def test_each_request_reminds_once_more(table: Table) -> None:
    gm(table, "REMIND Blue")
    table.clock.passes(hours=1)
    gm(table, "REMIND Blue")
    assert reminded(table) == [PLAYERS["Blue"]] * 2


def test_help_says_whom_it_reaches(table: Table) -> None:
    assert "nothing on file" in gm(table, "HELP REMIND")
