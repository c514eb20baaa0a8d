"""Where every life of `tests.mortal` is born: what the first seconds of a start would cost is done here once.

Only imported by the process that multiprocessing forks the others from; there are no threads here.
"""

from adjudicator.dice import SeededDice
from adjudicator.games import find
from pbem import rehearsal
from pbem.pictures import png
from tests import crash_post, dovecot, mortal, patient

LOADED = (crash_post, dovecot, mortal, patient)  # every life begins by loading what the test is made of

assert rehearsal.faults(None) == []
for key in mortal.GAMES.values():
    game = find(key)
    png(game.picture(game.start({}, SeededDice("", 0)), None, None))
