"""Epic Domination: a single sentence with many orders, each of which is read or refused for itself.

In position 3707 Red has a Knight and three Griffins each in G2 and G7, three Griffins in G3, two Knights in
G15, two Militia in G13, a Militia each in G4 and G9, and a Griffin each in E13 and G10. In 3704 Red has four
Militia and four Griffins in C9, a Knight each in C1, B1 and B6, a Griffin each in B11 and B12, a Militia in
B11, two in B12 and six in B6.
"""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from tests.support.play.read_lines import all_taken, orders_of, read_at

IN_A_HURRY = (
    "Dinner is on the table so this has to be fast, everything back to Goldhollow more or less, I mean "
    "the knight and the 3 griffins from G2 go to G7, so do the 2 knights from G15 and the militia from "
    "G4 and the griffin from E13, the knight and the 3 griffins that are in G7 already stay there and "
    "so do the 3 griffins at G3, then the griffin at G10 goes to G9 and the 2 militia from G13 too and "
    "the militia at G9 stays, builds are 2 knights at G7, 2 knights at G9 and 2 militia at G9, and lose "
    "militia before knights before griffins please, thanks, Joan"
)
MEANT = [
    *("Knight G2 - G7", "3 Griffin G2 - G7", "2 Knight G15 - G7", "Militia G4 - G7", "Griffin E13 - G7"),
    *(
        "Knight G7 holds",
        "3 Griffin G7 holds",
        "3 Griffin G3 holds",
        "Griffin G10 - G9",
        "2 Militia G13 - G9",
    ),
    *(
        "Militia G9 holds",
        "Build",
        "2 Knight G7",
        "2 Knight G9",
        "2 Militia G9",
        "lose Militia, Knight, Griffin",
    ),
]


def _meant(position: str, orders: list[str]) -> list[str]:
    readings = all_taken(read_at("domination", position, "\n".join(orders)))
    return [one for one in readings if not one.endswith(":")]  # not a heading


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        ("3707", IN_A_HURRY, MEANT),
        (
            "3707",
            "Knight G7 stays and so do the 3 griffins at G3, then the griffin at G10 goes to G9",
            ["Knight G7 holds", "3 Griffin G3 holds", "Griffin G10 - G9"],
        ),
        (
            "3707",
            "The griffin at G10 goes to G9 and the 2 militia from G13 too and the militia at G9 stays",
            ["Griffin G10 - G9", "2 Militia G13 - G9", "Militia G9 holds"],
        ),
        (
            "3707",
            "Knight G2 goes to G7, so do 2 knights from G15 and the militia from G4, the knight in G7 stays",
            ["Knight G2 - G7", "2 Knight G15 - G7", "Militia G4 - G7", "Knight G7 holds"],
        ),
        (
            "3707",
            "Griffin G10 - G9, lose militia before knights please, thanks, Joan",
            ["Griffin G10 - G9", "lose Militia, Knight"],
        ),
        (
            "3707",
            "Sooner or later he will come, so the knight in G7 stays",
            ["Knight G7 holds"],
        ),
        (
            "3704",
            "The knight at C1 rides to C5, and both the griffin at B11 and the griffin at B12 fly to C5; I am"
            " told that is six griffins, and I should not like to be Blue.",
            ["Knight C1 - C5", "Griffin B11 - C5", "Griffin B12 - C5"],
        ),
        ("3704", "Both militia at B12 and the knight at B6 hold", ["2 Militia B12 holds", "Knight B6 holds"]),
    ],
)
def test_each_order_of_a_long_sentence_is_read(position: str, text: str, orders: list[str]) -> None:
    assert all_taken(read_at("domination", position, text)) == _meant(position, orders)


def test_so_do_without_an_order_above_takes_no_goal_from_below() -> None:
    reading = read_at("domination", "3707", "so do the 3 griffins at G3, then the griffin at G10 goes to G9")
    assert orders_of(reading) == _meant("3707", ["Griffin G10 - G9"])
    assert [line.verdict for line in reading.lines] == [REFUSED, TAKEN]


def test_a_doubt_asks_about_each_order_of_its_sentence() -> None:
    text = "And should there still be a game, I build three knights at B6, and the knight at C1 holds."
    lines = [line for line in read_at("domination", "3704", text).lines if line.verdict == REFUSED]
    assert [line.remedy.rpartition(" mean ")[2] for line in lines] == [
        "build 3 Knight B6?",
        "Knight C1 holds?",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "all A12 go to A7, except for one Knight, who remains, which is what I would do",
        "or rather the knight in G7 or the griffin G10 - G9, whichever it is",
    ],
)
def test_no_order_is_suggested_without_the_words_that_take_from_it(text: str) -> None:
    position = "3404" if "A12" in text else "3707"
    refused = [line for line in read_at("domination", position, text).lines if line.verdict == REFUSED]
    assert refused
    assert not any("in any case" in line.remedy for line in refused)
