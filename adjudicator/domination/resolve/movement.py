"""Carry out a player's moves, line by line, unit by unit, each step checked by itself. Clause 4."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.domination.data import AERIAL, LAND, WATER
from adjudicator.domination.language.orders import EVERY, Hold, Move, UnitCount
from adjudicator.domination.record import FAILS, SUCCEEDS, VOID, Event, Outcome
from adjudicator.domination.resolve import losses, paths
from adjudicator.domination.resolve.turn_state import Table, Token
from adjudicator.domination.view.wording import several

TOO_FEW = "fewer were there than ordered"
NOBODY_THERE = "there was no such unit of yours"
NOT_TAKEN = "not all passengers found a berth"
LEFT_BEHIND = "land units would be left without a berth"


class Walk(NamedTuple):
    """A unit and the spaces it has come through, the first included."""

    token: Token
    path: tuple[str, ...]


def chosen(table: Table, player: str, units: Sequence[UnitCount], space: str) -> tuple[list[Token], bool]:
    """The units meant, those with most points left first, and whether all that were named are there."""
    if any(not part.kind for part in units):
        return _all_of_them(table, player, space), True
    found: list[Token] = []
    complete = True
    for part in units:
        there = [
            token for token in table.here(space, player) if token.kind == part.kind and token not in found
        ]
        there.sort(key=lambda token: (token.rests, -token.points))
        number = len(there) if part.count == EVERY else part.count
        complete = complete and bool(there) and len(there) >= number
        found += there[:number]
    return found, complete


def _all_of_them(table: Table, player: str, space: str) -> list[Token]:
    """Ships first: they take the others along."""
    kinds = list(table.data.units)
    there = table.here(space, player)
    return sorted(there, key=lambda token: (token.card.kind != WATER, kinds.index(token.kind), -token.points))


def carry_out(table: Table, player: str, order: Move) -> Outcome:
    """Move the units of one line; the ways they came are told."""
    tokens, complete = chosen(table, player, order.units, order.origin)
    if not tokens:
        return Outcome(VOID, NOBODY_THERE)
    tokens.sort(
        key=lambda token: not token.card.carries
    )  # a stable sort: ships first, they take others along
    convoy = Convoy(table, player, order, tokens)
    for token in tokens:
        convoy.move(token)
    convoy.ends()
    _tell(table, player, convoy.walks)
    goal = order.way[-1]
    if all(token.space == goal for token in tokens) and complete and not convoy.faults:
        return Outcome(SUCCEEDS)
    faults = [*convoy.faults, *([] if complete else [TOO_FEW])]
    return Outcome(FAILS, "; ".join(dict.fromkeys(faults)) or paths.NO_WAY)


def stand(table: Table, player: str, order: Hold) -> Outcome:
    """Nothing happens; only whether those are there who are to stand."""
    tokens, complete = chosen(table, player, order.units, order.place)
    if not tokens:
        return Outcome(VOID, NOBODY_THERE)
    return Outcome(SUCCEEDS) if complete else Outcome(FAILS, TOO_FEW)


class Convoy:
    """The units of one line on their way."""

    def __init__(self, table: Table, player: str, order: Move, tokens: Sequence[Token]) -> None:
        self.table = table
        self.player = player
        self.order = order
        self.walks: list[Walk] = []
        self.faults: list[str] = []
        self._own = tokens
        self._named = self._passengers_named()
        self._done: dict[Token, int] = {}  # places on the way that a passenger has seen

    def _passengers_named(self) -> list[Token] | None:
        """Those whom the line names behind `with`; None if it does not say."""
        if self.order.carrying is None:
            return None
        named, complete = chosen(self.table, self.player, self.order.carrying, self.order.origin)
        if not complete:
            self.faults.append(TOO_FEW)
        return [token for token in named if token.card.kind != WATER and token not in self._own]

    def move(self, token: Token) -> None:
        """Through the places named as far as it gets; 11.6."""
        taken = self._taken_along(token)
        if taken is None:
            return
        path = [token.space]
        done = self._done.get(token, 0)
        for goal in self.order.way[done:]:
            leg = paths.cheapest(self.table, token, goal, self.order.origin)
            if leg is None:
                self.faults.append(paths.why_not(self.table, token, goal, self.order.origin))
                break
            for there in leg:
                take_step(self.table, token, there, taken)
            path += leg
            done += 1
        self._done |= dict.fromkeys(taken, done)
        if len(path) > 1:
            self.walks += [Walk(each, tuple(path)) for each in (token, *taken)]

    def _taken_along(self, ship: Token) -> list[Token] | None:
        """Who sails with *ship*, nobody if it carries none; None if it may not leave, 4.15."""
        table = self.table
        if not ship.card.carries or not table.is_water(ship.space):
            return []
        taken = self._passengers(ship)
        left = [token for token in table.land_aboard(ship.space, self.player) if token not in taken]
        if len(left) > table.berths(ship.space, self.player) - ship.card.carries:
            self.faults.append(LEFT_BEHIND)
            return None
        return taken

    def _passengers(self, ship: Token) -> list[Token]:
        """As many as fit: those of the line first, then land units, dearest first; or those named."""
        if self._named is not None:
            taken, self._named = self._named[: ship.card.carries], self._named[ship.card.carries :]
            return taken
        there = [token for token in self.table.here(ship.space, self.player) if token.card.kind != WATER]
        there.sort(
            key=lambda token: (
                token not in self._own,
                token.card.kind != LAND,
                -token.card.cost,
                token.points,
            )
        )
        return there[: ship.card.carries]

    def ends(self) -> None:
        """Was anybody named who found no ship?"""
        if self._named:
            self.faults.append(NOT_TAKEN)


def take_step(table: Table, token: Token, there: str, passengers: Iterable[Token] = ()) -> None:
    """Pay for the step, take it, and stop where a stop is due; 4.1, 4.3, 4.10, 4.12 to 4.14."""
    here = token.space
    token.points -= paths.step(table, token, here, there, "").cost
    if token.card.kind == LAND:
        for space in (here, there):
            if table.is_water(space):
                table.ships(space, token.player)[0].points -= table.rules.load_cost
    for each in (token, *passengers):
        table.shift(each, there)
    if paths.stops(table, token, there):
        token.points = 0


def _tell(table: Table, player: str, walks: Sequence[Walk]) -> None:
    """One event for all units that came the same way."""
    for path in dict.fromkeys(walk.path for walk in walks):
        kinds = Counter(walk.token.kind for walk in walks if walk.path == path)
        units = " + ".join(several(kind, number) for kind, number in kinds.items())
        table.events.append(Event("moved", player, path[-1], {"units": units}, path))


def drown(table: Table) -> None:
    """Aerial units on water beyond the free berths, after the last player's moves; 4.17."""
    for space in table.ground.spaces:
        if not table.is_water(space):
            continue
        for player in table.sides(space):
            free = table.berths(space, player) - len(table.land_aboard(space, player))
            over = len(table.fliers(space, player)) - max(free, 0)
            for _ in range(over):
                kind = losses.first_lost(table, space, player, AERIAL)
                table.lose_one(space, player, kind)
                table.tell("drowned", player, space, unit=kind)
