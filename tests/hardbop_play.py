"""Random lawful games of Hardbop Downfall, and what happened in them.

python -m tests.hardbop_play 200      # how often each kind of order and each special event occurred
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator import hardbop
from adjudicator.dice import SeededDice
from adjudicator.hardbop import ground, position
from adjudicator.hardbop.position import State
from adjudicator.middle_earth import record
from adjudicator.middle_earth.record import Record

GAME = hardbop.game
LAST_TURN = 40
AIMS: Mapping[str, tuple[str, ...]] = {
    "Fe": ("Fan", "Shi", "KDu"),
    "R": ("Dhw", "Dld", "KDu", "Dhw"),
    "Gandalf": ("KDu", "MMo", "Edo"),
    "Sauron": ("Bar", "KDu", "Oro"),
    "Nazgul": ("MTi", "Ise"),
    "Saruman": ("Ise", "Dld"),
}
SEEKERS: tuple[tuple[str, ...], ...] = (("Fe",), (), ("Sauron",), ("Saruman",), ())  # who looks for the Ring
RARE = ("takes the Paths", "marches with", "destroys the Ring", "puts on the Ring")
HASTE = 0.7  # how often a piece goes on towards its aim
FAR = 99
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


def aims_of(state: State, seed: int) -> dict[str, str]:
    """Where pieces go in this game, so that what is rare comes to pass: the Ring, the Ents, the Balrog."""
    aims = {kind: places[seed % len(places)] for kind, places in AIMS.items()}
    bearer = state.ring.bearer
    for seeker in SEEKERS[seed % len(SEEKERS)]:
        aims[seeker] = state.ring.place or (
            "Oro" if bearer and bearer.kind == seeker else aims.get(seeker, "")
        )
    return aims


def chosen(found: Sequence[str], unit: str, aims: Mapping[str, str], chance: random.Random) -> str:
    """One of *found*: the deed that is rare, the way to the aim, or by lot."""
    rare = [line for line in found if any(word in line for word in RARE)]
    if rare and chance.random() < HASTE:
        return chance.choice(rare)
    kind = unit.split(",", maxsplit=1)[0].split(maxsplit=1)[0]
    if aims.get(kind) and chance.random() < HASTE:
        return min(found, key=lambda line: (_steps_left(line, kind, aims[kind]), line))
    return chance.choice(found)


def _steps_left(line: str, kind: str, aim: str) -> int:
    words = line.split()
    moves = words[-2:-1] == ["-"] and words[-1] in ground.PROVINCES and " leads " not in line
    return _distances(kind, aim).get(words[-1], FAR) if moves else FAR


@cache
def _distances(kind: str, aim: str) -> dict[str, int]:
    found, waiting = {aim: 0}, [aim]
    for place in waiting:
        for near in sorted(p for p in ground.PROVINCES if place in ground.steps(kind, p)):
            if near not in found:
                found[near] = found[place] + 1
                waiting.append(near)
    return found


def play(seed: int, last_turn: int = LAST_TURN) -> Iterator[Judged]:
    """All phases of one random game; each power orders by its own choices."""
    chance = random.Random(seed)  # nothing to keep secret
    state = GAME.start({}, SeededDice(str(seed), 0))
    number = 0
    while not GAME.due(state).over and position.from_text(state).turn <= last_turn:
        number += 1
        orders, refused = {}, []
        aims = aims_of(position.from_text(state), seed)
        for power in GAME.card.seats:
            lines = [
                chosen(found, unit, aims, chance)
                for unit, found in GAME.choices(state, power).items()
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
