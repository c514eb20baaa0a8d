"""Games between computer players, for measurements and tests.

A game ends by its rules or after a given last turn; unfinished games are reported as they stand. All chance
comes from the seed: the same players and seed give the same game.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Orders, Power, Record, State
from adjudicator.robots.robot import Level, sheet

Player = Callable[[Game, State, Power, str], Sequence[str]]  # a game, its position, the seat, and a seed


class Step(Struct, frozen=True):
    """One turn: the position before it, the sheets, and what came of them."""

    before: State
    sheets: Mapping[Power, Sequence[str]]
    after: State
    record: Record


class Result(Struct, frozen=True):
    """How a game ended. *winners* is empty if it was not over after its last turn."""

    turns: int
    turn: str
    is_over: bool
    winners: tuple[Power, ...]
    tally: Mapping[Power, int]
    alive: tuple[Power, ...]

    def share(self, power: Power) -> float:
        """Return the share of the win of *power*; in a game without winners, its share of the lead."""
        best = max(self.tally.values(), default=0)
        leading = [one for one, count in self.tally.items() if count == best]
        winning = self.winners or (() if self.is_over else tuple(leading))
        return 1 / len(winning) if power in winning else 0.0


def robot(level: Level) -> Player:
    """Return the robot of that level."""

    def play(game: Game, state: State, power: Power, seed: str) -> Sequence[str]:
        return sheet(game, state, power, level, seed)

    return play


def steps(game: Game, start: State, players: Mapping[Power, Player], seed: str, last: int) -> Iterator[Step]:
    """Yield the turns of one game, at most *last*. A power without a player sends nothing."""
    state = start
    for _ in range(last):
        due = game.due(state)
        if due.over:
            return
        wanted = [power for power in game.card.seats if power in {**due.owed, **due.asked}]
        sheets = {power: players[power](game, state, power, seed) for power in wanted if power in players}
        orders = {power: _orders(game, state, power, lines) for power, lines in sheets.items()}
        turn = game.judge(state, orders, SeededDice(seed, due.number))
        yield Step(state, sheets, turn.state, turn.record)
        state = turn.state


def _orders(game: Game, state: State, power: Power, lines: Sequence[str]) -> Orders:
    return game.read(state, power, None, lines).orders


class Limits(Struct, frozen=True):
    """When a game is stopped: after *last* turns, or when *until* ("Spring 1908") is due."""

    last: int
    until: str = ""


def play(game: Game, start: State, players: Mapping[Power, Player], seed: str, limits: Limits) -> Result:
    """Play a game; return how it ended, or how it stands when it is stopped."""
    state, count = start, 0
    for step in steps(game, start, players, seed, limits.last):
        state, count = step.after, count + 1
        if limits.until and game.due(state).turn.startswith(limits.until):
            break
    return result(game, state, count)


def playing(game: Game, start: State) -> tuple[Power, ...]:
    """Return the powers that play, in the order of the game."""
    due = game.due(start)
    found = {*due.owed, *(power for motion in due.motions for power in motion.voters)}
    return tuple(power for power in game.card.seats if power in found)


def result(game: Game, state: State, turns: int) -> Result:
    """Return how the game stands."""
    due, facts = game.due(state), game.describe(state)
    tally = game.show(state, None, None).tally
    alive = tuple(power for power in facts["units"] if facts["units"][power] or facts["centres"].get(power))
    counts = dict(tally.by) if tally else {power: len(names) for power, names in facts["centres"].items()}
    return Result(turns, due.turn, due.over, tuple(due.winners), counts, alive)


def kinds(step: Step) -> Counter[str]:
    """Count the kinds of orders on the sheets of a turn, recognised by their words."""
    return Counter(kind_of(line) for lines in step.sheets.values() for line in lines)


SIGNS = (
    (" via convoy ", "by convoy"),
    (" S ", "support"),
    (" S2 ", "support"),
    (" C ", "convoy"),
    (" D ", "divide"),
    (" M ", "merge"),
    (" holds ", "hold"),
    (" H ", "hold"),
)
FIRST_WORDS = ("Build", "Remove", "Waive", "Move", "Combat", "rest", "piece")


def kind_of(line: str) -> str:
    """Return the kind of an order line: "move", "support", or its verb."""
    for sign, kind in SIGNS:
        if sign in f"{line} ":
            return kind
    words = line.split()
    if words[0] in FIRST_WORDS or (words[0].isupper() and len(words[0]) > 1):
        return words[0].lower()
    if " - " in line or "=>" in line:
        return "move"
    return next((word for word in words[1:] if word.islower()), "build")
