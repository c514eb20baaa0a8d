"""Play random games of Empires: each turn has the position before it, the order sheet and the result."""

import os
from functools import cache
from typing import NamedTuple

from adjudicator.core.game import Reading, State, Turn
from adjudicator.empires import game, practice
from adjudicator.empires.position import Position, from_text
from adjudicator.empires.record import Record
from adjudicator.empires.record import from_text as record_from_text

GAMES = int(os.environ.get("EMPIRES_GAMES", "6"))
SEEDS = tuple(f"empires {number}" for number in range(GAMES))


class Played(NamedTuple):
    """One turn of a Power, with the positions before and after it."""

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
def whole_game(seed: str, missions: str = "open") -> tuple[Played, ...]:
    return tuple(Played(*turn) for turn in practice.whole_game(game, seed, missions=missions))
