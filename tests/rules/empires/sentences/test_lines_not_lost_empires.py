"""Downfall of Empires: short and wordy lines that were passed over, and a condition of all orders above.

Position 3503 is Germany's in winter 1915, with armies in Breslau, Posen, Nancy and Cologne; in 3501 Germany
chooses its technologies.
"""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from tests.support.play.read_lines import all_taken, read_at


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("trench save", ["Standing order: TRENCH save"]),
        (
            "SO: cancel air never; trench always",
            ["Standing order: CANCEL AIR never", "Standing order: TRENCH always"],
        ),
        ("Trench Nancy", ["Entrenches in Nancy"]),
        ("From now on I never use planes to cancel anything.", ["Standing order: CANCEL AIR never"]),
        (
            "ENTRENCH Nancy. After that PAUSE.",
            ["Entrenches in Nancy", "Pauses; the rest of the turn follows"],
        ),
        ("Other action: research Aviation", ["Researches Aviation"]),
        (
            "Reinforce Minsk and Königsberg (2 steps), third step reduced army in Berlin",
            [
                "Recruits",
                "Makes full: Army Minsk",
                "Makes full: Army Königsberg",
                "Recruits a reduced army in Berlin",
            ],
        ),
    ],
)
def test_short_lines_and_sentences_are_read(text: str, readings: list[str]) -> None:
    assert all_taken(read_at("empires", "3503", text)) == readings


@pytest.mark.parametrize(
    "text", ["Tech: Att1/Def1/Avi", "Techs: Att1, Def1, Avi", "Technologies: Attack 1/Defence 1/Aviation"]
)
def test_technologies_may_be_begun_and_divided_by_a_slash(text: str) -> None:
    [line] = [one for one in read_at("empires", "3501", text).lines if one.verdict == TAKEN]
    assert line.reading == "Technologies of the set-up: Attack 1, Defence 1, Aviation"


def test_two_technologies_are_not_those_of_the_set_up() -> None:
    read = read_at("empires", "3501", "Tech: Att1/Gas").lines
    assert not any("Technologies" in line.reading for line in read)


def test_an_attack_of_everything_is_not_told_that_who_stays_needs_no_order() -> None:
    [line] = read_at("empires", "3503", "Everything that stands in Nancy attacks Verdun together.").lines
    assert line.verdict == REFUSED
    assert line.remedy != "Leave this line out."


@pytest.mark.parametrize("stop", ["if Warsaw is ours, everything stays", "If Warsaw is ours nobody moves."])
def test_armies_above_a_sentence_that_stops_them_all_are_asked_about(stop: str) -> None:
    read = read_at("empires", "3503", f"ACTIVATE\nArmy Breslau - Krakow\n{stop}").lines
    assert [line.verdict for line in read[1:]] == [REFUSED, REFUSED]


def test_armies_above_all_others_that_stay_are_taken() -> None:
    read = read_at("empires", "3503", "ACTIVATE\nArmy Breslau - Krakow\neverything else stays").lines
    assert read[1].verdict == TAKEN
