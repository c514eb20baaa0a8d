"""The private report of a turn: what one player alone may know, and the order form."""

from msgspec.structs import asdict, replace

from pbem.reports import envelope, json_report, layout
from pbem.reports.context import MailContext, Run, SeatCard, TurnView
from pbem.reports.message_bytes import Outgoing, build


def turn_report(context: MailContext, seat: SeatCard, run: Run, told: TurnView, once: str = "") -> Outgoing:
    """The private report of one turn: what *seat* alone is told. *once* tells a second one from the first."""
    svg = told.svg if seat.has_picture else ""
    picture = envelope.picture_name(seat.table, run, seat.power) if svg else ""
    facts = envelope.waiting(seat, run) | asdict(layout.report(told.sheet, run.due, run.before, told.form))
    facts |= {"form": told.form, "picture": picture, "left": envelope.left(context, run)}
    subject = f"{seat.table.key}: {told.sheet.turn}, report for {seat.power} {seat.tag}".rstrip()
    heading = envelope.heading(context, seat, subject, "report")
    threaded = envelope.threaded(context, heading, run, seat.table, seat.power + once)
    event = envelope.deadline_event(context, seat.table, run)
    parts = envelope.parts(envelope.page(context, "report", facts, seat.table), svg, picture, event)
    return build(threaded, replace(parts, facts=_for_machines(seat, run, told)))


def _for_machines(seat: SeatCard, run: Run, told: TurnView) -> tuple[str, bytes] | None:
    """`report.json`, for who wants it."""
    if not seat.has_json:
        return None
    besides = json_report.Told(
        seat.table.key, run.number, run.edition, run.due, run.deadline_utc, run.before, tuple(told.form)
    )
    return json_report.written(told.sheet, besides)
