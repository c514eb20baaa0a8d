"""How a game reads a message in a position that a test describes as rule cases do."""

from collections.abc import Mapping
from typing import Any

from adjudicator.core.game import TAKEN, ReadLine
from adjudicator.games import find


def lines_read(game: str, place: Mapping[str, Any], power: str, text: str) -> list[ReadLine]:
    """Return the lines of the reading of *text*."""
    engine = find(game)
    return list(engine.read(engine.place(dict(place)), power, None, text.splitlines()).lines)


def taken(game: str, place: Mapping[str, Any], power: str, text: str) -> list[str]:
    """Return the orders that are taken, in words."""
    return [line.reading for line in lines_read(game, place, power, text) if line.verdict == TAKEN]
