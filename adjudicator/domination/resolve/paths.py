"""Steps that a unit may take, their cost, and the cheapest path. Clauses 4.1 to 4.16, 11.6."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from adjudicator.domination.data import AERIAL, LAND, WATER
from adjudicator.domination.resolve.turn_state import Table, Token

NO_POINTS = "it has not the points left"
LOCKED = "enemy units in its space lock it against an opponent's space"
LOCKED_AT_SEA = "it may not go from enemy units to enemy units"
NO_BERTH = "no ship of yours there has a free berth"
NO_SHIP_POINTS = "the ship has no points left"
NO_LAND = "ships do not go ashore"
NO_WAY = "no legal way leads there with the points it has"
RESTS = "it does not move any more in this phase"


class Step(NamedTuple):
    """A step that is allowed, at *cost* points; or the reason why it is *barred*."""

    cost: int
    barred: str = ""


def step(table: Table, token: Token, here: str, there: str, began: str) -> Step:
    """The step of *token* from *here* to the bordering space *there*, in an order that began at *began*."""
    return _STEPS[token.card.kind](table, token, here, there, began)


def _water(table: Table, token: Token, here: str, there: str, began: str) -> Step:  # noqa: ARG001
    """4.9, 4.11"""
    if not table.is_water(there):
        return Step(0, NO_LAND)
    if table.enemies(here, token.player) and table.enemies(there, token.player):
        return Step(0, LOCKED_AT_SEA)
    return Step(table.data.terrain[table.space(there).terrain].cost)


def _aerial(table: Table, token: Token, here: str, there: str, began: str) -> Step:
    """4.2, 4.4, 4.7"""
    if (table.rules.lock_flyover or here == began) and _locks(table, token, here, there):
        return Step(0, LOCKED)
    return Step(1)


def _land(table: Table, token: Token, here: str, there: str, began: str) -> Step:  # noqa: ARG001
    """4.1, 4.7, 4.12, 4.13"""
    if table.is_water(here) and _points_of_ship(table, token, here) < table.rules.load_cost:
        return Step(0, NO_SHIP_POINTS)
    if table.is_water(there):
        return _boarding(table, token, there)
    if _locks(table, token, here, there):
        return Step(0, LOCKED)
    return Step(terrain_cost(table, token, there))


_STEPS = {WATER: _water, AERIAL: _aerial, LAND: _land}


def _locks(table: Table, token: Token, here: str, there: str) -> bool:
    """Enemy units lock a unit against every opponent's space; 4.7."""
    return table.is_opponents(there, token.player) and table.enemies(here, token.player) > 0


def _boarding(table: Table, token: Token, there: str) -> Step:
    """4.12: only land units fill berths against a land unit."""
    if table.berths(there, token.player) <= len(table.land_aboard(there, token.player)):
        return Step(0, NO_BERTH)
    if _points_of_ship(table, token, there) < table.rules.load_cost:
        return Step(0, NO_SHIP_POINTS)
    return Step(table.rules.load_cost)


def _points_of_ship(table: Table, token: Token, space: str) -> int:
    return max((ship.points for ship in table.ships(space, token.player)), default=0)


def terrain_cost(table: Table, token: Token, there: str) -> int:
    """4.1; on its own starting territory a land unit may know the land: 10.1."""
    knows = table.settings.know_land and table.home.get(there) == token.player
    return 1 if knows else table.data.terrain[table.space(there).terrain].cost


def stops(table: Table, token: Token, there: str) -> bool:
    """Has the unit no points left once it has entered *there*?  4.3, 4.4, 4.10."""
    if token.card.kind == LAND:
        return table.is_opponents(there, token.player)
    return token.card.kind == WATER and table.enemies(there, token.player) > 0


Path = tuple[str, ...]


def cheapest(table: Table, token: Token, goal: str, began: str) -> Path | None:
    """The spaces on the cheapest legal way to *goal*, without the one where it stands; None if there is none.

    Land units use no ships on the way (11.6). Of ways that cost the same the shorter is taken, then the one
    through the spaces that come first. Where it stands already it need not go.
    """
    if goal == token.space:
        return ()
    return next((path for path in _ways(table, token, began) if path[-1] == goal), None)


def reachable(table: Table, token: Token) -> list[str]:
    """Where *token* could go now by one order that names only its goal, in the order of the spaces."""
    return sorted(
        (path[-1] for path in _ways(table, token, token.space)), key=lambda space: table.ground.rank[space]
    )


def _ways(table: Table, token: Token, began: str) -> Iterator[Path]:
    """The cheapest way to every space within reach, the cheapest first."""
    heap: list[tuple[int, int, tuple[int, ...], Path]] = [(0, 0, (), ())]
    done: set[str] = set()
    while heap and not token.rests:
        spent, steps, order, path = heappop(heap)
        here = path[-1] if path else token.space
        if here in done:
            continue
        done.add(here)
        if path:
            yield path
        if path and _ends(table, token, here):
            continue
        for there in table.ground.borders[here]:
            taken = step(table, token, here, there, began)
            if not taken.barred and spent + taken.cost <= token.points and there not in done:
                row = (*order, table.ground.rank[there])
                heappush(heap, (spent + taken.cost, steps + 1, row, (*path, there)))


def _ends(table: Table, token: Token, here: str) -> bool:
    """Does a way that comes *here* go no further?"""
    return stops(table, token, here) or (token.card.kind == LAND and table.is_water(here))


def why_not(table: Table, token: Token, goal: str, began: str) -> str:
    """Why there is no way to *goal*."""
    if token.rests:
        return RESTS
    if goal in table.ground.borders[token.space]:
        taken = step(table, token, token.space, goal, began)
        return taken.barred or NO_POINTS
    if token.card.kind == WATER and not table.is_water(goal):
        return NO_LAND
    if token.card.kind == LAND and table.is_water(goal) and not table.ships(goal, token.player):
        return NO_BERTH
    return NO_WAY if token.points else NO_POINTS
