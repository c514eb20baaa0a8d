"""Epic Domination: a clear correction further down replaces the order above; otherwise both are refused.

Position 706 is Blue's: 5 Knights and a Militia at A8, a Griffin at A3, a Knight and a Griffin at C5.
"""

import pytest

from adjudicator.core.game import REFUSED, Reading
from tests.support.play.read_lines import orders_of, read_at

ABOVE = """\
Move
5 Knights A8 - A7
Griffin A3 - A7
Griffin C5 hold, Knight C5 holds
Build
3 Knights C5

"""
KNIGHTS, GRIFFIN = "5 Knights from A8 to A7 Aldgate", "Griffin from A3 to A7 Aldgate"
HOLDS, KNIGHT = "Griffin at C5 Carrick holds", "Knight at C5 Carrick holds"
BUILD = "Build 3 Knights at C5 Carrick"
ALL = {KNIGHTS, GRIFFIN, HOLDS, KNIGHT, BUILD}


def _read(text: str) -> Reading:
    return read_at("domination", "706", f"{ABOVE}{text}")


def _taken(text: str) -> set[str]:
    return {one for one in orders_of(_read(text)) if not one.endswith(":")}


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Hm, on second thoughts: forget the Griffin at A3, it stays at A3.", GRIFFIN, "Griffin at A3 holds"),
        ("Cancel the order for the Griffin at A3 please. It stays put.", GRIFFIN, "Griffin at A3 holds"),
        (
            "Oh and the Griffin at C5 comes to A7 instead of holding, I nearly forgot.",
            HOLDS,
            "Griffin from C5 Carrick to A7 Aldgate",
        ),
        ("My Griffin at C5 goes to Aldgate instead.", HOLDS, "Griffin from C5 Carrick to A7 Aldgate"),
        ("Sorry, the Knight at C5 goes to A4 instead", KNIGHT, "Knight from C5 Carrick to A4"),
        (
            "Cancel the move of the A8 Knights to Aldgate. Instead they stay. Everything else stands.",
            KNIGHTS,
            "5 Knights at A8 hold",
        ),
        ("Scrap the move of my Knights at A8, they hold instead", KNIGHTS, "5 Knights at A8 hold"),
        (
            "P.S. Drop the Griffin at A3. It goes back A3 - A4 - C5 instead.",
            GRIFFIN,
            "Griffin from A3 to C5 Carrick by way of A4",
        ),
    ],
)
def test_a_plain_correction_replaces_one_order(text: str, old: str, new: str) -> None:
    assert _taken(text) - {"All units without another order hold"} == (ALL - {old}) | {new}
    refused = [line.text for line in _read(text).lines if line.verdict == REFUSED]
    assert len(refused) == 1


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("If Blue is at A7, forget the Griffin at A3, it stays at A3.", GRIFFIN),
        ("Forget the Griffin at A3, it stays at A3 if Blue comes.", GRIFFIN),
        ("Maybe forget the Griffin at A3, it stays.", GRIFFIN),
        ("Forget the Griffin at A3. It stays?", GRIFFIN),
        ("Forget the Knights at A8, two of them stay at A8.", KNIGHTS),
        ("Forget the Knight at A8, it stays.", KNIGHTS),
        ("Cancel the Griffin at C5 and the Knight at C5, they go to A7", HOLDS),
        ("Forget the Griffin at C5, it goes A7 - A8 instead", HOLDS),
        ("The Knights at C5 go to A7 instead", KNIGHT),
        ("The Griffin at C5 stays instead of moving", HOLDS),
        ("Cancel the move of the Knights at A8.", KNIGHTS),
    ],
)
def test_an_unclear_correction_leaves_neither_order_in_force(text: str, old: str) -> None:
    assert old not in _taken(text)
    assert not _taken(text) - ALL


