"""What the last column of a table says of the order in its row: "Sauron goes along and leads it"."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("downfall-xiii")
UNITS = ("A Off", "A Nrd", "A NIt", "A Dag", "Lord of the Nazgul NIt")
STATE = GAME.place({"phase": "movement", "turn": 3, "units": {"Mordor": UNITS}})
HEAD = (" piece | order | note", " ------+-------+------")


def _lines(*rows: str) -> list[tuple[str, str]]:
    lines = GAME.read(STATE, "Mordor", None, [*HEAD, *rows]).lines
    return [(line.verdict, line.reading) for line in lines if line.verdict in (TAKEN, REFUSED)]


@pytest.mark.parametrize(
    "note", ["(to join the army there = 2A)", "joins the army there", "merges with the one there"]
)
def test_a_note_may_say_that_they_merge(note: str) -> None:
    merged = "Army Nuriad holds and Army Off Board moves to Nuriad, to merge"
    assert _lines(f" Army Off Board | -> Nuriad | {note}") == [(TAKEN, merged)]


@pytest.mark.parametrize(
    "note", ["Witch-king leads it", "Witch-king (= Lord of the Nazgul) goes along and leads it"]
)
def test_a_note_may_name_the_leader(note: str) -> None:
    assert _lines(f" Army N. Ithilien | -> Osgiliath | {note}") == [
        (TAKEN, "Army North Ithilien moves to Osgiliath"),
        (TAKEN, "Lord of the Nazgul leads Army North Ithilien, which moves to Osgiliath"),
    ]


@pytest.mark.parametrize("note", ["(autumn: Osgiliath!)", "trample those horses", "lazy as ever", ""])
def test_any_other_note_says_nothing(note: str) -> None:
    assert _lines(f" Army Dagorlad | -> Brown Lands | {note}") == [
        (TAKEN, "Army Dagorlad moves to the Brown Lands")
    ]


def test_a_note_that_is_not_understood_leaves_no_order() -> None:
    assert _lines(" Army Dagorlad | -> Brown Lands | destroys any orc with the Ring") == [(REFUSED, "")]


def test_joining_is_no_remark_in_a_sentence() -> None:
    lines = GAME.read(STATE, "Mordor", None, ["A Off - Nrd, joins the big army over there"]).lines
    assert TAKEN not in [line.verdict for line in lines]
