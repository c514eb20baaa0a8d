"""Order forms that were edited inside the quoted text, as beginners do.

Quoted lines are never accepted without asking, because most are ours. If the form in the quoted text is not
the one that we sent, the answer says so, shows what would be filed, and one YES files it. Orders that a game
offers in another sequence (`Reading.offer`) are stored in the same way.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from adjudicator.core.game import TAKEN
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.core.sentences import sentence
from pbem.messages.script import Script
from pbem.messages.verdict import Verdict, verdict
from pbem.store.player_tables import FormOffer
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.rows import id_of
from pbem.tables import order_sheets

MOST_LINES = 400  # of the quoted text
LONGEST_LIST = 40  # of orders that somebody has written with ">"
MOST_STRANGE = 2  # successive lines without orders that end the form
_SAYS_SO = re.compile(  # that the orders are in the quotation, though its heading was cut away
    r"\b(?:form|formular|formulaire|(?:my|with|the) changes|changed|edited|filled in|inline|see below)\b",
    re.IGNORECASE,
)
PENDING = PreparedQuery(
    select(col(FormOffer.id)).where(
        FormOffer.table_key == bindparam("table"),
        FormOffer.number == bindparam("number"),
        FormOffer.power == bindparam("power"),
    )
)
_REMARK = re.compile(r"\s+<[-=]+\s.*$")  # after a changed line: "<- was: holds"


def accepted(context: MessageContext, script: Script, at: SeatContext) -> Script:
    """Return *script* with the offered orders if it answers an offer with YES, and orders nothing else."""
    pending = _pending(context, at)
    if pending is None:
        return script
    answers = [at_line for at_line, line in enumerate(script.lines) if verdict(line) is Verdict.YES]
    said = (context.message.text, "\n".join(script.lines))  # of several powers each has its own lines
    is_yes = any(verdict(text) is Verdict.YES for text in said)
    if not answers or not is_yes or not context.message.is_of_a_person:
        return script
    rest = [line if at_line not in answers else "" for at_line, line in enumerate(script.lines)]
    if _has_orders(rest, at):  # whoever writes other orders may mean these alone
        return script
    context.session.delete(pending)
    context.session.flush()
    return replace(script, lines=(*rest, *pending.lines))


def _has_orders(lines: Sequence[str], at: SeatContext) -> bool:
    return any(line.is_order for line in at.place.read(None, lines).lines)


def renew(context: MessageContext, at: SeatContext, lines: Sequence[str], *, is_changed: bool) -> None:
    """Store the offer in this message's answer; orders filed in the meantime end an older offer."""
    pending = _pending(context, at)
    if pending is not None and (lines or is_changed):
        context.session.delete(pending)
        context.session.flush()
    if lines:
        context.session.add(
            FormOffer(
                table_key=at.table.key,
                number=at.table.number,
                power=at.row.power,
                incoming_id=id_of(context.stored),
                lines=list(lines),
            )
        )
        context.session.flush()


def offered_to(session: Session, table: str, powers: Sequence[str]) -> list[str]:
    """Return those of the *powers* at the table that have an offer for a YES."""
    wanted = select(FormOffer.power).where(FormOffer.table_key == table, col(FormOffer.power).in_(powers))
    return list(dict.fromkeys(session.exec(wanted)))


def _pending(context: MessageContext, at: SeatContext) -> FormOffer | None:
    found = PENDING.first(context.session, **at.place.of_the_turn)
    return context.session.get(FormOffer, found[0]) if found else None


def offered(context: MessageContext, at: SeatContext) -> Sequence[str]:
    """Return the orders of a form edited in the quoted text, if they are not on file already."""
    heading = sentence("form", "heading").words(context.office.house.templates)
    message = context.message
    written = changed(message.quotation, heading, at.place, says_so=says_so(message.text))
    if not written:
        return ()
    sheet = order_sheets.on_file(context.session, at.place)
    so_far = sheet.orders if sheet else None
    reading = at.place.read(so_far, written)
    return written if reading.orders != at.place.read(so_far, ()).orders else ()


def says_so(text: str) -> bool:
    """Return whether the writer's own words say that a form below them was changed."""
    return _SAYS_SO.search(text) is not None


def changed(
    quotation: str, heading: str, place: order_sheets.Place, *, says_so: bool = False
) -> Sequence[str]:
    """Return the orders in the quoted form if they are not those of the form that we sent.

    A form without its heading is one only if its writer *says_so*, or if nothing else is quoted: some people
    write their own lists with ">".
    """
    quoted = [_REMARK.sub("", line).strip() for line in quotation.splitlines()[:MOST_LINES]]
    if heading not in quoted and not says_so and not _is_a_list_of_orders(quoted, place):
        return ()
    start = quoted.index(heading) + 1 if heading in quoted else 0
    window = _form_lines(quoted[start:], place)
    sent = [line.strip() for line in place.game.form(place.table.position, place.power)]
    is_whole = _bare(sent) in _bare(quoted)  # even if a mail program has wrapped it
    if is_whole or set(window) <= set(sent):
        return ()
    return window


def _is_a_list_of_orders(quoted: Sequence[str], place: order_sheets.Place) -> bool:
    lines = [line for line in quoted if line]
    if not 0 < len(lines) <= LONGEST_LIST:
        return False
    return all(line.verdict == TAKEN for line in place.read(None, lines).lines)


def _form_lines(below: Sequence[str], place: order_sheets.Place) -> Sequence[str]:
    """Return the lines that are orders, up to the next heading."""
    end = next((at for at, line in enumerate(below) if at and _is_rule(line)), len(below) + 1) - 1
    written = [line for line in below[:end] if line and not _is_rule(line)]
    found: list[str] = []
    strange = 0
    for line in place.read(None, written).lines:
        is_order = line.verdict == TAKEN
        strange = 0 if is_order or not found else strange + 1
        if strange == MOST_STRANGE:
            break
        found += [line.text] if is_order else []
    return found


def _is_rule(line: str) -> bool:
    """Return whether the line is the underline of a heading."""
    return len(line) > 3 and not line.strip("-=")


def _bare(lines: Sequence[str]) -> str:
    return "".join("".join(lines).split())
