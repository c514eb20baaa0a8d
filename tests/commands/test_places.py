"""PLACES lists the names of the map, and WHERE tells of one place what its asker may know."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import KEYS, find
from tests.support.table import Table, body_of, text_of

FRANCE = "france@x.org"


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= {FRANCE}
    table.opens("std1", "72h", {"France": FRANCE}, "standard")
    return table


def answer(table: Table, body: str) -> str:
    table.mail(FRANCE, body, "std1")
    return text_of(table.last_to(FRANCE))


def test_the_first_mail_has_the_key(std1: Table) -> None:
    report = body_of(std1.report_to(FRANCE))
    key = report.partition("Key to the places")[2]
    assert "  Bre: Brest, supply centre, home of France\n" in key
    assert "  ENG: English Channel, water\n" in key
    std1.deadline_passes("std1")
    assert "Key to the places" not in body_of(std1.report_to(FRANCE))


def test_places_lists_all(std1: Table) -> None:
    reply = answer(std1, "PLACES")
    assert "Mun: Munich, supply centre, home of Germany" in reply
    assert reply.count(": ") >= len(find("standard").card.places)


@pytest.mark.parametrize("asked", ["WHERE Spa", "where is Spain?"])
def test_where_tells_the_neighbours(std1: Table, asked: str) -> None:
    reply = answer(std1, asked)
    assert "Armies go to Mar (Marseilles), Gas (Gascony) and Por (Portugal)." in reply
    assert "MAO (Mid-Atlantic Ocean)" in reply
    assert "No unit stands there, as far as you know." in reply


def test_where_tells_who_is_there(std1: Table) -> None:
    reply = answer(std1, "WHERE Munich")
    assert "As a centre it belongs to Germany. There stand, as far as you know: A Mun (Germany)." in reply


def test_an_unknown_place_gets_the_nearest(std1: Table) -> None:
    reply = answer(std1, "WHERE Munhic")
    assert 'I know no place "Munhic".' in reply
    assert "Did you mean Munich?" in reply


@pytest.mark.parametrize("key", KEYS)
def test_each_name_of_an_atlas_is_understood_in_orders(key: str) -> None:
    card = find(key).card
    state = find(key).start({}, SeededDice("places", 0))
    assert find(key).due(state).owed
    assert len(card.atlas) == len(card.places)
    shorts = {entry.short for entry in card.atlas}
    for entry in card.atlas:
        assert {near.partition("/")[0] for near in (*entry.by_land, *entry.by_water)} <= shorts
