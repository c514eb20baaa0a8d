"""Whole random games of Hardbop, and the invariants of every turn."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from adjudicator.hardbop import calendar, ground
from adjudicator.hardbop.position import State
from adjudicator.hardbop.resolve import adjustments
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.pieces import GOOD, opposed
from adjudicator.middle_earth.resolve.record import Record
from bench import ring_hunt
from tests.support.play.hardbop_play import BOARD, EXPLAINED, GAME, expected, play
from tests.support.play.judged_turn import Judged
from tests.support.play.middle_earth_laws import (
    assert_each_choice_alone_is_taken_by_the_reader,
    assert_it_replays_to_the_same_bytes,
    assert_nothing_is_at_zero,
    tally_folder,
)
from tests.support.play.middle_earth_play import tally

GAMES = int(os.environ.get("HARDBOP_GAMES", "6"))
ENOUGH = 200  # games, to find everything that the rules know
BESIDE = "hardbop-tallies"  # where the workers of one run leave their counts
PERSONALITIES = ("Faramir", "Sauron", "Saruman", "Gandalf", "R", "Fe", "Nazgul")


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
    assert_every_form_is_a_lawful_sheet(game[seed % 20 :: 20])
    assert_every_reader_gets_a_report_and_a_picture(game[seed % 30 :: 30])
    (tallies / f"{seed}.json").write_text(json.dumps(tally(game)))
    if GAMES >= ENOUGH and len(told := list(tallies.glob("*.json"))) == GAMES:
        assert_nothing_is_at_zero(told, expected(), EXPLAINED)


def assert_invariants(judged: Judged) -> None:
    before, after, record = BOARD.states(judged)
    assert_units_stand_where_they_can(after)
    assert_there_is_one_ring(after)
    assert_pieces_are_themselves(after)
    assert_centres_have_one_owner(after)
    assert_centres_change_hands_by_the_rules(before, after, record)
    assert_nobody_is_lost_unaccounted(before, after, record)
    assert_balance_is_kept(before, after)
    assert_supports_are_lawful(before, after, record)


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
    """After a turn II nobody has more units than centres; a turn waits only where somebody has to choose.

    A wearer who puts on the Ring after the builds takes away Mordor's off-board centres (7.5.2).
    """
    is_same = (after.ring_worn, after.offboard_centres) == (before.ring_worn, before.offboard_centres)
    if after.turn > before.turn and before.turn % 2 == 0 and is_same:
        assert all(adjustments.balance(after, power) >= 0 for power in ground.POWERS)
    assert bool(after.beaten) == (after.phase in ("retreat", "second-retreat"))
    assert (after.unfinished is None) == (after.phase == "movement")


HAND_OVER = ("neutralised", "paths.centre", "ents.march")  # in any turn


def assert_centres_change_hands_by_the_rules(before: State, after: State, record: Record) -> None:
    gained = {place: power for place, power in after.owners.items() if before.owners.get(place) != power}
    if before.owners != after.owners and not calendar.is_second(before.turn):
        assert any(news.key in HAND_OVER for news in record.news), "6.1(a)"
    for place, power in gained.items():
        home = ground.PROVINCES[place].home
        both_good = home is not None and after.alignments[power] == after.alignments[home] == GOOD
        assert not both_good or home == power or home in after.eliminated, "6.2"


def assert_supports_are_lawful(before: State, after: State, record: Record) -> None:
    owners = {one.place: one for one in before.military if one.place != ground.OFF}
    for result in record.results:
        order = result.order
        if not isinstance(order, act.SupportMove) or result.outcome.word != "succeeds":
            continue
        kind = order.unit.kind or owners[order.unit.place].kind
        origin = order.supported.place
        assert ground.may_support(kind, order.unit.place, order.path[0], origin), "5.5, 5.7"
        if kind != "Gandalf" and origin in owners:
            sides = (owners[order.unit.place].power, owners[origin].power)
            assert not opposed(*(before.alignments[side] for side in sides)), "8(b)"


def assert_every_form_is_a_lawful_sheet(game: Iterable[Judged]) -> None:
    for judged in game:
        for power in GAME.card.seats:
            lines = GAME.form(judged.before, power)
            read = GAME.read(judged.before, power, None, lines)
            assert [line.reason for line in read.lines if line.verdict == "refused"] == []


def assert_every_reader_gets_a_report_and_a_picture(game: Iterable[Judged]) -> None:
    for judged in game:
        everything = GAME.show(judged.after, judged.record, None).facts["sees"]
        for reader in (*GAME.card.seats, None):
            sheet = GAME.show(judged.after, judged.record, reader)
            assert sheet.headline and len(sheet.headline.split()) <= 10 and sheet.alt
            assert set(sheet.facts["sees"]) >= set(everything)
        assert GAME.picture(judged.after, judged.record, None).startswith("<svg")


QUICKEST = "Gondor alone"  # to play; the others when all games are played


@pytest.mark.thorough
@pytest.mark.parametrize("called", ring_hunt.HUNTERS if GAMES >= ENOUGH else [QUICKEST])
@pytest.mark.parametrize("distance", ring_hunt.VALUES)
def test_the_rules_print_how_long_the_hunt_for_the_ring_lasts(distance: str, called: str) -> None:
    """HB 7.1(a)"""
    cells = ring_hunt.row(ring_hunt.GAMES, distance, called)
    assert f"| {' | '.join(cells)} |" in GAME.card.rules


def test_a_hunt_with_the_same_seed_is_the_same() -> None:
    found = [ring_hunt.turns(5, "army", ring_hunt.HUNTERS["all seven"]) for _ in range(2)]
    assert found[0] == found[1]
    assert max(found[0]) <= ring_hunt.LONGEST
