"""A plain reply to a press message is a message to its writer.

The reply is recognised by the Message-ID that it answers. Only a text without any order or command is sent
on, because a slip in an order must not reveal it; the writer of grey press cannot be answered, because nobody
may learn who that is.
"""

from sqlmodel import Session, col, select

from pbem import reports
from pbem.commands import misspelled, press
from pbem.commands.answers import MessageContext
from pbem.commands.context import SeatContext
from pbem.messages.script import Request, Script
from pbem.store.player_tables import Press

MOST_ROWS = 300  # of the press of a table that are looked at, the latest first


def as_press(context: MessageContext, script: Script, at: SeatContext) -> Script:
    """Return *script* as a message to the writer of the press that it answers, if it is a plain reply."""
    if script.requests or not script.is_for_the_game or not context.message.is_of_a_person:
        return script
    answered = _answered(context, at)
    if answered is None or _acts(script, at):
        return script
    to = answered.power or press.GM
    return Script((), (Request("PRESS", to, 1, f"PRESS TO {to}", tuple(script.lines)),))


def _acts(script: Script, at: SeatContext) -> bool:
    """Return whether any line is, or may be meant as, an order or a command."""
    if misspelled.of_message(script, at):
        return True
    return any(line.is_order for line in at.place.read(None, script.lines).lines)


def _answered(context: MessageContext, at: SeatContext) -> Press | None:
    """Return the signed press message, or that of the game master, which the message answers."""
    message = context.message
    ids = [message.in_reply_to] if message.in_reply_to else message.references
    named = {one.strip("<>") for one in ids}
    mark = f"{at.table.key}.note."
    if not any(one.startswith(mark) for one in named):
        return None
    domain = context.office.house.domain
    for row in _of_table(context.session, at):
        once = press.once(context.office, row)
        if reports.note_id(at.table.key, once, at.row.address, domain) in named:
            return row
    return None


def _of_table(session: Session, at: SeatContext) -> list[Press]:
    """Return the signed messages to this seat."""
    wanted = select(Press).where(Press.table_key == at.table.key, Press.manner == press.SIGNED)
    rows = session.exec(wanted.order_by(col(Press.id).desc()).limit(MOST_ROWS))
    return [row for row in rows if at.row.power in row.to and row.power != at.row.power]
