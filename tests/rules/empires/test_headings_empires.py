"""Whose orders are below a heading: a sheet of Empires never takes those of another Power."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("empires")
UNITS = {"Germany": ["2 Armies Cologne", "2 Armies Metz"], "Franco-British": ["French Army Verdun"]}


def read(lines: Sequence[str]) -> list[tuple[str, str]]:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    found = GAME.read(state, "Germany", None, lines).lines
    return [(one.verdict, one.reading or one.reason) for one in found if one.verdict in (TAKEN, REFUSED)]


@pytest.mark.parametrize(
    "heading",
    [
        "AUSTRIA-HUNGARY",
        "Austria",
        "== Austria-Hungary ==",
        "*AH*",
        "A U S T R I A",
        "Austria (my partner, on holiday)",
        "And for Austria-Hungary:",
        "Orders for Austria",
        "Austria-Hungary's orders",
        "AUSTRIA-HUNGARY, Autumn 1915",
        "My partner's orders:",
        "And for my ally Austria:",
        "the orders of my partner",
    ],
)
def test_orders_below_the_name_of_another_power_are_refused(heading: str) -> None:
    taken, refused = read(["MISSIONS", "", heading, "RESEARCH Gas"])
    assert taken == (TAKEN, "Adds missions")
    assert refused == (REFUSED, "This is under Austria-Hungary, and this sheet is for another Power.")


@pytest.mark.parametrize("heading", ["Germany", "GERMANY:", "G E R M A N Y", "Now for Germany, Autumn 1915"])
def test_the_players_own_power_ends_the_section_of_another(heading: str) -> None:
    assert read(["Russia", "MISSIONS", heading, "RESEARCH Gas"])[1] == (TAKEN, "Researches Gas")


@pytest.mark.parametrize(
    "line",
    ["Austria,", "my friend", "Dear partner,", "my friend:", "Austria did well", "Germany is near", "Turkey"],
)
def test_a_greeting_or_a_remark_is_not_a_heading(line: str) -> None:
    assert read([line, "RESEARCH Gas"]) == [(TAKEN, "Researches Gas")]
