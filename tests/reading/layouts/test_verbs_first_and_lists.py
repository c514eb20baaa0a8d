"""Orders with the verb first, remarks after orders, signs for "holds", and lists."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from adjudicator.games import find

STANDARD, HARDBOP, XIII = map(find, ("standard", "hardbop", "downfall-xiii"))
SPRING = STANDARD.place(
    {"phase": "movement", "units": {"France": ("A Par", "A Mar", "F Bre"), "Germany": ("A Mun",)}}
)
ROHAN = HARDBOP.place(
    {"phase": "movement", "units": {"Rohan": ("A Dhw", "C WEm"), "Gondor": ("A EEm", "A MTi", "Faramir MTi")}}
)
GONDOR = XIII.place({"phase": "movement", "turn": 4, "units": {"Gondor": ("A Pel", "C DAm", "R MTi")}})
READERS = {"France": (STANDARD, SPRING), "Rohan": (HARDBOP, ROHAN), "Gondor": (XIII, GONDOR)}


def _lines(power: str, text: str) -> Sequence[ReadLine]:
    game, state = READERS[power]
    return game.read(state, power, None, text.splitlines()).lines


def _taken(power: str, text: str) -> list[str]:
    lines = _lines(power, text)
    assert not [line for line in lines if line.verdict == REFUSED], lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("power", "text", "reading"),
    [
        ("Rohan", "Move army Dunharrow to Edoras.", "Army Dunharrow moves to Edoras"),
        ("Gondor", "Move army Pelargir to Lossarnach", "Army Pelargir moves to Lossarnach"),
        ("Gondor", "Move cavalry Dol Amroth to Lamedon", "Cavalry Dol Amroth moves to Lamedon"),
        ("Gondor", "Send army Pelargir to Lossarnach", "Army Pelargir moves to Lossarnach"),
        ("Gondor", "Hold cavalry Dol Amroth", "Cavalry Dol Amroth holds"),
        (
            "Rohan",
            "Support Gondor's army East Emnet with cavalry West Emnet.",
            "Cavalry West Emnet supports Army East Emnet where it stays",
        ),
        ("Rohan", "C WEm = H", "Cavalry West Emnet holds"),
        ("Rohan", "A Dhw = stays", "Army Dunharrow holds"),
        ("France", "Par = hold", "Army Paris holds"),
        ("France", "The army in Paris holds its position against the Germans.", "Army Paris holds"),
        ("Rohan", "The army in Dunharrow stays by the fire (lucky them).", "Army Dunharrow holds"),
        ("France", "Hi, this spring Paris goes to Burgundy", "Army Paris moves to Burgundy"),
        ("France", "In the spring my army in Paris shall march to Burgundy", "Army Paris moves to Burgundy"),
        ("Gondor", "R MTi - Osg, looking for you know what", "Ranger Minas Tirith moves to Osgiliath"),
        ("Gondor", "The ranger stays in the White City.", "Ranger Minas Tirith holds"),
    ],
)
def test_verbs_first_remarks_and_signs_are_understood(power: str, text: str, reading: str) -> None:
    assert _taken(power, text) == [reading]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        (
            "Standing order: all my armies destroy the Ranger",
            "Standing order: every Army destroys the Ranger",
        ),
        (
            "Please note a standing order: every army destroys Gandalf",
            "Standing order: every Army destroys Gandalf",
        ),
        ("As a standing order: A Dhw H", "Standing order: Army Dunharrow holds"),
    ],
)
def test_a_standing_order_in_words(text: str, reading: str) -> None:
    assert _taken("Rohan", text) == [reading]


def test_a_fleet_of_the_north_is_a_fleet() -> None:
    text = "A Par - Bur while Mar goes to Spain and then the northern fleet sails from Brest to the Channel"
    assert _taken("France", text)[-1] == "Fleet Brest moves to the English Channel"


@pytest.mark.parametrize("text", ["Any unit not ordered above stands.", "Any other unit not ordered holds"])
def test_all_others_hold(text: str) -> None:
    assert _taken("France", f"A Par - Bur\n{text}") == [
        "Army Paris moves to Burgundy",
        "All units without another order hold",
    ]


def test_another_season_is_not_this_turn() -> None:
    assert [line.verdict for line in _lines("France", "This autumn my army in Paris goes to Burgundy")] == [
        REFUSED
    ]


def test_items_of_a_list_are_answered_one_by_one() -> None:
    lines = _lines("France", "fleet brest mid-atlantic ocean, army paris burgundy")
    assert [(line.verdict, line.remedy) for line in lines] == [
        (REFUSED, "Did you mean F Bre - MAO?"),
        (REFUSED, "Did you mean A Par - Bur?"),
    ]


def test_items_in_short_notation_are_answered_one_by_one() -> None:
    lines = _lines("Gondor", "a pel h, a mti s gon zz, p forl-g of lune, a s gon h")
    assert [line.verdict for line in lines] == [TAKEN, REFUSED, REFUSED, REFUSED]


def test_a_build_instead_of_one_above_withdraws_it() -> None:
    facts = {"phase": "adjustment", "units": {"France": ("A Spa",)}, "centres": {"France": ("Par", "Spa")}}
    state = STANDARD.place(facts)
    text = (
        "I think I'll raise an army in Paris\nHmm, on second thoughts no\nSo please a fleet in Brest instead."
    )
    reading = STANDARD.read(state, "France", None, text.splitlines())
    assert "Army Paris is built" not in {row.order for row in reading.in_force}
