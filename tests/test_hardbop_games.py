"""Does a whole game of Hardbop hold together?  Random play, and what is always true."""

import os
from collections import Counter
from functools import cache

import pytest

from adjudicator.dice import SeededDice
from adjudicator.hardbop import adjustments, ground, position
from adjudicator.hardbop.position import State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.record import Record
from tests.hardbop_play import GAME, Judged, play

GAMES = int(os.environ.get("HARDBOP_GAMES", "8"))
PERSONALITIES = ("Faramir", "Sauron", "Saruman", "Gandalf", "R", "Fe", "Nazgul")


@cache
def game(seed: int) -> tuple[Judged, ...]:
    return tuple(play(seed))


seeds = pytest.mark.parametrize("seed", range(GAMES))


@seeds
def test_invariants_hold_after_every_phase(seed: int) -> None:
    for judged in game(seed):
        before, after, record = judged.states()
        assert_units_stand_where_they_can(after)
        assert_there_is_one_ring(after)
        assert_pieces_are_themselves(after)
        assert_centres_have_one_owner(after)
        assert_nobody_is_lost_unaccounted(before, after, record)
        assert_balance_is_kept(before, after)


def assert_units_stand_where_they_can(state: State) -> None:
    places = Counter(one.place for one in state.military if one.place != ground.OFF)
    assert all(count == 1 for count in places.values()), "2.1(a)"
    for one in state.military:
        assert one.kind in ground.MILITARY and one.size >= 1
        assert one.size == 1 or one.kind in ground.ARMIES, "4.1"
        assert one.place != ground.ERECH, "5.6"
        assert one.place != ground.OFF or (one.power, one.kind) == ("Mordor", "E"), "4.2"
        if one.kind == "F":
            assert ground.FLEET[one.place], "a fleet stands by water"
        elif one.kind != "P":
            assert one.place not in ground.WATER
            assert one.place not in ground.MARSH, "5.7"


def assert_there_is_one_ring(state: State) -> None:
    ring = state.ring
    assert (ring.bearer is not None) == (ring.how in ("carried", "worn"))
    if ring.how == "lies":
        assert ring.place in ground.PROVINCES
    if ring.bearer is not None:
        there = [(one.power, one.kind, one.place) for one in state.military]
        there += [(one.power, one.kind, one.place) for one in state.personalities]
        there += [(row.unit.power, row.unit.kind, row.unit.place) for row in state.beaten]
        assert (ring.bearer.power, ring.bearer.kind, ring.bearer.place) in there
        assert ring.how != "worn" or state.alignments[ring.bearer.power] != "Good", "7.4"


def assert_pieces_are_themselves(state: State) -> None:
    kinds = Counter(piece.kind for piece in state.personalities)
    assert set(kinds) <= set(PERSONALITIES)
    assert all(count == 1 for count in kinds.values())
    for piece in state.personalities:
        assert piece.place != ground.OFF
        assert piece.kind == "R" or piece.place != ground.ERECH, "5.6"
        assert piece.kind != "Nazgul" or piece.place not in ground.WATER, "3.10(a)"
        assert piece.kind != "Nazgul" or piece.power == state.nazgul_controller
    assert not kinds.keys() & state.returns.keys(), "who comes back is not here"


def assert_centres_have_one_owner(state: State) -> None:
    assert set(state.owners) <= ground.CENTRES
    assert set(state.owners.values()) <= set(ground.POWERS)
    assert not set(state.owners) & set(state.neutralised)
    assert state.isengard == "whole" or ground.ISENGARD not in state.owners


def assert_nobody_is_lost_unaccounted(before: State, after: State, record: Record) -> None:
    expected = _units(before)
    for news in record.news:
        if news.key.startswith("unit."):
            expected[news.words["power"]] -= 1
        if news.key == "ring.army":
            expected[news.words["power"]] += 1
    for result in record.results:
        if isinstance(result.order, act.Build) and result.outcome.word == "succeeds":
            expected[result.power] += 1
    assert +expected == +_units(after)


def _units(state: State) -> Counter[str]:
    return Counter([one.power for one in state.military] + [row.unit.power for row in state.beaten])


def assert_balance_is_kept(before: State, after: State) -> None:
    """After a turn II nobody has more units than centres; a turn waits only where somebody has to choose."""
    if after.turn > before.turn and before.turn % 2 == 0 and after.ring_worn == before.ring_worn:
        assert all(adjustments.balance(after, power) >= 0 for power in ground.POWERS)
    assert bool(after.beaten) == (after.phase in ("retreat", "second-retreat"))
    assert (after.unfinished is None) == (after.phase == "movement")


@seeds
def test_each_choice_alone_is_taken_by_the_reader(seed: int) -> None:
    for judged in game(seed)[seed % 5 :: 25]:
        for power in GAME.card.seats:
            choices = GAME.choices(judged.before, power)
            for line in [found[seed % len(found)] for found in choices.values() if found]:
                (read,) = GAME.read(judged.before, power, None, [line]).lines
                assert read.verdict == "taken", (power, line, read.reason)


@seeds
def test_every_form_is_a_lawful_sheet(seed: int) -> None:
    for judged in game(seed)[::5]:
        for power in GAME.card.seats:
            lines = GAME.form(judged.before, power)
            read = GAME.read(judged.before, power, None, lines)
            assert [line.reason for line in read.lines if line.verdict != "taken"] == []


@seeds
def test_a_recorded_game_replays_to_the_same_bytes(seed: int) -> None:
    for judged in game(seed)[::3]:
        again = GAME.judge(judged.before, judged.orders, SeededDice(str(seed), judged.number))
        assert (again.state, again.record) == (judged.after, judged.record)
        assert position.to_text(position.from_text(judged.after)) == judged.after


@seeds
def test_every_reader_gets_a_report_and_a_picture(seed: int) -> None:
    for judged in game(seed)[::10]:
        for reader in (*GAME.card.seats, None):
            sheet = GAME.show(judged.after, judged.record, reader)
            assert sheet.headline and len(sheet.headline.split()) <= 10 and sheet.alt
            assert set(sheet.facts["sees"]) >= set(GAME.show(judged.after, judged.record, None).facts["sees"])
        assert GAME.picture(judged.after, judged.record, None).startswith("<svg")


@seeds
def test_the_order_of_letters_does_not_change_the_turn(seed: int) -> None:
    for judged in game(seed)[::7]:
        turned = dict(reversed(list(judged.orders.items())))
        again = GAME.judge(judged.before, turned, SeededDice(str(seed), judged.number))
        assert again.state == judged.after
