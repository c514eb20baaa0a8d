"""The steps of a turn in order: part S of the rules as tables, one line per step with its clause.

A step works on the collected orders or on the turn. Whether retreats, the end of the turn or adjustments come
next depends on the state of the turn after the steps.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import msgspec

from adjudicator.core.dice import Dice
from adjudicator.core.game import Due
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import standing
from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State, who_orders
from adjudicator.downfall_xiii.resolve import (
    adjustments,
    alignments,
    company,
    embarking,
    end_of_move,
    journeys,
    losses,
    movement,
    order_collection,
    ownership,
    retreats,
    second_moves,
    stacks,
    turn_end,
    void_orders,
)
from adjudicator.downfall_xiii.resolve.before_the_turn import place_bearer, stand
from adjudicator.downfall_xiii.resolve.order_collection import CollectedOrders
from adjudicator.downfall_xiii.resolve.pieces import aragorn, encounters, fellowship, gandalf, nazgul, ring
from adjudicator.downfall_xiii.resolve.turn_state import TurnState, Voids
from adjudicator.middle_earth.language.orders import OrderSheet, Power, Standable
from adjudicator.middle_earth.resolve.record import Record

Subject = TypeVar("Subject", TurnState, CollectedOrders)


class Step(NamedTuple, Generic[Subject]):
    """A step that changes the turn or works on the collected orders."""

    name: str
    does: Callable[[Subject], object]
    clause: str


# Before orders are collected.
OPENING = (
    Step("declarations of alignment", alignments.declare, "S 2; 9.3 to 9.7"),
    Step("Gandalf's first place", gandalf.first_place, "S 3; 2.2"),
)

# On the collected orders.
ORDERS = (
    Step("stacks", stacks.form, "S 2; 4.2 to 4.12"),
    Step("embarking", embarking.embark, "S 4; 6g.4"),
    Step("landings", embarking.land, "6g.6"),
)

SETTING_OUT = (
    Step("company", company.gather, "5.4, 6a.ii, 6b.ii"),
    Step("company aboard", embarking.take_company, "6g.11"),
    Step("pieces on their own", journeys.set_out, "5.2, 6a.1, 6c.2, 6h.1"),
    Step("the Paths of the Dead", aragorn.set_out, "S 5; 6b.5"),
    Step("the Ents leave", fellowship.leave_with_ents, "6i.10"),
    Step("paralysing", nazgul.paralyse, "S 3; 6c.4"),
)

WAYS = (Step("legal ways", movement.find_ways, "1.1, 6f.8, 6g, 9.7"),)

PHASE_ONE = (Step("ordinary units", movement.phase_one, "S 5; 1.1 to 1.7"),)

MOVING = (
    Step("Aragorn arrives", aragorn.arrive, "S 5; 6b.5, 6b.7"),
    Step("lone pieces", journeys.first_steps, "S 5"),
    Step("the Fellowship", fellowship.move, "S 5; 6i.3"),
    Step("Gandalf returns", gandalf.come_back, "S 5; 6a.v"),
    Step("the Ring, phase one", partial(ring.after_phase, phase=1), "S 7; 8.2, 8.5"),
    Step("second moves", second_moves.phase_two, "S 6; 6f.3 to 6f.7"),
    Step("second steps of pieces", journeys.second_steps, "S 6; 6a.vii, 6c.2"),
    Step("the march of the Ents", fellowship.march, "S 6; 6i.9"),
    Step("the Ring, phase two", partial(ring.after_phase, phase=2), "S 7; 8.2, 8.5"),
    Step("perils", losses.perish, "S 8; 7e, 7f, 7g"),
    Step("garrisons overcome", ownership.lose_garrisons, "7b.5"),
    Step("the Fellowship is intruded upon", fellowship.be_intruded_upon, "6i.4"),
    Step("Shadowfax", gandalf.gain_shadowfax, "6a.vii"),
)

END_OF_MOVE = (
    Step("destroying, claiming, awakening", end_of_move.destroy_and_claim, "S 9"),
    Step("the Ring is passed or thrown", end_of_move.pass_ring, "S 10; 8.4, 8.9"),
    Step("the Ring is put on, seized or destroyed", end_of_move.wear_or_destroy_ring, "S 11; 8.12 to 8.25"),
)

CLOSING = (
    Step("Mordor comes to the south", alignments.watch_the_south, "9.7"),
    Step("untenable stacks part", alignments.part_company, "4.12"),
)


def judge(state: State, sheets: Mapping[Power, OrderSheet], dice: Dice) -> tuple[State, Record]:
    """Resolve the phase that is due: movement, retreats or adjustments."""
    voids = _set_aside(state, dict(sheets), dice) if state.phase == MOVEMENT else {}
    turn = TurnState(state, dict(sheets), dice, voids)
    return {MOVEMENT: _movement, RETREAT: _retreats, ADJUSTMENT: _adjustments}[state.phase](turn)


def _run(steps: tuple[Step[Subject], ...], subject: Subject) -> None:
    for step in steps:
        step.does(subject)


def _set_aside(state: State, sheets: dict[Power, OrderSheet], dice: Dice) -> Voids:
    """Return the void orders that are replaced before anything moves (N.1). No die is rolled for them."""
    voids: Voids = {}
    waiting = void_orders.candidates(state, sheets)
    while waiting:
        turn = TurnState(state, sheets, dice, voids)
        _set_out(turn)
        new = void_orders.set_aside(turn, waiting)
        if not new:
            break
        voids = void_orders.joined(voids, new)
    return voids


def _set_out(turn: TurnState) -> CollectedOrders:
    _run(OPENING, turn)
    collected = order_collection.collect(turn)
    _run(ORDERS, collected)
    _run(SETTING_OUT, turn)
    _run(WAYS, collected)
    return collected


def _movement(turn: TurnState) -> tuple[State, Record]:
    collected = _set_out(turn)
    _run(PHASE_ONE, collected)
    _run(MOVING, turn)
    _run(END_OF_MOVE, collected)
    _run(CLOSING, turn)
    if turn.over:
        return _end(turn, encounters.note(turn))
    every = retreats.flights(turn)
    sightings = encounters.note(turn)
    if not every:
        return _finish(turn, encounters.together(sightings, ()))  # two Rangers in one area make one sighting
    waiting = retreats.disband_trapped(turn, every)
    if any(retreats.is_public(flight) for flight in waiting):
        return _wait_for_retreats(turn, waiting), _record(turn, sightings)
    retreats.judge(turn, waiting, _in_force(turn, standing.retreats_in_force), unasked=True)
    return _finish(turn, encounters.together(sightings, encounters.note(turn)))


def _in_force(
    turn: TurnState, choose: Callable[[State, Power, OrderSheet], list[Standable]]
) -> dict[Power, list[Standable]]:
    return {
        power: choose(turn.before, power, turn.sheets.get(power, OrderSheet())) for power in ground.POWERS
    }


def _wait_for_retreats(turn: TurnState, waiting: list[retreats.Flight]) -> State:
    return turn.state(
        phase=RETREAT,
        beaten=tuple(retreats.beaten(flight) for flight in waiting),
        contested=tuple(sorted(turn.contested)),
        fresh=(),
    )


def _retreats(turn: TurnState) -> tuple[State, Record]:
    """Resolve retreats (step 13)."""
    stand(turn)
    turn.ents_away = turn.before.ents_away
    waiting = retreats.restore(turn)
    place_bearer(turn)
    _keep_standing(turn)
    retreats.judge(turn, waiting, _in_force(turn, standing.in_force))
    return _finish(turn, encounters.note(turn))


def _keep_standing(turn: TurnState) -> None:
    for power in ground.POWERS:
        kept = standing.after(
            turn.before.standing.get(power, ()), turn.sheets.get(power, OrderSheet()).orders
        )
        turn.standing = (
            {**turn.standing, power: kept} if kept else {p: o for p, o in turn.standing.items() if p != power}
        )


def _finish(turn: TurnState, sightings: encounters.Sightings) -> tuple[State, Record]:
    """Resolve steps 14 and 15, and return the position with what is due next."""
    turn.ents_away = False  # 6i.10: back from the next turn on
    turn_end.close(turn)
    if turn.over:
        return _end(turn, sightings)
    if turn.before.turn % 2 == 0:
        after = turn.state(phase=ADJUSTMENT, **NOTHING_LEFT)
        if any(adjustments.all_due(after).values()):
            return _ask_for_adjustments(turn, after, _record(turn, sightings))
    return turn.state(phase=MOVEMENT, turn=turn.before.turn + 1, **NOTHING_LEFT), _record(turn, sightings)


def _ask_for_adjustments(turn: TurnState, after: State, record: Record) -> tuple[State, Record]:
    """Resolve removals at once if only powers in civil disorder owe them (N.4)."""
    if due(after).owed:
        return after, record
    later, removed = judge(msgspec.structs.replace(after, number=turn.before.number), {}, turn.dice)
    results, news = (*record.results, *removed.results), (*record.news, *removed.news)
    return later, msgspec.structs.replace(record, results=results, news=news)


NOTHING_LEFT: Mapping[str, object] = {"beaten": (), "contested": (), "fresh": (), "proxies": ()}


def _end(turn: TurnState, sightings: encounters.Sightings) -> tuple[State, Record]:
    return turn.state(**NOTHING_LEFT), _record(turn, sightings)


def _adjustments(turn: TurnState) -> tuple[State, Record]:
    """Resolve builds and removals (step 16)."""
    stand(turn)
    place_bearer(turn)
    _keep_standing(turn)
    built = adjustments.judge(turn, _in_force(turn, standing.in_force))
    sightings = encounters.note(turn, only=built)
    left = {**NOTHING_LEFT, "fresh": built}
    return turn.state(phase=MOVEMENT, turn=turn.before.turn + 1, **left), _record(turn, sightings)


def _record(turn: TurnState, sightings: encounters.Sightings) -> Record:
    return Record(turn.before.turn, turn.before.phase, turn.results(), sightings, tuple(turn.news))


# What is due.


def season(turn: int) -> str:
    return "Spring" if turn % 2 else "Autumn"


def title(turn: int, phase: str) -> str:
    """Return the title as printed: "Turn 3 (Spring), movement"."""
    return f"Turn {turn} ({season(turn)}), {phase}"


def due(state: State) -> Due:
    """Return what is owed publicly, and what is asked in private for hidden pieces (H.1)."""
    if state.over:
        return Due(
            title(state.turn, state.phase), state.number, state.phase, {}, over=True, winners=state.winners
        )
    owed, asked = OWED[state.phase](state)
    return Due(
        title(state.turn, state.phase),
        state.number,
        state.phase,
        owed,
        asked,
        waits_for_all=state.phase == RETREAT,  # a hidden piece may have to retreat, or none (H.1)
    )


Debts = tuple[dict[Power, str], dict[Power, str]]


def _owed_movement(state: State) -> Debts:
    """Return the powers that owe orders: all that are not eliminated, even those with only hidden pieces."""
    playing = [power for power in ground.POWERS if power not in state.eliminated]
    return dict.fromkeys(playing, "orders"), {}


def _owed_retreats(state: State) -> Debts:
    owed: dict[Power, str] = {}
    asked: dict[Power, str] = {}
    for beaten in state.beaten:
        power = who_orders(state, beaten)
        (owed if beaten.shown else asked)[power] = "retreats"
    return owed, asked


def _owed_adjustments(state: State) -> Debts:
    owed = {}
    for power, number in adjustments.all_due(state).items():
        if number and power not in state.eliminated:
            what = "build" if number > 0 else "removal"
            owed[power] = f"{abs(number)} {what}{'s' if abs(number) > 1 else ''}"
    return owed, {}


OWED: Mapping[str, Callable[[State], Debts]] = {
    MOVEMENT: _owed_movement,
    RETREAT: _owed_retreats,
    ADJUSTMENT: _owed_adjustments,
}
