"""Find the steps that a unit may take, their cost, and the cheapest path. Clauses 4.1 to 4.16, 11.6."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple, assert_never

from adjudicator.domination.data import LAND, WATER
from adjudicator.domination.resolve.turn_state import TurnState, Unit
from adjudicator.domination.sentences import say

NO_POINTS = say("it_has_not_points_left")
LOCKED = say("enemy_units_in_its_space_lock")
LOCKED_AT_SEA = say("it_may_not_go_from_enemy")
NO_BERTH = say("no_ship_of_yours_there_has")
NO_SHIP_POINTS = say("ship_has_no_points_left")
NO_LAND = say("ships_do_not_go_ashore")
NO_WAY = say("no_legal_way_leads_there_with")
TOO_FAR = say("it_is_too_far_for_the_points")
STOPPED = say("land_unit_stops_on_the_way")
RESTS = say("it_does_not_move_any_more")


class Step(NamedTuple):
    """The cost of a legal step in points, or why it is *barred*."""

    cost: int
    barred: str = ""


def step(state: TurnState, unit: Unit, here: str, there: str, began: str) -> Step:
    """Return the step of *unit* from *here* to its neighbour *there*, in an order that began at *began*."""
    kind = unit.card.kind
    match kind:
        case "water":
            return _water_step(state, unit, here, there)
        case "aerial":
            is_locked = (state.rules.lock_flyover or here == began) and _locks(state, unit, here, there)
            return Step(0, LOCKED) if is_locked else Step(1)  # 4.2, 4.4, 4.7
        case "land":
            return _land_step(state, unit, here, there)
        case _ as never:
            assert_never(never)


def _water_step(state: TurnState, unit: Unit, here: str, there: str) -> Step:
    """Return the step of a ship; 4.9, 4.11."""
    if not state.is_water(there):
        return Step(0, NO_LAND)
    if state.enemies(here, unit.player) and state.enemies(there, unit.player):
        return Step(0, LOCKED_AT_SEA)
    return Step(state.data.terrain[state.space(there).terrain].cost)


def _land_step(state: TurnState, unit: Unit, here: str, there: str) -> Step:
    """Return the step of a land unit; 4.1, 4.7, 4.12, 4.13."""
    if state.is_water(here) and _points_of_ship(state, unit, here) < state.rules.load_cost:
        return Step(0, NO_SHIP_POINTS)
    if state.is_water(there):
        return _boarding(state, unit, there)
    if _locks(state, unit, here, there):
        return Step(0, LOCKED)
    return Step(terrain_cost(state, unit, there))


def _locks(state: TurnState, unit: Unit, here: str, there: str) -> bool:
    """Return whether enemy units bar *unit* from an opponent's space; 4.7."""
    return state.is_opponents(there, unit.player) and state.enemies(here, unit.player) > 0


def _boarding(state: TurnState, unit: Unit, there: str) -> Step:
    """Return the step onto a ship; only land units take berths from a land unit; 4.12."""
    if state.berths(there, unit.player) <= len(state.land_aboard(there, unit.player)):
        return Step(0, NO_BERTH)
    if _points_of_ship(state, unit, there) < state.rules.load_cost:
        return Step(0, NO_SHIP_POINTS)
    return Step(state.rules.load_cost)


def _points_of_ship(state: TurnState, unit: Unit, space: str) -> int:
    return max((ship.points for ship in state.ships(space, unit.player)), default=0)


def terrain_cost(state: TurnState, unit: Unit, there: str) -> int:
    """Return the cost of the terrain; a player may know the land of the starting territory; 4.1, 10.1."""
    knows = state.settings.know_land and state.home.get(there) == unit.player
    return 1 if knows else state.data.terrain[state.space(there).terrain].cost


def stops(state: TurnState, unit: Unit, there: str) -> bool:
    """Return whether *unit* loses its points when it enters *there*; 4.3, 4.4, 4.10."""
    if unit.card.kind == LAND:
        return state.is_opponents(there, unit.player)
    return unit.card.kind == WATER and state.enemies(there, unit.player) > 0


Path = tuple[str, ...]


def cheapest(state: TurnState, unit: Unit, goal: str, began: str) -> Path | None:
    """Return the cheapest legal path to *goal*, without the space of *unit*; None if there is none.

    Land units use no ships on the way (11.6). Of paths with the same cost the shortest is taken, then the one
    through the first spaces.
    """
    if goal == unit.space:
        return ()
    return next((path for path in _cheapest_paths(state, unit, began) if path[-1] == goal), None)


def _is_in_reach(state: TurnState, unit: Unit, goal: str, began: str, points: int) -> bool:
    """Return whether *unit* would reach *goal* with that many points if opponents' land did not stop it."""
    return any(path[-1] == goal for path in _cheapest_paths(state, unit, began, points, does_stop=False))


def reachable(state: TurnState, unit: Unit) -> list[str]:
    """Return the spaces that *unit* can reach by an order that names only its goal."""
    return sorted(
        (path[-1] for path in _cheapest_paths(state, unit, unit.space)),
        key=lambda space: state.ground.rank[space],
    )


def _cheapest_paths(
    state: TurnState, unit: Unit, began: str, points: int | None = None, *, does_stop: bool = True
) -> Iterator[Path]:
    """Yield the cheapest path to each space in reach, the cheapest first; *points* of the unit."""
    points = unit.points if points is None else points
    heap: list[tuple[int, int, tuple[int, ...], Path]] = [(0, 0, (), ())]
    done: set[str] = set()
    while heap and not unit.rests:
        spent, steps, order, path = heappop(heap)
        here = path[-1] if path else unit.space
        if here in done:
            continue
        done.add(here)
        if path:
            yield path
        if path and _ends(state, unit, here, does_stop=does_stop):
            continue
        for there in state.ground.borders[here]:
            taken = step(state, unit, here, there, began)
            if not taken.barred and spent + taken.cost <= points and there not in done:
                row = (*order, state.ground.rank[there])
                heappush(heap, (spent + taken.cost, steps + 1, row, (*path, there)))


def _ends(state: TurnState, unit: Unit, here: str, *, does_stop: bool) -> bool:
    """Return whether a path ends *here*."""
    return (does_stop and stops(state, unit, here)) or (unit.card.kind == LAND and state.is_water(here))


def why_not(state: TurnState, unit: Unit, goal: str, began: str) -> str:
    """Return why there is no path to *goal*."""
    if unit.rests:
        return RESTS
    if goal in state.ground.borders[unit.space]:
        taken = step(state, unit, unit.space, goal, began)
        return taken.barred or NO_POINTS
    if unit.card.kind == WATER and not state.is_water(goal):
        return NO_LAND
    if unit.card.kind == LAND and state.is_water(goal) and not state.ships(goal, unit.player):
        return NO_BERTH
    return _why_not_so_far(state, unit, goal, began) if unit.points else NO_POINTS


def _why_not_so_far(state: TurnState, unit: Unit, goal: str, began: str) -> str:
    if unit.card.kind == LAND and _is_in_reach(state, unit, goal, began, unit.points):
        return STOPPED
    endless = sum(terrain_cost(state, unit, space) for space in state.ground.spaces)
    return TOO_FAR if _is_in_reach(state, unit, goal, began, endless) else NO_WAY
