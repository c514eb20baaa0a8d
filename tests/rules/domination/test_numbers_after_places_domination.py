"""A number after the place is the number of units; it is never dropped as a smiley or a remark."""

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
def test_a_number_after_a_place_counts_the_units(line: str, reading: str) -> None:
    answers = GAME.read(START, "Red", None, ["Build", line]).lines
    assert [one.reading for one in answers if one.verdict == TAKEN][1:] == [reading]


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("Knights C5 (three) - C6", "3 Knights from C5 to C6"),
        ("Knights C5 (two of them) - C6", "2 Knights from C5 to C6"),
        ("3 (three) Knights at C5 hold", "3 Knights at C5 hold"),
        ("Three (3) Knights at C5 hold", "3 Knights at C5 hold"),
        ("Militia C5 (five): hold", "5 Militia at C5 hold"),
    ],
)
def test_a_number_in_words_in_brackets_counts_the_units(line: str, reading: str) -> None:
    state = GAME.place({"units": {"Red": ["5 Knight C5", "5 Militia C5"]}, "options": {"board": "A C"}})
    [answer] = [one for one in GAME.read(state, "Red", None, [line]).lines if one.verdict == TAKEN]
    assert answer.reading.startswith(reading.partition(" hold")[0].partition(" to ")[0])
