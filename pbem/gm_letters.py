"""What becomes of a letter that speaks for a game master, or claims to?

It is done word by word (`pbem.gamemaster`) and answered with what became of each, to the registered address
only, whoever wrote. If nothing proves who wrote, what changes anything is held until that address confirms.
"""

from pbem import gamemaster, outbox, reports
from pbem.answers import Correspondence
from pbem.commands import Script
from pbem.deeds import At
from pbem.identify import gm_seat
from pbem.outbox import About
from pbem.store import HELD, GameTable, id_of


def hear(post: Correspondence, table: GameTable) -> None:
    """The letter speaks for the GM of *table*."""
    heard = gamemaster.Heard(post.session, post.office, post.kept, post.letter, post.now)
    done = gamemaster.hear(heard, table)
    told = reports.transcript(post.office.seat_card(table, gm_seat(table)), done)
    mail = reports.answer(post.desk, told)
    outbox.put(post.session, mail, About(table.key, letter_id=id_of(post.kept)), post.now)


def hear_claim(post: Correspondence, script: Script, table: GameTable) -> None:
    """Nothing proves that the GM wrote."""
    if not gamemaster.acts(post.letter.text):
        hear(post, table)
        return
    post.kept.state, post.kept.table_key = HELD, table.key
    post.ask_to_confirm(at(post, table), script)


def at(post: Correspondence, table: GameTable) -> At:
    """The GM as if he sat on a seat."""
    seat = gm_seat(table)
    game = post.office.find_game(table.game)
    return At(table, seat, game, game.due(table.position), post.office.seat_card(table, seat))
