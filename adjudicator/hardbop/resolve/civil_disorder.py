"""Removals of players who do not choose (HB 6.9)."""

from collections.abc import Iterable, Sequence

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import Military
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import ActingUnit
from adjudicator.middle_earth.language.orders import Place, Power

SHIPS = ("F", "P")
FARTHEST = 999


def next_removal(turn: TurnState, power: Power) -> ActingUnit | None:
    mine = [p for p in turn.here() if p.power == power and (p.kind != "E" or turn.offboard_centres)]
    far = ground.distances(ground.HOMES[power])
    return min(mine, key=lambda unit: _order(far, unit.kind, unit.place), default=None)


def _order(far: dict[Place, int], kind: str, place: Place) -> tuple[int, bool, Place]:
    """Sort by distance from the nearest home centre, then ships first, then by place."""
    return -far.get(place, FARTHEST), kind not in SHIPS, place


def removals(units: Iterable[Military], power: Power, number: int) -> Sequence[Military]:
    far = ground.distances(ground.HOMES[power])
    return sorted(units, key=lambda one: _order(far, one.kind, one.place))[:number]
