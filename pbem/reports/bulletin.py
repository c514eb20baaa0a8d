"""The bulletin of a turn: one body, built once, and headers for each reader."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from pbem.core.sentences import Sentence, sentence
from pbem.core.templating import when
from pbem.reports import envelope, layout
from pbem.reports.context import MailContext, Reader, Run, TableCard, TurnView
from pbem.reports.mail_links import MailLink, take_over_url
from pbem.reports.message_bytes import Heading, Outgoing, build_all


def bulletins(
    context: MailContext, table: TableCard, readers: Sequence[Reader], run: Run, view: TurnView
) -> Iterator[Outgoing]:
    """Yield the bulletin for each reader: the body is shared, the headers differ."""
    picture, journeys, painted = _pictures(table, run, view)
    facts = _facts(context, table, run, view) | {"picture": picture, "journeys": journeys}
    event = envelope.deadline_event(context, table, run)
    if view.svg and view.is_large:
        painted = {picture: envelope.picture(view.svg, is_large=True)}
    written = envelope.page(context, "bulletin", facts, table)
    parts = replace(envelope.parts(written, calendar=event), pictures=painted)
    words = _subject(table, run, view).words(context.house.templates)
    headings = [_to_reader(context, table, to, run, words) for to in readers]
    if view.again:
        headings = [replace(one, message_id=f"again.{view.again}.{one.message_id}") for one in headings]
    yield from build_all(headings, parts)


def _facts(context: MailContext, table: TableCard, run: Run, view: TurnView) -> dict[str, Any]:
    """Return what the template is given, without the names of the pictures."""
    facts = {
        "table": table,
        "run": run,
        "supplement": view.supplement,
        "story": view.story,
    }
    facts |= asdict(layout.bulletin(view.sheet, run.due, run.before))
    facts |= {
        "archived": _archived(context, table, run),
        "left": envelope.left(context, run),
        "vacancies": _vacancies(context, table, view.supplement.vacant),
    }
    return facts | {"sent": when(context.sent, table.zone, context.house.templates), "gm": table.gm_name}


def _subject(table: TableCard, run: Run, view: TurnView) -> Sentence:
    return sentence(
        "subjects",
        "bulletin",
        table=table.key,
        turn=view.sheet.when or view.sheet.turn,
        headline=view.sheet.headline,
        is_over=run.due.over,
    )


def _vacancies(context: MailContext, table: TableCard, vacant: Sequence[str]) -> list[MailLink]:
    """Return each power that nobody plays, with a link that takes it over."""
    return [MailLink(power, take_over_url(context.house.judge, table.key, power)) for power in vacant]


def _pictures(table: TableCard, run: Run, view: TurnView) -> tuple[str, str, Mapping[str, bytes]]:
    """Return the names of the map and of the journeys, "" for none, and both pictures."""
    name = envelope.picture_name(table, run, "public") if view.svg else ""
    second = envelope.picture_name(table, run, "journeys")
    painted = envelope.two_pictures(name, view.svg, second, view.journeys)
    return name, second if second in painted else "", painted


def _to_reader(context: MailContext, table: TableCard, to: Reader, run: Run, subject: str) -> Heading:
    heading = envelope.heading(context, (to.name, to.address), f"{subject} {to.tag}".rstrip(), "bulletin")
    heading = replace(heading, reply_to=to.reply_to)
    threaded = envelope.threaded(context, heading, run, table, f"bulletin.{envelope.digest(to.address)}")
    return replace(threaded, extra=_as_a_list(context, table, to, run))


def _as_a_list(context: MailContext, table: TableCard, to: Reader, run: Run) -> dict[str, str]:
    """Return the headers of a newsletter (RFC 2919, 2369, 8058, 5064)."""
    by_mail = f"<mailto:{context.house.judge}?subject={table.key}&body=STOP%20{table.key}>"
    headers = {"List-Id": f"{table.title} at table {table.key} <{table.key}.{context.house.domain}>"}
    headers["List-Unsubscribe"] = f"<{to.stop}>, {by_mail}" if to.stop else by_mail
    if to.stop:
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if archived := _archived(context, table, run):
        headers["List-Archive"] = f"<{context.house.site}/{table.key}/index.html>"
        headers["Archived-At"] = f"<{archived}>"
    return headers


def _archived(context: MailContext, table: TableCard, run: Run) -> str:
    """Return the permanent URL of this bulletin; "" if it is not archived."""
    return (
        f"{context.house.site}/{table.key}/{run.number}.html"
        if context.house.site and table.is_archived
        else ""
    )
