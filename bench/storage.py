"""Measure the size of the database while turns are played and old mail is removed.

    python -m bench.storage --turns 1000

Seven players of standard Diplomacy send random legal orders, and each gets a report with a map. When a game
is over, the next one begins. The clock jumps from deadline to deadline, and after each turn the service
removes what is older than the default retention, as it does every ten minutes. The games and their mails are
the same in each run, and so are the printed sizes.
"""

import time
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.core import logs
from tests.support.play.standard_play import StandardPlay

MEGABYTE = 1000**2


def measure(turns: int, every: int, folder: Path) -> None:
    """Play *turns* turns, and print the size after each *every* of them and at the end."""
    play = StandardPlay(folder)
    began = play.table.clock.now()
    for number in range(1, turns + 1):
        while not play.plays_a_turn():
            play.begins_a_game()
        play.table.service.tidy()
        if number % every == 0 or number == turns:
            days = (play.table.clock.now() - began).days
            print(
                f"{number:5} turns, {days:5} days, {play.games} {'game' if play.games == 1 else 'games'}:"
                f" file {play.bytes_on_disk() / MEGABYTE:.1f} MB,"
                f" in use {play.bytes_in_use() / MEGABYTE:.1f} MB",
                flush=True,
            )


def main() -> None:
    """Measure according to the command line."""
    parser = ArgumentParser(prog="python -m bench.storage", description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--every", type=int, default=50, help="turns between two lines")
    arguments = parser.parse_args()
    logs.set_up("error", "text")
    begun = time.process_time()
    with TemporaryDirectory() as folder:
        measure(arguments.turns, arguments.every, Path(folder))
    print(f"{time.process_time() - begun:.0f} s of processor time")


if __name__ == "__main__":
    main()
