"""Random games reach every kind of order, in all five games.

The kinds are listed from the games' own modules, so that a new kind which no random player gives fails here.
Games are played until nothing is missing, at most `MOST_GAMES` of them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import get_args

import msgspec
import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN
from adjudicator.domination.language import orders as domination_orders
from adjudicator.empires import practice
from adjudicator.empires.language import orders as empires_orders
from adjudicator.empires.language import parsing
from adjudicator.games import find
from adjudicator.robots.random_games import random_orders
from adjudicator.standard import game as standard
from adjudicator.standard.language import orders as standard_orders
from tests.support.play import domination_play, hardbop_play, xiii_play
from tests.support.play.judged_turn import Judged
from tests.support.play.middle_earth_play import tally
from tests.support.thorough import every

MOST_GAMES = 40
SHORT = 40  # turns of a game of standard Diplomacy
XIII_FROM = 13  # a game with a thrown Ring, which few have
EMPIRES_FROM = 13  # a game with tanks, which few have

WAYS = ("path", "attack", "strategic", "by_sea", "target", "supporters", "air", "tanks", "loss", "Offensive")

Kinds = set[str]


def names(kinds: Iterable[type]) -> Kinds:
    return {kind.__name__ for kind in kinds}


def of_standard(number: int) -> Iterator[str]:
    game, seed = standard, f"kinds {number}"
    state = game.start({}, SeededDice(seed, 0))
    for turn in range(1, SHORT):
        dice = SeededDice(seed, turn)
        orders = random_orders(game, state, list(game.due(state).owed), dice)
        for text in orders.values():
            yield from names(type(order) for order in standard_orders.from_text(standard.board, text))
        state = game.judge(state, orders, dice).state


def of_middle_earth(play: Callable[[int], Iterable[Judged]]) -> Callable[[int], Iterable[str]]:
    return lambda number: tally(play(number))


def in_middle_earth(expected: Iterable[str]) -> Kinds:
    return {what for what in expected if what.startswith("order ") and ":" not in what}


def of_domination(number: int) -> Iterator[str]:
    for judged in domination_play.play(number):
        for row in domination_play.states(judged)[2].results:
            yield type(row.line.order).__name__


def in_empires() -> Kinds:
    """Every order that is a value of its own, and every way to write one."""
    kinds = (*get_args(empires_orders.Order), *get_args(empires_orders.RecruitItem))
    return {*names(kinds), *WAYS}


def of_empires(number: int) -> Iterator[str]:
    for played in practice.whole_game(find("empires"), f"kinds {number}", pauses=True):
        lines = [line.text for line in played.reading.lines if line.verdict == TAKEN]
        for said in parsing.said(lines):
            yield from _in_empires(said.order)


def _in_empires(order: object) -> Iterator[str]:
    yield type(order).__name__
    match order:
        case empires_orders.Recruit(items=items) | empires_orders.Items(items=items):
            yield from names(type(item) for item in items)
        case empires_orders.Activate(extra=extra, order=inner):
            yield from ("Offensive",) if extra else ()
            yield from _in_empires(inner)
        case empires_orders.ArmyOrder(attack=attack):
            yield from _given(order, empires_orders.ArmyOrder)
            yield from _given(attack, empires_orders.Attack)


def _given(order: object, kind: type) -> Iterator[str]:
    """The fields of an order that say something besides what they say by default."""
    if isinstance(order, kind):
        usual = {field.name: field.default for field in msgspec.structs.fields(kind)}
        yield from (name for name, default in usual.items() if getattr(order, name) != default)


GAMES: dict[str, tuple[Kinds, Callable[[int], Iterable[str]], int]] = {
    # Proxies and signals are options that are off, and no choice of a random game; see 15-options.toml.
    "standard": (names(get_args(standard_orders.Order)) - {"Proxy", "Signal"}, of_standard, 0),
    "downfall-xiii": (in_middle_earth(xiii_play.expected()), of_middle_earth(xiii_play.play), XIII_FROM),
    "hardbop": (in_middle_earth(hardbop_play.expected()), of_middle_earth(hardbop_play.play), 0),
    "empires": (in_empires(), of_empires, EMPIRES_FROM),
    "domination": (names(get_args(domination_orders.Order)), of_domination, 0),
}


@pytest.mark.parametrize("key", every(2, GAMES))
def test_random_games_reach_every_kind_of_order(key: str) -> None:
    kinds, play, first = GAMES[key]
    missing = set(kinds)
    for number in range(first, first + MOST_GAMES):
        missing -= set(play(number))
        if not missing:
            break
    assert missing == set()
