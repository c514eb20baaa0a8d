"""Whom a unit destroys, told with the condition that they are there, or as a standing order in a sentence."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("downfall-xiii")
UNITS = {"Gondor": ("A SIt", "A Osg", "A MTi"), "Mordor": ("A Dag",)}
STATE = GAME.place({"phase": "movement", "turn": 3, "units": UNITS})


def _taken(text: str) -> list[str]:
    lines = GAME.read(STATE, "Gondor", None, text.split("\n")).lines
    assert not [line for line in lines if line.verdict == REFUSED], lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("If the Nazgul shows up in South Ithilien, the army there destroys it", "Nazgul"),
        ("if that old snake Saruman walks into South Ithilien my army there should destroy him", "Saruman"),
        ("Should the Nazgul come to South Ithilien, A SIt destroys it", "Nazgul"),
        ("A SIt destroys whatever turns up", "any piece that it can"),
    ],
)
def test_that_somebody_is_there_is_no_condition(text: str, reading: str) -> None:
    assert _taken(text) == [f"Army South Ithilien destroys {reading}"]


@pytest.mark.parametrize(
    "text",
    [
        "A SIt H, and if the Nazgul shows up there, it destroys it",
        "South Ithilien stays, if the Nazgul is there it shall destroy it",
    ],
)
def test_it_is_the_unit_named_before(text: str) -> None:
    assert _taken(text) == ["Army South Ithilien holds", "Army South Ithilien destroys Nazgul"]


def test_that_a_move_succeeds_is_a_condition() -> None:
    assert _taken("and when Osgiliath gets into North Ithilien it should destroy any") == [
        "Army Osgiliath destroys any piece that it can if Army Osgiliath moving to North Ithilien succeeds"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "oh and please as a standing order from now on all my armies destroy\n"
        "any ranger they meet I dont want those sneaking around",
        "Oh, and a standing order please: all my armies are to destroy any Ranger whenever they can.",
        "Standing order from now on: every army destroys all rangers",
    ],
)
def test_a_standing_order_in_a_sentence(text: str) -> None:
    assert _taken(text) == ["Standing order: every Army destroys any Ranger"]


@pytest.mark.parametrize(
    "text", ["If the Nazgul is in South Ithilien, A Osg - SIt", "A standing order is a good thing"]
)
def test_other_conditions_are_not_taken(text: str) -> None:
    lines = GAME.read(STATE, "Gondor", None, [text]).lines
    assert TAKEN not in [line.verdict for line in lines]
