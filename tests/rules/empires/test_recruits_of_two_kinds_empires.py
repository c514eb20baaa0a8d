"""Recruits of two strengths in one zone, and suggestions that invent no zone."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Reading
from adjudicator.empires import game


def read(*lines: str) -> Reading:
    return game.read(game.start({}, SeededDice("recruits", 0)), "Russia", None, lines)


@pytest.mark.parametrize(
    "line",
    [
        "recruit one full and one reduced army in Vilna",
        "I recruit one full army and one reduced army at Vilna",
        "recruit full and reduced in Vilna",
    ],
)
def test_recruits_of_two_strengths_go_to_the_zone_named(line: str) -> None:
    found = [row.order for row in read(line).in_force if row.source.endswith("message")]
    assert found == ["Recruits", "Recruits a full army in Vilna", "Recruits a reduced army in Vilna"]


def test_no_zone_is_made_of_a_number() -> None:
    assert not any("Odessa" in line.remedy for line in read("recruit one full").lines)
