"""A number behind the place is the number of units, and never dropped as a smiley or a remark."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN
from adjudicator.games import find

GAME = find("domination")
START = GAME.start({}, SeededDice("a", 0))


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("militia second city x3", "Build 3 Militia at your second city"),
        ("knights first city (2)", "Build 2 Knights at your first city"),
        ("militia in the first city x 3", "Build 3 Militia at your first city"),
        ("militia Dawnport x3", "Build 3 Militia at D2 Dawnport"),
        ("griffin in Dawnport (3)", "Build 3 Griffins at D2 Dawnport"),
        ("3 militia first city (9)", "Build 3 Militia at your first city"),
        ("Knight first city :)", "Build Knight at your first city"),
    ],
)
def test_a_number_behind_a_place_counts_the_units(line: str, reading: str) -> None:
    answers = GAME.read(START, "Red", None, ["Build", line]).lines
    assert [one.reading for one in answers if one.verdict == TAKEN][1:] == [reading]
