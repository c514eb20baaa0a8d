"""Numbers of armies in sentences of players of Empires."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

UNITS = {
    "Germany": ["2 Armies Hamburg", "Army Berlin", "Army Metz"],
    "Franco-British": ["French Army Verdun"],
}


def read(*lines: str) -> list[tuple[str, str]]:
    game = find("empires")
    state = game.place({"units": UNITS, "phase": "Germany", "turn": 5})
    read = game.read(state, "Germany", None, lines).lines
    return [(line.verdict, line.reading) for line in read if line.number and line.verdict in (TAKEN, REFUSED)]


@pytest.mark.parametrize(
    "line",
    [
        "activate two hamburg to frankfurt",
        "ACTIVATE both Hamburg - Frankfurt",
        "Activate 2 Hamburg -> Frankfurt",
        "activate: two armies from Hamburg go to Frankfurt",
    ],
)
def test_a_number_after_activate_counts_the_armies(line: str) -> None:
    assert (TAKEN, "2 Armies Hamburg move to Frankfurt") in read(line)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("activate berlin to posen", "Army Berlin moves to Posen"),
        ("ACTIVATE Army Metz - Verdun attacks", "Army Metz moves to Verdun and attacks"),
        ("Activate: the army in Berlin goes to Posen", "Army Berlin moves to Posen"),
    ],
)
def test_one_army_means_a_single_army(line: str, meaning: str) -> None:
    assert (TAKEN, meaning) in read(line)
