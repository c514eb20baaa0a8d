"""Sentences that withdraw an order above them or make it conditional."""

from collections.abc import Mapping

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.core.language.corrections.second_thoughts import Spoken, taken_back
from adjudicator.games import find


def _back(*lines: tuple[str, bool]) -> list[int]:
    said = [Spoken(number, text, is_order) for number, (text, is_order) in enumerate(lines, 1)]
    return sorted(taken_back(said))


@pytest.mark.parametrize(
    "sentence",
    [
        "No wait, he can't get there.",
        "Scrap that line.",
        "Sorry, that was a mistake.",
        "But only if Red is still there.",
        "Moment, doch nicht",
        "ach nein, streich das",
        "Hmm, no - hold",
        "Hmm - no - hold",
        "Er, no. He stays at home.",
        "hmm no, back home",
        "Hmm, non - il reste",
    ],
)
def test_the_order_above_is_withdrawn(sentence: str) -> None:
    assert _back(("K A1 - A2", True), ("K B1 - B2", True), (sentence, False)) == [1]


def test_the_named_order_is_withdrawn() -> None:
    assert _back(
        ("RESEARCH Gas", True),
        ("DIPLOMACY Bulgaria forward", True),
        ("on second thoughts make the research Aviation, not Gas", False),
    ) == [0]


def test_all_orders_above_are_withdrawn() -> None:
    assert _back(("K A1 - A2", True), ("", False), ("K B1 - B2", True), ("forget all of that", False)) == [
        0,
        2,
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Please ignore my last mail.",
        "No hurry.",
        "Well, no press this turn",
        "Hmm, no, thanks for asking",
        "Oh no problem",
        "Sorry for the delay",
        "the S is nonsense, of course",
        "What a war!",
        "Thanks for running this!",
    ],
)
def test_other_sentences_withdraw_nothing(sentence: str) -> None:
    assert _back(("M A1 S", False), ("K B1 - B2", True), ("", False), (sentence, False)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "I can't do it this turn, only two actions.",
        "Wait, is Italy even in the game?",
        "I changed my mind about lunch.",
        "Hang on, the doorbell.",
        "Never mind the weather here.",
        "Not that it matters.",
        "You had better hurry with the map.",
    ],
)
def test_a_sentence_further_down_that_names_no_order_withdraws_nothing(sentence: str) -> None:
    assert _back(("K A1 - A2", True), ("K B1 - B2", True), ("", False), (sentence, False)) == []


def test_an_addition_withdraws_nothing() -> None:
    assert _back(("K A1 - A2", True), ("Oops, nearly forgot:", False), ("K B1 - B2", True)) == []


def test_after_an_interjection_the_next_sentence_decides() -> None:
    said = [
        Spoken(1, "RESEARCH Gas", is_order=True),
        Spoken(2, "DIPLOMACY Bulgaria forward", is_order=True),
        Spoken(3, "Wait", is_order=False),
        Spoken(3, "Forget the Gas, make that Attack", is_order=False),
    ]
    assert sorted(taken_back(said)) == [0]


def test_a_comment_withdraws_nothing() -> None:
    assert _back(("K A1 - A2", True), ("# no", False)) == []


def test_a_sentence_withdraws_no_order_below_it() -> None:
    assert _back(("No wait, scrap that.", False), ("K A1 - A2", True)) == []


def test_a_player_reads_why_the_order_is_not_taken() -> None:
    game = find("empires")
    state = game.place({"units": {"Germany": ["Army Metz"]}, "phase": "Germany", "turn": 5})
    lines = ["ACTIVATE", "Army Metz - Cologne", "Oh no, wait, scrap that.", "RESEARCH Attack 1"]
    read = game.read(state, "Germany", None, lines).lines
    refused = next(line for line in read if line.text == "Army Metz - Cologne")
    assert "Oh no, wait" in refused.reason
    assert refused.remedy


def _verdicts(game: str, place: Mapping[str, object], power: str, lines: list[str]) -> dict[str, str]:
    engine = find(game)
    read = engine.read(engine.place(dict(place)), power, None, lines).lines
    return {line.text: line.verdict for line in read if line.text}


_ENGLAND = {"units": {"England": ["F Lon", "F Edi", "A Lvp"]}}


@pytest.mark.parametrize(
    "correction",
    [
        "change of plan: F Lon - Qqq",
        "Correction: London to Norwejan Cee",
        "Correction: F Lon - Mos",
        "No wait. So make that: F Lon - NTH if he agrees. The rest as above.",
        "Oh wait, F Lon - Qqq",
    ],
)
def test_an_order_is_not_in_force_if_its_correction_is_refused(correction: str) -> None:
    found = _verdicts("standard", _ENGLAND, "England", ["F Lon - ENG", "F Edi - NTH", "", correction])
    assert found["F Lon - ENG"] == "refused"


def test_only_the_unit_of_a_refused_correction_loses_its_order() -> None:
    lines = ["F Lon - ENG", "F Edi - NTH", "A Lvp - Wal", "change of plan: F Lon - Qqq"]
    found = _verdicts("standard", _ENGLAND, "England", lines)
    assert [found[line] for line in lines[:3]] == ["refused", "taken", "taken"]


def test_an_accepted_correction_replaces_the_order() -> None:
    game = find("standard")
    lines = ["F Lon - ENG", "F Edi - NTH", "Correction: F Lon - Wal"]
    reading = game.read(game.place(dict(_ENGLAND)), "England", None, lines)
    assert {row.order for row in reading.in_force if row.source == "this message"} == {
        "Fleet London moves to Wales",
        "Fleet Edinburgh moves to the North Sea",
    }


def test_a_line_that_begins_with_wait_does_not_continue_the_line_above() -> None:
    place = {"units": {"England": ["F Lon", "F Edi"]}}
    found = _verdicts("standard", place, "England", ["F Edi - NTH", "F Lon holds", "Wait, F Edi - Qqq"])
    assert found["F Edi - NTH"] == "refused"
    assert found["F Lon holds"] == "taken"


@pytest.mark.parametrize("game", ["standard", "hardbop", "downfall-xiii", "empires", "domination"])
@pytest.mark.parametrize(
    "thought",
    [
        ". Hmm, no - hold",
        ". Hmm - no - stay",
        ". That will hurt. Hmm, no - stay",
        "\nEr... no, back home",
        ". Hmm, non - il reste",
    ],
)
def test_every_game_refuses_a_withdrawn_order_with_a_question(game: str, thought: str) -> None:
    rules = find(game)
    state = rules.start({}, SeededDice("thoughts", 0))
    player, order = _first_move(rules, state)
    reading = rules.read(state, player, None, f"{order}{thought}".splitlines())
    assert not [line.text for line in reading.lines if line.verdict == TAKEN]


def _first_move(rules: Game, state: str) -> tuple[str, str]:
    """Return a player who owes orders, and the first order of several words that is accepted on its own."""
    for player in rules.due(state).owed:
        for orders in rules.choices(state, player).values():
            for order in orders:
                lines = rules.read(state, player, None, [order]).lines if " " in order else ()
                if TAKEN in {line.verdict for line in lines}:
                    return player, order
    raise AssertionError


def test_make_that_always_means_the_order_above() -> None:
    said = [
        Spoken(1, "F Lon - ENG", is_order=True),
        Spoken(1, "Make that the Irish Sea", is_order=False, names_a_place=lambda: True),
    ]
    assert sorted(taken_back(said)) == [0]
