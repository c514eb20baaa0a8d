"""A remark is not passed over if an order stands behind its first words, or was read in it."""

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.games import find
from tests.reading.corrections.test_choices_between_orders import FACTS


def _read(key: str, power: str, text: str) -> Reading:
    game = find(key)
    return game.read(game.place(FACTS[key]), power, None, text.splitlines())


@pytest.mark.parametrize(
    ("key", "power", "text", "order"),
    [
        (
            "standard",
            "France",
            "A Mar H because I was told that it is empty, and the army in Paris walks to Burgundy at dawn",
            "A Par - Bur",
        ),
        (
            "hardbop",
            "Gondor",
            "A Leb H since nobody comes by sea, so my army in Minas Tirith marches to Osgiliath at dawn",
            "A MTi - Osg",
        ),
        (
            "downfall-xiii",
            "Gondor",
            "A Pel H since nobody comes by sea, so my army in Minas Tirith marches to Osgiliath at dawn",
            "A MTi - Osg",
        ),
    ],
)
def test_an_order_behind_a_reason_is_asked_about(key: str, power: str, text: str, order: str) -> None:
    last = _read(key, power, text).lines[-1]
    assert (last.verdict, last.remedy) == (REFUSED, f"Did you mean {order}?")


def test_what_others_do_behind_a_reason_stays_a_remark() -> None:
    lines = _read("standard", "France", "A Par - Bur because he asked me, and Germany goes to Munich").lines
    assert [line.verdict for line in lines] == [TAKEN, REMARK]


def test_a_second_choice_of_builds_is_asked_about() -> None:
    game = find("downfall-xiii")
    state = game.place({"phase": "adjustment", "turn": 4, "units": {"Gondor": ()}})
    reading = game.read(state, "Gondor", None, ["A MTi please. If that is not possible, A Pel."])
    assert [line.verdict for line in reading.lines] == [REFUSED]


@pytest.mark.parametrize("verb", ["destroys", "destr.", "kills"])
@pytest.mark.parametrize("between", [" ", ", ", "\n  "])
def test_what_a_unit_destroys_is_an_order_beside_its_move(verb: str, between: str) -> None:
    reading = _read("downfall-xiii", "Gondor", f"A MTi - Osg{between}{verb} Nazgul")
    assert [line.reading for line in reading.lines if line.reading] == [
        "Army Minas Tirith moves to Osgiliath",
        "Army Minas Tirith destroys Nazgul",
    ]


def test_whom_it_destroys_there_is_suggested_with_the_move() -> None:
    """ "There" may mean only the place where it goes, and not wherever it ends the turn."""
    lines = _read("downfall-xiii", "Gondor", "A MTi - Osg and destroys Nazgul there").lines
    assert [line.remedy for line in lines] == ["Did you mean A MTi - Osg and A MTi destroys Nazgul?"]
