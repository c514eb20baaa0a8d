"""Whole stacks in the plural, labels that name a unit, purposes after an order, abbreviated pieces."""

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.game import REFUSED, TAKEN, Game, State
from adjudicator.standard import game as standard

XIII = downfall_xiii.game
MORDOR = XIII.place(
    {
        "phase": "movement",
        "turn": 3,
        "units": {
            "Mordor": [
                "2A NIt",
                "2A SIt",
                "3A RRu",
                "A Dag",
                "A Bro",
                "Nazgul Eas",
                "LotN NIt",
                "Sauron Gor",
            ],
            "Gondor": ["2A Osg"],
        },
    }
)


def _taken(text: str, game: Game = XIII, state: State = MORDOR, power: str = "Mordor") -> list[str]:
    lines = game.read(state, power, None, text.split("\n")).lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("The armies in North Ithilien attack Osgiliath", ["2 Armies North Ithilien move to Osgiliath"]),
        ("both armies in North Ithilien hold", ["2 Armies North Ithilien hold"]),
        ("all my armies in River Running hold", ["3 Armies River Running hold"]),
        ("The armies in Dagorlad hold", ["Army Dagorlad holds"]),
        (
            "LotN goes with the armies from North Ithilien",
            ["Lord of the Nazgul goes with 2 Armies North Ithilien"],
        ),
        (
            "The armies from South Ithilien support the armies from North Ithilien to Osgiliath",
            ["2 Armies South Ithilien support 2 Armies North Ithilien moving to Osgiliath"],
        ),
        (
            "The armies in NIt go to Osgiliath, because I must.\nThe armies in SIt support this attack.",
            [
                "2 Armies North Ithilien move to Osgiliath",
                "2 Armies South Ithilien support 2 Armies North Ithilien moving to Osgiliath",
            ],
        ),
        (
            "The three armies in River Running are divided: two of them attack Esgaroth and one stays there.",
            [
                "3 Armies River Running divide: 2 Armies River Running move to Esgaroth; "
                "Army River Running holds"
            ],
        ),
    ],
)
def test_a_plural_names_the_whole_stack(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


def test_a_single_army_is_not_the_whole_stack() -> None:
    (line,) = XIII.read(MORDOR, "Mordor", None, ["The army in North Ithilien attacks Osgiliath"]).lines
    assert line.verdict == REFUSED


@pytest.mark.parametrize("label", ["North Ithilien", "4. North Ithilien", "The two in NIt"])
def test_a_label_that_names_the_unit_of_the_order_is_ignored(label: str) -> None:
    taken = _taken(f"{label}: 2A NIt - Osg")
    assert taken == ([] if "two" in label else ["2 Armies North Ithilien move to Osgiliath"])


def test_a_label_that_names_another_unit_is_doubtful() -> None:
    assert not _taken("South Ithilien: 2A NIt - Osg")
    assert _taken("The Nazgul: Nazgul H") == ["Nazgul holds"]


@pytest.mark.parametrize(
    "purpose",
    ["to cover East Emnet's back", "to keep Rohan out", "to guard our flank", "to protect the Wold"],
)
def test_the_purpose_of_an_order_is_a_remark(purpose: str) -> None:
    assert _taken(f"A Dag - Bro {purpose}") == ["Army Dagorlad moves to the Brown Lands"]
    assert _taken(f"A Dag H {purpose}") == ["Army Dagorlad holds"]
    assert not _taken(f"A Dag {purpose}")


def test_the_purpose_of_an_order_is_a_remark_in_standard_too() -> None:
    board = standard.place({"phase": "movement", "units": {"Austria": ["A Bud"]}})
    assert _taken("A Bud - Rum to cover Serbia", standard, board, "Austria") == [
        "Army Budapest moves to Rumania"
    ]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Naz paralyses A Osg", "Nazgul paralyses"),
        ("Naz Eas - EEm", "Nazgul moves to East Emnet"),
        ("Sau - MMo", "Sauron moves to Minas Morgul"),
    ],
)
def test_abbreviated_pieces(text: str, reading: str) -> None:
    lines = XIII.read(MORDOR, "Mordor", None, [text]).lines
    assert all(line.reading.startswith(reading) or line.verdict == REFUSED for line in lines)


def test_an_abbreviated_piece_may_share_its_name_with_an_empty_place() -> None:
    state = hardbop.game.place({"phase": "movement", "units": {"Gondor": ["A MTi", "Faramir MTi"]}})
    assert _taken("Far-Ano", hardbop.game, state, "Gondor") == ["Faramir moves to Anórien"]


def test_units_that_sit_tight_hold() -> None:
    assert _taken("Dag and Bro just sit tight.") == ["Army Dagorlad holds", "Army Brown Lands holds"]


def test_a_double_army_in_german() -> None:
    assert _taken("Doppelarmee North Ithilien nach Osgiliath") == [
        "2 Armies North Ithilien move to Osgiliath"
    ]
