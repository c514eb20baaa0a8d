"""The private report of a turn: what one player may know, and the order form."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.core.game import Due
from pbem.core.sentences import sentence
from pbem.core.templating import when_soon
from pbem.reports import envelope, json_report, layout, mail_links, several_powers
from pbem.reports.context import MailContext, Run, SeatCard, SeatView, TurnView
from pbem.reports.message_bytes import Outgoing, build


def _subject(context: MailContext, seat: SeatCard, run: Run, view: TurnView) -> str:
    """Return the subject: the table, the turn, what happened, and what the player owes by when."""
    due, moment = run.due, run.deadline_utc
    owed = _owed(due, [SeatView(seat, view), *view.also])
    subject = sentence(
        "subjects",
        "report",
        table=seat.table.key,
        turn=view.sheet.when or view.sheet.turn,
        headline=view.sheet.headline,
        is_large=view.is_large,
        is_again=view.is_again,
        is_over=due.over,
        owed=owed,
        has_several=bool(view.also),
        is_on_file=not owed and (view.is_on_file or any(other.view.is_on_file for other in view.also)),
        due=when_soon(context.sent, moment, seat.zone, context.house.templates) if moment else "",
        tag=seat.tag,
    )
    return subject.words(context.house.templates)


def _owed(due: Due, powers: Sequence[SeatView]) -> list[tuple[str, list[str]]]:
    """Return what is owed and not on file yet, each with the powers that owe it."""
    owed: dict[str, list[str]] = {}
    for one in powers:
        what = due.owed.get(one.seat.power, due.asked.get(one.seat.power, ""))
        if what and not one.view.is_on_file:
            owed.setdefault(what, []).append(one.seat.named)
    return list(owed.items())


def turn_report(context: MailContext, seat: SeatCard, run: Run, view: TurnView, once: str = "") -> Outgoing:
    """Return the private report of one turn for *seat*. *once* distinguishes a second one from the first."""
    svg = view.svg if seat.has_picture else ""
    picture = envelope.picture_name(seat.table, run, seat.power) if svg else ""
    journeys = envelope.picture_name(seat.table, run, "journeys")
    painted = envelope.two_pictures(picture, svg, journeys, view.journeys)
    facts = report_facts(context, seat, run, view)
    facts |= {"picture": picture, "journeys": journeys if journeys in painted else ""}
    facts["command_links"] = mail_links.command_links(context, seat, run, view.form)
    facts["unit_links"] = mail_links.unit_links(context, seat, view)
    heading = envelope.heading(context, seat, _subject(context, seat, run, view), "report")
    threaded = envelope.threaded(context, heading, run, seat.table, seat.power + once)
    event = envelope.deadline_event(context, seat.table, run)
    parts = envelope.parts(envelope.page(context, "report", facts, seat.table), calendar=event)
    return build(threaded, replace(parts, pictures=painted, facts=_for_machines(seat, run, view)))


def large_map(context: MailContext, seat: SeatCard, run: Run, view: TurnView, once: str) -> Outgoing:
    """Return the map of the last turn, as large as a mail may have it, with what is due and no tables."""
    picture = envelope.picture_name(seat.table, run, seat.power)
    facts = envelope.waiting(seat, run) | {"sheet": view.sheet, "is_on_file": view.is_on_file}
    facts |= {"left": envelope.left(context, run), "picture": picture}
    heading = envelope.heading(context, seat, _subject(context, seat, run, view), "report")
    threaded = envelope.threaded(context, heading, run, seat.table, seat.power + once)
    parts = envelope.parts(envelope.page(context, "large_map", facts, seat.table))
    return build(threaded, replace(parts, pictures={picture: envelope.picture(view.svg, is_large=True)}))


def report_facts(
    context: MailContext, seat: SeatCard, run: Run, view: TurnView, *, is_whole: bool = False
) -> dict[str, Any]:
    """Return what a report says, for the mail and for the page of the seat."""
    is_whole = is_whole or view.is_again
    page = layout.report(view.sheet, run.due, run.before, view.form, is_whole=is_whole)
    facts = envelope.waiting(seat, run) | asdict(page)
    facts |= {"form": view.form, "left": envelope.left(context, run)}
    facts |= {"notes": view.notes, "first_mail": view.first_mail}
    facts |= {"supplement": view.supplement, "missed": layout.missed_turns(view.missed)}
    facts["also"] = [several_powers.also(context, page, view, run, other) for other in view.also]
    return facts | {"known": view.known, "is_on_file": view.is_on_file, "story": view.story}


def report_page(context: MailContext, seat: SeatCard, run: Run, view: TurnView) -> dict[str, Any]:
    """Return the same with what every template may use, for the page of the seat."""
    facts = report_facts(context, seat, run, view, is_whole=True)
    return envelope.with_common(context, facts, seat.table)


def phase_notice(context: MailContext, seat: SeatCard, run: Run, view: TurnView) -> Outgoing:
    """Return the notice for a phase in which a player owed nothing, and owes nothing next either.

    It has everything that a report says about the phase itself, but no picture, tables or form.
    """
    facts = envelope.waiting(seat, run) | asdict(layout.notice(view.sheet))
    facts |= {"notes": view.notes, "supplement": view.supplement, "left": envelope.left(context, run)}
    heading = envelope.heading(context, seat, _subject(context, seat, run, view), "phase_notice")
    threaded = envelope.threaded(context, heading, run, seat.table, seat.power)
    event = envelope.deadline_event(context, seat.table, run)
    parts = envelope.parts(envelope.page(context, "phase_notice", facts, seat.table), calendar=event)
    return build(threaded, replace(parts, facts=_for_machines(seat, run, view)))


def _for_machines(seat: SeatCard, run: Run, view: TurnView) -> tuple[str, bytes] | None:
    """Return `report.json`, if the player wants it."""
    if not seat.has_json:
        return None
    rest = json_report.ReportContext(
        seat.table.key, run.number, run.edition, run.due, run.deadline_utc, run.before, tuple(view.form)
    )
    return json_report.written(view.sheet, rest)
