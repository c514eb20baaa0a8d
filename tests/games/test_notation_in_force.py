"""An order in force carries its notation, from which a page draws it: read again it is the same order."""

import json
from pathlib import Path

import pytest

from adjudicator.games import find

POSITIONS = Path(__file__).parents[2] / "bench" / "written_sheets"
READ_AGAIN = (  # Empires gives only the way of each army
    ("standard", "130", "Russia"),
    ("standard", "208", "Russia"),
    ("downfall-xiii", "103", "Gandalf"),
    ("downfall-xiii", "125", "Gandalf"),
    ("downfall-xiii", "108", "Rohan"),
    ("hardbop", "101", "Gondor"),
    ("hardbop", "124", "Umbar"),
    ("domination", "18", "Blue"),
)
MOST = 40  # orders of each position


def _position(game: str, number: str) -> str:
    return str(json.loads((POSITIONS / game / "positions.json").read_text("utf-8"))[number]["state"])


@pytest.mark.parametrize("case", READ_AGAIN, ids="-".join)
def test_the_notation_of_an_order_is_read_as_the_same_order(case: tuple[str, str, str]) -> None:
    key, number, power = case
    game, position = find(key), _position(key, number)
    lawful = [order for orders in game.choices(position, power).values() for order in orders]
    some = lawful[:: len(lawful) // MOST + 1]
    found = 0
    for order in some:
        for row in game.read(position, power, None, [order]).in_force:
            if row.source == "this message":
                found += 1
                again = game.read(position, power, None, [row.notation]).in_force
                assert row.order in [one.order for one in again], (order, row)
    assert found >= len(some) // 2


def test_in_empires_the_notation_is_the_way_of_an_army() -> None:
    game, position = find("empires"), _position("empires", "02")
    lines = ["ACTIVATE full Russian Army Riga - Dvinsk", "full Russian Army Lutsk - Lemberg attacks"]
    rows = game.read(position, "Russia", None, lines).in_force
    assert [row.notation for row in rows if row.notation] == [
        "full Russian Army Riga - Dvinsk",
        "full Russian Army Lutsk - Lemberg attacks",
    ]
