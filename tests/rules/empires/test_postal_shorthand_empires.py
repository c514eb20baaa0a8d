"""Shorthand of Empires: several headings on a line, typing errors, and standing orders in words."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["Army Metz", "Army Metz reduced", "Army Breslau", "Army Posen", "Army Berlin"],
    "Austria-Hungary": ["Army Krakow"],
    "Franco-British": ["French Army Verdun", "French Army Paris", "British Army Lille"],
    "Russia": ["Army Warsaw", "Army Riga"],
}
STATE = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})


def read(lines: Sequence[str], power: str = "Germany") -> Sequence[ReadLine]:
    return GAME.read(STATE, power, None, lines).lines


def taken(lines: Sequence[str], power: str = "Germany") -> list[str]:
    found = [one.reading for one in read(lines, power) if one.verdict == TAKEN]
    return [words for words in found if words not in ("Activates armies", "Recruits")]


SHEET = [
    "RECRUIT full in Berlin, reduced in Cologne",
    "ACTIVATE",
    "full Army Metz - Verdun attacks with reduced Army Metz",
    "Army Breslau - Posen",
    "CANCEL AIR never",
]


@pytest.mark.parametrize(
    "lines",
    [
        ["Rec f Ber, r Col. Act: f Metz-Verd att w r Metz; Bre-Pos.", "Canc air never. Gruss, Horst"],
        ["rec f Berl + r Col / act f Metz-Ver att w r Metz, Bresl-Posen / canc. air never"],
        ["Rec: f Ber; r Col", "Act. f Metz-Verd att w/ r Metz; Bre-Pos", "canc air: never"],
        ["1 Rec f Ber, r Col", "2 Act f Metz-Verd att, supp r Metz; Bresl-Pos", "SO: canc air never"],
    ],
)
def test_several_headings_on_a_line_and_letters_for_strengths(lines: list[str]) -> None:
    assert taken(lines) == taken(SHEET)


def test_a_letter_that_may_be_a_nation_is_not_a_strength() -> None:
    answers = read(["Activate r Warsaw - Grodno"], "Russia")
    assert not any("reduced" in one.reading for one in answers)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("retr Metz: Cologne / canc air never", ["RETREAT Metz: Cologne", "CANCEL AIR never"]),
        ("2nd loss tr, red, full", ["SECOND LOSS trench, reduced, full"]),
        ("Loss of a supporter: the last one.", ["SUPPORTER LOSS last"]),
        ("Trenches: to be used always in Metz.", ["TRENCH always in Metz"]),
        ("trench: always Metz", ["TRENCH always in Metz"]),
        ("The trenches should always be used in Metz", ["TRENCH always in Metz"]),
        ("when two losses are due, take the trench first, then the full army", ["SECOND LOSS trench, full"]),
        ("loss 2: trench then full then reduced", ["SECOND LOSS trench, full, reduced"]),
        ("please never spend missions to cancel their planes", ["CANCEL AIR never"]),
    ],
)
def test_standing_orders_in_words(line: str, meant: list[str]) -> None:
    assert taken([line]) == taken(meant) != []


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("Actviate Mtez-Vredun atack", "Metz - Verdun attack"),
        ("Reserach Gaz", "RESEARCH Gas"),
        ("1. Retranchement (entrench) à Poesn", "ENTRENCH Posen"),
        ("army Mtez to Vredun atacks", "Metz"),
        ("j'active Metz vers Verdun", ""),
        ("same for Berlin", ""),
        ("Ditto Cologne to Metz", ""),
        ("Supporter losses to be decided by you", ""),
    ],
)
def test_a_line_with_typing_errors_is_never_a_remark(line: str, suggestion: str) -> None:
    answers = read([line])
    assert all(one.verdict != REMARK for one in answers)
    refused = [one for one in answers if one.verdict == REFUSED]
    assert any(suggestion in one.remedy for one in refused)


@pytest.mark.parametrize(
    "support",
    ["unterstützt von der zweiten Armee in Metz", "soutenue par l'autre de Metz", "aidé par l'autre de Metz"],
)
def test_an_attack_is_not_taken_without_a_support_in_another_language(support: str) -> None:
    lines = [f"Activate: Metz attacks Verdun, {support}"]
    assert all(" with " in words or "support" in words for words in taken(lines))


def test_a_ticked_box_is_a_bullet_and_an_empty_one_is_not() -> None:
    assert taken(["- [x] Missions", "- [ ] Research Gas"]) == taken(["Missions"])


def test_the_number_of_a_list_of_recruits_may_stand_before_the_colon() -> None:
    units = {"Germany": ["2 Armies Cologne", "Army Metz reduced", "Army Posen reduced"]}
    game = find("empires")
    state = game.place({"units": units, "phase": "Germany", "turn": 6})

    def taken(line: str) -> list[str]:
        return [
            one.reading for one in game.read(state, "Germany", None, [line]).lines if one.verdict == TAKEN
        ]

    assert taken("Reinf x2: Metz, Posen")[1:] == ["Makes full: Army Metz", "Makes full: Army Posen"]
    assert taken("Rec 2 x red: Ber, Mun")[-2:] == [
        "Recruits a reduced army in Berlin",
        "Recruits a reduced army in Munich",
    ]
    assert "Army Metz moves to Strasbourg" in taken("Metz takes Strasbourg back")
    assert "Army Cologne moves to Frankfurt" in taken(
        "I want one of my two armies in Cologne to move to Frankfurt"
    )
