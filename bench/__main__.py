"""Compare our times with those of peers that do similar work, or with limits, all measured in the same run.

    python -m bench                                 # make bench
    python -m bench --only message --rounds 21

It prints a table with one line for each comparison. In each round our work and the peer's are done one right
after the other. A figure is the median over the rounds; the ratio is the peer's time divided by ours, so we
are faster if it is above 1. Times are processor time, which other programs hardly affect; only messages over
SMTP are measured in wall-clock time. `bench/contests.py` and `bench/serving.py` explain the lines, and
`bench/rules.py` those for the adjudication of phases.
"""

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

from msgspec import Struct, to_builtins
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from adjudicator.games import find, rule_sets
from bench import contests, receiving, rules, serving
from bench.crowds import xiii as crowds_xiii
from bench.timing import Prepare
from pbem.core import logs

RIVAL = "diplomacy"
MILLISECONDS = 1000.0


class Bar(NamedTuple):
    """The target: at least *limit* if *of* is "ratio" or "a second", at most *limit* if it is "ms"."""

    of: str
    limit: float

    def __str__(self) -> str:
        return {"ratio": f"{self.limit:g} times", "a second": f"{self.limit:,g} a second"}.get(
            self.of, f"{self.limit:g} ms"
        )


class Figure(Struct, frozen=True):
    """Milliseconds for one *unit*: ours, and those of the peer named in *beside*."""

    name: str
    unit: str
    ours: float
    beside: str
    theirs: float
    bar: Bar | None = None

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours

    @property
    def a_second(self) -> float:
        return MILLISECONDS / self.ours

    @property
    def holds(self) -> bool | None:
        """Return whether the target is reached; None if there is no target."""
        if self.bar is None:
            return None
        measured = {"ratio": self.ratio, "a second": self.a_second, "ms": -self.ours}[self.bar.of]
        return measured >= (-self.bar.limit if self.bar.of == "ms" else self.bar.limit)


class Comparison(NamedTuple):
    """A comparison with a peer; *samples* is the number of units of work in one round."""

    name: str
    unit: str
    beside: str
    samples: int
    prepare: Prepare
    bar: Bar | None = None


LINES: Sequence[Comparison] = (
    *(
        Comparison(f"whole game, {game.card.key}", "game", "adjudication", 1,
             partial(contests.whole_games, game.card.key), Bar("a second", 1))
        for game in rule_sets()
    ),
    *(
        Comparison(f"sheet, {game.card.key}, {notation}", "20 lines", "lark, only words", 20,
             partial(contests.sheets, game.card.key, notation))
        for game in rule_sets()
        for notation in ("short", "full")
    ),
    *(
        Comparison(f"ordinary sheet, {game.card.key}, {notation}", "20 lines", "whole reader", 20,
             partial(contests.ordinary_sheets, game.card.key, notation), Bar("ms", 0.25))
        for game in rule_sets()
        for notation in ("short", "full")
    ),
    *(
        Comparison(f"known sheet, {game.card.key}, {notation}", "20 lines", "whole reader", 20,
             partial(contests.known_sheets, game.card.key, notation), Bar("ms", 0.25))
        for game in rule_sets()
        for notation in ("short", "full")
    ),
    Comparison("words to next position", "phase", RIVAL, 20, contests.words_to_position, Bar("ratio", 10)),
    Comparison("message read", "message", "library email", 1000, serving.read_messages),
    Comparison("message answered", "20 orders", "email, a commit", 20, serving.answered_messages,
               Bar("ms", 8)),
    Comparison("message over SMTP", "message", "stored nowhere", 400,
         partial(serving.received_messages, begin=receiving.A_PROCESS), Bar("a second", 800)),
    Comparison("turn with pictures", "8 seats", "only its mails", 1, partial(serving.turns, is_drawn=True),
         Bar("ms", 120)),
    Comparison("turn without", "8 seats", "only its mails", 1, partial(serving.turns, is_drawn=False)),
    Comparison("picture, first", "picture", "rendered whole", 1, partial(serving.painted, is_first=True)),
    Comparison("picture, further", "picture", "rendered whole", 1, partial(serving.painted, is_first=False)),
    Comparison("start, pbem serve", "start", "its libraries", 1, serving.served, Bar("ms", 600)),
    Comparison("import adjudicator", "process", "bare Python", 1,
         partial(serving.begun, "from adjudicator.games import find; find('downfall-xiii')", "pass"),
         Bar("ms", 150)),
    Comparison("import pbem", "process", "its libraries", 1,
         partial(serving.begun, "import pbem.service.assembly", serving.importing(serving.AT_IMPORT)),
         Bar("ms", 700)),
    Comparison("import of the shell", "process", "bare Python", 1,
         partial(serving.begun, "import pbem.cli.main", "pass")),
)  # fmt: skip


