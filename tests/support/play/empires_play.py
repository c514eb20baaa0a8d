"""Random games of Empires: for every turn the position before, the sheets and the results."""

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
def whole_game(seed: str, missions: str = "open") -> tuple[Played, ...]:
    return tuple(Played(*turn) for turn in practice.whole_game(game, seed, missions=missions))
