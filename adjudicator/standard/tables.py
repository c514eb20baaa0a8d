"""What does the resolver know of the board, as small integers?  Made once, names stay outside."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from adjudicator import board
from adjudicator.position import Place

Reach = Mapping[Place, Mapping[Place, int]]
"""By place, the places within reach of a unit there, each with the number of its province."""


class Tables(Struct, frozen=True):
    """Provinces by number (in the board's order); a place is a province or one of its coasts."""

    number: Mapping[Place, int]  # of the province of a place
    provinces: tuple[str, ...]
    province: Mapping[Place, str]  # of a place, by name
    near: Mapping[str, Reach]  # by kind of unit: to which places it may move, a fleet to exact coasts
    helps: Mapping[str, Reach]  # by kind of unit: what it may support, coasts taken together
    army_moves: tuple[frozenset[int], ...]  # by province
    fleet_reach: Mapping[Place, frozenset[int]]  # provinces that a fleet in a place may move to or support
    waters: frozenset[int]
    centres: frozenset[str]
    beside_water: tuple[
        frozenset[int], ...
    ]  # by province, the waters at its shores; by water, all neighbours
    neighbours: tuple[frozenset[int], ...]  # by province, whatever unit may pass


@cache
def tables() -> Tables:
    """The tables of the standard board."""
    the_board = board.load("adjudicator.standard")
    provinces = tuple(the_board.provinces)
    number = {place: provinces.index(the_board.province_of(place)) for place in the_board.places}
    waters = frozenset(number[name] for name, province in the_board.provinces.items() if province.is_water)
    army = tuple(frozenset(number[other] for other in the_board.army_neighbours[name]) for name in provinces)
    fleet_reach = {
        place: frozenset(number[other] for other in others)
        for place, others in the_board.fleet_neighbours.items()
    }
    by_water = {
        place: {other: number[other] for other in others}
        for place, others in the_board.fleet_neighbours.items()
    }
    by_land = _within({place: army[province] for place, province in number.items()}, number)
    fleet = _by_province(fleet_reach, number, len(provinces))
    return Tables(
        number=number,
        provinces=provinces,
        province={place: provinces[province] for place, province in number.items()},
        near={"A": by_land, "F": by_water},
        helps={"A": by_land, "F": _within(fleet_reach, number)},
        army_moves=army,
        fleet_reach=fleet_reach,
        waters=waters,
        centres=frozenset(the_board.centres),
        beside_water=tuple(
            fleet[number] if number in waters else fleet[number] & waters for number in range(len(provinces))
        ),
        neighbours=tuple(one | other for one, other in zip(army, fleet, strict=True)),
    )


def _within(provinces: Mapping[Place, frozenset[int]], number: Mapping[Place, int]) -> Reach:
    """The places in the provinces that may be reached."""
    return {
        place: {other: province for other, province in number.items() if province in within}
        for place, within in provinces.items()
    }


def _by_province(
    reach: Mapping[Place, frozenset[int]], number: Mapping[Place, int], count: int
) -> tuple[frozenset[int], ...]:
    """The reach of fleets by province, its coasts taken together."""
    return tuple(
        frozenset(other for place, others in reach.items() if number[place] == province for other in others)
        for province in range(count)
    )


@cache
def distances(province: int) -> tuple[int, ...]:
    """Steps from *province* to each province over any borders, land and sea alike. Standard 11.6."""
    beside = tables().neighbours
    steps = {province: 0}
    waiting = [province]
    for here in waiting:
        for other in sorted(beside[here] - steps.keys()):
            steps[other] = steps[here] + 1
            waiting.append(other)
    return tuple(steps.get(other, len(beside)) for other in range(len(beside)))
