"""A refusal never suggests a place that the unit cannot reach, nor one that is not on the board."""

import re

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Game
from adjudicator.games import find

STANDARD, HARDBOP = find("standard"), find("hardbop")
SPRING = STANDARD.place({"phase": "movement", "units": {"France": ("A Par", "A Mar", "F Bre")}})
GONDOR = HARDBOP.place({"phase": "movement", "units": {"Gondor": ("A Osg", "A Lam", "Faramir Osg")}})
NAMES = re.compile(r"Did you mean (.+)\?")


@pytest.mark.parametrize(
    "text",
    [
        *("The army in Paris goes to Narnia", "A Mar supports Narnia", "Fleet Brest to the Baltik"),
        *("A Par - Moria", "F Bre - Med", "A Par - Armeniaa", "Army Lyons to Paris", "A Mar - Piedmnt"),
    ],
)
def test_suggestions_on_the_standard_board(text: str) -> None:
    _check(STANDARD, SPRING, "France", text)


@pytest.mark.parametrize(
    "text",
    [
        "A Osg - Mordor",
        "A Osg - Rohann",
        "Osgiliath goes to Morgul Vale",
        "A Lam - Pelargirr",
        "A Lam - Umbarr",
    ],
)
def test_suggestions_in_middle_earth(text: str) -> None:
    _check(HARDBOP, GONDOR, "Gondor", text)


def _check(game: Game, state: str, power: str, text: str) -> None:
    lines = game.read(state, power, None, [text]).lines
    assert [line.verdict for line in lines] == [REFUSED]
    named = NAMES.fullmatch(lines[0].remedy)
    for order in re.split(r", | or ", named[1]) if named else ():
        assert game.read(state, power, None, [order]).lines[0].verdict == TAKEN, lines[0].remedy


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("A Mar - Pciardy", "OPTIONS lists"),  # the army in Paris might go there
        ("A Par - Pciardy", "Did you mean A Par - Pic?"),
        ("A Pra - Picardy", "Did you mean A Par - Pic?"),
    ],
)
def test_no_order_of_another_unit_is_suggested(text: str, remedy: str) -> None:
    [line] = STANDARD.read(SPRING, "France", None, [text]).lines
    assert line.verdict == REFUSED
    assert line.remedy.startswith(remedy)
