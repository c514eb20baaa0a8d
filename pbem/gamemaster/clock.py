"""The game master and the clock: PAUSE, RESUME, EXTEND, RUN NOW.

While a table is paused it has no deadline, and orders are still taken; RESUME gives it back the time that
was left. An extension is plain hours, or a moment by the table's own clock.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.core.deadlines import Deadline, in_hours, known_zone, read_length
from pbem.core.rest_days import MONTHS
from pbem.core.templating import when
from pbem.store.database import FORMING, HELD, OVER, PAUSED, RUNNING, GameTable, call_deferred
from pbem.tables.gm_actions import GmContext, NotDone, Order, set_deadline, with_grace

SHORTEST_REST = timedelta(hours=1)
MOMENT = re.compile(
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)\w*,?\s+)?"
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})|(?P<day>\d{1,2})\.?\s+(?P<month>[a-z]{3})[a-z]*\.?,?\s*(?P<year>\d{4})?)"
    r"[\s,]+(?:at\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s+(?P<zone>[A-Za-z][\w/+-]*))?",
    re.I,
)
WHAT_WOULD_DO = 'write "EXTEND 24h" or "EXTEND TO 4 Dec 2026 20:00"'


def pause(gm: GmContext, order: Order) -> Sequence[str]:
    """PAUSE"""
    table = gm.table
    if table.state != RUNNING or table.deadline_utc is None:
        raise NotDone(f"{table.key} is {table.state}; only a running game can be paused.")
    left = max(table.deadline_utc - gm.now, timedelta())
    table.state, table.paused_left_s = PAUSED, left.total_seconds()
    set_deadline(table, None, gm.now)
    gm.write_down(order, f"The game was paused, {in_hours(left)} before its deadline.")
    gm.notify_table(order, "paused", with_deadline=True)
    return [f"{table.key} is paused; {in_hours(left)} are kept. RESUME lets it go on."]


def resume(gm: GmContext, order: Order) -> Sequence[str]:
    """RESUME"""
    table = gm.table
    if table.state != PAUSED:
        raise NotDone(f"{table.key} is {table.state}, not paused.")
    left = max(timedelta(seconds=table.paused_left_s or 0), SHORTEST_REST)
    table.state, table.paused_left_s = RUNNING, None
    set_deadline(table, with_grace(table, gm.now + left), gm.now)
    call_deferred(gm.session, table.key)
    gm.write_down(order, "The game goes on.")
    gm.notify_table(order, "resumed", with_deadline=True)
    return [f"{table.key} goes on; {_due(table)}"]


def extend(gm: GmContext, order: Order) -> Sequence[str]:
    """EXTEND 24h; EXTEND TO 4 Dec 2026 20:00"""
    table = gm.table
    if table.state != RUNNING or table.deadline_utc is None:
        raise NotDone(f"{table.key} is {table.state} and has no deadline that could be moved.")
    before = table.deadline_utc
    moment = _extended(table, before, order, gm.now)
    if moment <= gm.now:
        raise NotDone(f"{when(moment, table.zone)} is past; RUN NOW runs the turn at once.")
    set_deadline(table, with_grace(table, moment), gm.now)
    call_deferred(gm.session, table.key)
    sentence = f"The deadline was moved from {when(before, table.zone)} to {when(moment, table.zone)}."
    gm.write_down(order, sentence)
    gm.notify_table(order, "extended", with_deadline=True, before=when(before, table.zone))
    return [f"O{_due(table)[1:]}"]


def _extended(table: GameTable, before: datetime, order: Order, now: datetime) -> datetime:
    length, said = order.arguments[0], order.arguments[1]
    try:
        return max(before, now) + read_length(length) if length else read_moment(said, table.zone, now)
    except ValueError as fault:
        raise NotDone(f"{fault}.") from None


def read_moment(said: str, zone: str, now: datetime) -> datetime:
    """ "4 Dec 20:00", "2026-12-04 20:00 UTC" → that moment, by the clock of *zone* if none is named.

    Without a year it is the next such day. Raises ValueError with what would do.
    """
    found = MOMENT.fullmatch(said.strip())
    if found is None:
        raise ValueError(f'"{said}" is no moment; {WHAT_WOULD_DO}')
    there = ZoneInfo(known_zone(found["zone"])) if found["zone"] else ZoneInfo(zone)
    try:
        hour = time(int(found["hour"]), int(found["minute"]))
        day = date.fromisoformat(found["iso"]) if found["iso"] else _day(found, now.astimezone(there).date())
    except ValueError:
        raise ValueError(f'"{said}" is no moment of any calendar; {WHAT_WOULD_DO}') from None
    return datetime.combine(day, hour, there)


def _day(found: re.Match[str], today: date) -> date:
    month = [name[:3] for name in MONTHS].index(found["month"].lower()) + 1  # ValueError for no month
    if found["year"]:
        return date(int(found["year"]), month, int(found["day"]))
    this_year = date(today.year, month, int(found["day"]))
    return this_year if this_year >= today else this_year.replace(year=today.year + 1)


def run_now(gm: GmContext, order: Order) -> Sequence[str]:
    """RUN NOW: the deadline is now, whoever is missing."""
    table = gm.table
    if table.state in (OVER, FORMING, PAUSED):
        remedy = " RESUME comes first." if table.state == PAUSED else ""
        raise NotDone(f"{table.key} is {table.state}.{remedy}")
    was_held = table.state == HELD
    table.state, table.held_reason, table.is_run_asked = RUNNING, "", True
    set_deadline(table, Deadline(gm.now, gm.now), gm.now)
    gm.write_down(order, f"{gm.due.turn} was run at once, by the GM's word.")
    again = " It was set aside before; if it cannot be run you will hear why." if was_held else ""
    return [f"{gm.due.turn} is run now.{again}"]


def _due(table: GameTable) -> str:
    return f"orders are due {when(table.deadline_utc, table.zone)}." if table.deadline_utc else ""
