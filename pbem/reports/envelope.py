"""Headers of outgoing mail: subject and thread, ids, the deadline and its calendar file.

An id depends only on what the mail is, so that a mail built twice is recognised as one.
"""

import hashlib
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from adjudicator.core.lazy_imports import IMPORTS
from pbem.core import templating
from pbem.core.dates.lengths import notation, time_left
from pbem.core.sentences import sentence
from pbem.core.templating import Page, when_here
from pbem.reports import calendar as calendar_file
from pbem.reports.context import MailContext, Run, SeatCard, TableCard
from pbem.reports.deadline_reasons import pace, why
from pbem.reports.message_bytes import Calendar, Heading, Parts

TWO_WIDE = (640, 560, 480)  # pixels, of each of two pictures
MOST_PICTURES = 84 * 1024  # bytes of two; base64 adds a third, and a mail has at most 150 KiB


def heading(context: MailContext, to: SeatCard | tuple[str, str], subject: str, kind: str) -> Heading:
    name, address = (to.player, to.address) if isinstance(to, SeatCard) else to
    reply_to = to.reply_to if isinstance(to, SeatCard) else ""
    house = context.house
    return Heading("", context.sent, house.name, house.judge, name, address, subject, kind, reply_to)


def threaded(context: MailContext, heading: Heading, run: Run, table: TableCard, what: str) -> Heading:
    """Put a mail into the thread of its table and turn: all refer to a Message-ID that was never sent."""
    number = f"{run.number}.again{run.edition}" if run.edition else f"{run.number}"
    root = f"{table.key}.{number}@{context.house.domain}"
    own = f"{table.key}.{number}.{_slug(what)}@{context.house.domain}"
    return replace(heading, message_id=own, in_reply_to=root, references=(root,))


def answer_id(context: MailContext, recipient: str) -> str:
    """Return the Message-ID of an answer; it depends only on the message and the recipient."""
    answered = context.answered
    own = digest(answered.message_id, answered.subject, answered.sha256, recipient)
    return f"re.{own}@{context.house.domain}"


def waiting(seat: SeatCard, run: Run) -> dict[str, Any]:
    return {"seat": seat, "table": seat.table, "run": run}


def left(context: MailContext, run: Run) -> str:
    """Return the time from the mail to the deadline: "72 hours"; "" if none is set, or the pace says it."""
    if run.deadline_utc is None or _is_by_the_pace(run, run.deadline_utc - context.sent):
        return ""
    said = time_left(context.sent, run.deadline_utc)
    return said.words(context.house.templates) if said else ""


def _is_by_the_pace(run: Run, length: timedelta) -> bool:
    """Return whether the only reason for the deadline is said as that *length*."""
    return [(one.kind, one.words.get("length")) for one in run.why] == [("after", notation(length))]


def deadline_event(context: MailContext, table: TableCard, run: Run) -> Calendar | None:
    """Return the deadline as an event: cancelled if it no longer exists, None if there never was one."""
    sequence, own_templates = run.number + run.moves, context.house.templates
    if not table.has_deadlines or (run.deadline_utc is None and not sequence):
        return None
    summary = sentence("subjects", "deadline", table=table.key, turn=run.due.turn)
    note = sentence("subjects", "deadline_note", title=table.title, table=table.key)
    wanted = calendar_file.Appointment(
        uid=f"deadline.{table.key}@{context.house.domain}",
        sequence=sequence,
        stamped=context.sent,
        due_utc=run.deadline_utc,
        summary=summary.words(own_templates),
        description=note.words(own_templates),
        organiser=context.house.judge,
    )
    return calendar_file.written(wanted)


def page(context: MailContext, template: str, facts: dict[str, Any], table: TableCard | None) -> Page:
    """Render a page with what every template may use: the house, and the table if there is one."""
    return templating.page(template, with_common(context, facts, table), context.house.templates)


def part(context: MailContext, template: str, facts: dict[str, Any], to: SeatCard | str) -> Page:
    """Render a page without a frame, for use in a longer mail."""
    table = to.table if isinstance(to, SeatCard) else None
    return templating.part(template, with_common(context, facts, table), context.house.templates)


def with_common(context: MailContext, facts: dict[str, Any], table: TableCard | None) -> dict[str, Any]:
    """Return *facts* with what every template may use."""
    common: dict[str, Any] = {"house": context.house, "at_table": table}
    if (run := facts.get("run")) is not None:
        seat = facts.get("seat")
        zone = seat.zone if seat is not None else table.zone if table is not None else "UTC"
        due, own_templates = run.deadline_utc, context.house.templates
        common["deadline"] = when_here(due, zone, own_templates) if due else ""
        common["why"] = why(run.why, zone, own_templates)
        common["pace"] = pace(run.why, own_templates)
    if facts.get("form"):
        common["form_heading"] = sentence("form", "heading").words(context.house.templates)
        common["is_ahead"] = _is_ahead(facts)
    return facts | common


def _is_ahead(facts: dict[str, Any]) -> bool:
    """Return whether the form is for a turn that is not due yet from its reader."""
    run, seat = facts.get("run"), facts.get("seat")
    if run is None or seat is None or run.due.over:
        return False
    return seat.power not in run.due.owed and seat.power not in run.due.asked


def parts(written: Page, svg: str = "", name: str = "", calendar: Calendar | None = None) -> Parts:
    return Parts(written.text, written.html, {name: picture(svg)} if svg else {}, calendar)


def picture(svg: str, *, is_large: bool = False, width: int = 0) -> bytes:
    with IMPORTS:
        from pbem.pictures import png  # imports Pillow and LunaSVG, which an answer does not need

    return png.large(svg) if is_large else png.png(svg, width or png.IN_MAIL)


def two_pictures(name: str, svg: str, second: str, journeys: str) -> Mapping[str, bytes]:
    """Return the map and the journeys by name, as wide as fits the mail; the map alone if both do not fit."""
    for width in TWO_WIDE if name and journeys else ():
        found = {name: picture(svg, width=width), second: picture(journeys, width=width)}
        if sum(map(len, found.values())) <= MOST_PICTURES:
            return found
    return {name: picture(svg)} if name else {}


def picture_name(table: TableCard, run: Run, reader: str) -> str:
    return f"{table.key}-{run.number}-{_slug(reader)}"


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9.]", "-", text.lower())


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]
