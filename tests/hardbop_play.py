"""Random lawful games of Hardbop Downfall, and what happened in them.

python -m tests.hardbop_play 200      # how often each kind of order and each special event occurred
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator import hardbop
from adjudicator.dice import SeededDice
from adjudicator.hardbop import position
from adjudicator.hardbop.orders import RULES
from adjudicator.hardbop.position import State
from adjudicator.hardbop.sheets import TOLD
from adjudicator.middle_earth import actions, record
from adjudicator.middle_earth.record import Record
from tests import hardbop_players as players

GAME = hardbop.game
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
    chance = random.Random(seed)  # nothing to keep secret
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
        counted.update(f"event {news.key}" for news in told.news)
        counted.update(f"sighting {seen.kind}, {seen.why}" for seen in told.sightings)
    return counted


def expected() -> list[str]:
    """What random games should show: each kind of order, once with success, and each event of the reports."""
    rules = [kind for kind in RULES if kind not in READ_AS_ANOTHER]
    kinds = [kind.__name__ for kind in (*rules, actions.Standing, actions.CancelStanding)]
    successes = [f"order {kind}: succeeds" for kind in kinds if kind not in NO_SUCCESS]
    return [*(f"order {kind}" for kind in kinds), *successes, *(f"event {key}" for key in TOLD)]


READ_AS_ANOTHER = (actions.Accompany,)  # "Faramir with A MTi" is a lead
NO_SUCCESS = {
    "Disband": "who disbands is destroyed",
    "Proxy": "what comes of it is told with the orders of its holder",
    "Standing": "it is told as the order that it becomes",
    "CancelStanding": "it is obeyed at once, and is not told",
}
_LED = "of 2,600 led units in 200 games some eight are dislodged, and nearly all of them fall back"
EXPLAINED = {  # what may be at zero, and why
    "event victory": "nobody gathers so many centres at random in forty turns",
    "event piece.no order": _LED,
    "event piece.trapped": _LED,
    "event piece.clash": _LED,
    "event piece.ents": "of the pieces that lead in Isengard only Gandalf does not stop the march (3.9(b))",
    "event piece.civil disorder": "who leads for a power that falls in the same step, as its unit is beaten",
    "event piece.driven out": "no space of this board has less than two ways out for the Nazgul",
    "event nazgul.barred": "it must lead a unit to where Gandalf is: four times in 200 games",
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
