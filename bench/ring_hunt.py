"""Measure how soon a scripted search finds the Ring of Hardbop, for each value of `ring-distance`.

    python -m bench.ring_hunt --games 300         # make hunt

The games begin at the usual start and are adjudicated by the rules. The hunters are the powers that search.
Each of their units goes to the nearest space where the Ring may lie and where none of them has been. They
share what they know; the other powers hold. Gandalf starts in such a space (1(c)). The seeds are numbered, so
the results are the same each time; `adjudicator/hardbop/rules.md` prints them under 7.1(a).
"""

from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil
from typing import NamedTuple

from adjudicator import hardbop
from adjudicator.core.dice import SeededDice
from adjudicator.hardbop import ground, position
from adjudicator.hardbop.options import DISTANCE, OPTIONS
from adjudicator.hardbop.position import MOVEMENT, State
from adjudicator.hardbop.resolve import phases
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power, Standable, Unit

GAMES = 300
VALUES = next(option.values for option in OPTIONS if option.key == DISTANCE)
HUNTERS: Mapping[str, tuple[Power, ...]] = {
    "Gondor alone": ("Gondor",),
    "the Good powers": ("Elves", "Gondor", "Rohan"),
    "all seven": ground.POWERS,
}
BY_TURN = (1, 3, 6)
LONGEST = 24  # turns after which the hunt is given up
COLUMNS = ("distance", "hunters", *(f"turn {turn}" for turn in BY_TURN), "last")

Way = tuple[Place, ...]


class Seeker(NamedTuple):
    power: Power
    kind: str
    place: Place

    @property
    def speed(self) -> int:
        return 2 if self.kind in ground.TWO_SPACES else 1


class Errand(NamedTuple):
    """A hunting unit and the spaces that it enters in this turn."""

    seeker: Seeker
    way: Way


# The search.


def found_in(seed: str, distance: str, hunters: Sequence[Power]) -> int:
    """Return the number of the turn in which somebody claims the Ring, LONGEST + 1 if nobody does."""
    chosen = {DISTANCE: distance}
    state = position.from_text(hardbop.game.start(chosen, SeededDice(seed, 0)))
    unseen = set(ground.ring_places(chosen))
    while state.ring.how == "lies" and state.turn <= LONGEST:
        turn = state.turn
        errands = _errands(state, hunters, unseen)
        state = _turn(state, _sheets(state, errands), seed)
        unseen -= {place for errand in errands if _arrived(state, errand) for place in errand.way}
        unseen -= {one.seeker.place for one in errands}
        if state.ring.how != "lies":
            return turn
    return LONGEST + 1


def _turn(state: State, sheets: Mapping[Power, OrderSheet], seed: str) -> State:
    """Adjudicate the whole turn; nobody retreats or builds."""
    after, _ = phases.judge(state, sheets, SeededDice(seed, state.number))
    while after.phase != MOVEMENT:
        after, _ = phases.judge(after, {}, SeededDice(seed, after.number))
    return after


def _errands(state: State, hunters: Sequence[Power], unseen: set[Place]) -> list[Errand]:
    """Send the nearest unit to each space, and then on to an adjacent space if it can move further."""
    left = _seekers(state, hunters, unseen)
    goals, errands = set(unseen) - {one.place for one in left}, []
    while left and goals:
        ways = [(ceil(len(way) / one.speed), one, way) for one in left for way in _ways(one, goals)]
        if not ways:
            break
        _, seeker, way = min(ways)
        left.remove(seeker)
        goals.discard(way[-1])
        errands.append(Errand(seeker, _extended(seeker, way, goals)[: seeker.speed]))
        goals -= {*errands[-1].way}
    return errands


def _seekers(state: State, hunters: Sequence[Power], unseen: set[Place]) -> list[Seeker]:
    seekers = _on_the_board(state)
    if "Gandalf" in state.unplaced:
        seekers.append(Seeker("Gondor", "Gandalf", _best_start(unseen)))
    return [one for one in seekers if one.power in hunters]


def _on_the_board(state: State) -> list[Seeker]:
    pieces = [Seeker(one.power, one.kind, one.place) for one in state.personalities]
    units = [Seeker(one.power, one.kind, one.place) for one in state.military if one.kind in ("A", "C", "P")]
    return [*pieces, *units]


def _best_start(unseen: set[Place]) -> Place:
    """Return Gandalf's starting space: the one from which a path of two steps has the most unseen spaces."""
    return min(sorted(unseen), key=lambda place: (-_most_on_a_way(place, unseen), place))


def _most_on_a_way(start: Place, unseen: set[Place]) -> int:
    steps = ground.STEPS["Gandalf"]
    ways = [{start, one, two} for one in steps[start] for two in steps[one]]
    return max(len(way & unseen) for way in ways)


def _ways(seeker: Seeker, goals: set[Place]) -> list[Way]:
    """Return the shortest path to each of *goals* that the unit can reach."""
    ways = _shortest_ways(seeker.kind, seeker.place)
    return [ways[goal] for goal in sorted(goals & ways.keys())]


@cache
def _shortest_ways(kind: str, start: Place) -> Mapping[Place, Way]:
    """Return the shortest paths by destination; none leads through Khazad-dum, because of the Balrog."""
    ways: dict[Place, Way] = {start: ()}
    waiting = deque(ways)
    while waiting:
        place = waiting.popleft()
        for near in sorted(ground.STEPS[kind][place] - ways.keys() - {ground.KHAZAD_DUM}):
            ways[near] = (*ways[place], near)
            waiting.append(near)
    return ways


def _extended(seeker: Seeker, way: Way, goals: set[Place]) -> Way:
    beside = sorted(ground.STEPS[seeker.kind][way[-1]] & goals)
    return (*way, beside[0]) if beside else way


def _sheets(state: State, errands: Sequence[Errand]) -> dict[Power, OrderSheet]:
    orders: dict[Power, list[Standable]] = {}
    for (power, kind, place), way in errands:
        given = orders.setdefault(power, [])
        if kind in state.unplaced and kind == "Gandalf":
            given.append(act.StartsAt(Unit(kind), place))
        given.append(act.Move(Unit(kind, place), way))
    return {power: OrderSheet(tuple(given)) for power, given in orders.items()}


def _arrived(state: State, errand: Errand) -> bool:
    (power, kind, _), way = errand
    return Seeker(power, kind, way[-1]) in _on_the_board(state)


# The table.


def turns(games: int, distance: str, hunters: Sequence[Power]) -> list[int]:
    """Return for each game the turn in which the Ring is found."""
    return [found_in(f"ring hunt {number}", distance, hunters) for number in range(1, games + 1)]


def row(games: int, distance: str, called: str) -> tuple[str, ...]:
    """Return a row: the percentage of games with the Ring found by each of BY_TURN, and the last turn."""
    found = turns(games, distance, HUNTERS[called])
    shares = [f"{100 * sum(one <= turn for one in found) / games:.0f}%" for turn in BY_TURN]
    return (f"`{distance}`", called, *shares, _turn_name(max(found)))


def _turn_name(turn: int) -> str:
    return str(turn) if turn <= LONGEST else "never"


def table(games: int) -> Iterator[str]:
    """Yield the lines of the table in Markdown, as the rules print it."""
    yield _line(COLUMNS)
    yield _line(["---"] * len(COLUMNS))
    for distance in VALUES:
        for called in HUNTERS:
            yield _line(row(games, distance, called))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    for line in table(parser.parse_args().games):
        print(line)
