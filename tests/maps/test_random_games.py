"""Random games on every map, and what must be so after each turn.

MAP_GAMES sets how many are played on each.
"""

import os
from collections import Counter

import pytest

from adjudicator.core.board import NEUTRAL
from adjudicator.core.dice import SeededDice
from adjudicator.games import every_game, find, rule_sets
from adjudicator.robots.random_games import random_orders
from adjudicator.standard import StandardGame
from adjudicator.standard.resolve.phases import position_of

GAMES = int(os.environ.get("MAP_GAMES", "1"))
TURNS = 24  # judged of each game
ON_MAPS = [game.card.key for game in every_game() if game not in rule_sets()]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("key", ON_MAPS)
def test_a_random_game(key: str, seed: int) -> None:
    game = find(key)
    assert isinstance(game, StandardGame)
    state, name = game.start({}, SeededDice("start", 0)), f"{key} {seed}"
    for turn in range(1, TURNS):
        due = game.due(state)
        if due.over:
            assert due.winners
            break
        orders = random_orders(game, state, list(due.owed), SeededDice(name, turn))
        judged = game.judge(state, orders, SeededDice(name, turn))
        assert judged == game.judge(state, orders, SeededDice(name, turn))
        assert_all_is_in_order(game, judged.state)
        assert_readers_get_it(game, judged.state, judged.record, turn)
        state = judged.state


def assert_all_is_in_order(game: StandardGame, state: str) -> None:
    board = game.board.map
    position = position_of(game.board, state)
    standing = Counter(board.province_of(unit.place) for unit in position.units)
    assert all(count == 1 for count in standing.values()), "one unit to a province (3.1)"
    for unit in position.units:
        province = board.provinces[board.province_of(unit.place)]
        assert unit.power in (*board.powers, NEUTRAL)
        if unit.kind == "A":
            assert not province.is_water, "no army at sea (3.2)"
            assert "/" not in unit.place
        else:
            assert board.fleet_neighbours[unit.place], "a fleet stands by water (3.3)"
            assert not province.coasts or "/" in unit.place, "on one of several coasts (3.4)"
    facts = game.describe(state)
    owned = Counter(centre for centres in facts["centres"].values() for centre in centres)
    assert all(count == 1 for count in owned.values()), "a centre has one owner (10)"
    assert set(owned) <= set(board.centres)
    assert NEUTRAL not in game.due(state).owed
    if position.phase == "movement" and "Spring" in game.due(state).turn:
        assert_no_more_units_than_centres(game, state)


def assert_no_more_units_than_centres(game: StandardGame, state: str) -> None:
    facts = game.describe(state)
    for power in game.card.seats:
        units, centres = facts["units"].get(power, []), facts["centres"].get(power, [])
        assert len(units) <= len(centres), "after the adjustments (11)"


def assert_readers_get_it(game: StandardGame, state: str, record: str, turn: int) -> None:
    assert game.show(state, record, game.card.seats[turn % len(game.card.seats)]).sections
    if turn % 8 == 1:
        assert game.picture(state, record, None).startswith("<svg")
