"""The strength of a recruit of Empires, wherever in the sentence it is."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("empires")
UNITS = {"Austria-Hungary": ["Army Krakow"], "Russia": ["Army Warsaw"]}
STATE = GAME.place({"units": UNITS, "phase": "Austria-Hungary", "turn": 5})


def verdicts(text: str) -> list[tuple[str, str]]:
    read = GAME.read(STATE, "Austria-Hungary", None, text.splitlines()).lines
    return [(line.verdict, line.reading or line.remedy) for line in read if line.verdict in (TAKEN, REFUSED)]


@pytest.mark.parametrize(
    "text",
    [
        "We raise a new army in Vienna, a full one, the cafés are empty enough.",
        "Raise an army in Vienna. It should be full.",
        "Recruit Vienna, 2 steps",
        "recruit Vienna (full strength)",
        "recruit in Vienna\nfull strength",
        "RECRUIT\nVienna\n- full",
        "Recruit an army of full strength in Vienna",
        "new army for Vienna (full)",
        "recruit army vienna full strength",
    ],
)
def test_full_after_the_recruit_counts(text: str) -> None:
    assert verdicts(text) == [(TAKEN, "Recruits a full army in Vienna")]


@pytest.mark.parametrize(
    "text",
    ["recruit Vienna; a reduced one please", "Recruit Vienna. One step.", "Recruit Vienna (half strength)"],
)
def test_reduced_after_the_recruit_counts(text: str) -> None:
    assert verdicts(text) == [(TAKEN, "Recruits a reduced army in Vienna")]


def test_one_strength_may_hold_for_all_recruits() -> None:
    found = verdicts("Recruit an army in Vienna and one in Prague. Make both reduced.")
    assert found == [
        (TAKEN, "Recruits a reduced army in Vienna"),
        (TAKEN, "Recruits a reduced army in Prague"),
    ]


def test_a_suggestion_for_several_has_the_strength_of_all() -> None:
    [answer] = verdicts("Recruit an army in Vienna and one in Prague, both reduced")
    assert "RECRUIT reduced in Vienna" in answer[1]
    assert "full" not in answer[1]


@pytest.mark.parametrize(
    "text",
    [
        "recruit Vienna and Prague, a full one and a reduced one",
        "recruit an army in Vienna and one in Prague, the first full",
        "recruit an army in Vienna, full of hope",
        "raise an army in Vienna - full strength please",
        "new army in Vienna, the full thing",
    ],
)
def test_an_ambiguous_strength_is_refused(text: str) -> None:
    [answer] = verdicts(text)
    assert answer[0] == REFUSED
    assert answer[1]


def test_a_suggestion_has_the_strength_that_was_written() -> None:
    assert verdicts("new army in Vienna, reduced") == [(TAKEN, "Recruits a reduced army in Vienna")]
    [answer] = verdicts("a new army in Viena, reduced")
    assert "RECRUIT reduced in Vienna" in answer[1]
    assert "full" not in answer[1]


def test_words_after_a_recruit_that_name_no_strength_change_nothing() -> None:
    assert verdicts("Recruit an army in Vienna, as I said") == [(TAKEN, "Recruits a reduced army in Vienna")]
