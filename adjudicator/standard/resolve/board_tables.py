"""The board as small integers, for the resolver; built once."""

from dataclasses import dataclass
from functools import cache
from typing import assert_never

from adjudicator.core.board import NEUTRAL, Board
from adjudicator.core.position import Place
from adjudicator.standard.map_facts import MapFacts, facts_of


@dataclass(frozen=True)
class Station:
    """The reach of a kind of unit from one place: places, each with the number of its province."""

    province: int  # the place itself
    kind: str  # "A", "F"
    moves: dict[Place, int]  # a fleet's with exact coasts
    helps: dict[Place, int]  # what it may support, ignoring coasts


@dataclass(frozen=True, eq=False)
class Tables:
    """Provinces by number (in the board's order); a place is a province or one of its coasts.

    Equal only to itself: caches of a board use it as key.
    """

    map: Board
    facts: MapFacts
    sites: dict[str, tuple[str, ...]]  # by power, the centres where it may build
    powers: dict[str, int]  # each with its number
    number: dict[Place, int]  # of the province of a place
    provinces: tuple[str, ...]
    province: dict[Place, str]  # of a place, by name
    armies: dict[Place, Station]
    fleets: dict[Place, Station]
    army_moves: tuple[frozenset[int], ...]  # by province
    fleet_reach: dict[Place, frozenset[int]]  # provinces that a fleet in a place may move to or support
    waters: frozenset[int]
    convoying: frozenset[int]  # where a fleet may convoy: water, and islands that the board names
    centre_at: dict[Place, str]  # the supply centre in a place, for places in one
    beside_water: tuple[
        frozenset[int], ...
    ]  # by province: adjacent places of convoying fleets; by such a place: all neighbours
    neighbours: tuple[frozenset[int], ...]  # by province, for any unit


def names(board: Tables) -> tuple[str, ...]:
    """Return all names in positions and orders: powers, kinds of units, places."""
    return (*board.powers, "A", "F", *board.map.places)


@cache
def tables(the_board: Board) -> Tables:
    """Build the tables of a board. Raises BoardError for missing or unknown facts."""
    facts = facts_of(the_board)
    provinces = tuple(the_board.provinces)
    number = {place: provinces.index(the_board.province_of(place)) for place in the_board.places}
    province = {place: provinces[index] for place, index in number.items()}
    waters = frozenset(number[name] for name, land in the_board.provinces.items() if land.is_water)
    convoying = waters | {number[name] for name in the_board.provinces if name in facts.islands}
    army = tuple(frozenset(number[other] for other in the_board.army_neighbours[name]) for name in provinces)
    fleet_reach = _fleet_reach(the_board, number)
    fleet = _by_province(fleet_reach, number, len(provinces))
    return Tables(
        map=the_board,
        facts=facts,
        sites=_sites(the_board, facts),
        powers={power: number for number, power in enumerate(all_powers(the_board))},
        number=number,
        provinces=provinces,
        province=province,
        armies={place: _army(index, army[index], number) for place, index in number.items()},
        fleets={place: _fleet(place, the_board, fleet_reach[place], number) for place in fleet_reach},
        army_moves=army,
        fleet_reach=fleet_reach,
        waters=waters,
        convoying=convoying,
        centre_at={place: name for place, name in province.items() if name in the_board.centres},
        beside_water=_beside_water(fleet, convoying),
        neighbours=tuple(one | other for one, other in zip(army, fleet, strict=True)),
    )


def _fleet_reach(the_board: Board, number: dict[Place, int]) -> dict[Place, frozenset[int]]:
    around = the_board.fleet_neighbours.items()
    return {place: frozenset(number[other] for other in others) for place, others in around}


def _beside_water(fleet: tuple[frozenset[int], ...], convoying: frozenset[int]) -> tuple[frozenset[int], ...]:
    """Return for each province with a convoying fleet its neighbours, for others those with such a fleet."""
    return tuple(near if number in convoying else near & convoying for number, near in enumerate(fleet))


def all_powers(the_board: Board) -> tuple[str, ...]:
    """Return the powers of the board, and that of neutral units if there are any (12.5)."""
    neutral = (NEUTRAL,) if any(piece.power == NEUTRAL for piece in the_board.start) else ()
    return (*the_board.powers, *neutral)


def _sites(the_board: Board, facts: MapFacts) -> dict[str, tuple[str, ...]]:
    """Return by power the centres where it may build: 11.2."""
    match facts.builds:
        case "anywhere":
            return dict.fromkeys(the_board.powers, the_board.centres)
        case "chosen centres":
            return {power: facts.building.get(power, ()) for power in the_board.powers}
        case "home centres":
            return {power: the_board.homes.get(power, ()) for power in the_board.powers}
        case _ as never:
            assert_never(never)


def _army(province: int, near: frozenset[int], number: dict[Place, int]) -> Station:
    within = _places_in(near, number)
    return Station(province, "A", within, within)


def _fleet(place: Place, the_board: Board, near: frozenset[int], number: dict[Place, int]) -> Station:
    moves = {other: number[other] for other in the_board.fleet_neighbours[place]}
    return Station(number[place], "F", moves, _places_in(near, number))


def _places_in(provinces: frozenset[int], number: dict[Place, int]) -> dict[Place, int]:
    return {place: province for place, province in number.items() if province in provinces}


def _by_province(
    reach: dict[Place, frozenset[int]], number: dict[Place, int], count: int
) -> tuple[frozenset[int], ...]:
    """Return the reach of fleets by province, ignoring coasts."""
    return tuple(
        frozenset(other for place, others in reach.items() if number[place] == province for other in others)
        for province in range(count)
    )


@cache
def distances(board: Tables, province: int) -> tuple[int, ...]:
    """Return the steps from *province* to each province over any borders. Standard 11.6."""
    beside = board.neighbours
    steps = {province: 0}
    waiting = [province]
    for here in waiting:
        for other in sorted(beside[here].difference(steps)):
            steps[other] = steps[here] + 1
            waiting.append(other)
    return tuple(steps.get(other, len(beside)) for other in range(len(beside)))
