"""One report for a player of several powers: the whole of one, and what the others have beyond it."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.core.game import Due
from pbem.core.sentences import sentence
from pbem.reports import envelope, layout, mail_links
from pbem.reports.context import MailContext, Run, SeatCard, SeatView, TurnView


def one_report_each(seats: Sequence[SeatCard], due: Due) -> list[list[SeatCard]]:
    """Return the *seats* of one player, those together that share a report, first one that owes orders.

    A report has one picture, that of the first. A program that plays reads a `report.json` for each power, so
    its powers stay apart.
    """
    if any(seat.has_json for seat in seats):
        return [[seat] for seat in seats]
    ordered = sorted(seats, key=lambda seat: seat.power not in due.owed)
    return [[*ordered[:1], *(replace(seat, has_picture=False) for seat in ordered[1:])]] if ordered else []


def together(views: Sequence[SeatView]) -> SeatView:
    """Return the first of the *views* with the others in it."""
    main, *others = views
    return SeatView(main.seat, replace(main.view, also=others))


def also(
    context: MailContext, page: layout.Page, view: TurnView, run: Run, other: SeatView
) -> dict[str, Any]:
    """Return what the report says of *other*, beyond *page* and *view*, which are of the first power."""
    seat, own = other.seat, other.view
    laid = layout.report(own.sheet, run.due, run.before, own.form)
    missed = layout.untold(layout.missed_turns(own.missed), layout.missed_turns(view.missed))
    facts = asdict(layout.beside(page, laid)) | {
        "seat": seat,
        "run": run,
        "notes": [note for note in own.notes if note not in view.notes],
        "first_mail": own.first_mail,
        "is_on_file": own.is_on_file,
        "known": layout.untold(own.known, view.known),
        "missed": missed,
        "form": [f"{seat.power}:", *own.form] if own.form else (),
        "unit_links": mail_links.unit_links(context, seat, own),
    }
    heading = sentence("form", "heading_of", power=seat.named).words(context.house.templates)
    return envelope.with_common(context, facts, seat.table) | {"form_heading": heading}
