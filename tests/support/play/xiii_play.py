"""Play random legal games of Downfall XIII, and count what happened in them.

`python -m tests.support.play.xiii_play 200` counts how often each kind of order and special event occurred.
"""

import sys
from collections.abc import Iterator
from functools import partial
from typing import get_args

from adjudicator import downfall_xiii
from adjudicator.downfall_xiii import position
from adjudicator.downfall_xiii.language.checking import NOT_IN_XIII
from adjudicator.downfall_xiii.view.news import TOLD
from adjudicator.middle_earth.language import orders
from adjudicator.middle_earth.resolve.record import Result
from tests.support.play import middle_earth_play
from tests.support.play import xiii_players as players
from tests.support.play.middle_earth_play import Board, report

BOARD = Board(
    downfall_xiii.game, position.from_text, position.to_text, players.aims, players.opening, players.lines
)
GAME, play = BOARD.game, BOARD.play

WEARERS = ("Galadriel", "Saruman", "Sauron")
NO_SUCCESS = {
    "Disband": "a unit that disbands counts as destroyed",
    "Proxy": "its result is reported with the orders of its holder",
    "Takes": "its result is reported with the order of the passenger",
    "Standing": "its result is reported for the order that it becomes",
    "CancelStanding": "it takes effect at once, and is not reported",
}
_WITH_THE_DEAD = "the only piece that retreats like a stack is Aragorn while the Dead are with him"
EXPLAINED = {  # events that may be missing in random games, and why
    "event victory": "random players do not gather so many centres in forty turns",
    "event garrison.dwarves": "once in 200 games: Dwarves must hold KDu when its Balrog is dead (7b.6)",
    "event piece.fleet lost": "once in 200 games: a piece must be aboard when its fleet is lost",
    "event piece.clash": _WITH_THE_DEAD,
    "event piece.removed": _WITH_THE_DEAD,
    "event ring.no units": "whoever puts on the Ring is seldom among units of another power (8.13)",
    "event faramir.dead": "he must die unseen while Minas Tirith is Gondor's, once in many games (3.3)",
    "event piece.civil disorder": "only for the Fellowship, or Aragorn with the Dead, of an eliminated power",
}


def _worn(result: Result) -> Iterator[str]:
    """Yield whether Galadriel, Saruman or Sauron puts on the Ring (8.15, 8.19, 8.20), and the outcome."""
    order = result.order
    if isinstance(order, orders.PutOnRing) and order.unit.kind in WEARERS:
        yield f"{order.unit.kind} puts on the Ring: {result.outcome.word}"


tally = partial(middle_earth_play.tally, extra=_worn)


def expected() -> list[str]:
    """Return what should occur in random games; see `middle_earth_play.expected`."""
    worn = [f"{who} puts on the Ring: succeeds" for who in WEARERS]
    kinds = [kind for kind in get_args(orders.Standable) if kind not in NOT_IN_XIII]
    return [*middle_earth_play.expected(kinds, NO_SUCCESS, TOLD), *worn]


if __name__ == "__main__":
    every = (judged for seed in range(int(sys.argv[1])) for judged in play(seed))
    print("\n".join(report(tally(every), expected(), EXPLAINED)))
