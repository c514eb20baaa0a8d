"""A stack that is divided in a sentence: "Of the three armies in X, two go to Y and one holds"."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

XIII = find("downfall-xiii")
STATE = XIII.place(
    {"phase": "movement", "turn": 4, "units": {"Mordor": ("3A Bro", "A Gor"), "Rohan": ("C Ano",)}}
)
DIVIDED = ["3 Armies Brown Lands divide: 2 Armies Brown Lands move to Dagorlad; Army Brown Lands holds"]


@pytest.mark.parametrize(
    "text",
    [
        "Of the three armies in Brown Lands, two go to Dagorlad and one holds.",
        "Of my 3 armies in the Brown Lands two move to Dagorlad, one stays.",
        "Of the armies in Bro, two go to Dag, one holds",
        "Out of the 3A in Bro two go to Dag and the last one holds",
        "Two of the three armies in Bro go to Dag, the third holds",
        "Two of the armies in Bro to Dag, the other one holds",
        "Two armies from Bro to Dag, one holds",
        "Two armies from Bro to Dag, the third one holds",
        "From the 3 armies in the Brown Lands, two march to Dagorlad and one stays there",
        "The armies in Brown Lands: 2 to Dagorlad, 1 stays",
        "Split the armies in Bro: two go to Dag and one stays",
        "Split the three armies in Bro, two to Dag and the last one holds",
        "The three armies in Bro, two to Dag, one holds",
    ],
)
def test_all_of_the_stack_is_divided(text: str) -> None:
    lines = XIII.read(STATE, "Mordor", None, [text]).lines
    assert [line.reading for line in lines if line.verdict == TAKEN] == DIVIDED


@pytest.mark.parametrize(
    "text",
    [
        "Of the three armies in Bro, two go to Dag",
        "Of the three armies in Bro, two go to Dag and two hold",
        "Two of my three armies in Bro go to Dag.",
        "One army from Bro to Dag, one holds",
        "Of the two armies in Bro, one goes to Dag and one holds",
    ],
)
def test_a_number_that_does_not_fit_is_refused(text: str) -> None:
    assert [line.verdict for line in XIII.read(STATE, "Mordor", None, [text]).lines] == [REFUSED]