def measure(line: Comparison, rounds: int, samples: int, done: Callable[[], object]) -> Figure:
    """Measure one line and return the medians over *rounds*; call *done* after each round."""
    with ExitStack() as stack:
        one_round = line.prepare(samples, stack)
        times = []
        for _ in range(rounds):
            times.append(one_round())
            done()
    ours = median(time.ours for time in times) * MILLISECONDS
    theirs = median(time.theirs for time in times) * MILLISECONDS
    return Figure(line.name, line.unit, ours, line.beside, theirs, line.bar)


# --- phases: as `adjudicator bench` measures them ----------------------------------------------------------

WANTED = {
    rules.COMPILED: {"resolve": Bar("ratio", 18), "turn": Bar("ratio", 28)},
    rules.WRITTEN: {"resolve": Bar("ratio", 7), "turn": Bar("ratio", 14)},
}
TURN_XIII = Bar("ms", 1.5)
LINEAR = Bar("ratio", 0.8)  # a unit on a crowded board may cost a quarter more than on the emptiest one


def phases(key: str, rounds: int) -> list[Figure]:
    """Compare adjudication with the rival, if it plays the game, and crowded boards with the emptiest one."""
    found = [*rules.measure(find(key), RIVAL, rounds), *rules.as_written(find(key), RIVAL, rounds)]
    smallest = {(one.what, one.engine): one for one in found if one.units == crowds_xiii.SIZES[0]}
    return [
        figure for one in found if (figure := _phase(one, smallest.get((one.what, one.engine)))) is not None
    ]


def _phase(one: rules.Figure, smallest: rules.Figure | None) -> Figure | None:
    """Return a line of the table; None if it has nothing to compare with, or another line does it better."""
    what = f"{one.what} {one.engine}" if one.game in rules.DECIDED_COMPILED else one.what
    name, ours = f"{what}, {one.game}", one.ours / MILLISECONDS
    if one.theirs is not None:
        return Figure(name, "phase", ours, RIVAL, one.theirs / MILLISECONDS, WANTED[one.engine][one.what])
    if one.what == "turn" and one.game in LIMITS:
        limit = LIMITS[one.game]
        bar = limit if one.engine == rules.COMPILED or not rules.is_compiled() else None
        return Figure(name, f"{one.units:.0f} units", ours, "the limit", limit.limit, bar)
    if smallest and one is not smallest:
        linear = smallest.ours / smallest.units * one.units / MILLISECONDS
        return Figure(name, f"{one.units:.0f} units", ours, f"{smallest.units:.0f}, linear", linear, LINEAR)
    return None


LIMITS = {"downfall-xiii": TURN_XIII}
MEASURED_GAMES = ("standard", "downfall-xiii", "hardbop")


# --- the table ---------------------------------------------------------------------------------------------


