"""The board of Empires is consistent: outlines, neighbours, names, counters and the set-up agree."""

import json
from collections import Counter
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest

from adjudicator.core.language.words import key
from adjudicator.empires.ground import BOARD, ZONE_NAMES, ZONES, zones_of
from adjudicator.empires.position import in_box, in_zone
from adjudicator.empires.resolve import phases

TOUCH = 1.6  # pixels; rounding or a narrow strait may leave that much between neighbours
ARROWS = {frozenset(pair) for pair in BOARD.arrows}
PAIRS = sorted({tuple(sorted((zone, near))) for zone, facts in ZONES.items() for near in facts.neighbours})

Point = tuple[float, float]


def outlines() -> dict[str, list[list[Point]]]:
    source = resources.files("adjudicator.empires").joinpath("board.geojson").read_text("utf-8")
    features = [f for f in json.loads(source)["features"] if f["properties"]["layer"] == "zone"]
    return {feature["properties"]["id"]: rings(feature["geometry"]) for feature in features}


def rings(geometry: dict[str, Any]) -> list[list[Point]]:
    shapes = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return [[(x, y) for x, y in ring] for shape in shapes for ring in shape]


OUTLINES = outlines()


def distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance from a point to a line."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    nearest = (ax + share * (bx - ax), ay + share * (by - ay))
    return float(((x - nearest[0]) ** 2 + (y - nearest[1]) ** 2) ** 0.5)


@cache
def reach(zone: str) -> tuple[Point, Point]:
    """Return the corners of the box around a zone and its neighbours."""
    columns, rows = zip(*(point for ring in OUTLINES[zone] for point in ring), strict=True)
    return (min(columns) - TOUCH, min(rows) - TOUCH), (max(columns) + TOUCH, max(rows) + TOUCH)


def is_within_reach(point: Point, zone: str) -> bool:
    (left, top), (right, bottom) = reach(zone)
    return left <= point[0] <= right and top <= point[1] <= bottom


def corners_shared(one: str, other: str) -> int:
    """Return how many corners of *one* lie on the outline of *other*."""
    sides = [side for ring in OUTLINES[other] for side in pairwise(ring)]
    points = {point for ring in OUTLINES[one] for point in ring if is_within_reach(point, other)}
    return sum(any(distance(point, *side) <= TOUCH for side in sides) for point in points)


def test_every_zone_has_one_outline() -> None:
    assert set(OUTLINES) == set(ZONES)
    assert len(ZONES) == 82
    assert sum(zone.square for zone in ZONES.values()) == 4


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_neighbours_share_a_border_or_an_arrow(pair: tuple[str, str]) -> None:
    assert frozenset(pair) in ARROWS or corners_shared(*pair) >= 2


def test_every_name_means_one_zone() -> None:
    names = Counter(
        name
        for zone in ZONES.values()
        for name in {key(word) for word in (zone.id, zone.name, zone.abbr, *zone.aliases)}
    )
    assert [name for name, count in names.items() if count > 1] == []
    assert ZONE_NAMES.find("Cairo") == "egypt"
    assert ZONE_NAMES.find("Koenigsberg") == ZONE_NAMES.find("KON") == "konigsberg"


def test_the_counters_and_trenches_are_those_of_the_rules() -> None:
    """1.1, 10.0.1, 16.1, 16.2"""
    assert sum(counter.count for counter in BOARD.counters.values()) == 75
    assert sum(len(power.technologies) for power in BOARD.powers.values()) == BOARD.trenches == 32
    german, italian = BOARD.counters["German", ""], BOARD.counters["Italian", ""]
    assert (german.count, german.full, german.reduced) == (17, (5, 2), (5, 2))
    assert (italian.count, italian.full, italian.technology) == (5, (3, 1), False)


def test_the_start_is_that_of_the_set_up_table() -> None:
    """2.1, 2.2, 2.4, M.6"""
    start = phases.start({})
    assert Counter(army.power for army in start.armies) == {
        "Germany": 10, "Austria-Hungary": 7, "Franco-British": 9, "Russia": 10,
    }  # fmt: skip
    assert {army.steps for army in start.armies} == {2}
    assert {level for here in start.trenches.values() for level in here.values()} == {1}
    assert (start.diplomacy, start.missions) == ({}, {})
    assert len(in_zone(start, "cologne")) == 3
    assert in_box(start, "British", "small") == 2


def test_cities_regions_and_trenches_are_as_the_rules_say() -> None:
    """3.1, 3.3, 9.2.8, M.1, M.4"""
    assert {zone.id for zone in ZONES.values() if zone.stack == 2} == {"caucasus", "syria", "egypt"}
    double = {zone.id for zone in ZONES.values() if zone.trench == 2}
    west = {zone.id for zone in ZONES.values() if zone.home in ("Germany", "France", "Belgium")}
    assert double == west | {"riga", "kiev"}
    cities = Counter(zone.home for zone in ZONES.values() if zone.city and not zone.square)
    assert (cities["Germany"], cities["Austria-Hungary"], cities["Russia"]) == (7, 6, 7)
    assert len(zones_of("Italy")) == 6
