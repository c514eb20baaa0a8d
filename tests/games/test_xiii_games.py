"""Whole random games of Downfall XIII, and the invariants of every turn.

XIII_GAMES sets how many are played; from two hundred on, everything that can happen must have happened.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.record import Record
from tests.support.play.judged_turn import Judged
from tests.support.play.middle_earth_laws import (
    assert_each_choice_alone_is_taken_by_the_reader,
    assert_it_replays_to_the_same_bytes,
    assert_nothing_is_at_zero,
    tally_folder,
)
from tests.support.play.xiii_play import BOARD, EXPLAINED, GAME, expected, play, tally

GAMES = int(os.environ.get("XIII_GAMES", "6"))
BESIDE = "xiii-tallies"  # where the workers of one run leave their counts


@pytest.fixture
def tallies(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    return tally_folder(tmp_path_factory, worker_id, BESIDE)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game(seed: int, tallies: Path) -> None:
    game = tuple(play(seed))
    for judged in game:
        assert_invariants(judged)
    assert_it_replays_to_the_same_bytes(BOARD, seed, game[seed % 8 :: 8])
    assert_each_choice_alone_is_taken_by_the_reader(BOARD, seed, game[seed % 50 :: 50])
    assert_every_reader_gets_a_report(game[seed % 20 :: 20])
    (tallies / f"{seed}.json").write_text(json.dumps(tally(game)))
    if GAMES >= 200 and len(told := list(tallies.glob("*.json"))) == GAMES:
        assert_nothing_is_at_zero(told, expected(), EXPLAINED)


def assert_invariants(judged: Judged) -> None:
    before, after, record = BOARD.states(judged)
    assert_units_stand_where_they_can(after)
    assert_one_side_to_an_area(after)
    assert_there_is_one_ring(after)
    assert_pieces_are_themselves(before, after)
    assert_centres_have_one_owner(after)
    assert_nobody_is_lost_unaccounted(before, after, record)
    assert_supports_reach(record)


def assert_units_stand_where_they_can(state: State) -> None:
    places = Counter((s.power, s.kind, s.place) for s in state.stacks)
    assert all(count == 1 for count in places.values()), "one stack of a kind and power to an area (4.1)"
    for stack in state.stacks:
        assert stack.count >= 1
        if stack.kind == "F":
            assert ground.FLEET[stack.place], "a fleet stands by water"
        elif stack.place in ground.WATER:
            fleets = sum(s.count for s in state.stacks if s.kind == "F" and s.place == stack.place)
            assert stack.kind == "A" and fleets >= stack.count, "an army at sea is aboard (6g.10, 6f.11)"
        if stack.kind == "C":
            assert stack.place not in ground.MARSH, "6f.9"
        assert stack.place != ground.OFF or (stack.power, stack.kind) == ("Mordor", "A"), "6e"


def assert_one_side_to_an_area(state: State) -> None:
    for place in {stack.place for stack in state.stacks}:
        powers = {s.power for s in state.stacks if s.place == place}
        sides = {state.alignments[power] for power in powers}
        assert len(sides) == 1 or place in ground.WATER or state.phase != "movement", (
            f"4.12: {place} {powers}"
        )


def assert_there_is_one_ring(state: State) -> None:
    ring = state.ring
    assert (ring.bearer is not None) == (ring.how in ("carried", "worn"))
    if ring.how == "lies":
        assert ring.place in ground.LAND
    if ring.how == "in":
        assert ring.place in ground.RIVERS
    if ring.bearer is not None:
        there = [(s.power, s.kind, s.place) for s in state.stacks]
        there += [(p.power, p.kind, p.place) for p in state.pieces]
        for beaten in state.beaten:
            there += [(s.power, s.kind, s.place) for s in beaten.stacks]
            there += [(p.power, p.kind, p.place) for p in (beaten.piece, *beaten.aboard) if p]
        assert (ring.bearer.power, ring.bearer.kind, ring.bearer.place) in there


def _pieces(state: State) -> Counter[str]:
    waiting = [p for beaten in state.beaten for p in (beaten.piece, *beaten.aboard) if p]
    return Counter(piece.kind for piece in (*state.pieces, *waiting))


def assert_pieces_are_themselves(before: State, after: State) -> None:
    pieces = _pieces(after)
    assert all(count == 1 for kind, count in pieces.items() if kind != "R")
    assert pieces["R"] <= _pieces(before)["R"], "no Ranger is ever gained"
    for piece in after.pieces:
        assert piece.place != ground.OFF
        assert piece.kind not in ("Nazgul", "Fe") or piece.place in ground.LAND


def assert_centres_have_one_owner(state: State) -> None:
    assert set(state.owners) <= ground.CENTRES
    assert set(state.owners.values()) <= set(ground.POWERS)
    assert not set(state.split) & set(state.owners)
    assert all(sum(map(_share, shares.values())) == 1 for shares in state.split.values())


def _share(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def _units(state: State) -> Counter[str]:
    units: Counter[str] = Counter()
    for stack in (*state.stacks, *(s for beaten in state.beaten for s in beaten.stacks)):
        units[stack.power] += stack.count
    return units


def assert_nobody_is_lost_unaccounted(before: State, after: State, record: Record) -> None:
    expected = _units(before)
    for news in record.news:
        if news.key.startswith("unit."):
            expected[news.words["power"]] -= _number(news.words["unit"])
        elif news.key == "ring.units":
            expected[news.words["power"]] += int(news.words["number"])
        elif news.key == "fornost.army":
            expected[news.words["power"]] += 1
    for result in record.results:
        if isinstance(result.order, act.Build) and result.outcome.word == "succeeds":
            expected[result.power] += 1
        elif isinstance(result.order, act.Remove) and result.outcome.word == "succeeds":
            expected[result.power] -= result.order.number
    if after.over and not before.over:  # the game ended before the retreats
        assert _units(after) <= expected
        return
    assert +expected == +_units(after)


def _number(units: str) -> int:
    """Return the number of units in "Army" or "A stack of 2 Armies and Cavalry"."""
    kinds = units.removeprefix("A stack of ").split(" and ")
    return sum(int(found[1] or 1) for one in kinds if (found := re.match(r"(\d*)", one)))


def assert_supports_reach(record: Record) -> None:
    for result in record.results:
        order = result.order
        if isinstance(order, act.SupportMove) and result.outcome.word == "succeeds":
            kind = "A" if order.unit.kind == "" else order.unit.kind.replace("A/F", "F")
            assert order.unit.place == "" or ground.may_step(kind, order.unit.place, order.path[0])


def assert_every_reader_gets_a_report(game: Iterable[Judged]) -> None:
    for judged in game:
        everything = GAME.show(judged.after, judged.record, None).facts["sees"]
        for reader in (*GAME.card.seats, None):
            sheet = GAME.show(judged.after, judged.record, reader)
            assert sheet.headline and sheet.alt
            assert set(sheet.facts["sees"]) >= set(everything)
