"""Random lawful games of Downfall XIII, and what happened in them.

python -m tests.xiii_play 200      # how often each kind of order and each special event occurred
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator import downfall_xiii
from adjudicator.dice import SeededDice
from adjudicator.downfall_xiii import position, record
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.record import Record
from tests import xiii_players as players

GAME = downfall_xiii.game
LAST_TURN = 40


class Judged(NamedTuple):
    """A phase of a game: what was stored before, the orders, and what was stored after."""

    before: str
    orders: Mapping[str, str]
    after: str
    record: str
    number: int
    refused: tuple[str, ...]

    def states(self) -> tuple[State, State, Record]:
        return position.from_text(self.before), position.from_text(self.after), record.from_text(self.record)


def play(seed: int, last_turn: int = LAST_TURN) -> Iterator[Judged]:
    """All phases of one random game; each power orders by its own choices."""
    chance = random.Random(seed)
    begun = position.from_text(GAME.start({}, SeededDice(str(seed), 0)))
    first, aims = players.opening(begun, seed, players.aims(chance))
    state = position.to_text(first)
    number = 0
    while not GAME.due(state).over and position.from_text(state).turn <= last_turn:
        number += 1
        orders, refused = {}, []
        for power in GAME.card.seats:
            lines = players.lines(position.from_text(state), power, chance, aims)
            reading = GAME.read(state, power, None, lines)
            orders[power] = reading.orders
            refused += [f"{line.text}: {line.reason}" for line in reading.lines if line.verdict != "taken"]
        turn = GAME.judge(state, orders, SeededDice(str(seed), number))
        yield Judged(state, orders, turn.state, turn.record, number, tuple(refused))
        state = turn.state


def tally(games: int) -> Counter[str]:
    """Orders by kind and outcome, and events by name, over so many games."""
    counted: Counter[str] = Counter()
    for seed in range(games):
        for judged in play(seed):
            _, _, told = judged.states()
            counted.update(f"order {type(r.order).__name__}: {r.outcome.word}" for r in told.results)
            counted.update(f"event {news.key}" for news in told.news)
            counted.update(f"sighting {one.kind}, {one.why}" for one in told.sightings)
    return counted


if __name__ == "__main__":
    for what, number in sorted(tally(int(sys.argv[1])).items()):
        print(f"{number:8}  {what}")
