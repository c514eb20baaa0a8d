"""Examples in help pages are legal orders of the game asked about."""

import re

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.games import KEYS, find
from pbem.commands.lookup.examples import Examples, of_game, of_position
from pbem.commands.lookup.help import help_text
from pbem.commands.registry import COMMANDS
from pbem.core.turn_names import read_label
from tests.support.table import Table, text_of

PAGES = ("", "later", "default", "preview", "press", "diary", "status", "vote", "join", "share")
OF_STANDARD = re.compile(r"\b(Paris|Munich|Bur|Vie|Germany|France|Italy|Turkey|F1902M|Autumn 1902)\b")


def is_lawful(game: Game, state: str, power: str, order: str) -> bool:
    return all(line.verdict == TAKEN for line in game.read(state, power, None, [order]).lines)


def first_position(game: Game) -> str:
    return game.start({}, SeededDice("examples", 0))


@pytest.mark.parametrize("key", KEYS)
def test_examples_are_legal_in_the_first_position(key: str) -> None:
    game = find(key)
    shown, start = of_game(game), first_position(game)
    assert shown.own
    assert [order for order in shown.own if not is_lawful(game, start, shown.power, order)] == []
    assert [order for order in shown.others if not is_lawful(game, start, shown.other, order)] == []
    assert [part.heading for part in shown.later if read_label(part.heading, game.card).phase == ""] == []


@pytest.mark.parametrize("key", KEYS)
def test_examples_are_about_the_units_of_the_asker(key: str) -> None:
    game = find(key)
    start = first_position(game)
    for power in game.due(start).owed:
        shown: Examples = of_position(game, start, power)
        assert [order for order in shown.own if not is_lawful(game, start, power, order)] == []


@pytest.mark.parametrize("key", ["standard", "hardbop", "downfall-xiii"])
def test_the_example_of_a_support_is_for_the_move_above_it(key: str) -> None:
    """A support to hold would be void if that unit moves."""
    move, support, other = of_game(find(key)).own
    assert support.endswith((f" S {move}", f" S {move.partition(' ')[2]}"))
    assert other.rpartition(" - ")[2] != move.rpartition(" - ")[2]


@pytest.mark.parametrize("key", ["standard", "hardbop", "downfall-xiii"])
def test_no_move_goes_where_a_unit_of_the_same_power_stands(key: str) -> None:
    """ "A Ber - Kie" beside "F Kie - Ber" would fail, and "C DHa - Eas" while C Eas supports."""
    game = find(key)
    start = first_position(game)
    for power in game.due(start).owed:
        held = {unit.rpartition(" ")[2] for unit in game.choices(start, power)}
        moves = [order for order in of_position(game, start, power).own if " S " not in order]
        first, *others = [order.rpartition(" - ") for order in moves]
        assert first[2] not in held
        left = first[0].rpartition(" ")[2]
        assert [order for order in others if order[2] in held - {left} or order[0].endswith(first[2])] == []


@pytest.mark.parametrize("key", [key for key in KEYS if key != "standard"])
def test_no_page_shows_orders_of_another_game(key: str) -> None:
    shared = {*find(key).card.seats}
    for page in PAGES:
        text = help_text(COMMANDS, [find(key)], page)
        of_service = text.partition(find(key).card.title)[0]
        assert set(OF_STANDARD.findall(of_service)) <= shared, page


def test_help_shows_what_the_asker_may_order_now(table: Table) -> None:
    seats = {"France": "france@x.org", "Turkey": "turkey@z.org"}
    table.vouched |= set(seats.values())
    table.opens("std1", "72h", seats, "standard")
    table.mail("turkey@z.org", "HELP", "std1")
    told = text_of(table.last_to("turkey@z.org"))
    assert "Orders look like this: A Smy - " in told


def test_examples_of_messages_name_powers_at_the_table(table: Table) -> None:
    """Green, which HELP named, does not play where two do."""
    table.opens("d1", "72h", {"Red": "ann@x.org", "Blue": "bob@y.org"}, "domination")
    told = text_of(table.says("ann@x.org", "HELP", "d1"))
    assert "PRESS TO Blue ... END" in told and "Green" not in told
