"""Answers to a message: what was understood, what each command did, or why nothing was done.

An answer is collected first and written later, so that several can be in one mail.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import REFUSED, InForce, Reading
from pbem.core.sentences import Words, sentence
from pbem.core.templating import Page
from pbem.reports import envelope
from pbem.reports.context import AnsweredMessage, MailContext, Run, SeatCard
from pbem.reports.message_bytes import Outgoing, build

# "Re:" in various languages, once or several times.
REPLIED = re.compile(
    r"\A(?:(?:re|aw|antw|sv|vs|rv|r|rif|odp|res|ynt|回复|答复)(?:\[\d{1,3}\])?\s?[:\uff1a]\s*)+", re.I
)


class CommandResult(Struct, frozen=True):
    """The result of one command of a message: its line, as it was written, and the sentences about it.

    *left_by* is the name and address of a player who has left the seat with it, and still gets the answer.
    """

    line: int
    command: str
    sentences: Sequence[Words]
    is_refused: bool = False
    left_by: tuple[str, str] | None = None


class AnswerPage(Struct, frozen=True):
    """A page that was asked for (HELP, RULES, OPTIONS, PREVIEW ...).

    *is_set* if its lines must not be wrapped; *is_prose* if it is Markdown, to be rendered in HTML. *plain*
    is used in the text part instead.
    """

    title: str
    text: str
    is_set: bool = False
    is_prose: bool = False
    plain: str = ""


class Besides(Struct, frozen=True):
    """What an answer has besides orders: remarks, results of commands, pages that were asked for.

    *not_read* quotes lines that were not an order, a command or a courtesy; *look_ups* are the words after
    RULES that questions among them are about; *offers* say what a YES files of what was refused. A guest has
    no orders. *has_odds* if the outcome of orders depends on dice.
    """

    notes: Sequence[Words] = ()
    results: Sequence[CommandResult] = ()
    pages: Sequence[AnswerPage] = ()
    not_read: Sequence[str] = ()
    look_ups: Sequence[str] = ()
    offers: Sequence[Words] = ()
    is_of_guest: bool = False
    has_odds: bool = True


NOTHING_BESIDES = Besides()


class Answer(Struct, frozen=True):
    """An answer that is not written yet. *to* is a seat or a bare address."""

    to: SeatCard | str
    template: str
    facts: dict[str, Any]


class Written(Struct, frozen=True):
    """The mail of an answer, built in advance."""

    context: MailContext
    said: Answer
    mail: Outgoing


class OnFile(Struct, frozen=True):
    """What is on file for a seat: orders, a form for the rest, and sentences on votes, press, absences.

    *warnings* are what the confirmation of the orders said of them: lines still refused, and what is missing.
    """

    in_force: Sequence[InForce]
    form: Sequence[str]
    standing: Sequence[str] = ()
    warnings: Sequence[str] = ()


def written(context: MailContext, said: Answer) -> Written:
    return Written(context, said, answer(context, said))


def as_written(before: Written | None, context: MailContext, said: Answer) -> Outgoing:
    """Return the mail built *before*, if it is the same; otherwise write it now."""
    if before is not None and before.context == context and before.said == said:
        return before.mail
    return answer(context, said)


def answer(context: MailContext, said: Answer) -> Outgoing:
    """Write the mail of one answer, threaded under its message."""
    table = said.to.table if isinstance(said.to, SeatCard) else None
    return _answer_mail(
        context, said.to, said.template, envelope.page(context, said.template, said.facts, table)
    )


def answers(context: MailContext, to: str, said: Sequence[tuple[str, Answer]]) -> Outgoing:
    """Write one mail with several answers, each under a heading, to a message for several games."""
    parts = [
        {"title": title, "page": envelope.part(context, one.template, _for_one_of_several(one), one.to)}
        for title, one in said
    ]
    return _answer_mail(context, to, "several", envelope.page(context, "several", {"parts": parts}, None))


def _for_one_of_several(answer: Answer) -> dict[str, Any]:
    """Return the facts of an answer beside others: a GAME line in its form says where its orders belong."""
    form = answer.facts.get("form")
    if not form or isinstance(answer.to, str):
        return answer.facts
    return {**answer.facts, "form": [f"GAME {answer.to.table.key} {answer.to.power}", *form]}


def confirmation(
    seat: SeatCard, run: Run, reading: Reading, besides: Besides = NOTHING_BESIDES, seal: str = ""
) -> Answer:
    """Write what was understood in a message with orders, what was not and why, and what is missing."""
    facts = envelope.waiting(seat, run) | {
        "withdrawn": [line.reading for line in reading.lines if line.withdraws],
        "refused": [line for line in reading.lines if line.verdict == REFUSED],
        "offers": besides.offers,
        "warnings": reading.warnings,
        "seal": seal,
    }
    return Answer(seat, "confirmation", facts | _besides(besides) | _in_force(reading.in_force))


def status(seat: SeatCard, run: Run, on_file: OnFile) -> Answer:
    """Write what is on file for a seat, and a form for what is not."""
    facts = envelope.waiting(seat, run) | {
        "form": on_file.form,
        "standing": on_file.standing,
        "warnings": on_file.warnings,
    }
    return Answer(seat, "status", facts | _in_force(on_file.in_force))


def transcript(to: SeatCard | str, besides: Besides) -> Answer:
    """Write the result of each command in a message without orders."""
    return Answer(to, "transcript", _besides(besides))


def text_answer(to: SeatCard | str, title: str, text: str) -> Answer:
    """Write a plain text."""
    return Answer(to, "answer", {"title": title, "text": text})


def refusal(to: SeatCard | str, reason: str, remedy: str) -> Answer:
    """Write why a message had no effect, and a remedy."""
    return Answer(to, "refusal", {"reason": reason, "remedy": remedy})


def _besides(besides: Besides) -> dict[str, Any]:
    return {
        "notes": besides.notes,
        "results": besides.results,
        "pages": besides.pages,
        "not_read": besides.not_read,
        "look_ups": besides.look_ups,
        "is_of_guest": besides.is_of_guest,
        "has_odds": besides.has_odds,
    }


def each_once(in_force: Sequence[InForce]) -> Sequence[InForce]:
    """Leave out an order of several units, such as a merge, for all of them but the first.

    The same order twice of one unit, or of none (a build), is two orders.
    """
    first: dict[str, str] = {}
    return [
        row
        for row in in_force
        if row.source == "missing" or first.setdefault(row.order, row.unit) == row.unit
    ]


def _in_force(in_force: Sequence[InForce]) -> dict[str, Any]:
    numbered = [_numbered(row) for row in in_force]
    return {
        "ordered": _grouped([row for row in each_once(numbered) if row.source != "missing"]),
        "missing": [row for row in in_force if row.source == "missing"],
    }


def _numbered(row: InForce) -> InForce:
    """Return a standing order with its number, if it has one: CANCEL STANDING asks for it."""
    return replace(row, order=f"{row.unit}: {row.order}") if standing_number(row) else row


def standing_number(row: InForce) -> str:
    """Return the number by which a standing order is cancelled; "" for any other row."""
    number = row.unit.rpartition(" ")[2]
    is_numbered = row.source == "standing" and not row.notation and number.isdigit()
    return number if is_numbered else ""


def _grouped(rows: Sequence[InForce]) -> list[InForce]:
    """Return the rows with a colon after a heading, whose words the rows under it do not repeat."""
    headings = {row.under for row in rows if row.under}
    return [
        replace(row, order=row.order if row.order.endswith(".") else f"{row.order}:")
        if row.order in headings
        else replace(row, order=row.order.removeprefix(f"{row.under} "))
        for row in rows
    ]


def _answer_mail(context: MailContext, to: SeatCard | str, kind: str, told: Page) -> Outgoing:
    """Build an answer, threaded under its message, with an id that a second answer would share."""
    recipient = to if isinstance(to, SeatCard) else ("", to)
    heading = envelope.heading(
        context, recipient, _subject_of_answer(context.answered, to, context.house.templates), kind
    )
    answering = {
        "message_id": envelope.answer_id(context, heading.recipient),
        "in_reply_to": context.answered.message_id,
        "references": (*context.answered.references, context.answered.message_id),
        "is_answer": True,
    }
    return build(replace(heading, **answering), envelope.parts(told))


def _subject_of_answer(answered: AnsweredMessage, to: SeatCard | str, own_templates: Path | None) -> str:
    """Return the subject of the message, with the seat's tag, which it may lack."""
    subject = answered.subject or sentence("subjects", "reply_to_unnamed").words(own_templates)
    reply = f"Re: {REPLIED.sub('', subject, count=1)}"
    tag = to.tag if isinstance(to, SeatCard) else ""
    return reply if tag in reply else f"{reply} {tag}"
