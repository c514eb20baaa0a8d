"""Messages that speak for a game master, or claim to.

It is done word by word (`pbem.gamemaster.gm_commands`) and answered with what became of each, to the
registered address only, whoever wrote. If nothing proves who wrote, what changes anything is held until that
address confirms.
"""

from pbem import reports
from pbem.commands.answers import MessageContext
from pbem.commands.context import SeatContext
from pbem.gamemaster import deputies, gm_commands
from pbem.gamemaster import reading as gm_reading
from pbem.messages.script import Script
from pbem.store.database import HELD, GameTable, Seat, id_of
from pbem.tables.gm_actions import GmContext
from pbem.tables.identity import gm_seats


def hear(context: MessageContext, table: GameTable, power: str) -> None:
    """The message speaks for the GM of *table*, or for a deputy."""
    seat = at(context, table, power)
    done = _done(context, table, seat.row)
    same = [one for one in gm_seats(context.session, table) if one.address == seat.row.address]
    card = context.office.seat_card(table, same[0]) if same else seat.card  # RENEW, ACCEPT: another token
    mail = reports.answer(context.context, reports.transcript(card, done))
    context.answer_gm(mail, table, is_understood=bool(gm_reading.read(context.message.text).requests))


def _done(context: MessageContext, table: GameTable, seat: Seat) -> reports.Besides:
    """What became of each word; who says none of them is told which there are."""
    context.stored.table_key, context.stored.note = table.key, "game master"
    by, may = deputies.who_acts(context.session, context.office, table, seat)
    gm = GmContext(
        context.session, context.office, table, by, id_of(context.stored), context.now, may, seat.power
    )
    message = gm_reading.read(context.message.text)
    if not message.requests and not message.not_understood:
        message = gm_reading.GmMessage((), (), asks_help=True)
    return gm_commands.perform(gm, message)


def hear_claim(context: MessageContext, script: Script, table: GameTable, power: str) -> None:
    """Nothing proves that the GM wrote."""
    if not gm_reading.acts(context.message.text):
        hear(context, table, power)
        return
    context.stored.state, context.stored.table_key = HELD, table.key
    context.ask_to_confirm(at(context, table, power), script)


def at(context: MessageContext, table: GameTable, power: str) -> SeatContext:
    """The GM, or a deputy, as if he sat on a seat."""
    seat = next(seat for seat in gm_seats(context.session, table) if seat.power == power)
    game = context.office.find_game(table.game)
    return SeatContext(table, seat, game, game.due(table.position), context.office.seat_card(table, seat))
