"""Measure how quickly the rules adjudicate middle-game positions with conflicting orders.

* *resolve* is adjudication alone, with parsed orders: it finds the result of each order, the dislodged units
  with their retreats, and the new positions.
* *turn* is what the service does: it makes the next state and the record from the stored state and orders.
* In the Middle-earth games *resolve* is the whole movement with several numbers of units, and *crowded turn*
  does the same with stored states and orders. The time for one unit shows how the cost grows.
* A *whole game* is a random game of Empires, with all its sheets made, read and adjudicated.

In a comparison both adjudicators process the same phases of whole games alternately in one run, from stored
text to stored text (`diplomacy_package.py` says what each does). A figure is the median over the rounds of
the mean time of a phase. Times are processor time of the process, which other programs hardly affect.

Each figure names its engine: "compiled", or "written" for the plain Python modules. If the compiled modules
are imported, their games are measured once more from a copy of the sources, in another process.
"""

import gc
import json
import os
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from adjudicator.core import solving
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Power
from adjudicator.core.position import Position
from adjudicator.downfall_xiii import game as downfall_xiii
from adjudicator.downfall_xiii import position
from adjudicator.downfall_xiii.resolve import phases
from adjudicator.empires import practice as empires_practice
from adjudicator.games import find, rule_sets
from adjudicator.hardbop import game as hardbop
from adjudicator.hardbop import position as hardbop_position
from adjudicator.hardbop.resolve import phases as hardbop_phases
from adjudicator.middle_earth.language import orders as actions
from adjudicator.middle_earth.language.orders import OrderSheet
from adjudicator.robots.random_games import LEAST_UNITS, Phase, middle_game, whole_games
from adjudicator.standard import game as standard
from adjudicator.standard.language.orders import from_text
from adjudicator.standard.resolve import movement
from bench.crowds import hardbop as hardbop_crowds
from bench.crowds import xiii as crowds_xiii
from bench.diplomacy_package import Rival, Steps

ROOT = Path(__file__).parents[1]
LEAST_ROUNDS = 7
ROUNDS_OF_GAMES = 3  # of a thousand phases each
DECIDED_COMPILED = ("standard", "downfall-xiii", "hardbop")  # the games of which modules are compiled
COMPILED, WRITTEN = "compiled", "written"
LARGE = {"domination": 15}  # units of a large position in games that never have `LEAST_UNITS`
MICROSECONDS = 1_000_000

Action = Callable[[], object]
RandomGame = Callable[[Game, str], Iterator[empires_practice.Played]]


class Figure(NamedTuple):
    """Microseconds for one phase; if it was compared, *agreed* is the share of phases with equal results."""

    game: str
    what: str
    phases: int
    units: float
    ours: float
    theirs: float | None = None
    agreed: float | None = None
    engine: str = WRITTEN


def run(games: Sequence[str], against: str | None, rounds: int, as_json: bool) -> int:
    """Measure *games*, by default all, and print the figures; return the exit code."""
    rounds = max(rounds, LEAST_ROUNDS)
    chosen = [find(name) for name in games] or list(rule_sets())
    figures = [figure for game in chosen for figure in measure(game, against, rounds)]
    figures += [figure for game in chosen for figure in as_written(game, against, rounds)]
    if as_json:
        print(json.dumps({"rounds": rounds, "figures": [as_facts(figure) for figure in figures]}, indent=2))
    else:
        Console().print(_table(figures, rounds, against))
    return 0


def is_compiled() -> bool:
    """Return whether Python has imported the compiled modules of the rules (`make compiled`)."""
    return not solving.__file__.endswith(".py")


def as_written(game: Game, against: str | None, rounds: int) -> list[Figure]:
    """Measure the game with a copy of the sources; return [] if its modules are not compiled."""
    if not is_compiled() or game.card.key not in DECIDED_COMPILED:
        return []
    command = [sys.executable, "-m", "adjudicator", "bench", "--json", "--game", game.card.key]
    command += ["--rounds", str(rounds), *(("--against", against) if against else ())]
    with TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns(f"*{EXTENSION_SUFFIXES[0]}")
        shutil.copytree(ROOT / "adjudicator", Path(folder, "adjudicator"), ignore=ignored)
        environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
        done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    figures = json.loads(done.stdout)["figures"]
    return [Figure(**{name: figure[name] for name in Figure._fields}) for figure in figures]


