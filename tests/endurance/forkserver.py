"""Import the service once, so that each start of `tests.endurance.killed_service` is quick.

This module is only imported by the process from which multiprocessing forks the others. It starts no threads.
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
)  # each forked process would load these modules first

assert template_check.faults(None) == []
for key in killed_service.GAMES.values():
    game = find(key)
    png(game.picture(game.start({}, SeededDice("", 0)), None, None))
