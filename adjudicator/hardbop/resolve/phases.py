"""The steps of a turn in order: section 9 of the rules as a table, one line per step.

Three steps may have to wait for players. Then the turn is stored with the number of that step, and continues
there when the orders are in. Nobody is asked if nobody has a choice (9(a)).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from adjudicator.core.dice import Dice
from adjudicator.core.game import Due
from adjudicator.hardbop import calendar, ground
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, RETREAT, SECOND_RETREAT, State
from adjudicator.hardbop.resolve import (
    adjustments,
    alignments,
    movement,
    order_collection,
    ownership,
    perils,
    retreats,
    second_moves,
    turn_end,
    units,
    victory,
)
from adjudicator.hardbop.resolve.pieces import (
    destroying,
    encounters,
    fellowship,
    nazgul,
    rangers,
    returns,
    ring,
    wearing,
)
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import OrderSheet, Power
from adjudicator.middle_earth.resolve.record import Record

Action = Callable[[TurnState], object]


class Step(NamedTuple):
    """A step of the turn. *asks* is the phase in which players may have to choose before it."""

    numeral: str
    name: str
    does: Action
    clause: str
    asks: str = ""
    only_second: bool = False  # in turn II alone


def claims(entered: int) -> Action:
    return partial(ring.claim_by_entry, entered=entered)


def driven_out(entered: int) -> Action:
    return partial(nazgul.flee, entered=entered)


def fled(entered: int) -> Action:
    return partial(retreats.judge, entered=entered)


STEPS = (
    Step("i", "declarations", alignments.declare, "8(d)"),
    Step("i", "first places", returns.first_places, "1(c)"),
    Step("ii", "orders", order_collection.collect, "3.5(b), 9(e)"),
    Step("ii", "leads", order_collection.gather, "3.2"),
    Step("ii", "paralysis", nazgul.paralyse, "3.10(g), 3.10(h)"),
    Step("iii", "first moves and their combat", movement.first_moves, "2.2, 3, 4, 5"),
    Step("iii", "the Balrog", perils.after(units.FIRST), "5.4"),
    Step("iii", "the Ring, by entry", claims(units.FIRST), "7.2"),
    Step("iii", "the Ring, by victory", ring.be_taken, "7.3(e)"),
    Step("iv", "who cannot retreat", retreats.annihilate_trapped, "9(b)"),
    Step("iv", "retreats", fled(units.FIRST_RETREAT), "3.3(b)", RETREAT),
    Step("iv", "the Nazgul driven out", driven_out(units.FIRST_RETREAT), "3.10(d), 3.10(j), 7.3(e)"),
    Step("iv", "the Balrog", perils.after(units.FIRST_RETREAT), "5.4"),
    Step("iv", "the Ring, by entry", claims(units.FIRST_RETREAT), "7.2"),
    Step("iv", "meetings in passing", encounters.in_passing, "3.1(e)"),
    Step("v", "the Ring is passed", ring.pass_slowly, "7.3(b), 7.3(c)"),
    Step("vi", "the march of the Ents", fellowship.march, "3.9"),
    Step("vii", "second moves and their combat", second_moves.second_moves, "2.2, 4.4"),
    Step("vii", "the Balrog", perils.after(units.SECOND), "5.4"),
    Step("vii", "the Ring, by entry", claims(units.SECOND), "7.2"),
    Step("vii", "the Ring, by victory", ring.be_taken, "7.3(e)"),
    Step("viii", "who cannot retreat", retreats.annihilate_trapped, "9(b)"),
    Step("viii", "retreats", fled(units.SECOND_RETREAT), "3.3(b)", SECOND_RETREAT),
    Step("viii", "the Nazgul driven out", driven_out(units.SECOND_RETREAT), "3.10(d), 7.3(e)"),
    Step("viii", "the Balrog", perils.after(units.SECOND_RETREAT), "5.4"),
    Step("viii", "the Ring, by entry", claims(units.SECOND_RETREAT), "7.2"),
    Step("viii", "second moves are over", second_moves.finish, "2.2"),
    Step("ix", "the Ring is passed", ring.pass_fast, "7.3(c)"),
    Step("ix", "a centre is neutralised", rangers.neutralise, "3.8(c)"),
    Step("x", "ownership and garrisons", ownership.settle, "5.2(d), 5.2(e), 6.1(a), 6.2", only_second=True),
    Step("x", "builds and removals", adjustments.judge, "4.3, 4.5, 6", ADJUSTMENT, only_second=True),
    Step("x", "the Ring, where units are built", claims(units.BUILT), "7.2(a)", only_second=True),
    Step("xi", "Neutrals that captured a Good home", alignments.fall_by_capture, "8(c)", only_second=True),
    Step("xii", "destroying", destroying.destroy, "3.3(d) to 3.3(i)"),
    Step("xii", "Gandalf and the Nazgul return", returns.come_back, "3.7(b), 3.10(f)"),
    Step("xiii", "the Ring is destroyed or put on", wearing.destroy_or_wear_ring, "7.4 to 7.7, V1"),
    Step("xiii", "who is out", victory.count_out, "6.2(b)", only_second=True),
    Step("xiii", "victory", victory.count, "V2, V3", only_second=True),
    Step("", "meetings", encounters.at_the_end, "3.1(e)"),
    Step("", "the turn is over", turn_end.settle, "9"),
)


def _first(phase: str) -> int:
    """Return the number of the step that *phase* waits for, 0 for movement."""
    return next((number for number, step in enumerate(STEPS) if step.asks == phase), 0)


def judge(state: State, sheets: Mapping[Power, OrderSheet], dice: Dice) -> tuple[State, Record]:
    """Resolve what is due, until a player has to be asked or the turn is over."""
    turn = TurnState(state, dict(sheets), dice)
    begin = _first(state.phase)
    if state.phase != MOVEMENT:
        turn_end.take_late_orders(turn)
    for number in range(begin, len(STEPS)):
        step = STEPS[number]
        if step.only_second and not calendar.is_second(state.turn):
            continue
        if step.asks and number != begin and WAITS[step.asks](turn):
            return _put_away(turn, number)
        step.does(turn)
    return _next_turn(turn), _record(turn)


def _wait_for_builds(turn: TurnState) -> bool:
    now = turn.state()
    return any(adjustments.owed(now, power) for power in ground.POWERS)


WAITS: Mapping[str, Callable[[TurnState], bool]] = {
    RETREAT: lambda turn: bool(retreats.waiting(turn)),
    SECOND_RETREAT: lambda turn: bool(retreats.waiting(turn)),
    ADJUSTMENT: _wait_for_builds,
}


def _put_away(turn: TurnState, number: int) -> tuple[State, Record]:
    phase = STEPS[number].asks
    beaten = retreats.rows(turn) if phase != ADJUSTMENT else ()
    turn_end.add_first_moves(turn)
    record = _record(turn)
    waits = turn.state(
        phase=phase,
        beaten=beaten,
        contested=tuple(sorted(turn.contested)),
        unfinished=turn.unfinished(number),
    )
    return waits, record


def _next_turn(turn: TurnState) -> State:
    number = turn.before.turn + (0 if turn.over else 1)
    return turn.state(phase=MOVEMENT, turn=number, beaten=(), contested=(), unfinished=None)


def _record(turn: TurnState) -> Record:
    encounters.disclosed(turn)
    seen = tuple(sorted(turn.sightings, key=lambda s: (s.owner, s.kind, s.place, s.readers or (), s.why)))
    return Record(turn.before.turn, turn.before.phase, turn.results(), seen, tuple(turn.news))


# What is due.


def title(turn: int, phase: str) -> str:
    """Return the title as printed: "AFTERYULE I 3019, movement"."""
    return f"{calendar.name(turn)}, {phase.replace('-', ' ')}"


def due(state: State) -> Due:
    name = title(state.turn, state.phase)
    if state.over:
        return Due(name, state.number, state.phase, {}, over=True, winners=state.winners)
    # 1(c): first spaces of Gandalf and the Nazgul are secret orders of turn 1
    return Due(name, state.number, state.phase, OWED[state.phase](state), waits_for_all=state.number == 1)


Debts = dict[Power, str]


def _owed_movement(state: State) -> Debts:
    """Return the powers that owe orders: all that are not eliminated, whatever hidden pieces they have."""
    return {power: "orders" for power in ground.POWERS if power not in state.eliminated}


def _owed_retreats(state: State) -> Debts:
    return {row.unit.power: "retreats" for row in state.beaten}


def _owed_adjustments(state: State) -> Debts:
    found = {}
    for power in ground.POWERS:
        number = adjustments.owed(state, power)
        if number:
            what = "build" if number > 0 else "removal"
            found[power] = f"{abs(number)} {what}{'s' if abs(number) > 1 else ''}"
    return found


OWED: Mapping[str, Callable[[State], Debts]] = {
    MOVEMENT: _owed_movement,
    RETREAT: _owed_retreats,
    SECOND_RETREAT: _owed_retreats,
    ADJUSTMENT: _owed_adjustments,
}
