"""Deliver a plain reply to press to its writer, and a reply to all to everybody.

The reply is recognised by the address that it is sent to, or by the Message-ID that it answers. If it
has orders or commands, only the plain text above them is delivered (`pbem.commands.press.prose`), because a
typing error must not reveal an order. Grey press cannot be answered, because its writer must stay unknown.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from pbem import reports
from pbem.commands import misspelled
from pbem.commands.context import SeatContext
from pbem.commands.press import prose, tell_requests
from pbem.commands.press.sending import SENDING
from pbem.commands.press.shown import SIGNED, conversation, members, once, writer
from pbem.core.sentences import sentence
from pbem.messages.message import IncomingMessage
from pbem.messages.script import TABLE, Request, Script
from pbem.reports import CommandResult
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Press
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import conversations

MOST_ROWS = 300  # press messages of a table that are searched, the latest first


class Incoming(Struct, frozen=True):
    """A message, and where to look up what it answers."""

    session: Session
    office: Office
    message: IncomingMessage


def as_press(incoming: Incoming, script: Script, at: SeatContext) -> Script:
    """Return *script* with the text of a reply as press to those whose press it answers."""
    to = _to_whom(incoming, script, at)
    if not to:
        return script
    if not script.requests and not _acts(script, at):
        return Script((), (_press(to, 1, script.lines),))
    parts = prose.parted(script, at)
    if not parts.sent:
        return script
    sent = [script.lines[number - 1] for number in parts.sent]
    kept = [script.lines[number - 1].strip() for number in parts.kept]
    lines = tuple("" if number in parts.sent else line for number, line in enumerate(script.lines, 1))
    return Script(lines, (replace(_press(to, 1, sent), kept=tuple(kept), is_beside=True), *script.requests))


def unsent(incoming: Incoming, script: Script, at: SeatContext) -> list[CommandResult]:
    """Say that nothing was delivered of a reply to press, if any of it may have been meant so."""
    to = _to_whom(incoming, script, at)
    parts = prose.parted(script, at) if to else None
    if parts is None or parts.sent or not parts.is_in_doubt:
        return []
    kept = [script.lines[number - 1].strip() for number in parts.kept]
    why = sentence("press", "reply_unsent", to=to, kept=kept)
    return [CommandResult(1, f"PRESS TO {', '.join(to)}", [why], True)]


def _to_whom(incoming: Incoming, script: Script, at: SeatContext) -> Sequence[str]:
    """Return to whom the text of a reply may go; () if it says that itself, or is for several tables."""
    if not script.is_for_the_game or not incoming.message.is_of_a_person:
        return ()
    if any(request.word in (*SENDING, TABLE) for request in script.requests):
        return ()
    return addressees(incoming, at.row)


def _press(to: Sequence[str], line: int, text: Sequence[str]) -> Request:
    names = ", ".join(to)
    return Request("SIGNED", names, line, f"PRESS TO {names}", tuple(text))


def _acts(script: Script, at: SeatContext) -> bool:
    """Return whether any line is, or may be, an order or a command."""
    if misspelled.of_message(script, at) or tell_requests.unsent(script, at):
        return True
    return any(line.is_order for line in at.place.read(None, script.lines).lines)


def addressees(incoming: Incoming, seat: Seat) -> Sequence[str]:
    """Return to whom a plain reply of *seat* goes: powers, or GM; () if it answers no signed press."""
    named, to_all = conversations(incoming.message, incoming.office.credentials.judge)
    if not named and not _notes_answered(incoming.message, seat):
        return ()
    rows = _of_table(incoming.session, seat)
    for row in rows if named else ():
        name = conversation(incoming.office, row, seat.power)
        if name in named:
            return _all_but(row, seat.power) if name in to_all else [writer(row)]
    answered = _answered_by_id(incoming, rows, seat)
    if answered is None:
        return ()
    is_to_all = conversation(incoming.office, answered, seat.power) in to_all
    return _all_but(answered, seat.power) if is_to_all else [writer(answered)]


def _all_but(row: Press, power: str) -> Sequence[str]:
    return sorted(members(row) - {power})


def _answered_by_id(incoming: Incoming, rows: Sequence[Press], seat: Seat) -> Press | None:
    """Return the press that the message answers by its headers."""
    named = _notes_answered(incoming.message, seat)
    if not named:
        return None
    domain = incoming.office.house.domain
    for row in rows:
        note_id = reports.note_id(seat.table_key, once(incoming.office, row), seat.address, domain)
        if note_id in named:
            return row
    return None


def _notes_answered(message: IncomingMessage, seat: Seat) -> frozenset[str]:
    """Return the ids of what the message answers, if one of them is a note to this table."""
    ids = [message.in_reply_to] if message.in_reply_to else message.references
    named = frozenset(one.strip("<>") for one in ids)
    return named if any(one.startswith(f"{seat.table_key}.note.") for one in named) else frozenset()


def _of_table(session: Session, seat: Seat) -> list[Press]:
    """Return the signed messages to *seat*."""
    wanted = select(Press).where(Press.table_key == seat.table_key, Press.manner == SIGNED)
    rows = session.exec(wanted.order_by(col(Press.id).desc()).limit(MOST_ROWS))
    return [row for row in rows if seat.power in row.to and row.power != seat.power]
