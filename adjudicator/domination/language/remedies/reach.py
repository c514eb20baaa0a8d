"""Point out moves that lead further than their units can go as the board stands. Clause 11.6."""

from collections.abc import Iterator, Sequence

from adjudicator.core.dice import ListedDice
from adjudicator.domination.language.orders import Move, OrderLine, UnitCount
from adjudicator.domination.position import Position
from adjudicator.domination.resolve import paths
from adjudicator.domination.resolve.turn_state import TurnState, Unit
from adjudicator.domination.sentences import say


def warnings(position: Position, player: str, sheet: Sequence[OrderLine]) -> Iterator[str]:
    """Yield a note for each move that arrives nowhere near its goal now.

    Only plain moves are looked at, of units that no other line brings there or takes along: others may arrive
    in ways that depend on the turn.
    """
    moves = [line.order for line in sheet if isinstance(line.order, Move) and not line.is_conditional]
    ends = {line.order.way[-1] for line in sheet if isinstance(line.order, Move)}
    if not moves or any(line.order.carrying is not None for line in sheet if isinstance(line.order, Move)):
        return
    state = TurnState(position, {}, ListedDice(()))
    for order in moves:
        if order.origin not in ends and (why := _hindrance(state, player, order)):
            origin, goal = (_named(state, space) for space in (order.origin, order.way[0]))
            yield say("move_does_not_arrive", origin=origin, goal=goal, why=why)


def _hindrance(state: TurnState, player: str, order: Move) -> str:
    """Return why none of the units can go to the next place of the way; "" if one of them can."""
    goal = order.way[0]
    units = [unit for unit in state.here(order.origin, player) if _is_wanted(unit, order.units)]
    if not units or any(paths.cheapest(state, unit, goal, order.origin) is not None for unit in units):
        return ""
    return paths.why_not(state, units[0], goal, order.origin)


def _is_wanted(unit: Unit, wanted: Sequence[UnitCount]) -> bool:
    return any(part.kind in ("", unit.kind) for part in wanted)


def _named(state: TurnState, space: str) -> str:
    return f"{space} {state.ground.titles[space]}".strip()