def as_facts(figure: Figure) -> dict[str, object]:
    """Return a figure as JSON values; *ours* and *theirs* are in microseconds."""
    return {**figure._asdict(), "per_second": MICROSECONDS / figure.ours, "ratio": _ratio(figure)}


def measure(game: Game, against: str | None, rounds: int) -> Iterator[Figure]:
    """Yield the figures of one game, compared if the other adjudicator plays it too."""
    is_compared = bool(against) and game.card.key == "standard"
    played = whole_games(game) if is_compared else middle_game(game, LARGE.get(game.card.key, LEAST_UNITS))
    rounds = ROUNDS_OF_GAMES if is_compared else rounds
    gc.collect()
    gc.freeze()  # keeps the garbage collector from examining existing objects during the measurement
    rival = Rival(played) if is_compared else None
    contests = list(_contests(game, played, rival))
    agreed = rival.agreed([game.describe(_turn(game, phase))["units"] for phase in played]) if rival else None
    for what, ours, theirs in contests:
        times = [(_time(ours), _time_steps(theirs)) for _ in range(rounds)]
        yield Figure(
            game=game.card.key,
            what=what,
            phases=len(played),
            units=round(sum(phase.units for phase in played) / len(played), 1),
            ours=_median([mine for mine, _ in times]),
            theirs=_median([other for _, other in times]) if theirs else None,
            agreed=agreed,
            engine=_engine(game),
        )
    if game.card.key in WHOLE_GAMES:
        yield _whole(game, rounds)
    yield from _crowds(game, rounds)


def _contests(
    game: Game, played: Sequence[Phase], rival: Rival | None
) -> Iterator[tuple[str, list[Action], list[Steps]]]:
    """Yield each thing to be timed: its name, our actions, and those of the *rival*, [] without one."""
    if resolver := RESOLVERS.get(game.card.key):
        yield "resolve", [resolver(phase) for phase in played], rival.resolving() if rival else []
    yield "turn", [partial(_turn, game, phase) for phase in played], rival.turning() if rival else []


def _crowds(game: Game, rounds: int) -> Iterator[Figure]:
    """Yield the figures of movements with very many units, in games that can have them."""
    if crowded := CROWDED.get(game.card.key):
        for units in crowds_xiii.SIZES:
            resolving, turning = crowded(units)
            yield _crowded(game, "resolve", units, resolving, rounds)
            yield _crowded(game, "crowded turn", units, turning, rounds)


def _crowded(game: Game, what: str, units: int, actions: Sequence[Action], rounds: int) -> Figure:
    """Measure movements with that number of units."""
    times = [_time(actions) for _ in range(rounds)]
    return Figure(game.card.key, what, len(actions), units, _median(times), engine=_engine(game))


def _engine(game: Game) -> str:
    return COMPILED if game.card.key in DECIDED_COMPILED and is_compiled() else WRITTEN


def _whole(game: Game, rounds: int) -> Figure:
    """Measure whole random games, one in each round, with their sheets made, read and adjudicated."""
    play = WHOLE_GAMES[game.card.key]
    times = [_time([partial(_played, play, game, f"bench {number}")]) for number in range(rounds)]
    turns = list(play(game, "bench 0"))
    units = sum(len(own) for own in game.describe(turns[-1].state)["units"].values())
    return Figure(game.card.key, "whole game", len(turns), units, _median(times))


def _played(play: RandomGame, game: Game, seed: str) -> None:
    deque(play(game, seed), maxlen=0)


