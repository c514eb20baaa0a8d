"""Random lawful games of Downfall XIII, and what happened in them.

python -m tests.xiii_play 200      # how often each kind of order and each special event occurred
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator import downfall_xiii
from adjudicator.dice import SeededDice
from adjudicator.downfall_xiii import position
from adjudicator.downfall_xiii.orders import RULES
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.sheets import TOLD
from adjudicator.middle_earth import actions, record
from adjudicator.middle_earth.record import Record, Result
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


def tally(judged: Iterable[Judged]) -> Counter[str]:
    """What was ordered and what came of it, events by name, sightings by cause."""
    counted: Counter[str] = Counter()
    for one in judged:
        _, _, told = one.states()
        given = [order for text in one.orders.values() for order in actions.from_text(text).orders]
        counted.update(f"order {type(order).__name__}" for order in given)
        counted.update(f"order {type(r.order).__name__}: {r.outcome.word}" for r in told.results)
        counted.update(worn for result in told.results for worn in _worn(result))
        counted.update(f"event {news.key}" for news in told.news)
        counted.update(f"sighting {seen.kind}, {seen.why}" for seen in told.sightings)
    return counted


def _worn(result: Result) -> Iterator[str]:
    """Whose own way to the Ring it is: Galadriel's, Saruman's and Sauron's (8.15, 8.19, 8.20)."""
    order = result.order
    if isinstance(order, actions.PutOnRing) and order.unit.kind in WEARERS:
        yield f"{order.unit.kind} puts on the Ring: {result.outcome.word}"


def expected() -> list[str]:
    """What random games should show: each kind of order, once with success, and each event of the reports."""
    kinds = [kind.__name__ for kind in (*RULES, actions.Standing, actions.CancelStanding)]
    successes = [f"order {kind}: succeeds" for kind in kinds if kind not in NO_SUCCESS]
    worn = [f"{who} puts on the Ring: succeeds" for who in WEARERS]
    return [*(f"order {kind}" for kind in kinds), *successes, *worn, *(f"event {key}" for key in TOLD)]


WEARERS = ("Galadriel", "Saruman", "Sauron")
NO_SUCCESS = {
    "Disband": "who disbands is destroyed",
    "Proxy": "what comes of it is told with the orders of its holder",
    "Takes": "what comes of it is told with the passenger's order",
    "Standing": "it is told as the order that it becomes",
    "CancelStanding": "it is obeyed at once, and is not told",
}
_WITH_THE_DEAD = "of pieces only Aragorn retreats as a stack does, while the Dead are with him"
EXPLAINED = {  # what may be at zero, and why
    "event victory": "nobody gathers so many centres at random in forty turns",
    "event garrison.dwarves": "once in two hundred games: Dwarves hold KDu, and its Balrog is dead (7b.6)",
    "event piece.fleet lost": "once in two hundred games: a piece must be aboard when its fleet is lost",
    "event piece.clash": _WITH_THE_DEAD,
    "event piece.removed": _WITH_THE_DEAD,
    "event piece.civil disorder": "for the Fellowship, or Aragorn with the Dead, of an eliminated power",
}


def report(counted: Counter[str]) -> Iterator[str]:
    """A line each, those that did not occur first."""
    for what in sorted(set(expected()) - set(counted)):
        yield f"{0:8}  {what}  ({EXPLAINED.get(what, 'NOT EXPLAINED')})"
    for what, number in sorted(counted.items()):
        yield f"{number:8}  {what}"


if __name__ == "__main__":
    every = (judged for seed in range(int(sys.argv[1])) for judged in play(seed))
    print("\n".join(report(tally(every))))
