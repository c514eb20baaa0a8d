"""Removals of players who give no orders, and what they leave behind (XIII N.1 to N.4)."""

from collections import Counter, deque
from collections.abc import Iterable

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language.orders import Place, Unit


def removals(counted: Counter[tuple[str, Place]], homes: Iterable[Place], number: int) -> list[Unit]:
    """Return the units to remove: farthest from home centres, then fleets, then alphabetically (N.3)."""
    far = distances(homes)
    units = sorted(
        counted.elements(), key=lambda unit: (-far.get(unit[1], FARTHEST), unit[0] != "F", unit[1], unit[0])
    )
    return [Unit(kind, place) for kind, place in units[:number]]


FARTHEST = 999


def distances(homes: Iterable[Place]) -> dict[Place, int]:
    """Return the distance of each area from the nearest home centre, over land and water."""
    found = dict.fromkeys(homes, 0)
    waiting = deque(found)
    while waiting:
        place = waiting.popleft()
        for beside in (*ground.ARMY[place], *ground.FLEET[place]):
            if beside not in found:
                found[beside] = found[place] + 1
                waiting.append(beside)
    return found


def forget(turn: TurnState, stack: ActingStack) -> None:
    """Leave the Ring of a removed unit on the ground (8.8)."""
    if turn.holder is stack:
        worn, power = turn.ring.how == "worn", stack.power
        ring.drop(turn, stack.place)
        if worn:
            ring.lose_worn(turn, power)
