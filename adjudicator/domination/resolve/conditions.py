"""Evaluate the conditions of order lines. Fortification tokens count as units."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from adjudicator.core.language.words import listed
from adjudicator.domination.language.orders import (
    CASTS,
    ENEMY,
    HITS,
    NOBODY,
    PIECE,
    Case,
    Condition,
    OrderLine,
    Test,
)
from adjudicator.domination.position import Effect, pieces_of
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say


def holds(state: TurnState, player: str, condition: Condition) -> bool:
    match condition:
        case Test():
            found = _holds_unnegated(state, player, condition)
        case Case():
            found = _is_so(state, player, condition)
        case _ as never:
            assert_never(never)
    return found != condition.negated


def has_piece(chosen: Mapping[str, Sequence[str]], case: Case) -> bool:
    """Return whether a condition about a piece holds while pieces are chosen; 11.4."""
    return (case.place in chosen.get(case.who, ())) != case.negated


def _holds_unnegated(state: TurnState, player: str, test: Test) -> bool:
    if test.holds:
        return state.owners.get(test.place) == test.who
    if test.who == NOBODY:
        return not state.sides(test.place)
    if test.who == ENEMY:
        return state.enemies(test.place, player) >= test.number
    return state.strength(test.place, test.who) >= test.number


def _is_so(state: TurnState, player: str, case: Case) -> bool:
    if case.about == PIECE:
        return case.place in pieces_of(state.settings, state.start.slots, case.who)
    if case.about == CASTS:
        return any(_is_meant(row, player, case) for row in state.casts)
    moment = state.moment
    if moment is None:
        return False
    if case.about == HITS:
        return moment.hits.get(player, 0) >= case.number and case.place in ("", moment.space)
    return moment.number == case.number


def _is_meant(row: Effect, player: str, case: Case) -> bool:
    """Return whether a spell that was cast is one that *player* names in a condition."""
    is_caster = row.player != player if case.who == ENEMY else row.player == case.who
    return is_caster and case.spell in ("", row.spell) and case.place in ("", row.space)


def applies(state: TurnState, player: str, line: OrderLine) -> bool:
    """Return whether the conditions of *line* hold; an `else` applies if those of its `if` did not."""
    if line.otherwise:
        return not state.condition_held.get((player, line.otherwise), False)
    if not line.conditions:
        return True
    found = all(holds(state, player, condition) for condition in line.conditions)
    state.condition_held[player, line.number] = found
    return found


def what_was_there(state: TurnState, player: str, line: OrderLine) -> str:
    """Return who was where a condition of *line* did not hold; "" if it is about something else.

    The board is open to all, so this is what everybody saw at that moment.
    """
    tests = [one for one in line.conditions if isinstance(one, Test) and not holds(state, player, one)]
    told = dict.fromkeys(_found(state, test) for test in tests if not line.otherwise)
    return "; ".join(told)


def _found(state: TurnState, test: Test) -> str:
    if test.holds:
        owner = state.owners.get(test.place, "")
        return (
            say("held_by", place=test.place, player=owner)
            if owner
            else say("held_by_nobody", place=test.place)
        )
    sides = [
        say("so_many_of", number=state.strength(test.place, one), player=one)
        for one in state.sides(test.place)
    ]
    if not sides:
        return say("nobody_was_there", place=test.place)
    found = listed(sides, "and")
    if state.forts.get(test.place):
        return say("were_there_with_tokens", place=test.place, found=found)
    return say("were_there", place=test.place, found=found)
