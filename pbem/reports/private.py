"""What is one player told of a turn?  His private report: what he alone may know, and his order form."""

from msgspec.structs import asdict, replace

from pbem import layout, machine_report
from pbem.outgoing import Outgoing, build
from pbem.reports import letterhead
from pbem.reports.cards import Desk, Run, SeatCard, Told


def turn_report(desk: Desk, seat: SeatCard, run: Run, told: Told, once: str = "") -> Outgoing:
    """The private report of one turn: what *seat* alone is told. *once* tells a second one from the first."""
    svg = told.svg if seat.has_picture else ""
    picture = letterhead.picture_name(seat.table, run, seat.power) if svg else ""
    facts = letterhead.waiting(seat, run) | asdict(layout.report(told.sheet, run.due, run.before, told.form))
    facts |= {"form": told.form, "picture": picture, "left": letterhead.left(desk, run)}
    subject = f"{seat.table.key}: {told.sheet.turn}, report for {seat.power} {seat.tag}".rstrip()
    heading = letterhead.heading(desk, seat, subject, "report")
    threaded = letterhead.threaded(desk, heading, run, seat.table, seat.power + once)
    event = letterhead.deadline_event(desk, seat.table, run)
    parts = letterhead.parts(letterhead.page(desk, "report", facts, seat.table), svg, picture, event)
    return build(threaded, replace(parts, facts=_for_machines(seat, run, told)))


def _for_machines(seat: SeatCard, run: Run, told: Told) -> tuple[str, bytes] | None:
    """`report.json`, for who wants it."""
    if not seat.has_json:
        return None
    besides = machine_report.Told(
        seat.table.key, run.number, run.edition, run.due, run.deadline_utc, run.before, tuple(told.form)
    )
    return machine_report.written(told.sheet, besides)
