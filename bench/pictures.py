"""Measure the time and size of pictures: `python -m bench.pictures`.

Random games are played. After each turn the public picture is made, then that of each player, as when a turn
is sent: the board and the turn before are already painted. "First" is the first picture of a turn, from the
stored state to the PNG; "further" means the pictures for other readers. Times are milliseconds of processor
time. A picture that is the same as an earlier one costs nothing and is not counted.

On a shared machine the same work can take up to twice as long. Therefore a fixed piece of work is timed with
each picture, and the picture's time is converted to the fastest processor speed that was seen; a line below
the table gives the factor. Python's garbage collector may run at any time and examines the whole process, so
its time is reported in a separate line.
"""

import gc
import zlib
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import Facts, Game, Orders, Power, Record, State
from adjudicator.games import rule_sets
from pbem.pictures.png import png

TURNS = 24
MIDDLE = 6  # the first turn of the middle game
MILLISECONDS = 1000
WIDE = 100  # columns
SAMPLE = bytes(n * n % 251 for n in range(100_000))  # input of the fixed piece of work
MORE_OPTIONS: dict[str, Sequence[Facts]] = {"domination": ({"players": 4}, {"players": 8})}


class Made(NamedTuple):
    """A picture: milliseconds without garbage collection, seconds of the fixed piece of work, and bytes."""

    milliseconds: float
    collected: float
    yardstick: float
    size: int


class Turn(NamedTuple):
    """The pictures of one turn: the first one, and the others that differ from it."""

    first: Made
    further: tuple[Made, ...]


def turns(game: Game, options: Facts) -> Iterator[Turn]:
    """Yield the pictures of a random game from its start."""
    state = game.start(options, SeededDice("pictures", 0))
    _made(game, state, None, None)  # the board itself, which the service paints only once
    for number in range(1, TURNS):
        due = game.due(state)
        if due.over:
            return
        dice = SeededDice("pictures", number)
        orders = {power: _random(game, state, power, dice) for power in due.owed}
        judged = game.judge(state, orders, dice)
        state = judged.state
        yield _pictured(game, state, judged.record, list(game.describe(state)["units"]))


def _pictured(game: Game, state: State, record: Record, powers: Sequence[Power]) -> Turn:
    first = _made(game, state, record, None)
    seen = {game.picture(state, record, None)}
    further = []
    for power in powers:
        made, svg = _made(game, state, record, power), game.picture(state, record, power)
        if svg not in seen:
            further.append(made)
        seen.add(svg)
    return Turn(first, tuple(further))


def _made(game: Game, state: State, record: Record | None, reader: Power | None) -> Made:
    before = _yardstick()
    collector = _Collector()
    gc.callbacks.append(collector)
    begun = process_time()
    picture = png(game.picture(state, record, reader))
    took = process_time() - begun
    gc.callbacks.remove(collector)
    own, collected = (seconds * MILLISECONDS for seconds in (took - collector.seconds, collector.seconds))
    return Made(own, collected, (before + _yardstick()) / 2, len(picture))


class _Collector:
    """Measure the time of the garbage collector, which calls this at its start and its end."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._begun = 0.0

    def __call__(self, phase: str, _info: Mapping[str, int]) -> None:
        if phase == "start":
            self._begun = process_time()
        else:
            self.seconds += process_time() - self._begun


def _yardstick() -> float:
    """Return the processor seconds that a fixed piece of work takes now."""
    begun = process_time()
    zlib.compress(SAMPLE, 6)
    return process_time() - begun


def _random(game: Game, state: State, power: Power, dice: Dice) -> Orders:
    """Return a random legal order for each unit."""
    choices = game.choices(state, power)
    lines = [orders[dice.roll(len(orders)) - 1] for orders in choices.values() if orders]
    return game.read(state, power, None, lines).orders


def main() -> None:
    table = Table(title="Pictures: processor milliseconds and bytes", box=SIMPLE_HEAD)
    for heading in ("game", "when", "turns", "first", "worst", "further", "worst", "bytes", "most"):
        table.add_column(heading, justify="left" if heading in ("game", "when") else "right", no_wrap=True)
    played = {
        " ".join([game.card.key, *map(str, options.values())]): list(turns(game, options))
        for game in rule_sets()
        for options in ({}, *MORE_OPTIONS.get(game.card.key, ()))
    }
    pictures = [made for game in played.values() for turn in game for made in (turn.first, *turn.further)]
    yardsticks = [made.yardstick for made in pictures]
    best = min(yardsticks)
    for name, game in played.items():
        table.add_row(name, "start", *_row(game[:MIDDLE], best))
        table.add_row("", "middle", *_row(game[MIDDLE:], best))
    console = Console(width=WIDE)
    console.print(table)
    slower = median(yardsticks) / best
    console.print(f"The processor took {slower:.2f} times as long as at its fastest (median).")
    collected = [made.collected * best / made.yardstick for made in pictures]
    console.print(
        f"In addition the garbage collector took {sum(collected) / len(collected):.1f} ms for a picture on"
        f" average, and {max(collected):.0f} ms in the worst case."
    )


def _row(played: Sequence[Turn], best: float) -> Iterator[str]:
    firsts, further = [turn.first for turn in played], [made for turn in played for made in turn.further]
    yield str(len(played))
    for pictures in (firsts, further):
        times = [made.milliseconds * best / made.yardstick for made in pictures]
        yield f"{median(times):.0f}" if times else "same"
        yield f"{max(times):.0f}" if times else ""
    sizes = [made.size for made in (*firsts, *further)]
    yield f"{median(sizes):,.0f}" if sizes else ""
    yield f"{max(sizes):,}" if sizes else ""


if __name__ == "__main__":
    main()
