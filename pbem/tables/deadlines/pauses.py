"""A pause of a game: it takes the deadline away, keeps the time that was left, and may end by itself.

`pbem.gamemaster.clock` begins and ends pauses for a game master; `pbem.turns.pauses` ends those whose time is
over.
"""

from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.core.dates.lengths import exact_notation
from pbem.core.deadlines import Deadline
from pbem.store.game_tables import GameTable, left_after_pause
from pbem.store.mail_tables import call_deferred
from pbem.store.states import PAUSED, RUNNING
from pbem.tables.deadlines.deadline_of_table import set_deadline, with_grace


def begin(table: GameTable, left: timedelta, until: datetime | None) -> None:
    """Pause the game; *left* is given back at the end of the pause."""
    table.state, table.paused_left_s, table.paused_until_utc = PAUSED, left.total_seconds(), until


def end(session: Session, table: GameTable, now: datetime) -> Deadline:
    """Let the game go on with the time that was left; return the new deadline."""
    left = left_after_pause(table)
    table.state, table.paused_left_s, table.paused_until_utc = RUNNING, None, None
    deadline = with_grace(table, now + left).because("resumed", left=exact_notation(left))
    set_deadline(table, deadline, now)
    call_deferred(session, table.key)
    return deadline
