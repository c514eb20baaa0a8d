"""An accepted order is not in force if a line below it, which is refused, orders its unit anew."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.games import find

STANDARD = find("standard")
SPRING = STANDARD.start({}, SeededDice("ordered anew", 0))
HARDBOP = find("hardbop")
FIELD = HARDBOP.place(
    {
        "phase": "movement",
        "turn": 3,
        "units": {"Gondor": ("A Lam", "A Bel", "A Los", "A Leb"), "Saruman": ("A Ise", "A Dld")},
    }
)
YORKSHIRE, CHANNEL = "A Lvp - Yor", "F Lon - ENG"


def _left(game: Game, state: str, power: str, orders: list[str], text: str) -> list[str]:
    """Return which of the orders are taken, with *text* below them."""
    read = game.read(state, power, None, [*orders, "", *text.splitlines()])
    return [line.text for line in read.lines if line.verdict == TAKEN and line.number <= len(orders)]


@pytest.mark.parametrize(
    "text",
    [
        "It's the army in Liverpool that strolls along to Wales",
        "So Liverpool walks over there to Wales and Edinburgh can sing for its supper",
        "Liverpol to Wales",
        "Liverpool would be better off in Wales",
    ],
)
def test_a_refused_line_puts_the_order_of_its_unit_in_doubt(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", [YORKSHIRE, CHANNEL], text) == [CHANNEL]


@pytest.mark.parametrize(
    "text",
    [
        "A Lvp - Yrk",  # the same, misspelt
        "F Edi suports A Lvp - Yor",  # of another unit
        "F Edi S Liverpool to Yorkshir",
        "A Lvp - Mos",  # cannot be meant
        "Liverpool is lovely at this time of the year.",
        "If Liverpool bounces, then so what",
        "I hope that Liverpool gets to Yorkshire.",
        "Edinburgh wanders to Wales",  # cannot either, and is another unit
    ],
)
def test_lines_that_do_not_order_it_anew_leave_an_order_alone(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", [YORKSHIRE, CHANNEL], text) == [YORKSHIRE, CHANNEL]


def test_an_order_below_that_is_accepted_counts() -> None:
    text = "So Liverpool walks over there to Wales, doesn't it\nA Lvp - Wal"
    read = STANDARD.read(SPRING, "England", None, [YORKSHIRE, "", *text.splitlines()])
    assert "Army Liverpool moves to Wales" in {row.order for row in read.in_force}


def test_one_of_two_units_on_a_line_is_doubted_alone() -> None:
    text = "The lads of Lamedon climb the mountains towards Lossarnach"
    read = HARDBOP.read(FIELD, "Gondor", None, ["Lamedon and Belfalas may hold.", "", text])
    taken = [line.reading for line in read.lines if line.verdict == TAKEN]
    assert taken == ["Army Belfalas holds"]


def test_what_a_unit_does_besides_is_not_its_order_anew() -> None:
    text = "The army in Lamedon destroys any piece that it meets, I should think."
    assert _left(HARDBOP, FIELD, "Gondor", ["A Lam - Bel", "A Bel - Leb"], text) == [
        "A Lam - Bel",
        "A Bel - Leb",
    ]


@pytest.mark.parametrize(("side", "left"), [("Good", []), ("Evil", ["DECLARE Evil"])])
def test_a_declaration_is_doubted_by_another_one(side: str, left: list[str]) -> None:
    start = HARDBOP.start({}, SeededDice("ordered anew", 0))
    text = f"Everybody expects Evil. So what I would like to declare is {side}, let them sweat over it"
    assert _left(HARDBOP, start, "Saruman", ["DECLARE Evil"], text) == left


@pytest.mark.parametrize("text", ["Scrub the last one", "Cross that out", "cross it out please"])
def test_other_words_for_taking_back(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", [YORKSHIRE, CHANNEL], text) == [YORKSHIRE]
