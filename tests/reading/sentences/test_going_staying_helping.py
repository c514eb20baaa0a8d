"""What a unit is doing, in words of people who learnt English or write on a phone: "is going to Holland"."""

import pytest

from adjudicator.core.game import REFUSED, REMARK
from tests.support.play.read_lines import orders_of, read_at


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "3408",
            "The army of Ruhr is going to Holland, Kiel gives support to this.",
            ["Army Ruhr moves to Holland", "Army Kiel supports the move from the Ruhr to Holland"],
        ),
        (
            "3408",
            "Ruhr is attacking Holland and Kiel is supporting that",
            ["Army Ruhr moves to Holland", "Army Kiel supports the move from the Ruhr to Holland"],
        ),
        ("3408", "Ruhr is going to attack Holland", ["Army Ruhr moves to Holland"]),
        ("3408", "Munich is going nowhere", ["Army Munich holds"]),
        ("3408", "From Munich I go in Burgundy", ["Army Munich moves to Burgundy"]),
        ("3408", "Fleet Denmark only holds.", ["Fleet Denmark holds"]),
        ("3408", "In Moscow the army makes nothing", ["Army Moscow holds"]),
        ("3408", "Moscow holds, come what may.", ["Army Moscow holds"]),
        (
            "3408",
            "Against France: Ruhr attacks Holland and Kiel supports that.",
            ["Army Ruhr moves to Holland", "Army Kiel supports the move from the Ruhr to Holland"],
        ),
        ("3402", "london goes 2 channel", ["Fleet London moves to the English Channel"]),
        (
            "3507",
            "The army of Ruhr is going back to Kiel for throwing out the italian there.",
            ["Army Ruhr moves to Kiel"],
        ),
        ("3507", "The army in Belgium is staying where he is.", ["Army Belgium holds"]),
    ],
)
def test_orders_of_standard_diplomacy(position: str, text: str, orders: list[str]) -> None:
    assert orders_of(read_at("standard", position, text)) == orders


def test_a_support_of_it_is_not_joined_with_the_next_line() -> None:
    """ "Ruh s. it" above "Pic -> Bel" was read as a support of Picardy."""
    orders = orders_of(read_at("standard", "3406", "Mun -> Kie, Ruh s. it\nPic -> Bel"))
    assert orders[:2] == ["Army Munich moves to Kiel", "Army Ruhr supports the move from Munich to Kiel"]
    assert orders[2:] == ["Fleet Picardy moves to Belgium"]


@pytest.mark.parametrize(
    "text",
    [
        "only Munich holds",
        "If Munich only holds, Kiel moves to Holland",
        "Munich goes to Burgundy, but only if it is free",
    ],
)
def test_only_may_still_change_an_order(text: str) -> None:
    assert [line.verdict for line in read_at("standard", "3408", text).lines] == [REFUSED]


@pytest.mark.parametrize(
    ("game", "position", "text", "orders"),
    [
        (
            "downfall-xiii",
            "3404",
            "And as a standing order, every army of mine destroys the Nazgul where it finds it.",
            ["Standing order: every Army destroys Nazgul"],
        ),
        ("downfall-xiii", "3406", "Faramir w/ Eas", ["Faramir goes with Army Eastfold"]),
        (
            "downfall-xiii",
            "3404",
            "The army in Carrock comes down to Beorn's Marches to meet the old man",
            ["Army Carrock moves to Beorn's Marches"],
        ),
        ("hardbop", "3408", "Bree rests in his place.", ["Army Bree holds"]),
    ],
)
def test_orders_of_middle_earth(game: str, position: str, text: str, orders: list[str]) -> None:
    assert orders_of(read_at(game, position, text)) == orders


def test_a_sentence_that_destroys_a_piece_is_refused_and_not_a_remark() -> None:
    text = "The army in Shire does not move but he shall destroy the Nazgul, who was seen there."
    lines = read_at("downfall-xiii", "3508", text).lines
    assert [line.verdict for line in lines if line.verdict != REMARK] == [REFUSED]
