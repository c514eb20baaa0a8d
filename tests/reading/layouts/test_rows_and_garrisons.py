"""Builds in rows below a heading, and lists of the units that stay in a space."""

import pytest

from tests.support.play.read_lines import taken

POSITION = {"units": {"Blue": ["Militia A7", "3 Knight A7", "5 Knight B4"]}, "phase": "turn"}
ROWS = "| City | Units |\n|------|-------|\n| A7 | 4 Knights |"


@pytest.mark.parametrize(
    ("heading", "builds"),
    [
        ("BUILDS", ["Build 4 Knights at A7 Aldgate"]),
        ("3. Build (28)", ["Build 4 Knights at A7 Aldgate"]),
        ("This is what stands where:", []),
    ],
)
def test_rows_of_cities_and_units_are_builds_below_that_heading(heading: str, builds: list[str]) -> None:
    found = taken("domination", POSITION, "Blue", f"{heading}\n\n{ROWS}")
    assert [one for one in found if one != "Build:"] == builds


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Everything at Aldgate stays there: Militia and 3 Knights hold.", True),
        ("In A7 everything stays: Militia and 3 Knights hold", True),
        ("Everything at Aldgate stays there: Militia and 2 Knights hold.", False),
    ],
)
def test_a_list_of_all_units_that_stay_is_read_whole(text: str, *, is_read: bool) -> None:
    holds = ["Militia at A7 Aldgate holds", "3 Knights at A7 Aldgate hold"]
    assert (taken("domination", POSITION, "Blue", text) == holds) is is_read
