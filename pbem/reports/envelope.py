"""Headers of outgoing mail: subject and thread, ids, the deadline and its calendar file.

An id depends only on what the mail is: the same mail written twice is recognised as one.
"""

import hashlib
import re
from typing import Any

from msgspec.structs import replace

from pbem.core import templating
from pbem.core.templating import Page, time_left, when_here
from pbem.reports import calendar as calendar_file
from pbem.reports.context import MailContext, Run, SeatCard, TableCard
from pbem.reports.message_bytes import Calendar, Heading, Parts


def heading(context: MailContext, to: SeatCard | tuple[str, str], subject: str, kind: str) -> Heading:
    name, address = (to.player, to.address) if isinstance(to, SeatCard) else to
    reply_to = to.reply_to if isinstance(to, SeatCard) else ""
    house = context.house
    return Heading("", context.sent, house.name, house.judge, name, address, subject, kind, reply_to)


def threaded(context: MailContext, heading: Heading, run: Run, table: TableCard, what: str) -> Heading:
    """One thread for each table and turn: every mail of it names the same mail that was never sent."""
    number = f"{run.number}.again{run.edition}" if run.edition else f"{run.number}"
    root = f"{table.key}.{number}@{context.house.domain}"
    own = f"{table.key}.{number}.{_slug(what)}@{context.house.domain}"
    return replace(heading, message_id=own, in_reply_to=root, references=(root,))


def answer_id(context: MailContext, recipient: str) -> str:
    """The same message is answered to the same reader with the same id, however often."""
    heard = context.heard
    return f"re.{digest(heard.message_id, heard.subject, heard.sha256, recipient)}@{context.house.domain}"


def waiting(seat: SeatCard, run: Run) -> dict[str, Any]:
    return {"seat": seat, "table": seat.table, "run": run, "deadline": deadline(run, seat.zone)}


def deadline(run: Run, zone: str) -> str:
    """The deadline in words, "" when none is set."""
    return when_here(run.deadline_utc, zone) if run.deadline_utc else ""


def left(context: MailContext, run: Run) -> str:
    """How long there is from the mail to the deadline: "72 hours"; "" when none is set."""
    return time_left(context.sent, run.deadline_utc) if run.deadline_utc else ""


def deadline_event(context: MailContext, table: TableCard, run: Run) -> Calendar | None:
    """The deadline as an event; cancelled where there is none any more, no file where there was none yet."""
    sequence = run.number + run.moves
    if run.deadline_utc is None and not sequence:
        return None
    wanted = calendar_file.Appointment(
        uid=f"deadline.{table.key}@{context.house.domain}",
        sequence=sequence,
        stamped=context.sent,
        due_utc=run.deadline_utc,
        summary=f"{table.key}: {run.due.turn} is due",
        description=f"{table.title}, table {table.key}: reply to your last report.",
        organiser=context.house.judge,
    )
    return calendar_file.written(wanted)


def page(context: MailContext, template: str, facts: dict[str, Any], table: TableCard | None) -> Page:
    """The page, with what every template may use: the house, and the table if there is one."""
    return templating.page(
        template, facts | {"house": context.house, "at_table": table}, context.house.templates
    )


def part(context: MailContext, template: str, facts: dict[str, Any], to: SeatCard | str) -> Page:
    """The same without a frame, to stand in a longer mail."""
    table = to.table if isinstance(to, SeatCard) else None
    return templating.part(
        template, facts | {"house": context.house, "at_table": table}, context.house.templates
    )


def parts(told: Page, svg: str = "", name: str = "", calendar: Calendar | None = None) -> Parts:
    return Parts(told.text, told.html, {name: _picture(svg)} if svg else {}, calendar)


def _picture(svg: str) -> bytes:
    from pbem.pictures import png  # it brings in Pillow and resvg; an answer has no picture

    return png.png(svg)


def picture_name(table: TableCard, run: Run, reader: str) -> str:
    return f"{table.key}-{run.number}-{_slug(reader)}"


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9.]", "-", text.lower())


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]
