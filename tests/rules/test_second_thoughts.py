"""Sentences of a message that take back an order above them, or tie it to a condition."""

import pytest

from adjudicator.core.second_thoughts import Spoken, taken_back
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
    ],
)
def test_the_order_above_is_taken_back(sentence: str) -> None:
    assert _back(("K A1 - A2", True), ("K B1 - B2", True), (sentence, False)) == [1]


def test_the_order_that_is_named_is_taken_back() -> None:
    assert _back(
        ("RESEARCH Gas", True),
        ("DIPLOMACY Bulgaria forward", True),
        ("on second thoughts make the research Aviation, not Gas", False),
    ) == [0]


def test_all_orders_above_are_taken_back() -> None:
    assert _back(("K A1 - A2", True), ("", False), ("K B1 - B2", True), ("forget all of that", False)) == [
        0,
        2,
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Please ignore my last mail.",
        "No hurry.",
        "Sorry for the delay",
        "the S is nonsense, of course",
        "What a war!",
        "Thanks for running this!",
    ],
)
def test_other_sentences_take_nothing_back(sentence: str) -> None:
    assert _back(("M A1 S", False), ("K B1 - B2", True), ("", False), (sentence, False)) == []


def test_nothing_is_taken_back_from_below() -> None:
    assert _back(("No wait, scrap that.", False), ("K A1 - A2", True)) == []


def test_a_player_reads_why_the_order_is_not_taken() -> None:
    game = find("empires")
    state = game.place({"units": {"Germany": ["Army Metz"]}, "phase": "Germany", "turn": 5})
    lines = ["ACTIVATE", "Army Metz - Cologne", "Oh no, wait, scrap that.", "RESEARCH Attack 1"]
    read = game.read(state, "Germany", None, lines).lines
    refused = next(line for line in read if line.text == "Army Metz - Cologne")
    assert "Oh no, wait" in refused.reason
    assert refused.remedy
