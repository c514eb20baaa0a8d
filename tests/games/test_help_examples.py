"""The examples in each game's own help are orders, and its whole sheet is legal in the first position."""

import re
from collections.abc import Iterator

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, REMARK, TAKEN, Game
from adjudicator.games import KEYS, find

EXAMPLE = "    "
EXPLAINED = re.compile(r" {2,}|  #")


def blocks(game: Game) -> Iterator[list[str]]:
    """Return the examples, each block together, without the remarks beside them."""
    run: list[str] = []
    for line in [*game.card.help.splitlines(), ""]:
        if line.startswith(EXAMPLE):
            run.append(EXPLAINED.split(line.strip())[0])
        elif run:
            yield run
            run = []


def start(game: Game) -> str:
    return game.start({}, SeededDice("help", 0))


@pytest.mark.parametrize("key", KEYS)
def test_every_example_is_an_order(key: str) -> None:
    game = find(key)
    assert list(blocks(game))
    unread = [
        line
        for block in blocks(game)
        for line in block
        if all(is_prose(game, power, [line], line) for power in game.card.seats)
        and all(is_prose(game, power, block, line) for power in game.card.seats)
    ]
    assert unread == []


def is_prose(game: Game, power: str, lines: list[str], line: str) -> bool:
    """Return whether *line* is prose among *lines*; "IN ANY CASE:" says something only below an IF."""
    read = [one for one in game.read(start(game), power, None, lines).lines if one.text == line]
    return all(one.verdict == REMARK for one in read)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "domination"])
def test_a_whole_sheet_of_the_help_is_legal_at_the_start(key: str) -> None:
    game = find(key)
    sheets = [
        (power, block) for block in blocks(game) for power in game.due(start(game)).owed if len(block) > 2
    ]
    assert [power for power, block in sheets if is_lawful(game, power, block)] != []


def is_lawful(game: Game, power: str, block: list[str]) -> bool:
    lines = game.read(start(game), power, None, block).lines
    return all(line.verdict in (TAKEN, NOTED) for line in lines)


def test_the_first_example_of_empires_can_be_sent_unchanged() -> None:
    """New players copy it, so none of its lines may be refused in the first position."""
    game = find("empires")
    example = next(blocks(game))
    assert example[0].startswith("RECRUIT")
    lines = ["TECHNOLOGIES Attack 1, Defence 1, Manoeuvre", *example]
    assert {line.verdict for line in game.read(start(game), "Germany", None, lines).lines} == {TAKEN}
