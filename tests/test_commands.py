"""A player's commands: told from lines for the game, whatever their case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.commands import COMMANDS, Script, help_text, names_turn, read_command, read_script
from tests.race import Race

LINES = [
    ("HELP", "HELP", ""),
    ("help!", "HELP", ""),
    ("Help standard", "HELP", "standard"),
    ("  rules.", "RULES", ""),
    ("send rules", "RULES", ""),
    ("STATUS", "STATUS", ""),
    ("clear orders", "CLEAR", ""),
    ("Table: std3", "TABLE", "std3"),
    ("game g7", "TABLE", "g7"),
    ("TURN Fall 1901", "TURN", "Fall 1901"),
    ("turn: next", "TURN", "next"),
    ("next turn", "TURN", "next turn"),
    ("sign off", "END", ""),
    ("SIGNOFF", "END", ""),
    ("*STATUS*", "STATUS", ""),
]


@pytest.mark.parametrize(("line", "word", "argument"), LINES)
def test_commands(line: str, word: str, argument: str) -> None:
    request = read_command(line)
    assert request is not None
    assert (request.word, request.argument) == (word, argument)


NONE = [
    "A Paris - Burgundy",
    "",
    "Status quo, please",
    "I cleared my desk",
    "The end is near",
    "END OF TURN",
    "ruleset",
]


@pytest.mark.parametrize("line", NONE)
def test_other_lines_are_for_the_game(line: str) -> None:
    assert read_command(line) is None


def test_lines_keep_their_numbers() -> None:
    script = read_script("Dear judge\nSTATUS\nA Paris - Burgundy\nTABLE std3\n\nEND\nA Paris H")
    assert script.lines == ("Dear judge", "", "A Paris - Burgundy", "", "")
    assert (script.argument("TABLE"), script.asks("STATUS"), script.asks("HELP")) == ("std3", True, False)
    assert script.is_for_the_game


def test_a_letter_of_commands_only_is_not_for_the_game() -> None:
    assert not read_script("status\n\nhelp\n").is_for_the_game


TURNS = [
    ("next", True),
    ("Fall 1901", True),
    ("fall 1901 movement", True),
    ("FALL 1901, Movement", True),
    ("fall", True),
    ("fa", False),
    ("Spring 1901", False),
    ("1901", False),
    (",", False),
]


@pytest.mark.parametrize(("said", "meant"), TURNS)
def test_which_turn_is_meant(said: str, meant: bool) -> None:
    assert names_turn(said, "Fall 1901, movement") is meant


def test_help_holds_every_command_and_the_language_of_the_game() -> None:
    text = help_text([Race()], "")
    assert all(command.sentence in text for command in COMMANDS)
    assert Race.card.help in text
    assert help_text([Race()], "race").startswith("The Race")


@given(st.text())
def test_any_text_is_a_script(text: str) -> None:
    script = read_script(text)
    assert isinstance(script, Script)
    assert len(script.lines) <= len(text.splitlines())
