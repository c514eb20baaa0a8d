"""Deliver a plain reply to press to its writer, and a reply to all to everybody.

The reply is recognised by the address that it is sent to, or by the Message-ID that it answers. Only a text
without any order or command is delivered, because a typing error in an order must not reveal it; grey press
cannot be answered, because its writer must stay unknown.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem import reports
from pbem.commands import misspelled
from pbem.commands.context import SeatContext
from pbem.commands.press.sending import SENDING
from pbem.commands.press.shown import SIGNED, conversation, members, once, writer
from pbem.core.sentences import sentence
from pbem.messages.courtesies import not_read
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Request, Script
from pbem.reports import CommandResult
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Press
from pbem.tables.office import Office
from pbem.tables.reply_addresses import conversations

MOST_ROWS = 300  # press messages of a table that are searched, the latest first


class Incoming(Struct, frozen=True):
    """A message, and where to look up what it answers."""

    session: Session
    office: Office
    message: IncomingMessage


def as_press(incoming: Incoming, script: Script, at: SeatContext) -> Script:
    """Return *script* as press to those whose press it answers, if it is a plain reply."""
    to = addressees(incoming, at.row) if _is_plain(incoming, script) else ()
    if not to or _acts(script, at):
        return script
    names = ", ".join(to)
    return Script((), (Request("SIGNED", names, 1, f"PRESS TO {names}", tuple(script.lines)),))


def unsent(incoming: Incoming, script: Script, at: SeatContext) -> list[CommandResult]:
    """Say that the text was not delivered if a reply to press has orders or commands."""
    if not incoming.message.is_of_a_person or any(request.word in SENDING for request in script.requests):
        return []
    to = addressees(incoming, at.row)
    if not to or not not_read(at.place.read(None, script.lines).lines, at.game.card.places):
        return []
    names = ", ".join(to)
    return [CommandResult(1, f"PRESS TO {names}", [sentence("press", "reply_has_orders", to=to)], True)]


def _is_plain(incoming: Incoming, script: Script) -> bool:
    return not script.requests and script.is_for_the_game and incoming.message.is_of_a_person


def _acts(script: Script, at: SeatContext) -> bool:
    """Return whether any line is, or may be, an order or a command."""
    if misspelled.of_message(script, at):
        return True
    return any(line.is_order for line in at.place.read(None, script.lines).lines)


def addressees(incoming: Incoming, seat: Seat) -> Sequence[str]:
    """Return to whom a plain reply of *seat* goes: powers, or GM; () if it answers no signed press."""
    rows = _of_table(incoming.session, seat)
    named, to_all = conversations(incoming.message, incoming.office.credentials.judge)
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
    message = incoming.message
    ids = [message.in_reply_to] if message.in_reply_to else message.references
    named = {one.strip("<>") for one in ids}
    if not any(one.startswith(f"{seat.table_key}.note.") for one in named):
        return None
    domain = incoming.office.house.domain
    for row in rows:
        note_id = reports.note_id(seat.table_key, once(incoming.office, row), seat.address, domain)
        if note_id in named:
            return row
    return None


def _of_table(session: Session, seat: Seat) -> list[Press]:
    """Return the signed messages to *seat*."""
    wanted = select(Press).where(Press.table_key == seat.table_key, Press.manner == SIGNED)
    rows = session.exec(wanted.order_by(col(Press.id).desc()).limit(MOST_ROWS))
    return [row for row in rows if seat.power in row.to and row.power != seat.power]
