"""Choices that depend on other orders, such as passing the Ring from where a move ends."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game, WithLaterChoices
from adjudicator.games import find

WRITTEN = Path(__file__).parents[2] / "bench" / "written_sheets"
AT_SEA = {  # an army that may sail and land, one that is aboard, and a leader with his stack
    "turn": 3,
    "units": {"Elves": ["A GHa", "F GUL", "A/F SUN"], "Gondor": ["Faramir MTi", "2A MTi"]},
}
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
    assert "R Shi, besides" not in later("downfall-xiii", position, "Gandalf", "R Shi H")
    found = later("downfall-xiii", position, "Gandalf", "R Shi - Bre")["R Shi, besides"]
    assert "R Shi passes the Ring to Wea" in found
    assert "R Shi passes the Ring to R Bre" in found  # a piece of one's own that is there


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


def test_an_army_that_embarks_may_land_wherever_its_fleet_goes() -> None:
    position = find("downfall-xiii").place(AT_SEA)
    aboard = later("downfall-xiii", position, "Elves", "A GHa embarks F GUL")
    assert "A/F GUL - SUN" in aboard["F GUL"]  # in place of the orders of a fleet alone
    assert "A GUL disembarks Fld" in aboard["A GHa, besides"]
    sailing = later("downfall-xiii", position, "Elves", "A GHa embarks F GUL", "A/F GUL - SUN")
    assert "A SUN disembarks Fdn" in sailing["A GHa, besides"]


def test_an_army_aboard_may_land_where_its_fleet_is_ordered_to_go() -> None:
    position = find("downfall-xiii").place(AT_SEA)
    assert "A GUL disembarks Fld" not in later("downfall-xiii", position, "Elves")["A SUN"]
    assert "A GUL disembarks Fld" in later("downfall-xiii", position, "Elves", "A/F SUN - GUL")["A SUN"]


def test_a_leader_may_be_given_a_retreat_with_the_moves() -> None:
    position = find("downfall-xiii").place(AT_SEA)
    assert "Faramir R Los" in later("downfall-xiii", position, "Gondor")["Faramir, besides"]


def test_a_proxy_may_be_given_to_any_power() -> None:
    for game, power, unit in (("downfall-xiii", "Gondor", "2A MTi"), ("hardbop", "Rohan", "A HDe")):
        position = find(game).place(
            AT_SEA if power == "Gondor" else {"turn": 3, "units": {"Rohan": ["A HDe"]}}
        )
        found = later(game, position, power)["Let another power order a unit, besides"]
        assert {f"PROXY {unit} TO Elves", "PROXY ALL TO Umbar"} <= {*found}


def test_the_nazgul_may_be_given_a_retreat_from_where_it_goes() -> None:
    position = find("hardbop").place({"turn": 3, "units": {"Mordor": ["A Gor", "Nazgul Ett"]}})
    before = find("hardbop").choices(position, "Mordor")["Nazgul, besides"]
    after = later("hardbop", position, "Mordor", "Nazgul - Iml")["Nazgul, besides"]
    assert {one for one in after if " R " in one} - {*before}


def test_losses_in_battles_are_listed_everywhere_and_where_units_go() -> None:
    found = later("domination", written("domination", "103"), "", "")
    assert found == {}
    power = json.loads((WRITTEN / "domination" / "positions.json").read_text("utf-8"))["103"]["power"]
    found = later("domination", written("domination", "103"), power, "Move", "Griffin E6 - C7")
    assert {"lose Militia", "lose Fort"} <= {*found["What I lose first"]}
    assert "at C7: keep Griffin" in found["The same for one place, besides"]
    assert len(found["With the rest of the income"]) > 2


@pytest.mark.parametrize(
    ("power", "place", "entry", "order"),
    [
        ("Gondor", "MTi", "Boromir, besides", "Boromir seizes the Ring"),
        ("Elves", "Lor", "Galadriel, besides", "Galadriel puts on the Ring"),
    ],
)
def test_the_order_of_a_person_who_is_no_piece_is_listed_once_while_its_place_is_owned(
    power: str, place: str, entry: str, order: str
) -> None:
    """It belongs to none of the units, and whether the Ring is there is hidden (8.15, 8.16)."""
    game = find("downfall-xiii")
    position = game.start({}, SeededDice("", 0))
    listed = game.choices(position, power)
    assert [what for what, orders in listed.items() if order in orders] == [entry]
    owned_by_another = game.place(
        {"turn": 3, "units": {power: [f"A {place}"]}, "centres": {"Mordor": [place]}}
    )
    assert entry not in game.choices(owned_by_another, power)
    assert game.read(owned_by_another, power, None, [order]).lines[0].verdict == TAKEN
