"""Announced changes, supports in one sentence with their move, and units that have to be guessed."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN
from adjudicator.games import find

SHEETS = Path(__file__).parents[3] / "bench" / "written_sheets"
STANDARD = find("standard")
SPRING = STANDARD.start({}, SeededDice("changes", 0))
TURKEY = STANDARD.place(
    {
        "phase": "movement",
        "turn": 2,
        "units": {"Turkey": ["A Smy", "A Bul", "F BLA", "A Ser"], "Italy": ["F Con"]},
    }
)
BEATEN = STANDARD.place(
    {
        "phase": "retreat",
        "turn": 3,
        "units": {"France": ["A Spa"]},
        "dislodged": {"Italy": ["A Spa < Por"]},
    }
)
CHANNEL, NORWEGIAN, YORKSHIRE = "F Lon - ENG", "F Edi - NWG", "A Lvp - Yor"
ORDERS = [CHANNEL, NORWEGIAN, YORKSHIRE]
TO_CON = "Army Smyrna moves to Constantinople"
WITH_BUL = "Army Bulgaria supports the move from Smyrna to Constantinople"
WITH_BLA = "Fleet Black Sea supports the move from Smyrna to Constantinople"


@cache
def _positions(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SHEETS / game / "positions.json").read_text())
    return found


def _read(game: str, position: str, text: str) -> list[str]:
    at = _positions(game)[position]
    read = find(game).read(at["state"], at["power"], None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


def _of(state: str, power: str, text: str) -> list[str]:
    read = STANDARD.read(state, power, None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


def _left(text: str) -> list[str]:
    read = STANDARD.read(SPRING, "England", None, [*ORDERS, "", *text.splitlines()])
    return [line.text for line in read.lines if line.verdict == TAKEN and line.number <= len(ORDERS)]


@pytest.mark.parametrize(
    "text",
    [
        "One last change: the hills stay where they are.",
        "Zum Schluss noch eine Änderung: die Berge bleiben stehen.",
        "Une dernière modification : les montagnes restent.",
        "I've changed my mind about the west, nobody goes there.",
    ],
)
def test_a_change_that_is_not_understood_leaves_no_order_in_force(text: str) -> None:
    assert _left(text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("One last change: A Lvp - Wal", [CHANNEL, NORWEGIAN, YORKSHIRE]),  # the later order counts
        ("No changes to my mailing address.", ORDERS),
        ("A change of scenery would do me good.", ORDERS),
    ],
)
def test_understood_changes_and_small_talk_leave_the_other_orders(text: str, left: list[str]) -> None:
    assert _left(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Make number three an army in South Rhun.",
        "No. 3 becomes an army in South Rhun.",
        "Make the third an army.",
    ],
)
def test_an_order_is_changed_by_its_number(text: str) -> None:
    orders = "1. army in Dol Guldur\n2. army in Udûn\n3. fleet in Nurn\n\n"
    assert "Fleet Nurn is built" not in _read("hardbop", "2409", orders + text)
    assert "Fleet Nurn is built" in _read("hardbop", "2409", f"{orders}The first is a good one.")


def test_this_fleet_goes_elsewhere() -> None:
    orders = "F SBY - Dor\nA FHa - Sut\n\n"
    kept = ["Army Far Harad moves to Sutherland"]
    assert _read("downfall-xiii", "2407", f"{orders}This fleet goes to the Ethir instead.") == kept
    assert _read("downfall-xiii", "2407", f"{orders}Non, pardon, Dor-en-Ernil is full.") == kept


def test_a_waived_build_is_reinstated() -> None:
    orders = "Build F GHa\nThe third one I waive.\n\n"
    said = "So I do not waive\nanything, the third build is an army in Imladris."
    assert "1 build is waived" not in _read("hardbop", "1005", orders + said)


@pytest.mark.parametrize(
    "text",
    [
        "Smyrna attacks Constantinople, with both Bulgaria and the Black Sea fleet helping it.",
        "Smyrna to Constantinople. Bulgaria supports that. The Black Sea supports it too.",
        "Smyrna to Constantinople. Bulgaria gives support to Smyrna. The Black Sea must support Smyrna also.",
        "Smyrna has a go at Constantinople. Bulgaria gives the support.\nBlack Sea supports too",
    ],
)
def test_supports_in_the_sentence_of_their_move(text: str) -> None:
    assert _of(TURKEY, "Turkey", text) == [TO_CON, WITH_BUL, WITH_BLA]


def test_a_support_to_hold_in_notation_is_void_beside_a_move() -> None:
    assert _of(TURKEY, "Turkey", "A Smy - Con\nA Bul S A Smy") == [TO_CON]


def test_a_support_for_a_unit_with_two_moves_is_refused() -> None:
    assert WITH_BUL not in _of(TURKEY, "Turkey", "Smyrna - Con.\nSmyrna - Ank.\nBulgaria supports Smyrna.")


def test_supports_too_does_not_continue_on_the_next_line() -> None:
    text = "Smyrna to Constantinople\nBulgaria supports too\nSerbia holds"
    assert _of(TURKEY, "Turkey", text) == [TO_CON, WITH_BUL, "Army Serbia holds"]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Let the fleet stay at home.", "Fleet Black Sea holds"),
        ("My fleet goes to Ankara.", "Fleet Black Sea moves to Ankara"),
        ("Serbia stays where it is in case Italy gets ideas.", "Army Serbia holds"),
        ("Serbia's army goes to Greece", "Army Serbia moves to Greece"),
        ("Serbia to Greece to have a look at the sea.", "Army Serbia moves to Greece"),
        ("I'd like Serbia to go up into Greece", "Army Serbia moves to Greece"),
    ],
)
def test_single_units_in_prose(text: str, reading: str) -> None:
    assert _of(TURKEY, "Turkey", text) == [reading]


@pytest.mark.parametrize(
    "text", ["The army goes to Greece.", "Serbia to Greece in case Italy moves out or not"]
)
def test_an_ambiguous_order_is_refused(text: str) -> None:
    assert _of(TURKEY, "Turkey", text) == []


@pytest.mark.parametrize("text", ["It falls back to Gascony.", "the army runs to Gascony"])
def test_the_only_unit_retreats(text: str) -> None:
    assert _of(BEATEN, "Italy", text) == ["Army Spain retreats to Gascony"]


@pytest.mark.parametrize(
    "text", ["On reflection my lads ought to be in Marseilles.", "Oh no, Marseilles is nicer in winter."]
)
def test_the_only_unit_retreats_elsewhere(text: str) -> None:
    assert _of(BEATEN, "Italy", f"A Spa R Gas\n\n{text}") == []


@pytest.mark.parametrize(
    ("position", "text", "reading"),
    [
        ("2402", "Dagorlad (both) to Brown Lands.", "Double Army Dagorlad moves to the Brown Lands"),
        (
            "2402",
            "North Ithilien double army into Osgiliath",
            "Double Army North Ithilien moves to Osgiliath",
        ),
        ("2402", "South Rhun takes Wilderland", "Army South Rhûn moves to Wilderland"),
        (
            "2406",
            "east emnet cav: wold, then fangorn",
            "Cavalry East Emnet moves to the Wold and on to Fangorn",
        ),
        ("2404", "the wraith starts at Udu", "Nazgul starts at Udûn"),
    ],
)
def test_stacks_and_journeys_in_hardbop(position: str, text: str, reading: str) -> None:
    assert _read("hardbop", position, text) == [reading]


def test_the_columns_of_a_table_may_be_separated_by_spaces() -> None:
    table = "Unit        Order\nA Lam       H\nC DAm       Dor"
    assert _read("downfall-xiii", "2408", table) == [
        "Army Lamedon holds",
        "Cavalry Dol Amroth moves to Dor-en-Ernil",
    ]


def test_a_verb_ends_the_list_of_units() -> None:
    text = "Bree's ranger climbs Weathertop, the Shire's ranger goes down to Sarn Ford."
    assert _read("downfall-xiii", "2311", text) == [
        "Ranger Bree moves to the Weather Hills",
        "Ranger Shire moves to Sarn Ford",
    ]
