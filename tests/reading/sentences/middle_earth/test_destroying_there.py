"""A condition that every order to destroy has: "if he shows up". It changes nothing, except beside a move."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("hardbop")
STATE = GAME.place({"phase": "movement", "units": {"Dwarves": ("A Shi", "A Dal", "A Erb")}})
BOTH = ["Army Shire holds", "Army Shire destroys Saruman"]


def _lines(text: str) -> list[ReadLine]:
    return [*GAME.read(STATE, "Dwarves", None, text.split("\n")).lines]


def _taken(text: str) -> list[str]:
    return [line.reading for line in _lines(text) if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "A Shi H, kills Saruman if he shows up",
        "Shire holds and it destroys Saruman if he is hiding in there.",
        "The army in the Shire holds; if Saruman is found there at the end of the turn, destroy him.",
        "Shire stays put, and should Saruman turn up there, it is to destroy him, whoever he is",
        "The Shire holds. If it meets Saruman there it shall destroy him.",
        "The Shire holds and destroys Saruman if\nhe comes",
        "A Shi H\nA Shi destroys Saruman, but only if he is there",
    ],
)
def test_a_condition_that_says_nothing(text: str) -> None:
    assert _taken(text) == BOTH
    assert not [line for line in _lines(text) if line.verdict == REFUSED]


def test_any_piece() -> None:
    text = "Shire holds; if any piece is found there at the end of the turn, destroy it, whichever it is"
    assert _taken(text) == ["Army Shire holds", "Army Shire destroys any piece that it can"]


def test_the_answer_has_the_words_of_the_writer() -> None:
    text = "The army in the Shire holds; if Saruman is found there, destroy him."
    assert [line.text for line in _lines(text)] == [
        "The army in the Shire holds",
        "if Saruman is found there, destroy him.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Shire to Bree. If it meets Saruman there it shall destroy him.",
        "The army in the Shire goes to Bree and destroys Saruman if he is hiding in there",
    ],
)
def test_beside_a_move_it_is_asked_where(text: str) -> None:
    assert not _taken(text)
    remedies = [line.remedy for line in _lines(text) if line.verdict == REFUSED]
    assert remedies == ["Did you mean A Shi - Bre and A Shi destroys Saruman?"]


@pytest.mark.parametrize(
    "text",
    [
        "A Shi H, kills Saruman if Dale agrees",
        "Shire destroys Saruman if he attacks Dale",
        "Shire holds; if Saruman comes to Dale, destroy him",
        "Shire holds if Saruman is there",
        "If Saruman is not there, the Shire holds",
        "Shire destroys Saruman unless he is there with an army",
        "Shire destroys Saruman if he is not led",
        "Shire - Bree if Saruman shows up",
    ],
)
def test_any_other_condition_is_refused(text: str) -> None:
    assert not [one for one in _taken(text) if "destroys" in one or "moves" in one]
    assert [line for line in _lines(text) if line.verdict == REFUSED]


def test_what_is_kept_is_not_removed() -> None:
    xiii = find("downfall-xiii")
    units = ("A And", "C Emy", "A Ano", "C HDe")
    state = xiii.place({"phase": "adjustment", "units": {"Rohan": units}})
    lines = xiii.read(
        state, "Rohan", None, ["I keep the army in Anórien and the cavalry in Helm's Deep."]
    ).lines
    assert not [line for line in lines if line.verdict == TAKEN]
