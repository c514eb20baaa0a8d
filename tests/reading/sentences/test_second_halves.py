"""A second order for a unit in the second half of a sentence, as in "holds and destroys Gandalf"."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

UNITS = {"Mordor": ("A Dag", "A Gor", "A SIt", "A Por"), "Gondor": ("A Osg", "Gandalf MTi")}
HARDBOP = find("hardbop")
STATE = HARDBOP.place({"phase": "movement", "units": UNITS})
HELD = ["Army Dagorlad holds", "Army Dagorlad destroys Gandalf"]


def _taken(text: str) -> list[str]:
    lines = HARDBOP.read(STATE, "Mordor", None, [text]).lines
    assert not [line for line in lines if line.verdict == REFUSED], lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "A Dag holds and destroys Gandalf",
        "A Dag, which holds and destroys Gandalf",
        "A Dag holds, which destroys Gandalf",
        "Army Dagorlad that holds and destroys Gandalf",
        "A Dag stays put, destroying Gandalf",
        "A Dag H; destroy Gandalf",
        "A Dag H, and d Gandalf",
        "A Dag holds while destroying Gandalf",
        "A Dag holds. It also destroys Gandalf.",
    ],
)
def test_the_second_half_is_about_the_same_unit(text: str) -> None:
    assert _taken(text) == HELD


def test_after_a_support_it_is_about_the_supporting_unit() -> None:
    assert _taken("A SIt supports A Por and destroys Gandalf") == [
        "Army South Ithilien supports Army Poros where it stays",
        "Army South Ithilien destroys Gandalf",
    ]


def test_after_two_units_it_is_about_both() -> None:
    taken = _taken("A Dag and A Gor hold and destroy Gandalf")
    assert taken[2:] == ["Army Dagorlad destroys Gandalf", "Army Gorgoroth destroys Gandalf"]


@pytest.mark.parametrize("text", ["A SIt supports A Por, it destroys Gandalf", "A Dag, which might hold"])
def test_an_unclear_second_half_is_refused(text: str) -> None:
    lines = HARDBOP.read(STATE, "Mordor", None, [text]).lines
    assert [line.verdict for line in lines] == [REFUSED]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("A Par, which holds", ["Army Paris holds"]),
        (
            "Army Paris, which should move to Burgundy, and A Mar H",
            ["Army Paris moves to Burgundy", "Army Marseilles holds"],
        ),
        (
            "Army Paris, who holds, and F Brest, which sails to MAO",
            ["Army Paris holds", "Fleet Brest moves to the Mid-Atlantic Ocean"],
        ),
    ],
)
def test_a_separate_clause_is_a_separate_order(text: str, reading: list[str]) -> None:
    game = find("standard")
    state = game.place({"phase": "movement", "units": {"France": ("A Par", "A Mar", "F Bre")}})
    assert [line.reading for line in game.read(state, "France", None, [text]).lines] == reading
