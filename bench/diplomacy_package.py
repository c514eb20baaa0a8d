"""Adjudicate the same phases with the PyPI package `diplomacy`, for comparison only.

Two differences are known. If the convoy of an army to a neighbouring province fails, the package lets it move
by land, as version 2 of the DATC did; version 3.0 does not (4.A.3). And it lets a power help to dislodge its
own unit when the attacker is convoyed, which no rule allows.

Both turns are measured from text to text, each with its own JSON library. The package reads the state and the
orders, sets and processes them, and writes the next state, orders and results. We do the same, and also
record the cause of each failure and the other unit involved. The package's `set_orders` is not measured: it
parses the orders again and checks whether they are possible, which takes nearly as long as all the rest,
while our stored orders were checked when the sheet was read.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from adjudicator.core.game import Power
from adjudicator.core.position import Place, Position, Unit
from adjudicator.robots.random_games import Phase
from adjudicator.standard import game
from adjudicator.standard.language.orders import (
    Action,
    Convoy,
    Hold,
    Move,
    SupportHold,
    SupportMove,
    from_text,
)
from adjudicator.standard.resolve.decisions import resolve
from adjudicator.standard.resolve.strengths import NOBODY, Battle

Step = Callable[[], object]
Worded = tuple[Phase, Sequence[tuple[Power, Sequence[str]]]]  # a phase and the lines of each power
Steps = Sequence[tuple[bool, Step]]  # the steps of one phase; True if a step is measured


class Translated(NamedTuple):
    """A phase in the package's own terms."""

    state: dict[str, Any]
    orders: dict[str, list[str]]
    state_text: str
    orders_text: str


class Rival:
    """The package's game, which is set to one phase after another."""

    def __init__(self, phases: Sequence[Phase]) -> None:
        self._game: Any = import_module("diplomacy").Game()  # slow to import, and only needed here
        self._json: Any = import_module("ujson")  # the package's own
        self._empty = self._game.get_state()
        self._stored = phases
        self._phases = [self._translated(phase) for phase in phases]

    def in_words(self) -> Iterator[Worded]:
        """Yield each phase with the orders of each power as the package writes them."""
        for phase, translated in zip(self._stored, self._phases, strict=True):
            named = {power.upper(): power for power in phase.orders}
            yield phase, [(named[name], lines) for name, lines in translated.orders.items()]

    def spent_from_words(self, spent: Callable[[Step], float]) -> float:
        """Return the seconds from written orders to the next positions, without setting the states."""
        return sum(self._spent_on(phase, spent) for phase in self._phases)

    def _spent_on(self, phase: Translated, spent: Callable[[Step], float]) -> float:
        self._set(phase)
        return spent(partial(self._order, phase)) + spent(self._process)

    def resolving(self) -> list[Steps]:
        """Return the steps of each phase; only the adjudication is measured."""
        return [
            ((False, partial(self._set, phase)), (False, partial(self._order, phase)), (True, self._resolve))
            for phase in self._phases
        ]

    def turning(self) -> list[Steps]:
        """Return the steps of each phase, from stored state and orders to the next state and the results."""
        return [
            (
                (True, partial(self._read, phase)),
                (False, partial(self._order, phase)),
                (True, self._write),
            )
            for phase in self._phases
        ]

    def agreed(self, units: Sequence[Mapping[str, Sequence[str]]]) -> float:
        """Return the share of phases after which the units are where *units* has them."""
        same = 0
        for phase, own in zip(self._phases, units, strict=True):
            self._set(phase)
            self._order(phase)
            self._process()
            came = {unit for power in self._game.powers.values() for unit in power.units if unit[0] != "*"}
            same += came == {unit.upper() for power in own.values() for unit in power}
        return same / len(units)

    def _set(self, phase: Translated) -> None:
        self._game.set_state(phase.state)

    def _read(self, phase: Translated) -> None:
        self._json.loads(phase.orders_text)
        self._game.set_state(self._json.loads(phase.state_text))

    def _write(self) -> None:
        came = self._game.process().to_dict()
        self._json.dumps(self._game.get_state())
        self._json.dumps({"orders": came["orders"], "results": came["results"]})

    def _order(self, phase: Translated) -> None:
        for power, orders in phase.orders.items():
            self._game.set_orders(power, orders)
        if self._game.error:
            raise ValueError(f"the package refuses an order: {self._game.error}")

    def _resolve(self) -> None:
        self._game._determine_orders()
        self._game._add_coasts()
        self._game._move_results()

    def _process(self) -> None:
        self._game.process()

    def _translated(self, phase: Phase) -> Translated:
        position = msgspec.json.decode(phase.state, type=Position)
        given = [order for text in phase.orders.values() for order in from_text(game.board, text)]
        battle = resolve(game.board, position.units, given)
        kinds = {place.partition("/")[0]: unit.kind for unit in position.units for place in (unit.place,)}
        powers = {unit.power.upper(): unit.power for unit in position.units}
        state = {
            **self._empty,
            "name": f"{'S' if position.season == 'Spring' else 'F'}{position.year}M",
            "units": {
                name: [_unit(unit) for unit in position.units if unit.power == powers.get(name)]
                for name in self._empty["units"]
            },
            "centers": {
                name: [place.upper() for place, owner in position.owners.items() if owner == powers.get(name)]
                for name in self._empty["centers"]
            },
        }
        orders: dict[str, list[str]] = {name: [] for name in powers}
        for number, order in enumerate(battle.orders):
            orders[order.unit.power.upper()].append(_order(order, number, battle, kinds))
        return Translated(state, orders, self._json.dumps(state), self._json.dumps(orders))


def _unit(unit: Unit) -> str:
    return f"{unit.kind} {unit.place}".upper()


def _order(order: Action, number: int, battle: Battle, kinds: Mapping[Place, str]) -> str:
    """Return an order as the package writes it, with "VIA" if the army goes by convoy."""
    match order:
        case Hold():
            action = "H"
        case Move(target=target):
            action = f"- {target}" + (" VIA" if battle.way[number] != NOBODY else "")
        case SupportHold(supported=at):
            action = f"S {kinds[at]} {at}"
        case SupportMove(supported=at, target=target):
            action = f"S {kinds[at]} {at} - {target}"
        case Convoy(army=at, target=target):
            action = f"C A {at} - {target}"
    return f"{_unit(order.unit)} {action}".upper()
