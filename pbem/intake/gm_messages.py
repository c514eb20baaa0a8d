"""What becomes of a letter that speaks for a game master, or claims to?

It is done word by word (`pbem.gamemaster.gm_commands`) and answered with what became of each, to the
registered address only, whoever wrote. If nothing proves who wrote, what changes anything is held until that
address confirms.
"""

from pbem import reports
from pbem.commands.answers import MessageContext
from pbem.commands.context import SeatContext
from pbem.gamemaster import deputies, gm_commands
from pbem.messages.script import Script
from pbem.store.database import HELD, GameTable, Seat, id_of
from pbem.tables.gm_actions import Chair
from pbem.tables.identity import gm_seats


def hear(post: MessageContext, table: GameTable, power: str) -> None:
    """The letter speaks for the GM of *table*, or for a deputy."""
    seat = at(post, table, power)
    done = _done(post, table, seat.row)
    same = [one for one in gm_seats(post.session, table) if one.address == seat.row.address]
    card = post.office.seat_card(table, same[0]) if same else seat.card  # RENEW, ACCEPT: another token
    mail = reports.answer(post.desk, reports.transcript(card, done))
    post.answer_gm(mail, table, is_understood=bool(gm_commands.read(post.letter.text).orders))


def _done(post: MessageContext, table: GameTable, seat: Seat) -> reports.Besides:
    """What became of each word; who says none of them is told which there are."""
    post.kept.table_key, post.kept.note = table.key, "game master"
    by, may = deputies.who(post.session, table, seat)
    chair = Chair(post.session, post.office, table, by, id_of(post.kept), post.now, may, seat.power)
    reading = gm_commands.read(post.letter.text)
    if not reading.orders and not reading.unknown:
        reading = gm_commands.Reading((), (), asks_help=True)
    return gm_commands.perform(chair, reading)


def hear_claim(post: MessageContext, script: Script, table: GameTable, power: str) -> None:
    """Nothing proves that the GM wrote."""
    if not gm_commands.acts(post.letter.text):
        hear(post, table, power)
        return
    post.kept.state, post.kept.table_key = HELD, table.key
    post.ask_to_confirm(at(post, table, power), script)


def at(post: MessageContext, table: GameTable, power: str) -> SeatContext:
    """The GM, or a deputy, as if he sat on a seat."""
    seat = next(seat for seat in gm_seats(post.session, table) if seat.power == power)
    game = post.office.find_game(table.game)
    return SeatContext(table, seat, game, game.due(table.position), post.office.seat_card(table, seat))
