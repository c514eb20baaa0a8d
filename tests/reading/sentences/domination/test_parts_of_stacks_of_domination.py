"""Epic Domination: orders for all units of a space but some, for half of them, or with kinds run together.

Position 3305 is Blue's: 4 Knights and a Griffin at A7.
"""

from functools import partial

import pytest

from tests.support.play.read_lines import all_taken, orders_of, read_at

_read = partial(read_at, "domination")
ALL_BUT_A_KNIGHT = "3 Knights + Griffin from A7 Aldgate to A8"
THE_KNIGHTS = "4 Knights from A7 Aldgate to A8"
THREE_KNIGHTS = "3 Knights from A7 Aldgate to A8"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("everything from A7 to A8 except one knight", ALL_BUT_A_KNIGHT),
        ("Everybody in Aldgate but one knight goes to A8.", ALL_BUT_A_KNIGHT),
        ("the whole garrison of A7 except a knight marches to A8", ALL_BUT_A_KNIGHT),
        ("send everyone from A7 to A8 apart from one Knight", ALL_BUT_A_KNIGHT),
        ("All units at A7 -> A8 (except one knight)", ALL_BUT_A_KNIGHT),
        ("all from A7 to A8 minus one knight", ALL_BUT_A_KNIGHT),
        ("everyone in A7 except the griffin goes to A8", THE_KNIGHTS),
        ("everybody from Aldgate, except the Griffin, to A8", THE_KNIGHTS),
        ("all from A7 to A8 but not the griffin", THE_KNIGHTS),
        ("all knights but one from A7 go to A8", THREE_KNIGHTS),
        ("All the knights in A7 except one attack A8", THREE_KNIGHTS),
        ("half of the knights from A7 go to A8", "2 Knights from A7 Aldgate to A8"),
        ("half the knights in A7 stay", "2 Knights at A7 Aldgate hold"),
        ("2K G A7-A8", "2 Knights + Griffin from A7 Aldgate to A8"),
        ("K K G A7 - A8", "2 Knights + Griffin from A7 Aldgate to A8"),
        ("2K G A7 hold", "2 Knights + Griffin at A7 Aldgate hold"),
    ],
)
def test_a_part_of_a_stack(text: str, order: str) -> None:
    assert all_taken(_read("3305", text)) == [order]


def test_those_that_are_left_hold_if_the_sentence_says_so() -> None:
    text = "everything from A7 to A8 except one knight, which stays behind"
    assert all_taken(_read("3305", text)) == [ALL_BUT_A_KNIGHT, "Knight at A7 Aldgate holds"]


@pytest.mark.parametrize(
    "text",
    [
        "everything from A7 to A8 except five knights",  # there are four
        "everything from A7 to A8 except the wizard",
        "everything from A7 to A8 except the knight",  # which of the four?
        "everything from A7 to A8 except what he attacks",
        "5K G A7-A8",
        "half of the griffins from A7 go to A8",
    ],
)
def test_numbers_that_do_not_fit_are_not_read(text: str) -> None:
    assert orders_of(_read("3305", text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "all else no move",
        "everyone else: no orders",
        "Nobody else moves this turn, not even the griffin in A7.",
        "no other moves",
        "no movement for the rest",
        "keep everybody else at home",
        "the remaining units: hold",
        "all other troops stand fast",
        "anyone not mentioned holds",
        "no orders for the others please",
        "nothing else moves",
        "leave the rest where they are",
        "No one else goes anywhere.",
    ],
)
def test_all_others_hold_in_many_words(text: str) -> None:
    assert all_taken(_read("3305", text)) == ["All units without another order hold"]


@pytest.mark.parametrize(
    "text",
    [
        "Nobody moves before Red does",
        "everyone else goes to A8",
        "the rest stays unless Red comes",
        "all else fails",
    ],
)
def test_a_sentence_about_others_that_says_something_else(text: str) -> None:
    assert orders_of(_read("3305", text)) == []
