"""An accepted order is not in force if a refused line below it gives its unit another order."""

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
        "F Edi suports A Lvp - Yor",  # an order for another unit
        "F Edi S Liverpool to Yorkshir",
        "A Lvp - Mos",  # impossible
        "Liverpool is lovely at this time of the year.",
        "If Liverpool bounces, then so what",
        "I hope that Liverpool gets to Yorkshire.",
        "Edinburgh wanders to Wales",  # impossible, too, and another unit
    ],
)
def test_lines_that_give_no_other_order_leave_it_in_force(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", [YORKSHIRE, CHANNEL], text) == [YORKSHIRE, CHANNEL]


def test_an_accepted_order_further_down_counts() -> None:
    text = "So Liverpool walks over there to Wales, doesn't it\nA Lvp - Wal"
    read = STANDARD.read(SPRING, "England", None, [YORKSHIRE, "", *text.splitlines()])
    assert "Army Liverpool moves to Wales" in {row.order for row in read.in_force}


def test_only_the_unit_named_among_two_on_a_line_is_put_in_doubt() -> None:
    text = "The lads of Lamedon climb the mountains towards Lossarnach"
    read = HARDBOP.read(FIELD, "Gondor", None, ["Lamedon and Belfalas may hold.", "", text])
    taken = [line.reading for line in read.lines if line.verdict == TAKEN]
    assert taken == ["Army Belfalas holds"]


def test_destroying_a_piece_is_not_a_second_order_for_the_unit() -> None:
    text = "The army in Lamedon destroys any piece that it meets, I should think."
    assert _left(HARDBOP, FIELD, "Gondor", ["A Lam - Bel", "A Bel - Leb"], text) == [
        "A Lam - Bel",
        "A Bel - Leb",
    ]


@pytest.mark.parametrize(("side", "left"), [("Good", []), ("Evil", ["DECLARE Evil"])])
def test_another_declaration_puts_the_first_in_doubt(side: str, left: list[str]) -> None:
    start = HARDBOP.start({}, SeededDice("ordered anew", 0))
    text = f"Everybody expects Evil. So what I would like to declare is {side}, let them sweat over it"
    assert _left(HARDBOP, start, "Saruman", ["DECLARE Evil"], text) == left


@pytest.mark.parametrize("text", ["Scrub the last one", "Cross that out", "cross it out please"])
def test_other_words_for_withdrawing(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", [YORKSHIRE, CHANNEL], text) == [YORKSHIRE]


@pytest.mark.parametrize(
    "text",
    [
        "A Los - Leb instead of what I wrote",
        "A Los - Leb instead of what I sent before.",
        "A Los - Leb statt dessen, was ich geschrieben habe",
    ],
)
def test_what_an_order_replaces_is_not_the_order_of_another_unit_above(text: str) -> None:
    """A hold of another unit was refused, as if it were taken back."""
    for above in ("A Bel H", "A Los H"):  # of one unit, the later order counts
        lines = HARDBOP.read(FIELD, "Gondor", None, [above, text]).lines
        assert [line.verdict for line in lines] == [TAKEN, TAKEN]
