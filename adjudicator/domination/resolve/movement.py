"""Carry out moves line by line and unit by unit, checking each step. Clause 4."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.domination.data import AERIAL, LAND, WATER
from adjudicator.domination.language.orders import EVERY, Hold, Move, UnitCount
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.record import FAILS, SUCCEEDS, VOID, Event, Outcome
from adjudicator.domination.resolve import losses, paths
from adjudicator.domination.resolve.turn_state import TurnState, Unit
from adjudicator.domination.sentences import say

NOBODY_THERE = say("there_was_no_such_unit_of")
NOT_TAKEN = say("not_all_passengers_found_berth")
LEFT_BEHIND = say("land_units_would_be_left_without")


class UnitPath(NamedTuple):
    """A unit and the spaces of its path, including the first."""

    unit: Unit
    path: tuple[str, ...]


def chosen(state: TurnState, player: str, wanted: Sequence[UnitCount], space: str) -> tuple[list[Unit], bool]:
    """Return the *wanted* units, those with most points left first, and whether all of them are there."""
    if any(not part.kind for part in wanted):
        return _all_of_them(state, player, space), True
    found: list[Unit] = []
    complete = True
    for part in wanted:
        there = [unit for unit in state.here(space, player) if unit.kind == part.kind and unit not in found]
        there.sort(key=lambda unit: (unit.rests, -unit.points))
        number = len(there) if part.count == EVERY else part.count
        complete = complete and bool(there) and len(there) >= number
        found += there[:number]
    return found, complete


def _all_of_them(state: TurnState, player: str, space: str) -> list[Unit]:
    """Return all units of *player*, ships first because they take the others along."""
    kinds = list(state.data.units)
    there = state.here(space, player)
    return sorted(there, key=lambda unit: (unit.card.kind != WATER, kinds.index(unit.kind), -unit.points))


def carry_out(state: TurnState, player: str, order: Move) -> Outcome:
    units, complete = chosen(state, player, order.units, order.origin)
    if not units:
        return Outcome(VOID, NOBODY_THERE)
    units.sort(key=lambda unit: not unit.card.carries)  # ships first, because they take others along
    convoy = Convoy(state, player, order, units)
    for unit in units:
        convoy.move(unit)
    if convoy.left_ashore:
        convoy.faults.append(NOT_TAKEN)
    _report_moves(state, player, convoy.moved)
    goal = order.way[-1]
    if all(unit.space == goal for unit in units) and complete and not convoy.faults:
        return Outcome(SUCCEEDS)
    faults = [*convoy.faults, *([] if complete else [too_few(units)])]
    arrived = sum(unit.space == goal for unit in units)
    why = "; ".join(dict.fromkeys(faults)) or paths.NO_WAY
    return in_part(why, arrived, number_named(order.units, units))


def hold(state: TurnState, player: str, order: Hold) -> Outcome:
    """Move nothing; check whether the units are there."""
    units, complete = chosen(state, player, order.units, order.place)
    if not units:
        return Outcome(VOID, NOBODY_THERE)
    if complete:
        return Outcome(SUCCEEDS)
    return in_part(too_few(units), len(units), number_named(order.units, units))


def number_named(named: Sequence[UnitCount], there: Sequence[Unit]) -> int:
    """Return how many units a line names; all that are *there* for "all"."""
    counts = [part.count for part in named]
    return len(there) if EVERY in counts else sum(counts)


def in_part(why: str, done: int, wanted: int) -> Outcome:
    """Return the outcome of a line that fails, with the number of units that carry it out if some do."""
    return Outcome(FAILS, why, done, wanted) if 0 < done < wanted else Outcome(FAILS, why)


def too_few(units: Sequence[Unit]) -> str:
    """Return the reason for a line that names more units than there were: *units* went anyway."""
    return say("only_so_many_were_there", count=len(units))


class Convoy:
    """Move the units of one line, with passengers."""

    def __init__(self, state: TurnState, player: str, order: Move, units: Sequence[Unit]) -> None:
        self.state = state
        self.player = player
        self.order = order
        self.moved: list[UnitPath] = []
        self.faults: list[str] = []
        self._own = units
        self.left_ashore = self._passengers_named()  # until a ship takes them
        self._done: dict[Unit, int] = {}  # places of `order.way` that a passenger has reached

    def _passengers_named(self) -> list[Unit] | None:
        """Return the passengers named after `with`; None if the line has no `with`."""
        if self.order.carrying is None:
            return None
        named, complete = chosen(self.state, self.player, self.order.carrying, self.order.origin)
        if not complete:
            self.faults.append(too_few(named))
        return [unit for unit in named if unit.card.kind != WATER and unit not in self._own]

    def move(self, unit: Unit) -> None:
        """Move through the named places as far as possible; 11.6."""
        taken = self._taken_along(unit)
        if taken is None:
            return
        path = [unit.space]
        done = self._done.get(unit, 0)
        for goal in self.order.way[done:]:
            leg = paths.cheapest(self.state, unit, goal, self.order.origin)
            if leg is None:
                self.faults.append(paths.why_not(self.state, unit, goal, self.order.origin))
                break
            for there in leg:
                take_step(self.state, unit, there, taken)
            path += leg
            done += 1
        self._done |= dict.fromkeys(taken, done)
        if len(path) > 1:
            self.moved += [UnitPath(each, tuple(path)) for each in (unit, *taken)]

    def _taken_along(self, ship: Unit) -> list[Unit] | None:
        """Return the units that sail with *ship*; None if it may not leave; 4.15."""
        state = self.state
        if not ship.card.carries or not state.is_water(ship.space):
            return []
        taken = self._passengers(ship)
        left = [unit for unit in state.land_aboard(ship.space, self.player) if unit not in taken]
        if len(left) > state.berths(ship.space, self.player) - ship.card.carries:
            self.faults.append(LEFT_BEHIND)
            return None
        return taken

    def _passengers(self, ship: Unit) -> list[Unit]:
        """Return as many as fit: the named ones, else units of the line, then land units, dearest first."""
        if self.left_ashore is not None:
            taken, self.left_ashore = (
                self.left_ashore[: ship.card.carries],
                self.left_ashore[ship.card.carries :],
            )
            return taken
        there = [unit for unit in self.state.here(ship.space, self.player) if unit.card.kind != WATER]
        there.sort(
            key=lambda unit: (
                unit not in self._own,
                unit.card.kind != LAND,
                -unit.card.cost,
                unit.points,
            )
        )
        return there[: ship.card.carries]


def take_step(state: TurnState, unit: Unit, there: str, passengers: Iterable[Unit] = ()) -> None:
    """Pay for a step, take it, and stop if the rules say so; 4.1, 4.3, 4.10, 4.12 to 4.14."""
    here = unit.space
    unit.points -= paths.step(state, unit, here, there, "").cost
    if unit.card.kind == LAND:
        for space in (here, there):
            if state.is_water(space):
                state.ships(space, unit.player)[0].points -= state.rules.load_cost
    for each in (unit, *passengers):
        state.shift(each, there)
    if paths.stops(state, unit, there):
        unit.points = 0


def _report_moves(state: TurnState, player: str, moved: Sequence[UnitPath]) -> None:
    """Report one event for all units with the same path."""
    for path in dict.fromkeys(one.path for one in moved):
        kinds = Counter(one.unit.kind for one in moved if one.path == path)
        units = " + ".join(counted(kind, number) for kind, number in kinds.items())
        state.events.append(Event("moved", player, path[-1], {"units": units}, path))


def drown(state: TurnState) -> None:
    """Remove aerial units on water beyond the free berths; 4.17."""
    for space in state.ground.spaces:
        if not state.is_water(space):
            continue
        for player in state.sides(space):
            free = state.berths(space, player) - len(state.land_aboard(space, player))
            over = len(state.fliers(space, player)) - max(free, 0)
            for _ in range(over):
                kind = losses.first_lost(state, space, player, AERIAL)
                state.lose_one(space, player, kind)
                state.report("drowned", player, space, unit=kind)
