"""The calendar file with a table's deadline: one event per table, moved each turn, finally cancelled.

The event keeps its UID, and each file has a higher SEQUENCE than the one before, so that a calendar program
moves its event (RFC 5545, 3.8.7.4). A game that is over, or paused, cancels it (RFC 5546, 3.2.5).
"""

from datetime import datetime, timedelta
from functools import lru_cache

from msgspec import Struct

from adjudicator.core.lazy_imports import IMPORTS
from pbem.reports.message_bytes import Calendar

BEFORE = timedelta(minutes=30)  # the event ends with the deadline


class Appointment(Struct, frozen=True):
    """A deadline; *due_utc* None cancels what a calendar holds. *uid* and *sequence* as in RFC 5545."""

    uid: str
    sequence: int
    stamped: datetime
    due_utc: datetime | None
    summary: str
    description: str
    organiser: str


@lru_cache(maxsize=64)  # the same in all mails of a turn
def written(appointment: Appointment) -> Calendar:
    """Return the file, and the METHOD for calendar programs."""
    with IMPORTS:
        import icalendar  # slow to import; most commands write no calendar

    due = appointment.due_utc
    event = icalendar.Event()
    event.add("uid", appointment.uid)
    event.add("sequence", appointment.sequence)
    event.add("dtstamp", appointment.stamped)
    event.add("dtstart", (due or appointment.stamped) - BEFORE)
    event.add("dtend", due or appointment.stamped)
    event.add("summary", appointment.summary)
    event.add("organizer", f"mailto:{appointment.organiser}")
    event.add("description", appointment.description)
    event.add("status", "CONFIRMED" if due else "CANCELLED")
    event.add("transp", "TRANSPARENT")  # a deadline does not make anybody busy
    method = "PUBLISH" if due else "CANCEL"
    calendar = icalendar.Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Downfall by mail//deadlines//EN")
    calendar.add("method", method)
    calendar.add_component(event)
    return Calendar("deadline.ics", calendar.to_ical(), method)
