"""Epic Domination: orders with their reasons, units named by the order above, and vague numbers.

Position 609 is Red's: a Militia, a Knight and 3 Griffins in C11 Coldwell, 5 Knights and a Griffin at C12,
3 Knights at H9; Blue has units at C8, C16 and in H10 Hawkhurst.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN
from tests.support.play.read_lines import all_taken, orders_of, read_at

_read = partial(read_at, "domination", "609")


def _orders(text: str) -> list[str]:
    return orders_of(_read(text))


def _taken(text: str) -> list[str]:
    return all_taken(_read(text))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (
            "I leave the 3 Knights at H9 where they are, so that Hawkhurst stays\nnervous.",
            "3 Knight H9 holds",
        ),
        ("2 griffins C11 to C12, so that\nCarrick stays nervous", "2 Griffin C11 - C12"),
        ("5 Knights C12 stay because Coldwell holds", "5 Knight C12 holds"),
        ("5 Knights C12 hold in order to\nkeep the griffin alive.", "5 Knight C12 holds"),
        (
            "3 griffins C11 to C12 because\nthe knights at C12 hold there and need help.",
            "3 Griffin C11 - C12",
        ),
        ("3 griffins C11 to C12 hoping that the\n5 knights C12 hold", "3 Griffin C11 - C12"),
        ("The 3 Knights at H9 hold so as to\nkeep the griffins", "3 Knight H9 holds"),
        ("2 Greifen C11 nach C12, damit\nCarrick stehen bleibt", "2 Griffin C11 - C12"),
        ("3 griffons C11 vont à C12 pour que\nCarrick tient", "3 Griffin C11 - C12"),
        (
            "5 Knights C12 - C8, because I have thought all day long about it and\nall h9 stays anyway",
            "5 Knight C12 - C8",
        ),
    ],
)
def test_a_reason_is_not_an_order_even_on_the_next_line(text: str, order: str) -> None:
    assert _orders(text) == _taken(order)


def test_an_order_on_the_line_after_a_complete_reason_is_read() -> None:
    text = "5 knights C12 to C8 because he is weak\n3 knights H9 to C12"
    assert _taken(text) == _taken("5 Knight C12 - C8\n3 Knight H9 - C12")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "5 knights C12 attack C8 and the griffin there goes home to Coldwell",
            ["5 Knight C12 - C8", "Griffin C12 - C11"],
        ),
        ("5 knights C12 to C8. Same for the griffin there", ["5 Knight C12 - C8", "Griffin C12 - C8"]),
        ("5 knights C12 attack C8, the griffin with them", ["5 Knight C12 - C8", "Griffin C12 - C8"]),
        ("5k c12>c8; g same", ["5 Knight C12 - C8", "Griffin C12 - C8"]),
        ("5 knights C12 hold, the griffin there too", ["5 Knight C12 holds", "Griffin C12 holds"]),
        ("5 Ritter C12 bleiben, der Greif ebenfalls", ["5 Knight C12 holds", "Griffin C12 holds"]),
        ("Knight C11 to C12. The 5 knights there stay", ["Knight C11 - C12", "5 Knight C12 holds"]),
        (
            "Knight C11 to C12. Two of the three\nGriffins at Coldwell should go with it to C12 as well.",
            ["Knight C11 - C12", "2 Griffin C11 - C12"],
        ),
        (
            "Zwei Greifen fliegen von C11 nach C12, der dritte bleibt",
            ["2 Griffin C11 - C12", "Griffin C11 holds"],
        ),
        ("deux griffons de C11 vont à C12, le troisième reste", ["2 Griffin C11 - C12", "Griffin C11 holds"]),
        (
            "2 griffins fly from C11 to C12, the third one to C15",
            ["2 Griffin C11 - C12", "Griffin C11 - C15"],
        ),
        ("2 knights go from H9 to H8, der dritte nach C12", ["2 Knight H9 - H8", "Knight H9 - C12"]),
        (
            "2 griffins fly from Coldwell to C12. The other one attacks C15",
            ["2 Griffin C11 - C12", "Griffin C11 - C15"],
        ),
        ("Zwei Greifen von C11 nach C12, der andere nach C15", ["2 Griffin C11 - C12", "Griffin C11 - C15"]),
        ("2G C11-C12, rest of C11 holds", ["2 Griffin C11 - C12", "all C11 holds"]),
        ("3 knights in Coldwell, the rest militia in Carrick", ["Build", "3 Knight C11", "rest Militia C5"]),
        ("if he attacks C11, 5 knights C12 go to C11", ["if Blue at C11: 5 Knight C12 - C11"]),
        ("5 knights C12 - C8 if he is still there", ["if Blue at C8: 5 Knight C12 - C8"]),
    ],
)
def test_units_are_identified_by_the_order_before(text: str, orders: list[str]) -> None:
    assert _taken(text) == [one for one in _taken("\n".join(orders)) if one != "Build:"]


@pytest.mark.parametrize(
    "text",
    [
        "A knight goes from H9 to H8, the second one to C12",  # what does the third do?
        "Griffin C11 to C12. The griffin there stays",  # the one at C11 or at C12?
        "if Blue at C8: 5 Knights C12 - C8. The griffin there stays",
        "5 knghts C12 to C8. The griffin there stays",
    ],
)
def test_an_order_is_refused_if_other_units_may_be_meant(text: str) -> None:
    assert _read(text).lines[-1].verdict == REFUSED


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("5 chevaliers C12 sur place", "5 Knight C12 holds"),
        ("3 Ritter H9 an Ort und Stelle", "3 Knight H9 holds"),
        ("3 Ritter H9 bleiben dort wo sie sind", "3 Knight H9 holds"),
        ("3 chevaliers H9 sans bouger", "3 Knight H9 holds"),
        ("3 knights H9 don't budge", "3 Knight H9 holds"),
    ],
)
def test_hold_in_english_french_and_german(text: str, order: str) -> None:
    assert _taken(text) == _taken(order)


@pytest.mark.parametrize(
    "text",
    [
        "Half the knights at C12 go to C8",
        "Most of the knights at C12 go to C8",
        "some griffins from Coldwell to C12",
        "a few knights of C12 attack C8",
        "2 griffins C11 to C12 - correction: all 3",
    ],
)
def test_no_number_is_suggested_for_a_vague_or_corrected_one(text: str) -> None:
    read = _read(text).lines
    assert {line.verdict for line in read} == {REFUSED}
    assert not [line.remedy for line in read if "C12 - C8" in line.remedy or "C11 - C12" in line.remedy]


@pytest.mark.parametrize(
    "text", ["C12 attacks C8", "C12 all C8", "C12 army attacks C8", "whole C12 stack into C8"]
)
def test_a_space_without_units_gets_a_suggestion_for_all_units_there(text: str) -> None:
    [line] = _read(text).lines
    assert (line.verdict, "all C12 - C8" in line.remedy) == (REFUSED, True)


def test_a_reason_beside_an_order_is_a_remark() -> None:
    lines = _read("5 Knights C12 stay because Coldwell holds").lines
    assert [line.verdict for line in lines] == [TAKEN, REMARK]


def test_the_suggestion_for_a_sentence_with_when_keeps_the_condition() -> None:
    [first, last] = _read("when he moves to C12, all C12 - C11, else they stay").lines
    assert "if Blue at C12: all C12 - C11" in first.remedy
    assert "else: all C12 holds" in last.remedy
