"""Reliability in PLAYERS and WHOIS, and the directory of players who agreed to be listed."""

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from pbem.tables.people.reliability import HEAD_START, of_records
from pbem.web import site
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of
from tests.support.table import answer as answer_to

ANN, BOB, DOT = "ann@x.org", "bob@y.org", "dot@d.org"
HALF_LIFE = timedelta(days=180)


answer = partial(answer_to, subject="r1")


def a_turn_without_ann(table: Table) -> None:
    table.mail(BOB, "go 1")
    table.mail("cyd@z.org", "go 1")
    table.deadline_passes()


def pages(table: Table, folder: Path) -> str:
    site.build(table.office, folder, table.clock.now())
    return (folder / "players.html").read_text()


def test_a_deadline_counts_half_as_much_after_a_half_life() -> None:
    fresh = [(False, timedelta())] + [(True, timedelta())] * 3
    old = [(False, HALF_LIFE)] + [(True, timedelta())] * 3
    whole = HEAD_START + 4
    assert of_records(fresh, HALF_LIFE).percent == round(100 * (whole - 1) / whole)
    assert of_records(old, HALF_LIFE).percent == round(100 * (whole - 1) / (whole - 0.5))
    assert of_records(fresh[:2], HALF_LIFE).percent is None


def test_players_and_whois_show_reliability(table: Table) -> None:
    assert "Red: ann, new here" in answer(table, BOB, "PLAYERS")
    for _ in range(3):
        a_turn_without_ann(table)
    reply = answer(table, BOB, "PLAYERS\nWHOIS Red")
    assert "Red: ann, reliability 40%" in reply
    assert "Blue: bob, reliability 100%" in reply
    table.set_rules("r1", names="hidden")
    assert "reliability" not in answer(table, BOB, "PLAYERS\nWHOIS Red")


def test_reliability_follows_a_player_to_a_new_address(table: Table) -> None:
    for _ in range(3):
        a_turn_without_ann(table)
    answer(table, ANN, "ADDRESS new@x.org")
    table.reply(table.last_to("new@x.org"), "YES", "new@x.org")
    assert "reliability 40%" in answer(table, BOB, "WHOIS Red")


def test_default_orders_count_as_meeting_the_deadline(table: Table) -> None:
    answer(table, ANN, "DEFAULT:\ngo 1\nEND")
    for _ in range(3):
        a_turn_without_ann(table)
    assert "reliability 100%" in answer(table, BOB, "WHOIS Red")


def test_only_players_who_agreed_are_listed_and_only_with_finished_games(
    table: Table, tmp_path: Path
) -> None:
    assert "You are listed as ann" in answer(table, ANN, "SET LISTED ON")
    page = pages(table, tmp_path)
    assert "<td>ann</td><td>0</td>" in page
    assert "Red" not in page
    for _ in range(2):
        table.mail(ANN, "go 6")
        a_turn_without_ann(table)
    page = pages(table, tmp_path)
    assert "<td>ann</td><td>1</td><td>1</td><td>0</td>" in page
    assert 'Red in <a href="r1/index.html">r1</a> (won)' in page
    assert "bob" not in page
    assert "<tr><td>Red</td><td>1</td><td>0</td></tr>" in page
    assert "You are not in the directory" in answer(table, ANN, "SET LISTED OFF")
    assert "<td>ann</td>" not in pages(table, tmp_path)


@pytest.mark.parametrize("rules", [{"names": "hidden", "reveal": False}, {"archive": "hidden"}])
def test_a_game_that_does_not_name_its_players_is_not_in_the_directory(
    table: Table, tmp_path: Path, rules: dict[str, object]
) -> None:
    table.set_rules("r1", **rules)
    answer(table, ANN, "SET LISTED ON")
    gm(table, "END GAME won by Red because of rain")
    assert "<td>ann</td><td>0</td>" in pages(table, tmp_path)


def test_an_observer_may_be_listed_when_they_have_confirmed_it(table: Table, tmp_path: Path) -> None:
    table.mail(f"Dot <{DOT}>", "SET LISTED ON", "hello")
    assert "<td>Dot</td>" not in pages(table, tmp_path)
    table.reply(table.last_to(DOT), "YES", DOT)
    assert "You are listed as Dot" in text_of(table.last_to(DOT))
    assert "<td>Dot</td>" in pages(table, tmp_path)
