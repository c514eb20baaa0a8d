"""A power before a colon heads the orders behind it; the line is answered once, its comment among it."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, TAKEN
from adjudicator.games import find


@pytest.mark.parametrize(
    ("key", "power", "line"),
    [
        ("standard", "France", "France: A Par - Bur # to the east"),
        ("downfall-xiii", "Dwarves", "Dwarves: A Blu - GHa # to the sea"),
        ("hardbop", "Dwarves", "Dwarves: A Blu - GHa # to the sea"),
        ("empires", "Germany", "Germany: ACTIVATE Army Metz - Verdun attacks # to the west"),
    ],
)
def test_a_comment_behind_a_heading_is_kept_once(key: str, power: str, line: str) -> None:
    game = find(key)
    read = game.read(game.start({}, SeededDice("headings", 0)), power, None, [line]).lines
    assert TAKEN in {one.verdict for one in read} <= {TAKEN, NOTED}
    assert " ".join(one.text for one in read if one.number) == line


def test_a_smile_makes_no_heading() -> None:
    game = find("downfall-xiii")
    start = game.start({}, SeededDice("headings", 0))
    read = game.read(
        start, "Dwarves", None, ["A Blu destroys Saruman :-)", "Saruman :-) is next", "A Blu H"]
    ).lines
    assert [one.verdict for one in read if one.text == "A Blu H"] == [TAKEN]
