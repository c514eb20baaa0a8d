"""Import the service once, so that each start of `tests.endurance.killed_service` is quick.

Only imported by the process that multiprocessing forks the others from; there are no threads here.
"""

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.pictures.png import png
from pbem.service import template_check
from tests.endurance import crash_mailboxes, killed_service, restarts
from tests.support import dovecot

LOADED = (
    crash_mailboxes,
    dovecot,
    killed_service,
    restarts,
)  # every life begins by loading what the test is made of

assert template_check.faults(None) == []
for key in killed_service.GAMES.values():
    game = find(key)
    png(game.picture(game.start({}, SeededDice("", 0)), None, None))
