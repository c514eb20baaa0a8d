"""Lines of armies and recruits that are under no heading: why, and what follows if the remedy is sent."""

import pytest

from adjudicator.core.game import NOTED, REFUSED, Reading
from adjudicator.games import find

GAME = find("empires")
FACTS = {
    "phase": "Germany",
    "turn": 8,
    "units": {
        "Germany": ["3 Armies Cologne", "2 Armies Metz", "Army Posen"],
        "Franco-British": ["French Army Verdun", "British Army Lille"],
    },
    "state": {
        "trenches": {"Verdun": "Franco-British 1", "Lille": "Franco-British 1"},
        "technologies": {"Germany": ["Gas"]},
    },
}
SHEET = ("RECRUIT full in Berlin", "ACTIVATE", "Army Posen - Breslau", "MISSIONS")


def sent(*messages: tuple[str, ...]) -> Reading:
    """Return the reading of the last of several messages."""
    state, so_far = GAME.place(FACTS), None
    for lines in messages[:-1]:
        so_far = GAME.read(state, "Germany", so_far, list(lines)).orders
    return GAME.read(state, "Germany", so_far, list(messages[-1]))


def on_file(found: Reading) -> list[str]:
    return [row.order for row in found.in_force if row.source.endswith("message")]


def test_a_line_below_another_action_is_told_which_one_ended_its_heading() -> None:
    found = sent((*SHEET, "Army Cologne - Frankfurt", "reinforce Metz"))
    army, recruit = [line for line in found.lines if line.verdict == REFUSED]
    assert army.reason == "It is below MISSIONS, which ended the ACTIVATE above it."
    assert recruit.reason == "It is below ACTIVATE, which ended the RECRUIT above it."


@pytest.mark.parametrize(
    ("remedy", "activations"),
    [
        (("Army Cologne - Frankfurt",), 1),
        (("ALSO", "Army Cologne - Frankfurt"), 1),
        (("ALSO", "ACTIVATE", "Army Cologne - Frankfurt"), 2),
    ],
)
def test_the_remedy_keeps_the_rest_of_the_sheet(remedy: tuple[str, ...], activations: int) -> None:
    found = sent((*SHEET[1:], "Army Cologne - Frankfurt"), remedy)
    assert not any(line.verdict == REFUSED for line in found.lines)
    orders = on_file(found)
    assert {"Army Posen moves to Breslau", "Army Cologne moves to Frankfurt", "Adds missions"} <= {*orders}
    assert sum(order.startswith("Activates armies") for order in orders) == activations
    assert not any("Still refused" in warning for warning in found.warnings)


def test_a_recruit_that_was_under_no_heading_is_added_by_the_remedy() -> None:
    found = sent(("MISSIONS", "full in Berlin"), ("ALSO", "RECRUIT", "full in Berlin"))
    assert on_file(found) == ["Recruits", "Recruits a full army in Berlin", "Adds missions"]
    assert not any("Still refused" in warning for warning in found.warnings)


@pytest.mark.parametrize("also", [("ALSO", "Army Cologne - Frankfurt"), ("ALSO Army Cologne - Frankfurt",)])
def test_also_further_down_adds_an_army_to_the_activation_of_its_message(also: tuple[str, ...]) -> None:
    found = sent((*SHEET, *also))
    assert [line.verdict for line in found.lines if line.text == "ALSO"] in ([], [NOTED])
    assert on_file(found)[2:] == [
        "Activates armies",
        "Army Posen moves to Breslau",
        "Army Cologne moves to Frankfurt",
        "Adds missions",
    ]


def test_also_further_down_adds_a_recruit() -> None:
    assert on_file(sent((*SHEET, "ALSO", "reduced in Posen")))[:3] == [
        "Recruits",
        "Recruits a full army in Berlin",
        "Recruits a reduced army in Posen",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        (
            "ACTIVATE",
            "Posen - Breslau",
            "GAS Verdun",
            "ALSO",
            "Army Metz - Verdun attacks",
        ),  # gas comes first
        (
            "ACTIVATE",
            "Posen - Breslau",
            "ACTIVATE",
            "Metz - Strasbourg",
            "MISSIONS",
            "ALSO",
            "Cologne - Metz",
        ),
        ("ACTIVATE", "Posen - Breslau", "IF Lille is ours:", "MISSIONS", "ALSO", "Cologne - Metz"),
    ],
)
def test_also_adds_to_no_activation_where_it_is_not_clear(lines: tuple[str, ...]) -> None:
    found = on_file(sent(lines))
    assert "Army Posen moves to Breslau" in found
    assert found[1:3] != ["Army Posen moves to Breslau", "Army Cologne moves to Metz"]
    assert "Army Metz moves to Verdun and attacks" not in found


def test_an_army_in_a_branch_that_does_not_count_now_is_refused_if_it_is_under_no_heading() -> None:
    found = sent(
        ("IF Lille is ours:", "MISSIONS", "Army Cologne - Frankfurt", "IN ANY CASE:", "Posen - Breslau")
    )
    refused = [(line.text, line.reason) for line in found.lines if line.verdict == REFUSED]
    assert ("Army Cologne - Frankfurt", "No line above it says ACTIVATE.") in refused
    found = sent(("IF Lille is ours:", "ACTIVATE", "Army Cologne - Frankfurt", "OTHERWISE:", "MISSIONS"))
    assert not any(line.verdict == REFUSED for line in found.lines)


def test_what_is_added_with_a_condition_keeps_it() -> None:
    also = ("ALSO", "IF Verdun is not ours:", "Army Metz - Verdun attacks")
    joined = on_file(sent(("ACTIVATE", "Army Posen - Breslau"), also))
    assert joined[2].startswith("If Verdun is not held by your side, the lines below count.")
    assert joined[3:] == ["Army Metz moves to Verdun and attacks", "The lines below count in any case"]
    alone = on_file(sent(("MISSIONS",), also))
    assert alone[1].startswith("If Verdun is not held")
    assert alone[2:] == ["Activates armies", "Army Metz moves to Verdun and attacks"]


def test_all_branches_that_are_added_stay_together() -> None:
    also = ("ALSO", "IF Verdun is ours:", "Army Metz - Verdun", "OTHERWISE:", "Army Metz - Verdun attacks")
    found = on_file(sent(("ACTIVATE", "Army Posen - Breslau", "MISSIONS"), also))
    assert found[0:2] == ["Activates armies", "Army Posen moves to Breslau"]
    assert "Army Metz moves to Verdun. As things stand this does not apply." in found
    assert found[-3:] == [
        "Army Metz moves to Verdun and attacks",
        "The lines below count in any case",
        "Adds missions",
    ]


@pytest.mark.parametrize("above", [("GAS Verdun",), ("GAS Verdun", "MISSIONS")])
def test_a_recruit_below_gas_is_told_which_rule_it_breaks(above: tuple[str, ...]) -> None:
    found = sent((*above, "RECRUIT full in Berlin"))
    is_alone = len(above) == 1
    reason = "GAS and OFFENSIVE are no actions" if is_alone else "Recruit may only be the first action"
    assert found.lines[-1].reason.startswith(reason)
    assert found.offer[:2] == ("RECRUIT", "full in Berlin")


def test_gas_that_cannot_be_used_there_is_told_where_it_can() -> None:
    assert sent(("GAS Paris",)).lines[0].remedy.endswith("Possible: GAS Verdun.")
