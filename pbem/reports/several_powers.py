"""One report for a player of several powers: the whole of one, and what the others have beyond it."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.core.game import Due
from pbem.core.sentences import sentence
from pbem.reports import envelope, layout, mail_links
from pbem.reports.context import MailContext, OtherPower, Run, TurnView


def in_one_report(powers: Sequence[OtherPower], due: Due) -> Sequence[OtherPower]:
    """Return the *powers* of one player as one, first one that owes orders, with the others in its view.

    A program that plays reads a `report.json` for each power, so its powers stay apart.
    """
    if len(powers) < 2 or any(one.seat.has_json for one in powers):
        return powers
    main, *others = sorted(powers, key=lambda one: one.seat.power not in due.owed)
    return [OtherPower(main.seat, replace(main.view, also=others))]


def also(
    context: MailContext, page: layout.Page, view: TurnView, run: Run, other: OtherPower
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
        "unit_links": mail_links.unit_links(
            context, seat, own.form, mail_links.Board({entry.short: entry for entry in own.atlas})
        ),
    }
    heading = sentence("form", "heading_of", power=seat.named).words(context.house.templates)
    return envelope.with_common(context, facts, seat.table) | {"form_heading": heading}