def figures(only: Sequence[str], rounds: int, quick: bool, progress: Progress) -> Iterator[Figure]:
    """Yield the measured lines whose names contain one of *only*, by default all lines."""
    measured = [key for key in MEASURED_GAMES if _is_wanted(_lines_of(key), only)]
    lines = [line for line in LINES if _is_wanted(line.name, only)]
    step = progress.add_task("", total=len(measured) * rounds + len(lines) * rounds)
    for key in measured:
        progress.update(step, description=f"phases, {key}")
        yield from phases(key, rounds)
        progress.update(step, advance=rounds)
    for line in lines:
        progress.update(step, description=line.name)
        yield measure(line, rounds, 1 if quick else line.samples, partial(progress.advance, step))


def _lines_of(key: str) -> str:
    """Return the names of the lines about adjudicating phases of the game."""
    every = product(("resolve", "turn", "crowded turn"), (rules.COMPILED, rules.WRITTEN))
    return "; ".join(f"{what} {engine}, {key}" for what, engine in every)


def _is_wanted(name: str, only: Sequence[str]) -> bool:
    return not only or any(one in name for one in only)


def as_facts(figure: Figure) -> dict[str, object]:
    """Return a figure as JSON values; times are in milliseconds."""
    derived = {"ratio": figure.ratio, "a_second": figure.a_second, "holds": figure.holds}
    bar = str(figure.bar) if figure.bar else None
    return {**to_builtins(figure), "bar": bar, **derived}


def last_kept(history: Path) -> Mapping[str, float]:
    """Return the ratios of the last run in *history*, by the names of the lines; {} if there was no run."""
    lines = history.read_text().splitlines() if history.exists() else []
    figures = json.loads(lines[-1])["figures"] if lines else {}
    return {name: figure["ratio"] for name, figure in figures.items()}


def keep(history: Path, found: Sequence[Figure], now: datetime) -> None:
    """Append the medians to *history*, one line for each run, with the commit."""
    figures = {
        one.name: {"ms": round(one.ours, 4), "beside": one.beside, "ratio": round(one.ratio, 3)}
        for one in found
    }
    line = {"commit": _commit(), "day": f"{now:%Y-%m-%d}", "figures": figures}
    with history.open("a") as file:
        file.write(json.dumps(line) + "\n")


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent)
    return done.stdout.strip() or "unknown"


def _table(found: Sequence[Figure], rounds: int, before: Mapping[str, float]) -> Table:
    table = Table(title=f"Medians of {rounds} rounds; ratio: their time divided by ours", box=SIMPLE_HEAD)
    for heading in ("what", "one", "ms", "a second", "beside", "their ms", "ratio", "last", "bar", "holds"):
        is_text = heading in ("what", "one", "beside", "holds")
        table.add_column(heading, justify="left" if is_text else "right", no_wrap=True)
    for one in found:
        bar, holds = (str(one.bar), "yes" if one.holds else "NO") if one.bar else ("", "")
        numbers = f"{one.ours:,.3f}", f"{one.a_second:,.1f}"
        last = f"{before[one.name]:.2f}" if one.name in before else ""
        ratio = f"{one.ratio:.2f}"
        table.add_row(one.name, one.unit, *numbers, one.beside, f"{one.theirs:,.3f}", ratio, last, bar, holds)
    return table


def main() -> int:
    wanted = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument(
        "--rounds", type=int, default=rules.LEAST_ROUNDS, help="the number of rounds; at least seven are done"
    )
    wanted.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="only lines whose names contain this"
    )
    wanted.add_argument("--quick", action="store_true", help="one sample in each round")
    wanted.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted.add_argument("--history", type=Path, help="append the medians to this file, with the commit")
    asked = wanted.parse_args()
    rounds = max(asked.rounds, rules.LEAST_ROUNDS)
    logs.set_up("error", "text")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        found = list(figures(asked.only, rounds, asked.quick, progress))
    before = last_kept(asked.history) if asked.history else {}
    if asked.json:
        print(json.dumps({"rounds": rounds, "figures": [as_facts(figure) for figure in found]}, indent=2))
    else:
        Console(width=140).print(_table(found, rounds, before))
    if asked.history:
        keep(asked.history, found, datetime.now(UTC))
    return 0


if __name__ == "__main__":
    sys.exit(main())
