"""The missions of an attack are no MISSIONS action; ceded armies come back; a sheet is for one turn."""

import pytest

from adjudicator.core.game import REFUSED, ReadLine
from adjudicator.games import find

GAME = find("empires")
FACTS = {
    "phase": "Germany",
    "turn": 8,
    "units": {
        "Germany": ["2 Armies Metz"],
        "Franco-British": ["French Army Verdun"],
        "Austria-Hungary": ["German Army Lemberg"],
    },
    "state": {"technologies": {"Germany": ["Aviation"]}, "missions": {"Germany": 3}},
}
ATTACK = "Army Metz moves to Verdun and attacks"


def read(*lines: str) -> tuple[ReadLine, ...]:
    return GAME.read(GAME.place(FACTS), "Germany", None, ["ACTIVATE", *lines]).lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Army Metz - Verdun attacks, aviation 2 missions", "aviation (at most 2 missions)"),
        ("The army in Metz attacks Verdun with aviation, 2 missions.", "aviation (at most 2 missions)"),
        ("Army Metz - Verdun attacks air (up to two missions)", "aviation (at most 2 missions)"),
        ("Army Metz - Verdun attacks, spending 2 missions on aviation", "aviation (at most 2 missions)"),
        ("Metz attacks Verdun with 1 air mission", "aviation (at most 1 mission)"),
    ],
)
def test_missions_of_an_attack_belong_to_it(line: str, words: str) -> None:
    taken = [one.reading for one in read(line)]
    assert f"{ATTACK}; {words}" in taken
    assert "Adds missions" not in taken


def test_missions_behind_an_attack_are_an_action() -> None:
    assert [one.reading for one in read("Army Metz - Verdun attacks air 2, missions")][1:] == [
        f"{ATTACK}; aviation (at most 2 missions)",
        "Adds missions",
    ]


def test_a_ceded_army_is_taken_back_in_words() -> None:
    """14.3"""
    found = read("take back the ceded army in Lemberg to Breslau")
    assert found[-1].reading == "Army Lemberg goes by strategic move to Breslau"


@pytest.mark.parametrize(
    "text", ["Same as last turn.", "Everything as last time, but swap research and gas."]
)
def test_nothing_of_an_earlier_turn_is_repeated(text: str) -> None:
    [found] = GAME.read(GAME.place(FACTS), "Germany", None, [text]).lines
    assert (found.verdict, found.reason.startswith("A sheet is for one turn alone")) == (REFUSED, True)
    [talk] = GAME.read(GAME.place(FACTS), "Germany", None, ["The same army as last season, I see."]).lines
    assert talk.verdict != REFUSED


def test_an_activation_of_armies_against_a_zone_is_no_heading() -> None:
    found = read("MISSIONS", "Activate the two armies there against Verdun")[-1]
    assert found.verdict == REFUSED
    assert "Army Metz" in found.remedy


@pytest.mark.parametrize("line", ["Metz (1) -> Verdun attack", "Metz -> Verdun attack"])
def test_the_second_army_of_a_zone_supports(line: str) -> None:
    found = read(line, "Metz (2) supports")
    assert f"{ATTACK}, supported by Army Metz, which moves there too" in [one.reading for one in found]


def test_an_army_that_is_named_too_often_is_counted() -> None:
    reason = "Germany has only 2 such armies in Metz, and they are activated already, above or by this line"
    assert read("3 Armies Metz - Nancy")[-1].reason.startswith(reason)


def test_the_letter_of_research_may_be_further_down_its_line() -> None:
    readings = [one.reading for one in read("A: Metz - Nancy. T: Att 1")]
    assert "Researches Attack 1" in readings
