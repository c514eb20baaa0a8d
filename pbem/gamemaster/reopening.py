"""REOPEN: undo the end of a game that was ended by END GAME or by a vote.

The position is that before the end, what was on file is still on file, and votes are withdrawn. What the
last bulletin has told stays told: the seed of the dice for one. So the turns to come have another seed; the
log and the next bulletin hold the old one and the SHA-256 of the new one, so that every roll can be checked.
A game that its own rules have ended goes on by ROLLBACK, with another seed as well.
"""

import hashlib
import secrets
from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import col, select

from pbem.commands.ending import ENDING
from pbem.core.deadlines import due
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.seats import brief_all
from pbem.store.database import OVER, RUNNING, call_deferred
from pbem.store.gm_tables import SupersededRow
from pbem.store.player_tables import Vote
from pbem.tables.gm_actions import GmContext, NotDone, Order, set_deadline
from pbem.tables.house_rules import house_rules, pace_of


def reopen(gm: GmContext, order: Order) -> Sequence[Words]:
    """REOPEN"""
    table = gm.table
    if table.state != OVER:
        raise NotDone(sentence("reopening", "not_over", table=table.key, state=table.state))
    stored = end_of(gm)
    if stored is None:
        raise NotDone(sentence("reopening", "not_by_word", table=table.key))
    table.position, table.state, table.paused_left_s = stored.row["position"], RUNNING, None
    table.edition += 1
    deadline = due(gm.now, gm.due.phase, pace_of(table, gm.game.card.phases))
    set_deadline(table, deadline, gm.now)
    for vote in gm.session.exec(select(Vote).where(Vote.table_key == table.key)):
        gm.session.delete(vote)
    call_deferred(gm.session, table.key)
    gm.write_down(order, sentence("reopening", "logged"), for_bulletin=True)
    new_seed(gm, order)
    names = house_rules(table).names == "hidden" and house_rules(table).reveal
    gm.notify_table(order, "reopened", with_deadline=True, turn=gm.due.turn, is_known=names)
    brief_all(gm)
    goes_on = sentence("reopening", "goes_on", table=table.key, turn=gm.due.turn, names_are_known=names)
    return goes_on.parts(gm.office.house.templates)


def end_of(gm: GmContext) -> SupersededRow | None:
    """What was put aside when the game was ended by word; None if it was not, or if turns were run since."""
    table = gm.table
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == table.key,
        SupersededRow.kind == ENDING,
        SupersededRow.edition == table.edition,
    )
    return gm.session.exec(wanted.order_by(col(SupersededRow.id).desc())).first()


def new_seed(gm: GmContext, order: Order) -> None:
    """The old one was told with the end; what is rolled from now on must be known to nobody again."""
    old, gm.table.seed = gm.table.seed, secrets.token_hex(32)
    promise = hashlib.sha256(gm.table.seed.encode()).hexdigest()
    changed = sentence("reopening", "new_seed", old=old, turn=gm.due.turn, promise=promise)
    gm.write_down(replace(order, reason=""), changed, for_bulletin=True)
