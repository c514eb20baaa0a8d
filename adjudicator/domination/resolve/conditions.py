"""Evaluate the conditions of order lines. Fortification tokens count as units."""

from collections.abc import Mapping, Sequence

from adjudicator.domination.language.orders import ENEMY, NOBODY, OrderLine, Test
from adjudicator.domination.position import pieces_of
from adjudicator.domination.resolve.turn_state import TurnState


def holds(state: TurnState, player: str, test: Test) -> bool:
    return _holds_unnegated(state, player, test) != test.negated


def has_piece(chosen: Mapping[str, Sequence[str]], test: Test) -> bool:
    """Return whether a condition about a piece holds while pieces are chosen; 11.4."""
    return (test.place in chosen.get(test.who, ())) != test.negated


def _holds_unnegated(state: TurnState, player: str, test: Test) -> bool:
    if test.piece:
        return test.place in pieces_of(state.settings, state.start.slots, test.who)
    if test.holds:
        return state.owners.get(test.place) == test.who
    if test.who == NOBODY:
        return not state.sides(test.place)
    if test.who == ENEMY:
        return state.enemies(test.place, player) >= test.number
    return state.strength(test.place, test.who) >= test.number


def applies(state: TurnState, player: str, line: OrderLine) -> bool:
    """Return whether the conditions of *line* hold; an `else` applies if those of its `if` did not."""
    if line.otherwise:
        return not state.condition_held.get((player, line.otherwise), False)
    if not line.tests:
        return True
    found = all(holds(state, player, test) for test in line.tests)
    state.condition_held[player, line.number] = found
    return found
