"""Random whole games of Epic Domination, and what must be true after every phase.

DOMINATION_GAMES=200 pytest tests/games/test_domination_games.py      # as many games as wanted
"""

import os
from collections import Counter
from functools import cache
from typing import get_args

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.domination import position as positions
from adjudicator.domination.data import AERIAL, LAND, WATER, data
from adjudicator.domination.ground import Ground
from adjudicator.domination.language.orders import Order
from adjudicator.domination.position import (
    Position,
    cities,
    cities_to_win,
    data_of,
    ground_of,
    income,
    morale,
)
from adjudicator.domination.record import Record
from adjudicator.domination.view.wording import EVENTS
from tests.support.play.domination_play import GAME, play, states
from tests.support.play.judged_turn import Judged

GAMES = int(os.environ.get("DOMINATION_GAMES", "6"))

seeds = pytest.mark.parametrize("seed", range(GAMES))


@cache
def game(seed: int) -> tuple[Judged, ...]:
    return tuple(play(seed))


# Why orders of a random player are refused: no such spell, or a starting build beyond the treasury.
EXPECTED = ("No ", " to spend.")


@seeds
def test_invariants_hold_after_every_mail(seed: int) -> None:
    for judged in game(seed):
        before, after, record = states(judged)
        assert_tokens_are_forty_or_what_the_gm_says(after)
        assert_units_stand_where_they_can(after)
        assert_every_land_space_has_one_owner(after)
        assert_cities_and_walls(before, after)
        assert_cards_are_all_there(after)
        assert_income_is_what_the_spaces_yield(after)
        assert_the_dead_are_accounted_for(before, after, record)
        assert [line for line in judged.refused if not any(why in line for why in EXPECTED)] == []


def assert_tokens_are_forty_or_what_the_gm_says(now: Position) -> None:
    """Clause 1.5: in reserve, on the board, or dead."""
    on_board = Counter(dict.fromkeys(now.settings.seats, 0))
    for row in now.units:
        assert row.count >= 1
        on_board[row.player] += row.count
    for seat in now.settings.seats:
        assert now.reserves[seat] >= 0
        assert now.reserves[seat] + on_board[seat] + now.dead[seat] == data_of(now).rules.reserves


def assert_units_stand_where_they_can(now: Position) -> None:
    """Clauses 4.9, 4.12 and 4.17."""
    ground, cards = ground_of(now), data_of(now).units
    aboard: Counter[tuple[str, str, str]] = Counter()
    for row in now.units:
        card, water = cards[row.kind], ground.spaces[row.space].is_water
        assert card.kind != WATER or water
        if water:
            aboard[row.player, row.space, card.kind] += row.count
            aboard[row.player, row.space, "berths"] += row.count * card.carries
    for player, space, kind in aboard:
        berths = aboard[player, space, "berths"]
        if kind == LAND:
            assert aboard[player, space, LAND] <= berths, (space, aboard)
        if kind == AERIAL and now.phase in ("turn", "orders"):
            # after a turn: those that landed on ships may have lost them in the battles (5.12)
            assert aboard[player, space, AERIAL] >= 1


def assert_every_land_space_has_one_owner(now: Position) -> None:
    if not now.slots:
        return
    ground = ground_of(now)
    assert set(now.owners) == set(ground.land())
    assert set(now.owners.values()) <= set(now.settings.seats)
    assert set(now.home) == set(now.owners)


def assert_cities_and_walls(before: Position, after: Position) -> None:
    """Clauses 2.3 and 5.7: no two cities border each other, walls only crumble, a lost city has none."""
    ground = ground_of(after)
    towns = set(ground.cities())
    assert set(after.forts) == towns
    assert not any(there in towns for city in towns for there in ground.borders[city])
    for city, tokens in after.forts.items():
        assert 0 <= tokens <= before.forts.get(city, tokens)
        assert tokens == 0 or after.owners[city] == after.home[city]


def assert_cards_are_all_there(now: Position) -> None:
    cards = Counter((*now.deck, *now.discard, *now.cast, *(c for hand in now.hands.values() for c in hand)))
    full = Counter({spell.name: spell.count for spell in data_of(now).spells.values()})
    assert cards in (full, Counter())


def assert_income_is_what_the_spaces_yield(now: Position) -> None:
    ground: Ground = ground_of(now)
    total = sum(space.value for space in ground.spaces.values())
    assert sum(income(now, seat) for seat in now.settings.seats) == total
    assert sum(len(cities(now, seat)) for seat in now.settings.seats) == len(list(ground.cities()))


def assert_the_dead_are_accounted_for(before: Position, after: Position, record: Record) -> None:
    """Every token that died is in the report, and nothing else died."""
    told = Counter(dict.fromkeys(after.settings.seats, 0))
    for event in record.events:
        if event.key in ("drowned", "sunk"):
            told[event.player] += 1
        if event.key == "lost" and event.words["unit"] != "Fort":
            told[event.player] += int(event.words["number"])
    if record.phase != "combat" and after.phase != "combat":
        # if the game stops for a choice of casualties, the round is reported before it ends
        assert {seat: after.dead[seat] - before.dead[seat] for seat in after.settings.seats} == dict(told)


@seeds
def test_the_game_comes_to_an_end(seed: int) -> None:
    _, last, record = states(game(seed)[-1])
    assert last.over
    winners = last.winners
    if any(event.key == "won by cities" for event in record.events):
        assert [len(cities(last, seat)) >= cities_to_win(last.settings) for seat in winners] == [True]
    else:
        best = max(morale(last, seat) for seat in last.settings.seats)
        assert winners == tuple(seat for seat in last.settings.seats if morale(last, seat) == best)


@seeds
def test_a_recorded_game_is_adjudicated_to_the_same_bytes(seed: int) -> None:
    for judged in game(seed):
        again = GAME.judge(judged.before, judged.orders, SeededDice(str(seed), judged.number))
        assert (again.state, again.record) == (judged.after, judged.record)


@seeds
def test_the_order_in_which_messages_arrive_does_not_matter(seed: int) -> None:
    for judged in game(seed)[:4]:
        turned = dict(reversed(list(judged.orders.items())))
        again = GAME.judge(judged.before, turned, SeededDice(str(seed), judged.number))
        assert (again.state, again.record) == (judged.after, judged.record)


@seeds
def test_a_state_written_and_read_is_the_same(seed: int) -> None:
    for judged in game(seed):
        assert positions.to_text(positions.from_text(judged.after)) == judged.after


@seeds
def test_the_order_form_is_a_legal_sheet(seed: int) -> None:
    for judged in game(seed):
        due = GAME.due(judged.after)
        for player in due.owed:
            reading = GAME.read(judged.after, player, None, GAME.form(judged.after, player))
            assert [line for line in reading.lines if line.verdict == "refused"] == []


@pytest.mark.skipif(GAMES < 100, reason="rare things need many games: DOMINATION_GAMES=200")
def test_random_games_produce_every_event() -> None:
    """Every event, every order with every outcome that it can have, and every spell."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for judged in game(seed):
            record = states(judged)[2]
            seen.update(event.key for event in record.events)
            seen.update(event.words["spell"] for event in record.events if event.key == "cast")
            seen.update(type(row.line.order).__name__ for row in record.results)
    wanted = {*EVENTS, *data({}).spells, *(order.__name__ for order in get_args(Order))}
    wanted.discard("laid free")  # another wording of "laid"
    assert sorted(wanted - set(seen)) == []
