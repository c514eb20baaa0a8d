"""Questions are not orders; orders in polite words get a suggestion."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, REMARK, Reading
from adjudicator.empires import game


def read(*lines: str) -> Reading:
    return game.read(game.start({}, SeededDice("questions", 0)), "Russia", None, ("ENTRENCH Warsaw", *lines))


@pytest.mark.parametrize(
    "question",
    [
        "What are the odds of the attack on Krakow?",
        "Which technologies should I research?",
        "Can I attack Ankara from the Caucasus?",
        "Will the German in Dvinsk be cut off if I take Riga?",
        "Is Army Warsaw - Krakow possible?",
        "And how does Army Warsaw => Riga work?",
    ],
)
def test_a_question_is_not_an_order(question: str) -> None:
    found = read(question)
    assert [line.verdict for line in found.lines[1:]] == [REMARK]
    assert [row.order for row in found.in_force if row.source.endswith("message")] == ["Entrenches in Warsaw"]
    assert game.read(game.start({}, SeededDice("questions", 0)), "Russia", found.orders, ()).unfit == ()


def test_an_order_with_a_question_mark_is_refused() -> None:
    assert read("Army Warsaw - Krakow?").lines[-1].verdict == REFUSED


@pytest.mark.parametrize(
    "line",
    [
        "I would like to attack Krakow from Warsaw with both armies.",
        "We'd like to attack Krakow from Warsaw with both armies",
        "I want to attack Krakow from Warsaw with both armies",
    ],
)
def test_an_attack_in_polite_words_has_a_suggestion(line: str) -> None:
    (refused,) = read(line).lines[1:]
    assert refused.reason == "This is not understood."
    attack = "Army Warsaw - Krakow attacks with Army Warsaw"
    assert refused.remedy == f"If it is an order, did you mean {attack}?"


def test_of_two_armies_that_attack_the_second_may_support() -> None:
    refused = read("ACTIVATE", "2 armies Warsaw attack Krakow").lines[-1]
    assert refused.reason == "One army attacks one army (RULES 9.2.1)."
    assert refused.remedy.endswith("support it: Army Warsaw - Krakow attacks with Army Warsaw.")
