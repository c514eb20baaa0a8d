"""Sentences that swap orders above or say that a unit stays, in the words of `changed_minds.toml`."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.core.language.corrections.changed_minds import (
    announces_list,
    begins_list,
    may_change_later,
    says_stays,
    swaps,
)
from adjudicator.games import find


@pytest.mark.parametrize(
    "text",
    [
        "no, the other way round",
        "swap the two",
        "I mixed up Rome and Venice",
        "nein, umgekehrt",
        "die beiden sind vertauscht",
        "non, à l'inverse",
    ],
)
def test_two_orders_are_swapped_in_three_languages(text: str) -> None:
    assert swaps(text)


@pytest.mark.parametrize(
    "text", ["it stays", "he rests", "does not move", "they are staying", "die bleiben da", "ils restent"]
)
def test_a_unit_stays_in_three_languages(text: str) -> None:
    assert says_stays(text)


@pytest.mark.parametrize(
    "text",
    [
        "I may still change Trieste.",
        "(pls no early run, I may still change the E15 griffin)",
        "we might change the fleet before the deadline",
        "vielleicht ändere ich die Flotte noch",
    ],
)
def test_a_later_message_may_change_an_order(text: str) -> None:
    assert may_change_later(text)


@pytest.mark.parametrize(
    "text",
    [
        "I might rather change Trieste.",
        "I may still change the griffin to E7",
        "please change Trieste",
        "I may still change Rome -> Venice",
    ],
)
def test_a_change_that_is_wanted_now(text: str) -> None:
    assert not may_change_later(text)


@pytest.mark.parametrize(
    "text",
    [
        "This is what I really want:",
        "My real orders are:",
        "These are my real orders:",
        "What I really want to do is this:",
        "New orders:",
        "my new orders for turn 3:",
        "--- NEW VERSION ---",
        "Sorry, that was nonsense - new version:",
        "Correction, use these orders instead:",
        "Please take the following orders instead.",
        "So will ich es wirklich:",
        "Neue Fassung:",
        "Voici mes vrais ordres :",
    ],
)
def test_orders_in_the_place_of_all_above_are_announced(text: str) -> None:
    assert announces_list(text)


@pytest.mark.parametrize(
    "text",
    [
        "Moves:",
        "Here are my orders:",
        "New builds:",
        "the new moves are clear",
        "That is what I really want: the tower!",
        "my new plan for the fleets:",
        "I really want to win",
        "Orders for the next turn:",
    ],
)
def test_other_headings_announce_nothing(text: str) -> None:
    assert not announces_list(text)


@pytest.mark.parametrize("text", ["So instead:", "Better like this:", "I'd rather do this:", "Stattdessen:"])
def test_a_heading_that_needs_a_retraction_before_it(text: str) -> None:
    assert begins_list(text)
    assert not announces_list(text)
    assert not begins_list(text.rstrip(":"))


def _taken(lines: list[str]) -> list[str]:
    game: Game = find("standard")
    reading = game.read(game.start({}, SeededDice("lists", 0)), "France", None, lines)
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


BREST = "Fleet Brest moves to the English Channel"
PARIS, MARSEILLES = "Army Paris moves to Burgundy", "Army Marseilles moves to Spain"
ABOVE = ["A Par - Bur", "A Mar - Spa", ""]


@pytest.mark.parametrize(
    "lines",
    [
        ["No, scrap that. I would only get bounced. This is what I really want:", "", "F Bre - ENG"],
        ["My real orders are:", "F Bre - ENG"],
        ["Here are my new orders: F Bre - ENG"],
        ["These were my first thoughts.", "F Bre - ENG"],
        ["(scrap the above, new version below)", "F Bre - ENG"],
        ["-- NEW VERSION --", "F Bre - ENG"],
    ],
)
def test_a_new_list_takes_the_place_of_all_orders_above(lines: list[str]) -> None:
    """Only the order right above it, or none, was asked about; the others were left beside the new list."""
    assert _taken([*ABOVE, *lines]) == [BREST]


@pytest.mark.parametrize(
    "lines",
    [
        ["So instead:", "F Bre - ENG"],  # nothing is taken back
        ["This is what I really want: peace with England.", "F Bre - ENG"],
        ["# new orders:", "F Bre - ENG"],
        ["F Bre - ENG", "My real orders are:"],  # nothing is below it
    ],
)
def test_other_sentences_between_orders_replace_none(lines: list[str]) -> None:
    assert _taken([*ABOVE, *lines]) == [PARIS, MARSEILLES, BREST]


def test_no_order_stands_above_a_new_list_that_is_not_read() -> None:
    assert _taken([*ABOVE, "My real orders are:", "Flete Bre to the Chanel"]) == []


def test_the_answer_says_what_replaces_an_order() -> None:
    game: Game = find("standard")
    state = game.start({}, SeededDice("lists", 0))
    lines = game.read(state, "France", None, ["A Par - Bur", "New version:", "A Par - Pic"]).lines
    assert "New version:" in lines[0].reason
    assert "one list" in lines[0].remedy
