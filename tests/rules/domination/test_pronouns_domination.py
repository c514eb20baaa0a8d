"""Corrections that name their units by a pronoun or a number, and words around orders."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from tests.support.play.read_lines import lines_read, taken

POSITION: Mapping[str, Any] = {
    "units": {
        "Blue": ["5 Knight B4", "Griffin A8", "2 Knight A7", "2 Militia A7", "Militia A10"],
        "Red": ["Knight B3"],
    },
    "phase": "turn",
}
KNIGHTS = "5 Knights B4 - B8\n"
TO_B5 = "5 Knights from B4 to B5"


def _taken(text: str) -> list[str]:
    return taken("domination", POSITION, "Blue", text)


def _refused(text: str) -> list[str]:
    lines = lines_read("domination", POSITION, "Blue", text)
    return [line.remedy for line in lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    "text",
    [
        "Oh and sorry, forget B8. The five go to B5",
        "hmm, send those five to B5 instead",
        "On second thoughts they go to B5.",
        "No wait, all five of them go to B5",
        "i looked at it again and B5 is where the big stack is, so no, the five go to B5 instead to hit that",
        "hmm B8 is a trap, make it B5 instead",
        "Lieber gehen die fünf nach B5. Nein, doch: die fünf gehen nach B5",
    ],
)
def test_a_correction_gives_the_units_above_another_destination(text: str) -> None:
    assert _taken(f"{KNIGHTS}Griffin A8 holds\n\n{text}") == ["Griffin at A8 holds", TO_B5]


def test_a_correction_after_a_dash() -> None:
    assert _taken("5 Knights B4 - B8 - hmm, daft idea, to B5 then") == [TO_B5]


@pytest.mark.parametrize("text", ["They go to B5.", "so the five go to B5."])
def test_without_a_word_of_correction_both_orders_are_refused_with_a_question(text: str) -> None:
    assert _taken(KNIGHTS + text) == []
    assert any("5 Knight B4 - B5" in remedy for remedy in _refused(KNIGHTS + text))


def test_a_correction_that_fits_two_stacks_is_refused_with_a_question() -> None:
    assert _taken("5 Knights B4 - B8\n2 Knights A7 - A8\n\nNo wait, they go to B5 instead.") == []


def test_the_destination_shows_which_units_are_meant() -> None:
    text = f"{KNIGHTS}Griffin A8 - A7\n\nhmm, B8 is a trap for the knights, make it B5 instead"
    assert _taken(text) == ["Griffin from A8 to A7 Aldgate", TO_B5]


def test_a_correction_moves_builds_to_another_city() -> None:
    assert _taken("Build 3 Knights A7. Actually, put them in Ambermouth.") == [
        "Build 3 Knights at A10 Ambermouth"
    ]
    assert _taken("Build 3 Knights A7. On reflection put\nthem in Ambermouth instead") == [
        "Build 3 Knights at A10 Ambermouth"
    ]
    assert _taken("Build 3 Knights A7, Griffin A7. Actually, put them in Ambermouth.") == []


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("5 knights B4 pile into B5, and so does the griffin at A8.", [TO_B5, "Griffin from A8 to B5"]),
        ("5 knights B4 ride to B5, and the griffin at A8 goes with them", [TO_B5, "Griffin from A8 to B5"]),
        ("5 knights B4 ride to B5\nThe griffin at A8 can come as well", [TO_B5, "Griffin from A8 to B5"]),
        ("the 5 chevaliers (knights) in B4 go to B5", [TO_B5]),
        ("The 5 knights at B4 get out of there, to B5", [TO_B5]),
        ("5 Knights B4 to B5 in case they are wanted", [TO_B5]),
        ("The five knights stay on B4 as a road block", ["5 Knights at B4 hold"]),
        ("leave all of the A7 lot where they are (2 militia, two knights)", ["All at A7 Aldgate hold"]),
        ("the 2 knights in A7 stay, with the militia", [
            "2 Knights at A7 Aldgate hold", "All Militia at A7 Aldgate hold"
        ]),
        ("attack on B5 mit allem was geht: 5 Ritter B4 nach B5", [TO_B5]),
        ("the griffin at A8 remains and fights. 5 knights B4 to B5", ["Griffin at A8 holds", TO_B5]),
        ("Build 2 knights A7. Put whatever is left into Militia at Aldgate", [
            "Build 2 Knights at A7 Aldgate", "Build as many Militia as the money buys at A7 Aldgate"
        ]),
        ("builds: all of it on militia in A7", [
            "Build:", "Build as many Militia as the money buys at A7 Aldgate"
        ]),
        ("builds: knight A7 x3, remaining 6 = 2 militia A10", [
            "Build 3 Knights at A7 Aldgate", "Build 2 Militia at A10 Ambermouth"
        ]),
    ],
)  # fmt: skip
def test_kinds_of_sentences(text: str, orders: list[str]) -> None:
    assert _taken(text) == orders
    assert _refused(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "5 Knights B4 to B5 in case he attacks",
        "5 knights B4 hold, and the griffin at A8 goes with them",
        "attack with the griffin: 5 Knights B4 - B5",
        "attack if he is weak: 5 Knights B4 - B5",
    ],
)
def test_an_ambiguous_sentence_is_refused(text: str) -> None:
    assert _refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "5 Knights B4 to B5 in case they are wanted",
        "Now shopping, my favourite part: 3 Knights at A7",
        "everybody I have not named stays",
        "| A7 | 3 Knights |",
    ],
)
def test_lines_are_quoted_as_they_were_written(text: str) -> None:
    lines = lines_read("domination", POSITION, "Blue", text)
    assert {line.text for line in lines if line.verdict == TAKEN} <= {text, *text.split(": ")}
