"""Random whole games of Empires respect the counters, stacking, control and supply.

`EMPIRES_GAMES=200 pytest tests/games/empires/test_empires_games.py` plays two hundred of them.
"""

from collections import Counter

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.empires import game
from adjudicator.empires.ground import BOARD, POWERS, ZONES, own_side
from adjudicator.empires.position import (
    FULL,
    REDUCED,
    Position,
    has_joined,
    home_power,
    in_box,
    in_zone,
    is_italian,
    trenches_left,
)
from adjudicator.empires.record import Event
from adjudicator.empires.resolve import supply
from adjudicator.empires.resolve.movement import IN_ITALY
from tests.support.play.empires_play import GAMES, SEEDS, Played, whole_game

TURNS = BOARD.turns * len(POWERS)
ENOUGH_FOR_RARE = 100
GONE = ("eliminated", "no_retreat", "starved", "lost_last_step")
seeds = pytest.mark.parametrize("seed", SEEDS)


def events(played: Played) -> list[Event]:
    """Return all events in the record of the turn."""
    found = list(played.record.end)
    for step in played.record.steps:
        found += step.events
        if step.combat:
            found += step.combat.events
    return found


@seeds
def test_a_random_game_lasts_eighteen_seasons(seed: str) -> None:
    played = whole_game(seed)
    assert len(played) == TURNS
    assert [turn.power for turn in played[:8]] == [*POWERS, *POWERS]
    last = played[-1].after
    assert last.over
    assert last.winners
    assert game.due(played[-1].turn.state).owed == {}


@seeds
def test_the_box_is_never_empty_below_nothing(seed: str) -> None:
    for played in whole_game(seed):
        after = played.after
        assert all(army.steps in (FULL, REDUCED) for army in after.armies)
        assert all(in_box(after, nation, size) >= 0 for nation, size in BOARD.counters)
        assert trenches_left(after) >= 0
        assert all(level in (1, 2) for here in after.trenches.values() for level in here.values())
        assert all(0 <= held <= BOARD.max_missions for held in after.missions.values())
        assert len({army.id for army in after.armies}) == len(after.armies)


@seeds
def test_armies_stand_only_where_they_may(seed: str) -> None:
    for played in whole_game(seed):
        after = played.after
        for zone, facts in ZONES.items():
            counted = Counter(army.power for army in in_zone(after, zone))
            assert all(number <= facts.stack for number in counted.values()), zone
            assert len(counted) < 2 or not any(set(own_side(power)) <= set(counted) for power in counted)
            if counted:
                assert facts.home == "Greece" or has_joined(after, facts.home), zone
            if facts.square:
                assert set(counted) <= {home_power(after, zone)}
        _check_italy(after)


def _check_italy(position: Position) -> None:
    """9.1.11"""
    there = Counter(army.nation for army in position.armies if is_italian(army.zone))
    assert set(there) <= set(IN_ITALY)
    assert there["German"] <= 1
    assert there["French"] + there["British"] <= 1


@seeds
def test_no_army_comes_or_goes_unaccounted_for(seed: str) -> None:
    for played in whole_game(seed):
        before, after = played.before, played.after
        gone = sum(event.kind in GONE for event in events(played))
        assert len(after.armies) == len(before.armies) + after.next_id - before.next_id - gone


@seeds
def test_control_at_the_end_of_a_turn_is_as_the_armies_stand(seed: str) -> None:
    for played in whole_game(seed):
        after = played.after
        for zone in ZONES:
            powers = {army.power for army in in_zone(after, zone)}
            if len(powers) == 1:
                assert after.control.get(zone) in own_side(powers.pop()), zone
        assert list(after.control) == [zone for zone in ZONES if zone in after.control]


@seeds
def test_armies_that_are_cut_off_are_out_of_supply_and_marked(seed: str) -> None:
    """The check is made before zones out of supply change hands, which may free or cut some more."""
    for played in whole_game(seed):
        after = played.after
        if any(event.kind == "zone_cut" for event in played.record.end):
            continue
        out = {army.id for army in supply.out_of_supply(after)}
        assert out == {army.id for army in after.armies if army.cut}


@seeds
def test_the_record_plays_again_to_the_same_bytes(seed: str) -> None:
    for played in whole_game(seed)[:: 1 if GAMES < 50 else 9]:
        if played.number == 1:
            continue  # the other Powers of this player sent orders, too
        dice = SeededDice(seed, played.number)
        again = _dice_after_the_sheet(played, dice)
        assert game.judge(played.state, {played.power: played.reading.orders}, again) == played.turn


def _dice_after_the_sheet(played: Played, dice: SeededDice) -> SeededDice:
    """Return the dice after they have written the random sheet, as when the turn was played."""
    from adjudicator.empires import practice  # noqa: PLC0415  (only here)

    practice.sheet(played.before, played.power, dice)
    return dice


def test_nothing_that_can_be_ordered_is_missing() -> None:
    """Order statistics of all the games: no kind of order and no outcome at zero."""
    orders: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for seed in SEEDS:
        for played in whole_game(seed):
            for step in played.record.steps:
                orders[_kind(step.reading)] += 1
                orders[f"attack {step.outcome}" if step.combat or "attacks" in step.reading else ""] += 1
            told.update(event.kind for event in events(played))
    wanted = (
        *("Recruits", "Makes full", "move", "strategic", "attack", "Researches", "Entrenches", "Diplomacy"),
        *("Adds missions", "Gas", "attack succeeds", "attack fails", "attack draw", "attack void"),
    )
    assert [kind for kind in wanted if not orders[kind]] == []
    happened = (
        *("reduced", "eliminated", "trench_lost", "trench_lowered", "retreats", "control", "trench_removed"),
        *("unsupplied", "starved", "zone_cut", "joined", "box", "ceded", "taken_back", "air", "duty"),
    )
    assert [kind for kind in happened if not told[kind]] == []
    rare = ("supplied", "tanks", "no_retreat", "surrender", "usa", "assault_troopers", "air_cancelled", "gas")
    if GAMES >= ENOUGH_FOR_RARE:
        assert [kind for kind in rare if not told[kind]] == []


def _kind(reading: str) -> str:
    starts = ("Recruits", "Makes full", "Researches", "Entrenches", "Diplomacy", "Adds missions", "Gas")
    for start in starts:
        if reading.startswith(start):
            return start
    marks = {"attacks": "attack", "strategic": "strategic", "move": "move"}
    return next((kind for mark, kind in marks.items() if mark in reading), reading)
