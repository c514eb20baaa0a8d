"""The technologies of the set-up in the words of players, and those that come too late. 2.3"""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("empires")
IN_PLAY = {"phase": "Germany", "turn": 3, "units": {"Germany": ["Army Metz"], "Franco-British": []}}


def at_the_start(*lines: str, power: str = "Germany") -> ReadLine:
    found = GAME.read(GAME.start({}, SeededDice("technologies", 0)), power, None, list(lines))
    return next(line for line in found.lines if line.text != "sheet" and line.verdict != NOTED)


@pytest.mark.parametrize(
    "lines",
    [
        ("TECHNOLOGIES attack/defence/gas",),
        ("TECHNOLOGIES attack, defence, gas",),
        ("Technologies: Attack 1/Defence/Gas",),
        ("My three technologies are attack and defence and gas",),
        ("I choose Attack, Defence and Gas.",),
        ("Technologien: Angriff, Verteidigung, Gas",),
        ("Technologies", "- Attack", "- Defence", "- Gas"),
        ("Technologies:", "1. Attack 1", "2. Defence 1", "3. Gas"),
    ],
)
def test_a_branch_without_a_level_is_meant_at_level_1(lines: tuple[str, ...]) -> None:
    found = at_the_start(*lines)
    assert (found.verdict, found.reading) == (TAKEN, "Technologies of the set-up: Attack 1, Defence 1, Gas")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("TECHNOLOGIES attack/defence", "name 3 different technologies"),
        ("TECHNOLOGIES Attack 2, Defence 1, Gas", "Attack 1 is not in box 2"),
        ("TECHNOLOGIES tanks, attack, gas", "Germany has no Tanks 1"),
    ],
)
def test_what_may_not_be_chosen_is_refused_with_its_reason(line: str, reason: str) -> None:
    found = at_the_start(line)
    assert found.verdict == REFUSED
    assert reason in found.reason


def test_technologies_may_be_chosen_within_a_longer_line() -> None:
    text = "Bonjour, my technologies are attack, defence and gas. I recruit a full army in Berlin."
    found = GAME.read(GAME.start({}, SeededDice("technologies", 0)), "Germany", None, [text]).lines
    readings = [line.reading for line in found]
    assert "Technologies of the set-up: Attack 1, Defence 1, Gas" in readings
    assert "Recruits a full army in Berlin" in readings


def test_talk_of_technologies_stays_talk() -> None:
    text = "The technologies that they have make an attack on us a joke."
    assert at_the_start(text) == ReadLine(1, text, REMARK)


def test_technologies_after_the_set_up_lead_to_research() -> None:
    [found] = GAME.read(GAME.place(IN_PLAY), "Germany", None, ["TECHNOLOGIES attack, gas"]).lines
    assert found.remedy == "Did you mean RESEARCH Attack 1 or RESEARCH Gas?"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The tech for this turn: Defence", REFUSED),
        ("I would like to research defence this time", REFUSED),
        ("Their tech in attack is a worry", REMARK),
        ("Shall I research defence?", REMARK),
    ],
)
def test_a_branch_to_research_is_never_lost(text: str, verdict: str) -> None:
    [found] = GAME.read(GAME.place(IN_PLAY), "Germany", None, [text]).lines
    assert found.verdict == verdict
    assert ("RESEARCH" in found.remedy) == (verdict == REFUSED)