@pytest.mark.parametrize(
    "text",
    [
        "If Red comes to A8, the Griffin at C5 comes to A7 instead.",
        "Otherwise the Griffin at C5 goes to A7 instead",
        "I had the Griffin at C5 go to A7 instead of holding last year.",
    ],
)
def test_a_conditional_or_past_correction_is_not_taken(text: str) -> None:
    assert not _taken(text) - ALL


@pytest.mark.parametrize(
    "text",
    ["Cancel the Knights at C5. Militia is better.", "Scrap the Knights at C5, I have enough of them."],
)
def test_a_correction_that_may_concern_a_build_leaves_it_out_of_force(text: str) -> None:
    assert BUILD not in _taken(text)
    assert not _taken(text) - ALL


@pytest.mark.parametrize(
    "text",
    [
        "No, scrap that. Five Knights are silly. This is what I really want:\n\n",
        "My real orders are:\n",
        "Wait, no. Better like this:\n\n",
    ],
)
def test_a_new_list_takes_the_place_of_moves_and_builds(text: str) -> None:
    """Headings above it do not count either: what is below is read as in a message of its own."""
    assert _taken(f"{text}Griffin A3 - A4\nBuild 2 Knights C5\n") == {
        "Griffin from A3 to A4",
        "Build 2 Knights at C5 Carrick",
    }


def test_new_orders_is_no_heading_of_builds() -> None:
    assert "Griffin from A3 to A4" in _taken("New orders:\nGriffin A3 - A4")


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("5 Knights A8 - A7, Griffin A3 - A7. No, Griffin to A4 too.", "Griffin from A3 to A4"),
        ("Griffin A3 - A7. No wait, the Griffin better goes to A4.", "Griffin from A3 to A4"),
        ("Griffin A3 - A7. Hm, no. He stays in A3.", "Griffin at A3 holds"),
        (
            "Griffin A3 comes along to A7 -- hm, no, he'd be\nalone there. He stays in A3.",
            "Griffin at A3 holds",
        ),
        ("Griffin A3 - A7. No, wait: it stays.", "Griffin at A3 holds"),
    ],
)
def test_the_unit_of_the_order_right_above_is_ordered_anew(text: str, new: str) -> None:
    taken = {one for one in orders_of(read_at("domination", "706", text)) if one.startswith("Griffin")}
    assert taken == {new}


@pytest.mark.parametrize(
    "text",
    [
        "Griffin A3 - A7, Griffin C5 - A7. No, Griffin to A4 too.",  # which?
        "5 Knights A8 - A7. No, Knight to A4.",  # all of them?
    ],
)
def test_of_several_units_none_is_ordered_anew(text: str) -> None:
    taken = orders_of(read_at("domination", "706", text))
    assert not [one for one in taken if one.endswith(" to A4")]


def test_a_stack_above_a_retraction_does_not_keep_a_unit_that_is_ordered_anew() -> None:
    text = "Knight + Griffin C5 - A8\nGriffin A3 - A7\nwait, no.\nKnight C5 - A4"
    assert orders_of(read_at("domination", "706", text)) == ["Knight from C5 Carrick to A4"]


def test_a_build_that_is_scrapped_is_the_build() -> None:
    text = "Build 3 Knights C5.\n\nLose Militia.\n\nScrap that build, too many eggs. 2 Knights in C5."
    assert orders_of(read_at("domination", "706", text)) == ["Lose Militia", "Build 2 Knights at C5 Carrick"]


@pytest.mark.parametrize("text", ["or rather 2 Griffins", "or better 2 of them in the other one"])
def test_a_build_is_doubtful_before_or_rather(text: str) -> None:
    assert orders_of(read_at("domination", "706", f"Build 1 Griffin at C5\n{text}")) == []


def test_a_number_is_corrected_where_a_mail_program_breaks_the_line() -> None:
    text = "Build 3 Knights in C5, and a Griffin ... make that two Griffins in\nC5. That is 25 exactly."
    assert orders_of(read_at("domination", "706", text)) == [
        "Build 3 Knights at C5 Carrick",
        "Build 2 Griffins at C5 Carrick",
    ]
