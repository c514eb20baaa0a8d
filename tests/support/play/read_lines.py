"""Read a message in a position that is described as in rule cases, or is one of bench/written_sheets."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator.core.game import REFUSED, TAKEN, Reading, ReadLine
from adjudicator.games import find
from bench.first_sight import FOLDER


def lines_read(game: str, place: Mapping[str, Any], power: str, text: str) -> list[ReadLine]:
    """Return what the game made of each line of *text*, in the position that *place* describes."""
    engine = find(game)
    return list(engine.read(engine.place(dict(place)), power, None, text.splitlines()).lines)


def taken(game: str, place: Mapping[str, Any], power: str, text: str) -> list[str]:
    """Return the orders that the game accepts in *text*, in words."""
    return [line.reading for line in lines_read(game, place, power, text) if line.verdict == TAKEN]


def read_at(game: str, number: str, text: str) -> Reading:
    """Read *text* in the position of bench/written_sheets with this number."""
    place = written_positions(game)[number]
    return find(game).read(place["state"], place["power"], None, text.splitlines())


@cache
def written_positions(game: str) -> dict[str, dict[str, str]]:
    """Return state and power of each position in bench/written_sheets, by its number."""
    found: dict[str, dict[str, str]] = json.loads((FOLDER / game / "positions.json").read_text("utf-8"))
    return found


def orders_of(reading: Reading) -> list[str]:
    """Return the accepted orders of a reading, in words."""
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


def all_taken(reading: Reading) -> list[str]:
    """Return the accepted orders of a reading, in words; assert that no line was refused."""
    assert not [(line.text, line.remedy) for line in reading.lines if line.verdict == REFUSED]
    return orders_of(reading)
