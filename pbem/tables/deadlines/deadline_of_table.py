"""Set the deadline of a table, with its grace period and its reasons.

`pbem.turns.turn` computes when the next turn is due, with `pbem.core.deadlines`.
"""

from datetime import datetime, timedelta

import msgspec

from pbem.core.deadlines import Deadline
from pbem.store.game_tables import GameTable
from pbem.tables.house_rules import pace_of


def set_deadline(table: GameTable, deadline: Deadline | None, now: datetime) -> None:
    """Set a new deadline: calendars get a new entry, and reminders start again."""
    store_deadline(table, deadline)
    table.moves += 1
    table.reminded_until_utc = now


def store_deadline(table: GameTable, deadline: Deadline | None) -> None:
    """Store a deadline with its reasons."""
    table.deadline_utc = deadline.due_utc if deadline else None
    table.final_utc = deadline.final_utc if deadline else None
    table.deadline_why = msgspec.to_builtins(deadline.why) if deadline else []


def with_grace(table: GameTable, moment: datetime) -> Deadline:
    """Return a deadline at *moment*, followed by the grace period of the table's pace."""
    return Deadline(moment, moment + timedelta(hours=pace_of(table).grace_hours))
