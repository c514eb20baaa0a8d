"""Play random legal games of Hardbop Downfall, and count what happened in them.

`python -m tests.support.play.hardbop_play 200` counts how often each kind of order and special event
occurred.
"""

import sys
from typing import get_args

from adjudicator import hardbop
from adjudicator.hardbop import position
from adjudicator.hardbop.language.checking import NOT_IN_HARDBOP
from adjudicator.hardbop.view.news import TOLD
from adjudicator.middle_earth.language import orders
from tests.support.play import hardbop_players as players
from tests.support.play import middle_earth_play
from tests.support.play.middle_earth_play import Board, report, tally

BOARD = Board(
    hardbop.game, position.from_text, position.to_text, players.aims, players.opening, players.lines
)
GAME, play = BOARD.game, BOARD.play

READ_AS_ANOTHER = (orders.Accompany,)  # "Faramir with A MTi" is read as Lead
NO_SUCCESS = {
    "Disband": "a unit that disbands counts as destroyed",
    "Proxy": "its result is reported with the orders of its holder",
    "Standing": "its result is reported for the order that it becomes",
    "CancelStanding": "it takes effect at once, and is not reported",
}
_LED = "of 2,600 led units in 200 games about eight are dislodged, and nearly all of them can retreat"
EXPLAINED = {  # events that may be missing in random games, and why
    "event victory": "random players do not gather so many centres in forty turns",
    "event piece.no order": _LED,
    "event piece.trapped": _LED,
    "event piece.clash": _LED,
    "event piece.ents": "of the leaders in Isengard only Gandalf does not stop the march (3.9(b))",
    "event piece.civil disorder": "a leader's power must fall in the step in which its unit is beaten",
    "event piece.driven out": "from every space of this board the Nazgul have at least two ways out",
    "event nazgul.barred": "it must lead a unit to where Gandalf is: four times in 200 games",
}


def expected() -> list[str]:
    """Return what should occur in random games; see `middle_earth_play.expected`."""
    left_out = (*NOT_IN_HARDBOP, *READ_AS_ANOTHER)
    kinds = [kind for kind in get_args(orders.Standable) if kind not in left_out]
    return middle_earth_play.expected(kinds, NO_SUCCESS, TOLD)


if __name__ == "__main__":
    every = (judged for seed in range(int(sys.argv[1])) for judged in play(seed))
    print("\n".join(report(tally(every), expected(), EXPLAINED)))
