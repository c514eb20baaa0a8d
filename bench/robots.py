"""Measure computer players: `python -m bench.robots --game standard --others dumbbot --games 200`.

The robot of `--level` plays a different seat in each game, and robots of `--others` play all other seats. It
prints the games. At the end it prints the shares of games that the robot won and survived and its share of
the tally, with 95 % confidence intervals, and the processor time for its sheets. With `--keep FILE` a run
that was stopped is continued.
"""

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Power, State
from adjudicator.games import find
from adjudicator.robots.arena import Limits, Player, Result, play, playing, robot
from adjudicator.robots.dumbbot import dumbbot
from adjudicator.robots.robot import LEVELS
from bench.intervals import mean_interval, share_interval
from bench.stored_games import StoredGames

PLAYERS: Mapping[str, Player] = {**{level: robot(level) for level in LEVELS}, "dumbbot": dumbbot}


class Timed:
    """A player whose processor time is measured."""

    def __init__(self, player: Player) -> None:
        self.player, self.seconds = player, list[float]()

    def __call__(self, game: Game, state: State, power: Power, seed: str) -> Sequence[str]:
        begun = time.process_time()
        try:
            return self.player(game, state, power, seed)
        finally:
            self.seconds.append(time.process_time() - begun)


class Played(NamedTuple):
    """One game: the seat of the player that is measured, the result, and the time for each of its sheets."""

    own: Power
    result: Result
    seconds: list[float]
    seats: int


def main() -> None:
    given = _arguments()
    limits = Limits(given.last, given.until)
    name = f"{given.game} {given.level} {given.others} {given.last} {given.until}"
    kept = StoredGames(given.keep, Played)
    games: list[Played] = []
    for number in range(given.first, given.first + given.games):
        games.append(kept.played(name, str(number), lambda seed: one_game(given, limits, int(seed))))
        own, one = games[-1].own, games[-1].result
        print(number, own, one.turns, one.turn, one.winners, dict(one.tally), flush=True)
    results = [(one.own, one.result) for one in games]
    seconds = [second for one in games for second in one.seconds]
    seats = max((one.seats for one in games), default=1)
    print(json.dumps({"players": vars(given), **summary(results, seconds, seats)}, default=str))
    print(kept.in_words(name))


def one_game(given: argparse.Namespace, limits: Limits, number: int) -> Played:
    game, mine = find(given.game), Timed(PLAYERS[given.level])
    start = game.start({}, SeededDice(f"robots {number}", 0))
    powers = playing(game, start)
    own = powers[number % len(powers)]
    players = {power: mine if power == own else PLAYERS[given.others] for power in powers}
    result = play(game, start, players, f"robots {number}", limits)
    return Played(own, result, mine.seconds, len(powers))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="standard")
    parser.add_argument("--level", default="steady", choices=sorted(PLAYERS))
    parser.add_argument("--others", default="random", choices=sorted(PLAYERS))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=60, help="end a game after so many turns")
    parser.add_argument("--until", default="", help='end a game at this turn, such as "Spring 1908"')
    parser.add_argument(
        "--keep", type=Path, help="store finished games in this file; a later run with it continues"
    )
    return parser.parse_args()


def summary(
    results: Sequence[tuple[Power, Result]], seconds: Sequence[float], seats: int
) -> dict[str, object]:
    """Return the averages over the games of one player, with their confidence intervals."""
    held = [one.tally[own] / max(1, sum(one.tally.values())) for own, one in results]
    ordered = sorted(seconds)
    return {
        "games": len(results),
        "fair share": round(1 / seats, 3),
        "ended": sum(one.is_over for _, one in results),
        "won or led": mean_interval([one.share(own) for own, one in results]),
        "won": mean_interval([one.share(own) if one.is_over else 0.0 for own, one in results]),
        "survived": share_interval(sum(own in one.alive for own, one in results), len(results)),
        "tally": mean_interval([float(one.tally[own]) for own, one in results]),
        "share of the tally": mean_interval(held),
        "seconds of a sheet": {
            "mean": round(sum(ordered) / len(ordered), 3),
            "99 %": round(ordered[int(0.99 * (len(ordered) - 1))], 3),
            "most": round(ordered[-1], 3),
        },
    }


if __name__ == "__main__":
    main()
