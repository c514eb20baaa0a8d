"""Carry out the lines of each player in a phase, and store preferences. Clause 11."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import UNSET

from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    MAGIC,
    MOVE,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    OrderLine,
    Pieces,
    Prefer,
)
from adjudicator.domination.position import Preference
from adjudicator.domination.record import SKIPPED, SUCCEEDS, VOID, Outcome
from adjudicator.domination.resolve import building, magic, movement
from adjudicator.domination.resolve.conditions import applies, what_was_there
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say

NOT_HELD = Outcome(SKIPPED, say("its_condition_did_not_hold"))


def remember(state: TurnState, acting: Sequence[str]) -> None:
    """Store the preferences without a condition, which are in force until changed; 5.9, 11.7."""
    if state.start.asking:
        return
    for player in acting:
        lines = [line for line in state.sheets.get(player, ()) if line.is_standing]
        new = [
            Preference(player, line.order, line.tests or UNSET, line.cases)
            for line in lines
            if isinstance(line.order, Prefer)
        ]
        _forget(state.standing, new)
        for preference in new:
            _set_preference(state.standing, preference)
        for line in lines:
            state.add_result(player, line, Outcome(SUCCEEDS))


def _forget(among: list[Preference], new: Sequence[Preference]) -> None:
    """Remove preferences of the kinds of *new* for the same places, whatever their conditions; 11.7."""
    replaced = {_kind_of(row) for row in new}
    among[:] = [row for row in among if _kind_of(row) not in replaced]


def _set_preference(among: list[Preference], new: Preference) -> None:
    """Add *new* in place of an earlier preference of its kind for the same place with the same conditions."""
    key = (_kind_of(new), new.conditions)
    among[:] = [row for row in among if (_kind_of(row), row.conditions) != key]
    among.append(new)


def _kind_of(row: Preference) -> tuple[str, str, str]:
    return row.player, row.order.what, row.order.place


def wait_for_battle(state: TurnState, acting: Sequence[str]) -> None:
    """Keep conditional preferences under Combat until just before the first battle."""
    for player in acting:
        lines = [line for line in state.lines(player, COMBAT) if line.is_conditional and not line.is_standing]
        if lines:
            state.waiting[player] = (*state.waiting.get(player, ()), *lines)


def before_battle(state: TurnState) -> None:
    """Carry out the waiting lines, which may come from earlier messages of the turn."""
    waiting, state.waiting = state.waiting, {}
    for player in state.order:
        _carry_out(state, player, COMBAT, waiting.get(player, ()))


def _carry_out(
    state: TurnState,
    player: str,
    phase: str,
    lines: Sequence[OrderLine],
    queue: building.PlayerBuilds | None = None,
) -> None:
    for line in lines:
        if line.is_standing:
            continue  # see `remember`
        if not applies(state, player, line):
            state.add_result(player, line, _not_held(state, player, line))
        elif outcome := _outcome(state, player, line.order, phase, queue):
            state.add_result(player, line, outcome)


def _not_held(state: TurnState, player: str, line: OrderLine) -> Outcome:
    found = what_was_there(state, player, line)
    return Outcome(SKIPPED, f"{NOT_HELD.why}; {found}") if found else NOT_HELD


def _outcome(
    state: TurnState, player: str, order: Order, phase: str, queue: building.PlayerBuilds | None
) -> Outcome | None:
    """Carry out one order; None if it belongs to another phase."""
    match order:
        case Move():
            return movement.carry_out(state, player, order)
        case Hold():
            return movement.hold(state, player, order)
        case Cast():
            return magic.cast(state, player, order, phase)
        case Prefer():
            _set_preference(state.passing, Preference(player, order))
            return Outcome(SUCCEEDS)
        case Build():
            return queue.build(order) if queue else None
        case Pieces() | Claim():
            return None  # see `phases.PieceLists` and `phases._claimed`
        case _ as never:
            assert_never(never)


def moves(state: TurnState, acting: Sequence[str]) -> None:
    for player in acting:
        for unit in state.units():
            unit.points, unit.rests = unit.card.move, False
        _carry_out(state, player, MOVE, state.lines(player, MOVE))


def spells(state: TurnState, acting: Sequence[str]) -> None:
    for player in acting:
        _carry_out(state, player, MAGIC, state.lines(player, MAGIC))


def builds(
    state: TurnState,
    acting: Sequence[str],
    allowed: building.SiteRule,
    sites: building.Sites = building.as_named,
) -> None:
    for player in acting:
        queue = building.PlayerBuilds(state, player, allowed, sites)
        _carry_out(state, player, BUILD, _build_lines(state, player), queue)


def no_builds(state: TurnState, acting: Sequence[str]) -> None:
    """Void the builds because the game has ended; 7.1, 7.2."""
    for player in acting:
        for line in state.lines(player, BUILD):
            if isinstance(line.order, Build):
                state.add_result(player, line, Outcome(VOID, say("game_ended_before_builds")))


def _build_lines(state: TurnState, player: str) -> Sequence[OrderLine]:
    """Return the build lines; without an order sheet none, or those of the last list; 11.5."""
    if player in state.sheets:
        lines = [
            line
            for line in state.lines(player, BUILD)
            if isinstance(line.order, Build) or line.is_conditional
        ]
        state.last_builds[player] = tuple(lines)
        return lines
    return state.last_builds.get(player, ()) if state.rules.missing_sheet == "last" else ()
