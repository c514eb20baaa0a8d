"""A pause of a game: it takes the deadline away, keeps the time that was left, and may end by itself.

`pbem.gamemaster.clock` begins and ends pauses for a game master; `pbem.turns.pauses` ends those whose time is
over. `pbem.commands.seats.empty_tables` pauses a game that nobody plays any more.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace
from sqlmodel import Session

from pbem.core.dates.lengths import exact_notation
from pbem.core.deadlines import Deadline, Reason, by_day
from pbem.store.game_tables import GameTable, left_after_pause
from pbem.store.mail_tables import call_deferred
from pbem.store.states import PAUSED, RUNNING
from pbem.tables.deadlines.deadline_of_table import set_deadline, with_grace
from pbem.tables.house_rules import pace_of

NOBODY_PLAYS = Reason("nobody_plays")  # why there is no deadline


def begin(table: GameTable, left: timedelta, until: datetime | None) -> None:
    """Pause the game; *left* is given back at the end of the pause."""
    table.state, table.paused_left_s, table.paused_until_utc = PAUSED, left.total_seconds(), until


def stop(table: GameTable, now: datetime) -> None:
    """Pause a game that nobody plays, with the time until its deadline."""
    begin(table, max((table.deadline_utc or now) - now, timedelta()), None)
    set_deadline(table, None, now)
    mark_stopped(table)


def mark_stopped(table: GameTable) -> None:
    """Note that the pause ends when somebody plays the game again."""
    table.deadline_why = [msgspec.to_builtins(NOBODY_PLAYS)]


def is_stopped(table: GameTable) -> bool:
    """Return whether the game is paused because nobody plays it, not by a game master."""
    return table.state == PAUSED and [why.get("kind") for why in table.deadline_why] == [NOBODY_PLAYS.kind]


def due_after_pause(table: GameTable) -> datetime | None:
    """Return when orders are due after a pause that ends by itself; None for any other."""
    until = table.paused_until_utc if table.state == PAUSED else None
    return by_day(until + left_after_pause(table), pace_of(table))[0] if until else None


def end(session: Session, table: GameTable, now: datetime) -> Deadline:
    """Let the game go on with the time that was left; return the new deadline."""
    left = left_after_pause(table)
    table.state, table.paused_left_s, table.paused_until_utc = RUNNING, None, None
    moment, at_night = by_day(now + left, pace_of(table))
    deadline = with_grace(table, moment).because("resumed", left=exact_notation(left))
    set_deadline(table, replace(deadline, why=(*deadline.why, *at_night)), now)
    call_deferred(session, table.key)
    return deadline
