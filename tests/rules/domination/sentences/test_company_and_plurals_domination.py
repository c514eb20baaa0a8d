"""Epic Domination: units that stay with others, German plurals, labels, and what is said around orders.

In position 3606 Blue has two Knights and two Griffins in H3 (Harrowby) and in H8, three Knights in H13 and
two in H4. In 3605 Blue has four Knights and a Militia in E6 (Eaglecrag). In 3608 Blue has a Knight in A8 and
three in E14. In 3702 Blue has a Knight in C2, three in C5 (Carrick), a Militia in C3, a Militia and a
Griffin in C11 (Coldwell).
"""

import pytest

from adjudicator.core.game import REFUSED, REMARK
from tests.support.play.read_lines import all_taken, orders_of, read_at


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        ("3606", "Die Ritter aus H8 ziehen nach E16", ["All Knights from H8 to E16"]),
        ("3606", "Die Greife aus H8 fliegen nach E16", ["All Griffins from H8 to E16"]),
        ("3606", "Der Ritter aus H8 zieht nach E16", ["Knight from H8 to E16"]),
        (
            "3606",
            "Alle drei Ritter aus H13 ziehen nach E16, die zwei Greife aus H8 ebenfalls",
            ["3 Knights from H13 to E16", "2 Griffins from H8 to E16"],
        ),
        (
            "3606",
            "Aus Harrowby geht ein Ritter nach H4, der andere bleibt mit den Greifen",
            [
                "Knight from H3 Harrowby to H4",
                "Knight at H3 Harrowby holds",
                "All Griffins at H3 Harrowby hold",
            ],
        ),
        (
            "3605",
            "Two of the Knights from Eaglecrag go to E5; the other two remain in Eaglecrag with the Militia.",
            [
                "2 Knights from E6 Eaglecrag to E5",
                "2 Knights at E6 Eaglecrag hold",
                "All Militia at E6 Eaglecrag hold",
            ],
        ),
        (
            "3702",
            "The knight from C2 goes to Carrick, where the other three already are. Griffin C1 to C11.",
            ["Knight from C2 to C5 Carrick", "Griffin from C1 to C11 Coldwell"],
        ),
        (
            "3702",
            "C3, C11: no change",
            ["Militia at C3 holds", "Militia at C11 Coldwell holds", "Griffin at C11 Coldwell holds"],
        ),
        ("3702", "Round Carrick: Knight C2 - C5", ["Knight from C2 to C5 Carrick"]),
        (
            "3608",
            "Should it come to losses, Militia before Knights before Griffins.",
            ["Lose Militia, Knight, Griffin"],
        ),
        (
            "3701",
            "Builds: 27 = 3 Knights Eaglecrag (15), 2 Griffins Embergate (10).",
            ["Build 3 Knights at E6 Eaglecrag", "Build 2 Griffins at E15 Embergate"],
        ),
        ("3708", "Losses: M-K-G", ["Lose Militia, Knight, Griffin"]),
        (
            "3606",
            "H13's three Knights move to E16, H4's Knights go to H8",
            ["3 Knights from H13 to E16", "All Knights from H4 to H8"],
        ),
        (
            "3702",
            "if an enemy is at C2 before I move: 3 Knights C5 - C2",
            ["If an enemy is at C2: 3 Knights from C5 Carrick to C2"],
        ),
        ("3608", "Build\n10 on two Knights for Eaglecrag", ["Build:", "Build 2 Knights at E6 Eaglecrag"]),
        (
            "3608",
            "Build\nif I hold A7 after the battles: build 2 Knights A7\nwhat is left as militia in Embergate",
            [
                "Build:",
                "If Blue holds A7 Aldgate: build 2 Knights at A7 Aldgate",
                "Build as many Militia as the money buys at E15 Embergate",
            ],
        ),
    ],
)
def test_what_is_said_around_orders_is_understood(position: str, text: str, orders: list[str]) -> None:
    assert all_taken(read_at("domination", position, text)) == orders


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("3605", "The other two remain in Eaglecrag with the Militia."),  # other than which?
        ("3608", "if I hold A7 after the battles, Knight A8 - A12"),  # moves come before them
        ("3702", "Plan B: Knight C2 - C5"),
        ("3608", "Knights E6 -> E9 (two; one stays home)"),  # not one
    ],
)
def test_what_is_not_plain_is_asked_about(position: str, text: str) -> None:
    reading = read_at("domination", position, text)
    assert not orders_of(reading)
    assert any(line.verdict == REFUSED for line in reading.lines)


def test_an_order_behind_a_reason_is_never_a_mere_remark() -> None:
    text = "since he has three griffins at Aldgate, so the knight C2 marches to Carrick with a heavy heart"
    assert REMARK not in [line.verdict for line in read_at("domination", "3702", text).lines]


def test_a_suggestion_goes_to_the_place_behind_to() -> None:
    text = "All griffins that I have near there, meaning those at Dunmere and the one at D3, fly to D9"
    remedies = [line.remedy for line in read_at("domination", "3706", text).lines if line.remedy]
    assert remedies
    assert not any("- D3" in one for one in remedies)
