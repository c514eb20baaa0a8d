"""Board files are checked strictly, and the standard board agrees with a second source."""

import warnings
from importlib import import_module
from typing import Any

import pytest

from adjudicator.core.board import Board, load, read
from adjudicator.core.board_rows import BoardError

PACKAGES = ["adjudicator.standard", "adjudicator.downfall_xiii", "adjudicator.hardbop"]

SMALL = """
[board]
name = "Small"
powers = ["France", "Spain"]

[[province]]
id = "Par"
name = "Paris"
centre = true
home = "France"

[[province]]
id = "Bur"
name = "Burgundy"

[[province]]
id = "Spa"
name = "Spain"
coasts = ["nc", "sc"]

[[province]]
id = "MAO"
name = "Mid-Atlantic Ocean"
kind = "sea"

[[border]]
between = ["Par", "Bur"]
kind = "land"
army = true

[[border]]
between = ["MAO", "Spa/nc"]
kind = "coast"
fleet = true

[[start]]
power = "France"
unit = "A"
at = "Par"
"""


@pytest.fixture(scope="module")
def standard() -> Board:
    return load("adjudicator.standard")


@pytest.fixture(scope="module")
def second() -> Any:
    """The standard map as the package *diplomacy* ships it (which leaves files open while it loads)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("diplomacy.engine.map").Map("standard")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_board_is_complete_and_loaded_once(package: str) -> None:
    board = load(package)
    assert set(board.homes) == set(board.powers)
    assert {home for homes in board.homes.values() for home in homes} <= set(board.centres)
    assert all(board.army_neighbours[id_] or p.kind != "land" or board.fleet_neighbours[id_]
               for id_, p in board.provinces.items() if not p.only and not p.impassable_to)  # fmt: skip
    assert load(package) is board


def test_the_standard_board_has_the_well_known_counts(standard: Board) -> None:
    assert len(standard.provinces) == 75
    assert len(standard.centres) == 34
    assert sum(piece.count for piece in standard.start) == 22
    assert {power: len(homes) for power, homes in standard.homes.items()} == {
        power: 4 if power == "Russia" else 3 for power in standard.powers
    }
    assert standard.extra["victory"] == {"centres": 18}


def test_standard_armies_walk_where_the_second_source_says(standard: Board, second: Any) -> None:
    land = [id_ for id_, province in standard.provinces.items() if province.kind == "land"]
    for id_ in land:
        theirs = {other for other in land if second.abuts("A", id_.upper(), "-", other.upper())}
        assert set(standard.army_neighbours[id_]) == theirs, id_


def test_standard_fleets_sail_where_the_second_source_says(standard: Board, second: Any) -> None:
    places = [place for place in standard.places if "/" in place or not standard.provinces[place].coasts]
    for place in places:
        theirs = {other for other in places if second.abuts("F", place.upper(), "-", other.upper())}
        assert set(standard.fleet_neighbours[place]) == theirs, place


def test_the_standard_start_is_that_of_the_second_source(standard: Board, second: Any) -> None:
    ours = {(piece.power.upper(), f"{piece.unit} {piece.at.upper()}") for piece in standard.start}
    assert ours == {(power, unit) for power, units in second.units.items() for unit in units}
    homes = {power.upper(): {id_.upper() for id_ in ids} for power, ids in standard.homes.items()}
    assert homes == {power: set(ids) for power, ids in second.homes.items()}


def test_the_board_of_downfall_has_its_own_facts_and_one_way_border() -> None:
    board = load("adjudicator.downfall_xiii")
    assert board.provinces["Bre"].facts["gandalf_start"] is True
    assert board.extra["units_above_centres"] == {"Mordor": 6, "Gondor": 1, "Umbar": 1}
    assert "Pel" not in board.army_neighbours["SIt"]
    assert "SIt" in board.army_neighbours["Pel"]  # across the Ethir, in one direction only
    assert board.homes["Gandalf"] == ()


def test_neighbours_run_both_ways_and_in_the_order_of_the_file() -> None:
    board = read(SMALL, "small.toml")
    assert board.places == ("Par", "Bur", "Spa", "Spa/nc", "Spa/sc", "MAO")
    assert board.army_neighbours["Bur"] == ("Par",)
    assert board.fleet_neighbours["Spa/nc"] == ("MAO",)
    assert board.fleet_neighbours["Spa"] == ()
    assert board.province_of("Spa/nc") == "Spa"


FAULTS = [
    (
        '["Par", "Bur"]',
        '["Par", "Bru"]',
        'small.toml, border Par-Bru: no province "Bru" (did you mean "Bur"?)',
    ),
    ('["Par", "Bur"]', '["Par"]', "small.toml, border Par, between: expected `array` of length 2, got 1"),
    (
        "centre = true",
        "centr = true",
        'small.toml, province Par, centr: no key "centr" (did you mean "centre"?)',
    ),
    ("centre = true", 'centre = "yes"', "small.toml, province Par, centre: write true or false"),
    (
        'id = "Bur"',
        'id = "B/ur"',
        'small.toml, province B/ur: "B/ur" is not a valid id; write a short one, without "/"',
    ),
    ("[[start]]", "[[starts]]", 'small.toml, starts: no table "starts" (did you mean "start"?)'),
    ('home = "France"', 'home = "Frence"', 'province Par: home: no power "Frence" (did you mean "France"?)'),
    ('at = "Par"', 'at = "Pas"', 'small.toml, start France A: no province "Pas"'),
    ('kind = "sea"', 'kind = "see"', 'small.toml, province MAO: kind "see" is not one of land, sea'),
    ('"Spa/nc"]', '"Spa"]', 'border MAO-Spa: fleet = true, but Spa has coasts; name one, such as "Spa/nc"'),
    ("fleet = true", "army = true", "border MAO-Spa/nc: army = true, but one side is water"),
    ('name = "Burgundy"', 'name = "paris"', 'province Bur: the name "paris" belongs to Par already'),
    ('id = "Bur"\n', "", "small.toml, province number 2: id is missing; write id = ..."),
    ('name = "Small"\n', "", "small.toml, board: name is missing"),
    ("[board]", "[board", "small.toml: not TOML: "),
    ("centre = true", "centre = false", "small.toml, province Par: home: only a supply centre can be a home"),
]


@pytest.mark.parametrize(("right", "wrong", "told"), FAULTS)
def test_a_fault_is_one_line_with_table_and_key(right: str, wrong: str, told: str) -> None:
    assert right in SMALL
    with pytest.raises(BoardError) as fault:
        read(SMALL.replace(right, wrong, 1), "small.toml")
    assert told in str(fault.value)
    assert str(fault.value).startswith("small.toml")
    assert "\n" not in str(fault.value)


def test_a_border_twice_is_a_fault() -> None:
    twice = SMALL + '[[border]]\nbetween = ["Bur", "Par"]\nkind = "land"\narmy = true\n'
    with pytest.raises(BoardError, match="border Bur-Par: given twice"):
        read(twice, "small.toml")


def test_homes_that_contradict_the_provinces_are_a_fault() -> None:
    with pytest.raises(BoardError, match="homes Spain: Par differs from its province's home"):
        read(SMALL + '[homes]\nFrance = ["Par"]\nSpain = ["Par"]\n', "small.toml")
