"""Random games on every map, with and without fog, and the invariants that hold after each turn.

MAP_GAMES sets how many games are played on each map, MAP_TURNS how many turns of each are adjudicated.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.core.board import NEUTRAL
from adjudicator.core.dice import SeededDice
from adjudicator.core.encoding import to_text
from adjudicator.core.position import Position
from adjudicator.games import every_game, find, rule_sets
from adjudicator.robots.random_games import random_orders
from adjudicator.standard import StandardGame
from adjudicator.standard.language.orders import from_text
from adjudicator.standard.resolve.phases import position_of
from tests.support.play.board_laws import assert_lawful_turn, assert_units_stand_where_they_may

GAMES = int(os.environ.get("MAP_GAMES", "1"))
TURNS = int(os.environ.get("MAP_TURNS", "24"))
ON_MAPS = ["standard", *(game.card.key for game in every_game() if game not in rule_sets())]
OPTIONS = {"open": {}, "fog": {"fog": "on"}}
ROOT = Path(__file__).resolve().parents[2]


def on_map(key: str) -> StandardGame:
    game = find(key)
    assert isinstance(game, StandardGame)
    return game


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("sight", OPTIONS)
@pytest.mark.parametrize("key", ON_MAPS)
def test_a_random_game(key: str, sight: str, seed: int) -> None:
    game = on_map(key)
    state, name = game.start(OPTIONS[sight], SeededDice("start", 0)), f"{key} {seed}"
    assert_units_stand_where_they_may(game, position_of(game.board, state))
    for turn in range(1, TURNS):
        if game.due(state).over:
            break
        state = play_a_turn(game, state, name, turn)
    if not game.due(state).over:
        assert not game.due(state).winners


def play_a_turn(game: StandardGame, state: str, name: str, turn: int) -> str:
    due = game.due(state)
    assert NEUTRAL not in due.owed
    orders = random_orders(game, state, list(due.owed), SeededDice(name, turn))
    judged = game.judge(state, orders, SeededDice(name, turn))
    assert judged == game.judge(state, orders, SeededDice(name, turn))
    before, after = (position_of(game.board, one) for one in (state, judged.state))
    given = chain.from_iterable(from_text(game.board, sheet) for sheet in orders.values())
    assert_lawful_turn(game, before, list(given), after)
    reader = game.card.seats[turn % len(game.card.seats)]
    assert game.show(judged.state, judged.record, reader).sections
    if turn % 8 == 1:
        assert game.picture(judged.state, judged.record, None).startswith("<svg")
    return judged.state


def autumn(units: Sequence[str], year: int = 1901) -> Position:
    """Return a position of the ordinary map in autumn, with French units."""
    game = on_map("standard")
    state = game.place({"units": {"France": units}})
    return replace(position_of(game.board, state), season="Autumn", year=year)


@pytest.mark.parametrize(
    ("before", "orders", "after"),
    [
        (["A Par"], ["A Par - Bur"], ["A Bre"]),  # not the move that was ordered
        (["A Par"], ["A Par - Bur"], ["A Par", "A Bur"]),  # one unit became two
        (["A Par", "F Bre"], ["A Par H"], ["A Par", "A Bre"]),  # a fleet became an army
        (["A Par"], ["A Par H"], ["A Lon"]),
    ],
)
def test_a_turn_against_the_laws_is_noticed(before: list[str], orders: list[str], after: list[str]) -> None:
    game = on_map("standard")
    was = autumn(before)
    given = from_text(game.board, game.read(to_text(was), "France", None, orders).orders)
    assert_lawful_turn(game, was, given, replace(was, phase="retreat"))  # with all units in place
    with pytest.raises(AssertionError):
        assert_lawful_turn(game, was, given, replace(autumn(after), phase="retreat"))


def test_wrong_owners_of_centres_and_wrong_victories_are_noticed() -> None:
    game = on_map("standard")
    was, spring = replace(autumn(["A Mun"]), owners={}), autumn(["A Mun"], 1902)
    took = replace(spring, season="Spring", owners={"Mun": "France"})
    assert_lawful_turn(game, was, [], took)
    for wrong in (
        replace(took, owners={}),
        replace(took, owners={"Mun": "Germany"}),
        replace(took, owners={"Mun": "France", "Ber": "France"}),
        replace(took, over=True, winners=("France",)),
    ):
        with pytest.raises(AssertionError):
            assert_lawful_turn(game, was, [], wrong)


def digest_of_a_game(key: str) -> str:
    """Return the hash of all positions and records of a random game."""
    game, digest = find(key), sha256()
    state = game.start({}, SeededDice("start", 0))
    for turn in range(1, TURNS):
        due = game.due(state)
        if due.over:
            break
        orders = random_orders(game, state, list(due.owed), SeededDice(key, turn))
        judged = game.judge(state, orders, SeededDice(key, turn))
        state = judged.state
        digest.update(f"{orders}{judged.state}{judged.record}".encode())
    return digest.hexdigest()


def test_the_same_seed_gives_the_same_bytes_in_another_process() -> None:
    keys = ON_MAPS if GAMES > 1 else ["sengoku"]
    program = (
        "from tests.maps.test_random_games import digest_of_a_game as of\n"
        f"print(*[of(key) for key in {keys!r}])"
    )
    again = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert again.stdout.split() == [digest_of_a_game(key) for key in keys]
