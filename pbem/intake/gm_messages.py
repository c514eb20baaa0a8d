"""Handle messages that speak for a game master, or claim to.

Their actions are carried out one by one (`pbem.gamemaster.gm_commands`); the answer, with what became of
each, goes to the registered address only. If nothing proves who wrote, a message that changes anything is
held until that address confirms it.
"""

from pbem import reports
from pbem.commands.answers import MessageContext
from pbem.commands.context import SeatContext
from pbem.commands.press import replies
from pbem.gamemaster import deputies, gm_commands, rights
from pbem.gamemaster import reading as gm_reading
from pbem.gamemaster.reading import GmMessage
from pbem.messages.script import Script
from pbem.store.database import HELD, GameTable, Seat, id_of
from pbem.tables.gm_actions import GmContext, GmRequest
from pbem.tables.identity import gm_seats


def handle(context: MessageContext, table: GameTable, power: str) -> None:
    """Carry out a message that speaks for the GM of *table*, or for a deputy."""
    seat = at(context, table, power)
    done = _done(context, table, seat.row)
    same = [one for one in gm_seats(context.session, table) if one.address == seat.row.address]
    card = context.office.seat_card(table, same[0]) if same else seat.card  # RENEW, ACCEPT: another token
    mail = reports.answer(context.context, reports.transcript(card, done))
    context.answer_gm(mail, table, is_understood=bool(gm_reading.read(context.message.text).requests))


def _done(context: MessageContext, table: GameTable, seat: Seat) -> reports.Besides:
    """Return what became of each action; for a message without any, the list of them."""
    context.stored.table_key, context.stored.note = table.key, "game master"
    by, may = deputies.who_acts(context.session, context.office, table, seat)
    gm = GmContext(
        context.session, context.office, table, by, id_of(context.stored), context.now, may, seat.power
    )
    message = _read(context, seat)
    if not message.requests and not message.not_understood:
        message = gm_reading.GmMessage((), (), asks_help=True)
    return gm_commands.perform(gm, message)


def _read(context: MessageContext, seat: Seat) -> GmMessage:
    """Read the actions of a message; one without any that answers press goes to those it answers."""
    message = gm_reading.read(context.message.text)
    lines = tuple(context.message.text.strip().splitlines())
    is_plain = not message.requests and not message.asks_help and context.message.is_of_a_person
    if not is_plain or not lines or any(one.meant for one in message.not_understood):
        return message
    incoming = replies.Incoming(context.session, context.office, context.message)
    to = ", ".join(replies.addressees(incoming, seat))
    return GmMessage((GmRequest("PRESS", (to,), "", lines, 1, f"PRESS TO {to}"),)) if to else message


def _acts(context: MessageContext, seat: Seat) -> bool:
    """Return whether a message changes anything, so that its sender must be proved."""
    return any(request.word not in rights.ALWAYS for request in _read(context, seat).requests)


def handle_claim(context: MessageContext, script: Script, table: GameTable, power: str) -> None:
    """Handle a message of which nothing proves that the GM wrote it."""
    if not _acts(context, at(context, table, power).row):
        handle(context, table, power)
        return
    context.stored.state, context.stored.table_key = HELD, table.key
    context.ask_to_confirm(at(context, table, power), script)


def at(context: MessageContext, table: GameTable, power: str) -> SeatContext:
    """Return the GM, or a deputy, as a seat at the table."""
    seat = next(seat for seat in gm_seats(context.session, table) if seat.power == power)
    game = context.office.find_game(table.game)
    return SeatContext(table, seat, game, game.due(table.position), context.office.seat_card(table, seat))
