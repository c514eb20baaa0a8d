"""A report says why its reader has nothing to build or to remove; the bulletin says nothing of it.

A newcomer read "You owe nothing" under a turn in which they had gained a centre, and no word why.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.games import find

STANDARD: dict[str, Any] = {
    "phase": "adjustment",
    "units": {
        "Turkey": ["A Con", "A Smy", "F Ank"],
        "Italy": ["A Tyr", "A Tun", "F ION"],
        "Russia": ["A Mos", "A War", "F Rum"],
        "France": ["A Bel"],
    },
    "centres": {
        "Turkey": ["Con", "Smy", "Ank", "Bul"],
        "Russia": ["Mos", "War", "Stp", "Rum", "Swe"],
        "England": ["Sev"],
    },
}
XIII: dict[str, Any] = {
    "phase": "adjustment",
    "turn": 2,
    "units": {"Elves": ["A Lor", "A Iml", "A EKH", "F GHa"], "Rohan": ["A HDe", "C DHa", "C Eas"]},
    "centres": {"Rohan": ["HDe", "DHa", "Eas", "Bre"]},
}
HARDBOP: dict[str, Any] = {
    "phase": "adjustment",
    "turn": 2,
    "units": {"Elves": ["A Lor", "A Iml", "A EKH"]},
    "centres": {"Gondor": ["GHa"]},
}


def due_items(key: str, facts: dict[str, Any], reader: str | None) -> Sequence[str]:
    game = find(key)
    sheet = game.show(game.place(facts), None, reader)
    return [item.text for section in sheet.sections if section.key == "due" for item in section.items]


@pytest.mark.parametrize(
    ("key", "facts", "reader", "why"),
    [
        (
            "standard",
            STANDARD,
            "Italy",
            "Italy has as many units as supply centres (3), so nothing is built or removed.",
        ),
        (
            "standard",
            STANDARD,
            "Turkey",
            "Turkey has a supply centre more than units, but no free place to build in. (See RULES 11.2.)"
            " Not in Constantinople, Ankara and Smyrna: units are there.",
        ),
        (
            "standard",
            STANDARD,
            "Russia",
            "Russia: 1 build in St Petersburg. The supply centres allow 2 builds, but there is no other free"
            " place to build in. (See RULES 11.2.) Not in Sevastopol: you do not own it."
            " Not in Moscow and Warsaw: units are there.",
        ),
        (
            "downfall-xiii",
            XIII,
            "Elves",
            "The Elves have as many units as allowed (4), so nothing is built or removed.",
        ),
        (
            "hardbop",
            HARDBOP,
            "Elves",
            "The Elves have as many units as allowed (3), so nothing is built or removed.",
        ),
    ],
)
def test_a_report_says_why_nothing_is_built(key: str, facts: dict[str, Any], reader: str, why: str) -> None:
    assert why in due_items(key, facts, reader)
    for other in (None, "Gondor" if key != "standard" else "France"):
        assert why not in due_items(key, facts, other)


def test_rohan_learns_that_its_homes_are_full() -> None:
    told = [one for one in due_items("downfall-xiii", XIII, "Rohan") if one.startswith("Rohan")]
    assert told == [
        "Rohan may have 1 unit more, but has no place to build in: units are built in free home centres,"
        " after Autumn turns. (See RULES S.1.) Not in Dunharrow, Eastfold and Helm's Deep: units are there."
    ]


@pytest.mark.parametrize("phase", ["movement", "retreat"])
def test_no_other_phase_speaks_of_builds(phase: str) -> None:
    facts = {**STANDARD, "phase": phase}
    if phase == "retreat":
        facts["dislodged"] = {"France": ["A Bur < Mun"]}
    assert not any("as many units" in one for one in due_items("standard", facts, "Italy"))


@pytest.mark.parametrize(
    ("key", "facts", "power", "why"),
    [
        ("downfall-xiii", XIII, "Elves", "You have as many units as allowed (4)."),
        ("downfall-xiii", XIII, "Rohan", "No place where you may build is free."),
        ("hardbop", HARDBOP, "Elves", "You have as many units as allowed (3)."),
    ],
)
@pytest.mark.parametrize("order", ["Build A Bre", "Waive"])
def test_a_build_that_is_not_due_is_refused_with_the_true_reason(
    key: str, facts: dict[str, Any], power: str, why: str, order: str
) -> None:
    game = find(key)
    line = game.read(game.place(facts), power, None, [order]).lines[0]
    assert line.remedy == why
