"""Measure the balance of the games with robots that play against each other: `make balance`.

For each game it reports how games end, how long they last, what share of the wins and of the centres each
power has, which centres nobody ever held, and how often each kind of order was given. With `--write` the
tables and a plot go to docs/balance.md and docs/balance.svg. All intervals are 95 % confidence intervals.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Power
from adjudicator.games import KEYS, find
from adjudicator.robots.arena import Player, Result, kinds, playing, result, robot, steps
from adjudicator.robots.robot import LEVELS
from bench.intervals import mean_interval
from bench.stored_games import StoredGames

DOCS = Path(__file__).parents[1] / "docs"
LAST = {"standard": 60, "downfall-xiii": 30, "hardbop": 40, "empires": 80, "domination": 40}  # turns
HOPELESS = 1 / 3  # a power is hopeless if its whole interval is below this part of its fair share
COLUMNS = (("won or led", 3), ("share", 3), ("tally", 1), ("alive", 2))
RARE_KINDS = 40  # how many kinds of orders are listed
Interval = tuple[float, float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--level", default="easy", choices=LEVELS)
    parser.add_argument("--only", default="", help="only this game")
    parser.add_argument("--data", type=Path, default=Path("balance.json"), help="the file for the results")
    parser.add_argument(
        "--keep", type=Path, help="store finished games in this file; a later run with it continues"
    )
    parser.add_argument("--write", action="store_true", help="write docs/balance.md and its plot")
    given = parser.parse_args()
    known: dict[str, Any] = json.loads(given.data.read_text("utf-8")) if given.data.exists() else {}
    for key in (given.only,) if given.only else KEYS:
        known[f"{key} {given.level}"] = measured(find(key), given.level, given.games, given.keep)
        given.data.write_text(json.dumps(known, indent=1), "utf-8")
    if given.write:
        (DOCS / "balance.md").write_text(page(known), "utf-8")
        (DOCS / "balance.svg").write_text(plot(known), "utf-8")


class Played(NamedTuple):
    """One game: the result, kinds of orders, outcomes, and the centres that somebody held."""

    result: Result
    orders: Counter[str]
    outcomes: Counter[str]
    held: list[str]


def measured(game: Game, level: str, games: int, keep: Path | None = None) -> dict[str, Any]:
    """Return the statistics of that many games; those in the file *keep* are not played again."""
    player = robot(next(one for one in LEVELS if one == level))
    kept = StoredGames(keep, Played)
    name = f"{game.card.key} {level} {LAST.get(game.card.key, 60)}"
    played: list[Played] = []
    for number in range(games):
        played.append(kept.played(name, f"balance {number}", lambda seed: _played(game, player, seed)))
        one = played[-1].result
        print(game.card.key, number, one.turns, one.winners, file=sys.stderr, flush=True)
    print(kept.in_words(name), file=sys.stderr)
    results = [one.result for one in played]
    powers = tuple(results[0].tally)
    return {
        "games": games,
        "level": level,
        "fair": 1 / len(powers),
        "turns": mean_interval([float(one.turns) for one in results]),
        "most turns": LAST.get(game.card.key, 60),
        "ended": sum(one.is_over for one in results),
        "alone": sum(len(one.winners) == 1 for one in results),
        "shared": sum(len(one.winners) > 1 for one in results),
        "powers": {power: _of_power(results, power) for power in powers},
        "never held": sorted(set(game.card.centres).difference(*(one.held for one in played))),
        "orders": dict(_sum(one.orders for one in played).most_common()),
        "outcomes": dict(_sum(one.outcomes for one in played).most_common()),
    }


def _sum(counts: Iterable[Counter[str]]) -> Counter[str]:
    total = Counter[str]()
    for count in counts:
        total.update(count)
    return total


def _played(game: Game, player: Player, seed: str) -> Played:
    """Play one game with *player* for every power and count what happens in it."""
    start = game.start({}, SeededDice(seed, 0))
    state, turns = start, 0
    orders, outcomes, held = Counter[str](), Counter[str](), set[str]()
    players = dict.fromkeys(playing(game, start), player)
    for step in steps(game, start, players, seed, LAST.get(game.card.key, 60)):
        state, turns = step.after, turns + 1
        orders += kinds(step)
        facts = game.describe(state, step.record)
        held |= {name for names in facts["centres"].values() for name in names}
        outcomes += Counter(_outcomes(facts["results"]))
    return Played(result(game, state, turns), orders, outcomes, sorted(held))


def _outcomes(results: Mapping[str, Any]) -> Iterator[str]:
    for own in results.values():
        if isinstance(own, Mapping):
            yield from (str(outcome) for outcome in own.values() if isinstance(outcome, str))


def _of_power(results: Sequence[Result], power: Power) -> dict[str, Interval]:
    held = [max(0, one.tally[power]) / max(1, sum(max(0, n) for n in one.tally.values())) for one in results]
    return {
        "won or led": mean_interval([one.share(power) for one in results]),
        "tally": mean_interval([float(one.tally[power]) for one in results]),
        "share": mean_interval(held),
        "alive": mean_interval([float(power in one.alive) for one in results]),
    }


# --- the page ----------------------------------------------------------------------------------------------


def page(known: Mapping[str, Any]) -> str:
    """Return the text of docs/balance.md as it is now, but with new tables."""
    there = (DOCS / "balance.md").read_text("utf-8") if (DOCS / "balance.md").exists() else ""
    before, _, after = there.partition("<!-- tables -->")
    after = after.partition("<!-- end of tables -->")[2]
    tables = "\n".join(_section(name, one) for name, one in sorted(known.items()))
    return f"{before}<!-- tables -->\n\n{tables}\n<!-- end of tables -->{after}"


def _section(name: str, one: Mapping[str, Any]) -> str:
    """Return a section of the page: one game, played by robots of one level."""
    key, level = name.rsplit(" ", 1)
    rows = [
        f"## {find(key).card.title}, level {level}",
        "",
        f"{one['games']} games of at most {one['most turns']} turns. {one['ended']} came to an end"
        f" ({one['alone']} with one winner, {one['shared']} shared);"
        f" a game lasted {_spread(one['turns'], 1)} turns."
        f" The fair share is {one['fair']:.3f}.",
        "",
        "| power | won or led | share of the tally | tally at the end | still in the game |",
        "|---|---|---|---|---|",
    ]
    rows += [_row(power, own) for power, own in one["powers"].items()]
    weak = [power for power, own in one["powers"].items() if own["won or led"][2] < HOPELESS * one["fair"]]
    rows += [
        "",
        f"Powers whose whole interval is below a third of the fair share: {', '.join(weak) or 'none'}.",
        "",
        f"Centres that nobody ever held: {', '.join(one['never held']) or 'none'}.",
        "",
        f"Orders: {_most_frequent(one['orders'])}.",
        "",
        f"Outcomes: {_most_frequent(one['outcomes'])}.",
        "",
    ]
    return "\n".join(rows)


def _row(power: Power, own: Mapping[str, Interval]) -> str:
    """Return the row of a power in the table of its game."""
    cells = [
        _spread(own["won or led"], 3),
        _spread(own["share"], 3),
        _spread(own["tally"], 1),
        _spread(own["alive"], 2),
    ]
    return f"| {power} | {' | '.join(cells)} |"


def _most_frequent(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in list(counts.items())[:RARE_KINDS])


def _spread(interval: Sequence[float], digits: int) -> str:
    mean, low, high = interval
    return f"{mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


ROW, LEFT, WIDE, TOP = 22, 190, 420, 30


def plot(known: Mapping[str, Any]) -> str:
    """Return a plot of the share of wins of each power, with intervals and the fair share."""
    bars: list[str] = []
    y = TOP
    for name, one in sorted(known.items()):
        bars.append(
            f'<text x="8" y="{y + 14}" font-weight="bold">{escape(name)}, {one["games"]} games</text>'
        )
        y += ROW
        first = y
        for power, own in one["powers"].items():
            bars.append(_bar(power, own["won or led"], y))
            y += ROW
        fair = LEFT + WIDE * one["fair"]
        bars.append(
            f'<line x1="{fair:.1f}" x2="{fair:.1f}" y1="{first}" y2="{y - 4}"'
            ' stroke="#a33" stroke-dasharray="4 3"/>'
        )
        y += ROW // 2
    size = f'viewBox="0 0 {LEFT + WIDE + 30} {y + 10}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    title = (
        "<title>The share of each power in the games won or led; the dashed line is the fair share</title>"
    )
    return "\n".join([head, title, '<rect width="100%" height="100%" fill="#fff"/>', *bars, "</svg>", ""])


def _bar(power: Power, interval: Sequence[float], y: int) -> str:
    mean, low, high = (max(0.0, min(1.0, value)) for value in interval)
    a, b, c = (LEFT + WIDE * value for value in (mean, low, high))
    return (
        f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end">{escape(power)}</text>'
        f'<rect x="{LEFT}" y="{y + 2}" width="{a - LEFT:.1f}" height="14" fill="#68a"/>'
        f'<line x1="{b:.1f}" x2="{c:.1f}" y1="{y + 9}" y2="{y + 9}" stroke="#222" stroke-width="2"/>'
    )


if __name__ == "__main__":
    main()
