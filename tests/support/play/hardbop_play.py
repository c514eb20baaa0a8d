"""Random legal games of Hardbop Downfall, and what happened in them.

python -m tests.support.play.hardbop_play 200      # how often each kind of order and each special event
occurred
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

READ_AS_ANOTHER = (orders.Accompany,)  # "Faramir with A MTi" is a lead
NO_SUCCESS = {
    "Disband": "who disbands is destroyed",
    "Proxy": "what comes of it is told with the orders of its holder",
    "Standing": "it is told as the order that it becomes",
    "CancelStanding": "it is obeyed at once, and is not told",
}
_LED = "of 2,600 led units in 200 games some eight are dislodged, and nearly all of them fall back"
EXPLAINED = {  # what may not occur, and why
    "event victory": "nobody gathers so many centres at random in forty turns",
    "event piece.no order": _LED,
    "event piece.trapped": _LED,
    "event piece.clash": _LED,
    "event piece.ents": "of the pieces that lead in Isengard only Gandalf does not stop the march (3.9(b))",
    "event piece.civil disorder": "who leads for a power that falls in the same step, as its unit is beaten",
    "event piece.driven out": "no space of this board has less than two ways out for the Nazgul",
    "event nazgul.barred": "it must lead a unit to where Gandalf is: four times in 200 games",
}


def expected() -> list[str]:
    """Return what random games should show; see `middle_earth_play.expected`."""
    left_out = (*NOT_IN_HARDBOP, *READ_AS_ANOTHER)
    kinds = [kind for kind in get_args(orders.Standable) if kind not in left_out]
    return middle_earth_play.expected(kinds, NO_SUCCESS, TOLD)


if __name__ == "__main__":
    every = (judged for seed in range(int(sys.argv[1])) for judged in play(seed))
    print("\n".join(report(tally(every), expected(), EXPLAINED)))