def _xiii(units: int) -> tuple[list[Action], list[Action]]:
    dealt = crowds_xiii.crowds(downfall_xiii, units)
    texts = [_as_text(position.to_text(state), sheets, units) for state, sheets in dealt]
    return _actions(downfall_xiii, phases.judge, dealt, texts)


def _hardbop(units: int) -> tuple[list[Action], list[Action]]:
    dealt = hardbop_crowds.crowds(hardbop, units)
    texts = [_as_text(hardbop_position.to_text(state), sheets, units) for state, sheets in dealt]
    return _actions(hardbop, hardbop_phases.judge, dealt, texts)


def _actions(
    game: Game, judge: Callable[..., object], dealt: Sequence[tuple[object, object]], texts: Sequence[Phase]
) -> tuple[list[Action], list[Action]]:
    """Return actions that adjudicate crowded movements: from parsed values, and from stored text."""
    resolving: list[Action] = [partial(judge, *crowd, SeededDice("bench", 1)) for crowd in dealt]
    return resolving, [partial(_turn, game, phase) for phase in texts]


def _as_text(state: str, sheets: Mapping[Power, OrderSheet], units: int) -> Phase:
    return Phase(state, {power: actions.to_text(sheet) for power, sheet in sheets.items()}, units)


def _turn(game: Game, phase: Phase) -> str:
    return game.judge(phase.state, phase.orders, SeededDice("bench", 1)).state


def _standard(phase: Phase) -> Action:
    """Return an action that only adjudicates: the position and the orders are parsed in advance."""
    position = msgspec.json.decode(phase.state, type=Position)
    orders = [order for text in phase.orders.values() for order in from_text(standard.board, text)]
    return partial(movement.judge, standard.board, position, orders)


WHOLE_GAMES: Mapping[str, RandomGame] = {"empires": empires_practice.whole_game}
Crowded = Callable[[int], tuple[Sequence[Action], Sequence[Action]]]  # units; resolving, whole turns
CROWDED: Mapping[str, Crowded] = {"downfall-xiii": _xiii, "hardbop": _hardbop}
RESOLVERS: Mapping[str, Callable[[Phase], Action]] = {"standard": _standard}


def _time(actions: Sequence[Action]) -> float:
    """Return the mean microseconds of *actions*."""
    gc.collect()
    begun = process_time()
    for action in actions:
        action()
    return (process_time() - begun) / len(actions) * MICROSECONDS


def _time_steps(phases: Sequence[Steps]) -> float:
    """Return the mean microseconds of phases, only some steps of which are measured."""
    gc.collect()
    spent = 0.0
    for measured, action in (step for steps in phases for step in steps):
        begun = process_time()
        action()
        spent += (process_time() - begun) * measured
    return spent / max(1, len(phases)) * MICROSECONDS


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _ratio(figure: Figure) -> float | None:
    return figure.theirs / figure.ours if figure.theirs else None


def _table(figures: Sequence[Figure], rounds: int, against: str | None) -> Table:
    table = Table(
        title=f"Microseconds for one phase, median of {rounds} rounds", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for heading in ("game", "what", "engine", "phases", "units", "here", "per unit", "a second"):
        is_text = heading in ("game", "what", "engine")
        table.add_column(heading, justify="left" if is_text else "right", no_wrap=True)
    for heading in (against, "ratio", "agree") if against else ():
        table.add_column(heading, justify="right", no_wrap=True)
    for figure in figures:
        table.add_row(*_row(figure, against))
    return table


def _row(figure: Figure, against: str | None) -> list[str]:
    row = [figure.game, figure.what, figure.engine]
    row += [str(figure.phases), f"{figure.units:.1f}", f"{figure.ours:.0f}"]
    row.append(f"{figure.ours / figure.units:.1f}")
    row.append(f"{MICROSECONDS / figure.ours:,.0f}")
    if against:
        ratio = _ratio(figure)
        row.append(f"{figure.theirs:.0f}" if figure.theirs else "")
        row.append(f"{ratio:.1f}" if ratio else "")
        row.append(f"{figure.agreed:.0%}" if figure.agreed is not None else "")
    return row
