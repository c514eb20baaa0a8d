"""Play random legal games of Middle-earth, and count what happened in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from adjudicator.middle_earth.language import orders as actions
from adjudicator.middle_earth.resolve import record
from adjudicator.middle_earth.resolve.record import Record, Result
from tests.support.play.judged_turn import Judged
from tests.support.play.middle_earth_players import Aims

LAST_TURN = 40
P = TypeVar("P")  # the game's position


@dataclass(frozen=True)
class Board(Generic[P]):
    """A game, how its positions are stored, and the functions of its random players."""

    game: Game
    from_text: Callable[[str], P]
    to_text: Callable[[P], str]
    aims: Callable[[Random], Aims]
    opening: Callable[[P, int, Aims], tuple[P, Aims]]
    lines: Callable[[Any, str, Random, Aims], list[str]]

    def states(self, judged: Judged) -> tuple[P, P, Record]:
        """Return the positions before and after, and what happened."""
        return self.from_text(judged.before), self.from_text(judged.after), record.from_text(judged.record)

    def play(self, seed: int, last_turn: int = LAST_TURN) -> Iterator[Judged]:
        """Play one random game; each power orders by its own choices."""
        chance = Random(seed)  # nothing to keep secret
        begun = self.from_text(self.game.start({}, SeededDice(str(seed), 0)))
        first, aims = self.opening(begun, seed, self.aims(chance))
        state = self.to_text(first)
        number = 0
        now: Any = first
        while not now.over and now.turn <= last_turn:
            number += 1
            orders, refused = {}, []
            for power in self.game.card.seats:
                lines = self.lines(now, power, chance, aims)
                if not lines:
                    continue  # without orders it sends no message
                reading = self.game.read(state, power, None, lines)
                orders[power] = reading.orders
                refused += [
                    f"{line.text}: {line.reason}" for line in reading.lines if line.verdict != "taken"
                ]
            turn = self.game.judge(state, orders, SeededDice(str(seed), number))
            yield Judged(state, orders, turn.state, turn.record, number, tuple(refused))
            state = turn.state
            now = self.from_text(state)


def tally(judged: Iterable[Judged], extra: Callable[[Result], Iterable[str]] = lambda _: ()) -> Counter[str]:
    """Count orders and their outcomes (and what *extra* adds), events by name, sightings by cause."""
    counted: Counter[str] = Counter()
    for one in judged:
        happened = record.from_text(one.record)
        given = [order for text in one.orders.values() for order in actions.from_text(text).orders]
        counted.update(f"order {type(order).__name__}" for order in given)
        counted.update(f"order {type(r.order).__name__}: {r.outcome.word}" for r in happened.results)
        counted.update(more for result in happened.results for more in extra(result))
        counted.update(f"event {news.key}" for news in happened.news)
        counted.update(f"sighting {seen.kind}, {seen.why}" for seen in happened.sightings)
    return counted


def expected(kinds: Iterable[type], no_success: Iterable[str], events: Iterable[str]) -> list[str]:
    """Return what should occur in random games: each kind of order, also with success, and each event."""
    names = [kind.__name__ for kind in (*kinds, actions.Standing, actions.CancelStanding)]
    successes = [f"order {name}: succeeds" for name in names if name not in no_success]
    return [*(f"order {name}" for name in names), *successes, *(f"event {key}" for key in events)]


def report(counted: Counter[str], expected: Sequence[str], explained: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each thing that was counted, first those that were expected and did not occur."""
    for what in sorted(set(expected) - set(counted)):
        yield f"{0:8}  {what}  ({explained.get(what, 'NOT EXPLAINED')})"
    for what, number in sorted(counted.items()):
        yield f"{number:8}  {what}"
