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
