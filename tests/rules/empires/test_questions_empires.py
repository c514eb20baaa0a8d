"""A question of a player is no order: it is quoted, and nothing of it is put on the sheet."""

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
def test_a_question_is_no_line_of_the_sheet(question: str) -> None:
    found = read(question)
    assert [line.verdict for line in found.lines[1:]] == [REMARK]
    assert [row.order for row in found.in_force if row.source.endswith("message")] == ["Entrenches in Warsaw"]
    assert game.read(game.start({}, SeededDice("questions", 0)), "Russia", found.orders, ()).unfit == ()


def test_an_order_with_a_question_mark_is_refused() -> None:
    assert read("Army Warsaw - Krakow?").lines[-1].verdict == REFUSED
