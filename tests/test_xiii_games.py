"""Does a whole game of Downfall XIII hold together?  Random play, and what is always true."""

import os
import re
from collections import Counter
from functools import cache

import pytest

from adjudicator.dice import SeededDice
from adjudicator.downfall_xiii import ground, position
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.record import Record
from adjudicator.middle_earth import actions as act
from tests.xiii_play import GAME, Judged, play

GAMES = int(os.environ.get("XIII_GAMES", "12"))


@cache
def game(seed: int) -> tuple[Judged, ...]:
    return tuple(play(seed))


seeds = pytest.mark.parametrize("seed", range(GAMES))


@seeds
def test_invariants_hold_after_every_phase(seed: int) -> None:
    for judged in game(seed):
        before, after, record = judged.states()
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
    assert +expected == +_units(after)


def _number(units: str) -> int:
    """How many "2 Army, Cavalry" are."""
    return sum(int(found[1] or 1) for one in units.split(", ") if (found := re.match(r"(\d*)", one)))


def assert_supports_reach(record: Record) -> None:
    for result in record.results:
        order = result.order
        if isinstance(order, act.SupportMove) and result.outcome.word == "succeeds":
            kind = "A" if order.unit.kind == "" else order.unit.kind.replace("A/F", "F")
            assert order.unit.place == "" or ground.may_step(kind, order.unit.place, order.path[0])


@seeds
def test_each_choice_alone_is_taken_by_the_reader(seed: int) -> None:
    for judged in game(seed)[seed % 5 :: 25]:
        for power in GAME.card.seats:
            choices = GAME.choices(judged.before, power)
            for line in [found[seed % len(found)] for found in choices.values() if found]:
                (read,) = GAME.read(judged.before, power, None, [line]).lines
                assert read.verdict == "taken", (power, line, read.reason)


@seeds
def test_a_recorded_game_replays_to_the_same_bytes(seed: int) -> None:
    for judged in game(seed)[::3]:
        again = GAME.judge(judged.before, judged.orders, SeededDice(str(seed), judged.number))
        assert (again.state, again.record) == (judged.after, judged.record)
        assert position.to_text(position.from_text(judged.after)) == judged.after


@seeds
def test_every_reader_gets_a_report(seed: int) -> None:
    for judged in game(seed)[::10]:
        for reader in (*GAME.card.seats, None):
            sheet = GAME.show(judged.after, judged.record, reader)
            assert sheet.headline and sheet.alt
            assert set(sheet.facts["sees"]) >= set(GAME.show(judged.after, judged.record, None).facts["sees"])
