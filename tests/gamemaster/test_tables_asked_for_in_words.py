"""A request for a table in plain words gets a form to send back."""

import pytest

from tests.gamemaster.test_new_table import GRACE, HOST, answer, host, rows
from tests.support.table import Table, body_of, text_of

__all__ = ["host"]  # a fixture

WISHES = [
    ("I'd like to run a game of Hardbop with 5 day deadlines", ["hardbop1 hardbop", "pace = 5 days"]),
    ("I would like to host a new game, Downfall of Empires, one turn a week",
     ["empires1 empires", "pace = 7 days"]),
    ("Please set up a Diplomacy game with 3 day moves and 24 hour retreats",
     ["standard1 standard", "pace = 3 days; retreat 24h"]),
    ("Hello! My name is Grace.\nCould you create a table for us?\nDomination, 4 players, 2 days per turn.",
     ["domination1 domination", "pace = 2 days", "players = 4"]),
    ("I want to GM a game of Chaos", ["chaos1 chaos", "pace = 72h"]),
    ("open a game of Hardbop Downfall, two weeks for each turn", ["hardbop1 hardbop", "pace = 14 days"]),
    ("Let's start another table on Hundred, weekly deadlines, every Monday at 20:00 Europe/London",
     ["hundred1 hundred", "pace = every Monday 20:00 Europe/London"]),
    ("I want to open a new game of Hardbop with deadlines every Friday evening, no press please",
     ["hardbop1 hardbop", "pace = every Friday 20:00", "press = none"]),
    ("I'd like to run a game of standard Diplomacy with 5 day deadlines, called std4",
     ["std4 standard", "pace = 5 days"]),
    ("I'd like to start a game of Diplomacy. Either 3 day deadlines or 4 day deadlines.",
     ["standard1 standard", "pace = 72h"]),
]  # fmt: skip


def lines_to_send_back(told: str) -> str:
    return told[told.index("\nNEW TABLE") + 1 : told.index("\nEND") + len("\nEND")]


@pytest.mark.parametrize(("body", "lines"), WISHES)
def test_the_form_is_filled_in_with_the_request_and_opens_the_table(
    host: Table, body: str, lines: list[str]
) -> None:
    told = host.says(GRACE, body, "a new game")
    assert rows(host) == []
    form = lines_to_send_back(body_of(told))
    assert all(line in form for line in lines)
    assert "No table is open yet." in body_of(told)
    host.reply(told, form)
    assert [row.key for row in rows(host)] == [lines[0].partition(" ")[0]]


@pytest.mark.parametrize(("body", "lines"), [wish for wish in WISHES if "\n" not in wish[0]])
def test_a_gm_of_another_table_is_answered_in_the_same_way(host: Table, body: str, lines: list[str]) -> None:
    answer(host, "NEW TABLE r5 race")
    leads = next(mail for mail in host.mails_to(GRACE) if "you run r5" in str(mail["Subject"]))
    host.mail(GRACE, body, "a new game")
    host.reply(leads, body)
    for told in host.mails_to(GRACE)[-2:]:
        assert all(line in lines_to_send_back(body_of(told)) for line in lines)
    assert len(rows(host)) == 1


def test_a_request_without_one_game_gets_the_form_for_all_games(host: Table) -> None:
    for body in ("I'd like to open a table", "Run a new game of standard or Hardbop"):
        assert "NEW TABLE name standard" in answer(host, body)


def test_the_name_in_the_form_is_free(host: Table) -> None:
    answer(host, "NEW TABLE hardbop1 hardbop")
    assert "NEW TABLE hardbop2 hardbop" in answer(host, "I'd like to run another game of Hardbop")


def test_people_who_may_not_open_tables_learn_whom_to_ask(host: Table) -> None:
    told = answer(host, "I'd like to run a game of Hardbop", "mal@elsewhere.org")
    assert f"Please ask the host, {HOST}." in told
    assert "NEW TABLE" not in told


@pytest.mark.parametrize(
    "body",
    ["I can't run a game any more", "I want to join a game that you run", "We should not start a new game",
     "I play in a game at another judge"],
)  # fmt: skip
def test_other_sentences_are_not_requests_for_a_table(host: Table, body: str) -> None:
    assert "A form for NEW TABLE" not in answer(host, body)


def test_a_player_who_asks_in_a_reply_to_a_report_learns_about_new_table(host: Table) -> None:
    answer(host, "NEW TABLE r5 race\nRed = ann@x.org\nEND")
    host.reply(host.report_to("ann@x.org"), "I'd like to run a game of Hardbop with 5 day deadlines")
    assert "NEW TABLE std5 standard ... END: for game masters" in text_of(host.last_to("ann@x.org"))


def test_a_name_that_a_table_has_is_not_proposed_again(host: Table) -> None:
    answer(host, "NEW TABLE r5 race")
    host.mail(GRACE, "I'd like to run a game of Hardbop called r5", "a new game")
    assert "NEW TABLE hardbop1 hardbop" in body_of(host.last_to(GRACE))
