"""The private report of a turn: what one player alone may know, and the order form."""

from msgspec.structs import asdict, replace

from pbem.core.sentences import sentence
from pbem.reports import envelope, json_report, layout
from pbem.reports.context import MailContext, Run, SeatCard, TurnView
from pbem.reports.message_bytes import Outgoing, build


def turn_report(context: MailContext, seat: SeatCard, run: Run, view: TurnView, once: str = "") -> Outgoing:
    """Return the private report of one turn for *seat*. *once* distinguishes a second one from the first."""
    svg = view.svg if seat.has_picture else ""
    picture = envelope.picture_name(seat.table, run, seat.power) if svg else ""
    facts = envelope.waiting(seat, run) | asdict(layout.report(view.sheet, run.due, run.before, view.form))
    facts |= {"form": view.form, "picture": picture, "left": envelope.left(context, run)}
    facts |= {"notes": view.notes, "first_mail": view.first_mail}
    key, turn = seat.table.key, view.sheet.turn
    subject = sentence("subjects", "report", table=key, turn=turn, power=seat.power, tag=seat.tag)
    heading = envelope.heading(context, seat, subject.words(context.house.templates), "report")
    threaded = envelope.threaded(context, heading, run, seat.table, seat.power + once)
    event = envelope.deadline_event(context, seat.table, run)
    parts = envelope.parts(envelope.page(context, "report", facts, seat.table), svg, picture, event)
    return build(threaded, replace(parts, facts=_for_machines(seat, run, view)))


def _for_machines(seat: SeatCard, run: Run, view: TurnView) -> tuple[str, bytes] | None:
    """Return `report.json`, if the player wants it."""
    if not seat.has_json:
        return None
    rest = json_report.ReportContext(
        seat.table.key, run.number, run.edition, run.due, run.deadline_utc, run.before, tuple(view.form)
    )
    return json_report.written(view.sheet, rest)
