"""Random lawful games of Hardbop Downfall, and what happened in them.

python -m tests.hardbop_play 200      # how often each kind of order and each special event occurred
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator import hardbop
from adjudicator.dice import SeededDice
from adjudicator.hardbop import position
from adjudicator.hardbop.position import State
from adjudicator.middle_earth import record
from adjudicator.middle_earth.record import Record

GAME = hardbop.game
LAST_TURN = 40
OBEDIENCE = 0.95  # how many units of a power get an order


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
    chance = random.Random(seed)  # nothing to keep secret
    state = GAME.start({}, SeededDice(str(seed), 0))
    number = 0
    while not GAME.due(state).over and position.from_text(state).turn <= last_turn:
        number += 1
        orders, refused = {}, []
        for power in GAME.card.seats:
            lines = [
                chance.choice(found)
                for found in GAME.choices(state, power).values()
                if found and chance.random() < OBEDIENCE
            ]
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
            _, after, told = judged.states()
            counted.update(f"order {type(r.order).__name__}: {r.outcome.word}" for r in told.results)
            counted.update(f"event {news.key}" for news in told.news)
            counted.update(f"sighting {one.kind}, {one.why}" for one in told.sightings)
            counted.update(["game over"] if after.over else [])
    return counted


if __name__ == "__main__":
    for what, number in sorted(tally(int(sys.argv[1])).items()):
        print(f"{number:8}  {what}")
