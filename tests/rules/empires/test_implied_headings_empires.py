"""Sheets that leave out ACTIVATE or RECRUIT."""

from collections.abc import Mapping

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["3 Armies Cologne", "Army Metz reduced", "Army Posen"],
    "Franco-British": ["French Army Brussels"],
    "Russia": ["Army Warsaw"],
}


def _state(facts: Mapping[str, object]) -> str:
    return GAME.place({"units": UNITS, "phase": "Germany", "turn": 8, "state": facts})


def _answers(*lines: str, **facts: object) -> list[tuple[str, str]]:
    found = GAME.read(_state(facts), "Germany", None, list(lines)).lines
    return [(line.verdict, line.reading or line.reason) for line in found]


def _sheet(*lines: str, **facts: object) -> list[str]:
    """Return the sheet in force, in the order in which it is carried out."""
    found = GAME.read(_state(facts), "Germany", None, list(lines)).in_force
    return [row.order for row in found if row.source.endswith("message")]


def test_armies_without_a_heading_form_one_activation() -> None:
    found = _sheet("Cologne - Brussels attacks with Cologne", "Posen - Breslau", "Research Gas")
    assert found[0] == "Activates armies"
    assert found[3] == "Researches Gas"
    assert "Activates armies" in [words for _, words in _answers("The army in Posen goes to Breslau")]


@pytest.mark.parametrize(
    "lines",
    [
        ("Cologne - Frankfurt", "RECRUIT full in Berlin", "Posen - Breslau", "MISSIONS"),
        ("RECRUIT", "full in Berlin", "Cologne - Frankfurt", "Posen - Breslau", "MISSIONS"),
        ("Cologne - Frankfurt", "full in Berlin", "Posen - Breslau", "MISSIONS"),
        ("RECRUIT", "Cologne - Frankfurt", "full in Berlin", "MISSIONS", "Posen - Breslau"),
    ],
)
def test_recruits_come_first_and_armies_together(lines: tuple[str, ...]) -> None:
    assert [one for one in _sheet(*lines) if one != "Recruits"] == [
        "Recruits a full army in Berlin",
        "Activates armies",
        "Army Cologne moves to Frankfurt",
        "Army Posen moves to Breslau",
        "Adds missions",
    ]


def test_a_recruit_on_the_next_line_belongs_to_recruit() -> None:
    assert "Makes full: Army Metz" in _sheet("full in Berlin", "reinforce Metz")


@pytest.mark.parametrize(
    "lines",
    [
        ("Posen - Breslau", "ACTIVATE", "Cologne - Frankfurt"),  # to which Activation does it belong?
        ("Posen - Breslau", "MISSIONS", "ENTRENCH Metz", "RESEARCH Gas"),  # no action is left
        ("Posen - Breslau", "Cologne - Frankfurt", "My offensive"),
        ("Posen - Breslau", "GAS Brussels", "Cologne - Brussels attacks"),
    ],
)
def test_no_activation_is_guessed(lines: tuple[str, ...]) -> None:
    assert (REFUSED, "No line above it says ACTIVATE.") in _answers(*lines)


def test_no_activation_is_guessed_if_one_is_too_small() -> None:
    reason = (
        "No ACTIVATE is on this sheet, and these lines order 4 armies; an Activation moves 3"
        " (RULES 9.0.1, 9.0.4)."
    )
    assert _answers("3 Armies Cologne - Frankfurt", "Posen - Breslau") == [(REFUSED, reason)] * 2


def test_no_activation_is_guessed_if_offensive_allows_another() -> None:
    found = _answers("Posen - Breslau", technologies={"Germany": ["Offensive"]})
    assert found == [(REFUSED, "No line above it says ACTIVATE or OFFENSIVE.")]


BRANCHES = ("IF Brussels is ours:", "Posen - Breslau", "OTHERWISE:", "Cologne - Frankfurt")


def test_the_armies_of_each_branch_form_one_activation() -> None:
    found = _sheet(*BRANCHES, "IN ANY CASE:", "MISSIONS")
    assert "Army Cologne moves to Frankfurt" in found
    assert found[1] == "Activates armies. As things stand this does not apply."
    assert "Adds missions" in found


@pytest.mark.parametrize(
    "lines",
    [
        ("Metz - Frankfurt", *BRANCHES),  # one Activation, or one and another?
        (
            "IF Brussels is ours:",
            "Posen - Breslau",
            "IF Metz is ours:",
            "Cologne - Frankfurt",
        ),  # both may hold
    ],
)
def test_no_activation_is_guessed_if_several_branches_may_count(lines: tuple[str, ...]) -> None:
    assert (REFUSED, "No line above it says ACTIVATE.") in _answers(*lines)


def test_the_armies_above_the_first_branch_form_one_activation() -> None:
    found = _sheet("Posen - Breslau", "IF Brussels is ours:", "MISSIONS")
    assert found[:2] == ["Activates armies", "Army Posen moves to Breslau"]


def test_change_without_a_sheet_on_file_is_a_new_sheet() -> None:
    assert _sheet("CHANGE Posen - Breslau") == ["Activates armies", "Army Posen moves to Breslau"]


def test_recruits_below_another_action_stay_refused() -> None:
    assert (REFUSED, "No line above it says RECRUIT.") in _answers("MISSIONS", "full in Berlin")
    assert (REFUSED, "Recruit may only be the first action (RULES 7.3).") in _answers(
        "MISSIONS", "Posen - Breslau", "RECRUIT full in Berlin"
    )


def test_a_line_for_an_army_changes_the_sheet_on_file() -> None:
    state = _state({})
    on_file = GAME.read(state, "Germany", None, ["ACTIVATE", "Posen - Breslau", "MISSIONS"])
    mended = GAME.read(state, "Germany", on_file.orders, ["Posen - Danzig"])
    assert [row.order for row in mended.in_force if row.source.endswith("message")] == [
        "Activates armies",
        "Army Posen moves to Danzig",
        "Adds missions",
    ]
    assert [line.verdict for line in mended.lines] == [TAKEN]
