"""Random whole games of Empires, for tests: every turn, what was before it, what was mailed, what came."""

import os
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from adjudicator.dice import SeededDice
from adjudicator.empires import game, practice
from adjudicator.empires.ground import POWERS
from adjudicator.empires.position import Position, from_text
from adjudicator.empires.record import Record
from adjudicator.empires.record import from_text as record_from_text
from adjudicator.game import Reading, State, Turn

GAMES = int(os.environ.get("EMPIRES_GAMES", "10"))
SEEDS = tuple(f"empires {number}" for number in range(GAMES))


class Played(NamedTuple):
    """A Power's turn."""

    number: int
    power: str
    state: State
    reading: Reading
    turn: Turn

    @property
    def before(self) -> Position:
        return from_text(self.state)

    @property
    def after(self) -> Position:
        return from_text(self.turn.state)

    @property
    def record(self) -> Record:
        return record_from_text(self.turn.record)


@cache
def whole_game(seed: str) -> tuple[Played, ...]:
    return tuple(turns(seed))


def turns(seed: str) -> Iterator[Played]:
    state = game.start({}, SeededDice(seed, 0))
    number = 0
    while not game.due(state).over:
        number += 1
        dice = SeededDice(seed, number)
        position = from_text(state)
        power = position.power
        lines = practice.sheet(position, power, dice)
        orders = {}
        if number == 1:
            lines.append(practice.technologies(power, dice))
            for other in POWERS[1:]:
                orders[other] = game.read(state, other, None, [practice.technologies(other, dice)]).orders
        reading = game.read(state, power, None, lines)
        turn = game.judge(state, {power: reading.orders, **orders}, dice)
        yield Played(number, power, state, reading, turn)
        state = turn.state
