"""What orders make possible in addition: the Ring, passed or thrown from where a move ends."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game, WithLaterChoices
from adjudicator.games import find

WRITTEN = Path(__file__).parents[2] / "bench" / "written_sheets"
SEA_ROAD = {  # Aragorn has the Ring, south of a river
    "turn": 3,
    "units": {"Gondor": ["A Los", "A MTi"], "Gandalf": ["Aragorn Pel [ring]", "Fe MTi"]},
}


def later(game: str, position: str, power: str, *lines: str) -> Mapping[str, Sequence[str]]:
    playing = find(game)
    assert isinstance(playing, WithLaterChoices)
    return playing.later_choices(position, power, playing.read(position, power, None, lines).orders)


def written(game: str, number: str) -> str:
    return str(json.loads((WRITTEN / game / "positions.json").read_text("utf-8"))[number]["state"])


def test_the_ring_is_passed_next_to_where_its_bearer_goes() -> None:
    position = written("downfall-xiii", "125")
    assert later("downfall-xiii", position, "Gandalf", "R Shi H") == {}
    found = later("downfall-xiii", position, "Gandalf", "R Shi - Bre")["R Shi, besides"]
    assert "R Shi passes the Ring to Wea" in found
    assert "R Shi passes the Ring to R Bre" in found  # an own piece that is there


def test_of_two_pieces_that_go_to_one_place_one_may_get_the_ring() -> None:
    position = find("downfall-xiii").place(SEA_ROAD)
    found = later("downfall-xiii", position, "Gandalf", "Aragorn - Los", "Fe - Los")["Aragorn, besides"]
    assert "Aragorn passes the Ring to Fe MTi" in found
    assert any("throws the Ring into" in order for order in found)


def test_the_ring_is_destroyed_where_the_move_ends() -> None:
    for game in ("downfall-xiii", "hardbop"):
        owner = "Gandalf" if game == "downfall-xiii" else "Gondor"
        position = find(game).place({"turn": 3, "units": {owner: ["Fe Gor [ring]"]}})
        assert "Fe Gor destroys the Ring" in later(game, position, owner, "Fe Gor - Oro")["Fe Gor, besides"]


@pytest.mark.parametrize(
    ("game", "number", "power"),
    [("downfall-xiii", "125", "Gandalf"), ("hardbop", "220", "Gondor"), ("hardbop", "220", "Elves")],
)
def test_what_is_offered_is_accepted_and_new(game: str, number: str, power: str) -> None:
    playing: Game = find(game)
    position = written(game, number)
    choices = playing.choices(position, power)
    moves = [next((one for one in orders if " - " in one), "") for orders in choices.values()]
    orders = playing.read(position, power, None, moves).orders
    assert isinstance(playing, WithLaterChoices)
    found = playing.later_choices(position, power, orders)
    assert found
    for entry, lines in found.items():
        assert not set(lines) & set(choices.get(entry, ()))
        for line in lines:
            [read] = playing.read(position, power, orders, [line]).lines
            assert read.verdict == TAKEN, (line, read.reason)


def test_a_piece_whose_first_place_is_chosen_is_ordered_from_there() -> None:
    for game, power, place, order in (
        ("downfall-xiii", "Gandalf", "Bre", "Gandalf - Shi"),
        ("hardbop", "Gondor", "EWa", "Gandalf - Iro"),
    ):
        start = find(game).start({}, SeededDice("first place", 0))
        assert order not in find(game).choices(start, power)["Gandalf"]
        assert order in later(game, start, power, f"Gandalf starts at {place}")["Gandalf"]
