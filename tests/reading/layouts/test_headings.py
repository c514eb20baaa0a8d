"""Headings with a power, a turn and a comment, on a line of their own or before an order."""

import pytest

from adjudicator.core.clauses.headings import split_heading
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
def test_a_comment_after_a_heading_is_quoted_once(key: str, power: str, line: str) -> None:
    game = find(key)
    read = game.read(game.start({}, SeededDice("headings", 0)), power, None, [line]).lines
    assert TAKEN in {one.verdict for one in read} <= {TAKEN, NOTED}
    assert " ".join(one.text for one in read if one.number) == line


def test_a_smiley_after_a_power_does_not_make_a_heading() -> None:
    game = find("downfall-xiii")
    start = game.start({}, SeededDice("headings", 0))
    read = game.read(
        start, "Dwarves", None, ["A Blu destroys Saruman :-)", "Saruman :-) is next", "A Blu H"]
    ).lines
    assert [one.verdict for one in read if one.text == "A Blu H"] == [TAKEN]


START = {
    "standard": ("England", "Spring 1901", ("F Lon - NTH", "A Lvp - Yor")),
    "downfall-xiii": ("Dwarves", "Turn 1 Spring", ("A Blu - GHa",)),
    "hardbop": ("Dwarves", "Afteryule I", ("A Blu - GHa",)),
    "empires": ("Germany", "Summer 1914", ("ACTIVATE Army Metz - Verdun attacks",)),
}
FORMS = (
    "{power} {turn}:",
    "{short}, {turn}:",
    "{turn} {short}:",
    "{short} ({turn}):",
    "{short}/{turn}:",
    "{turn} moves - {power}:",
    "{short} {turn} orders:",
    "{short}, {turn} mov.:",
)


@pytest.mark.parametrize("key", START)
@pytest.mark.parametrize("form", FORMS)
def test_a_heading_names_the_power_and_the_turn_in_any_order(key: str, form: str) -> None:
    power, turn, orders = START[key]
    heading = form.format(power=power, short=power[:3].upper(), turn=turn)
    game = find(key)
    start = game.start({}, SeededDice("headings", 0))
    for lines in ([f"{heading} {', '.join(orders)}"], [heading, *orders]):
        read = game.read(start, power, None, lines).lines
        assert [one.verdict for one in read if one.verdict == TAKEN] == [TAKEN] * len(orders), lines
        assert {one.verdict for one in read} <= {TAKEN, NOTED}


@pytest.mark.parametrize("heading", ["ENG S'01:", "Eng., Spr '01:", "S1901M English:", "FOR ENG, Sp 01:"])
def test_a_heading_in_short_forms_is_not_an_order(heading: str) -> None:
    """ "Eng" is short for England and for the English Channel."""
    game = find("standard")
    start = game.start({}, SeededDice("headings", 0))
    read = game.read(start, "England", None, [f"{heading} F Lon-NTH, A Lvp-Yor"]).lines
    assert [one.verdict for one in read] == [TAKEN, TAKEN]
    assert read[0].text.startswith(f"{heading} F Lon-NTH")


def test_orders_below_the_heading_of_another_turn_are_not_taken() -> None:
    game = find("standard")
    start = game.start({}, SeededDice("headings", 0))
    read = game.read(start, "England", None, ["ENG F'07: F Lon-NTH"]).lines
    assert TAKEN not in [one.verdict for one in read]


@pytest.mark.parametrize("text", ["F Eng", "A Lvp", "ENG: A Lvp - Yor, F Lon S ENG", "Eng S Lon"])
def test_a_unit_is_not_a_heading(text: str) -> None:
    assert split_heading(text, "Autumn 1901, movement; England", lambda _: False) == ("", text)


def test_the_word_builds_after_a_heading_stays_with_the_orders() -> None:
    headed = "Winter 1901, adjustment; France french"
    assert split_heading("FRA W01 builds: A Par", headed, lambda _: False) == ("FRA W01", "builds: A Par")
