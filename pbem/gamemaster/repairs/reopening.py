"""REOPEN: undo the end of a game that was ended by END GAME or by a vote.

The position is that before the end, orders on file stay on file, and votes are withdrawn. The seed of the
dice was published with the last bulletin, so later turns get a new seed; the log and the next bulletin have
the old one and the SHA-256 of the new one, so that every roll can be checked. A game that ended by its own
rules is continued with ROLLBACK, also with a new seed.
"""

import hashlib
import secrets
from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import col, select

from pbem.commands.voting.ending import ENDING
from pbem.core.deadlines import due
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.seats import brief_all
from pbem.store.gm_tables import SupersededRow
from pbem.store.mail_tables import call_deferred
from pbem.store.player_tables import Vote
from pbem.store.states import OVER, RUNNING
from pbem.tables.deadlines.deadline_of_table import set_deadline
from pbem.tables.gm_actions import THE_GAME, GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules, pace_of
from pbem.tables.opening import SEED


def reopen(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Undo the end of the game: REOPEN."""
    table = gm.table
    if table.state != OVER:
        raise NotDone(sentence("reopening", "not_over", table=table.key, state=table.state))
    stored = end_of(gm)
    if stored is None:
        raise NotDone(sentence("reopening", "not_by_word", table=table.key))
    table.position, table.state = stored.row["position"], RUNNING
    table.paused_left_s = table.paused_until_utc = None
    table.edition += 1
    deadline = due(gm.now, gm.due.phase, pace_of(table, gm.game.card.phases))
    set_deadline(table, deadline.because("reopened"), gm.now)
    for vote in gm.session.exec(select(Vote).where(Vote.table_key == table.key)):
        gm.session.delete(vote)
    call_deferred(gm.session, table.key)
    gm.write_down(request, sentence("reopening", "logged"), for_bulletin=True)
    new_seed(gm, request)
    names = house_rules(table).names == "hidden" and house_rules(table).reveal
    has_dice = gm.game.card.has_dice
    gm.notify_table(
        request, "reopened", with_deadline=True, turn=gm.due.turn, is_known=names, has_dice=has_dice
    )
    brief_all(gm, sentence("briefing", "reopened"))
    return [
        sentence(
            "reopening",
            "goes_on",
            table=table.key,
            turn=gm.due.turn,
            deadline=table.deadline_utc,
            zone=table.zone,
            names_are_known=names,
            has_dice=has_dice,
        )
    ]


def end_of(gm: GmContext) -> SupersededRow | None:
    """Return what END GAME or a vote superseded; None if the game did not end so, or has gone on since."""
    table = gm.table
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == table.key,
        SupersededRow.kind == ENDING,
        SupersededRow.edition == table.edition,
    )
    return gm.session.exec(wanted.order_by(col(SupersededRow.id).desc())).first()


def new_seed(gm: GmContext, request: GmRequest) -> None:
    """Replace the published seed, so that later rolls are unknown again; where there are dice, say so."""
    old, gm.table.seed = gm.table.seed, secrets.token_hex(32)
    gm.session.add(
        SupersededRow(
            table_key=gm.table.key,
            edition=gm.table.edition,
            number=gm.table.number,
            kind=SEED,
            row={"seed": old},
            superseded_utc=gm.now,
        )
    )
    if not gm.game.card.has_dice:
        return
    promise = hashlib.sha256(gm.table.seed.encode()).hexdigest()
    changed = sentence("reopening", "new_seed", old=old, turn=gm.due.turn, promise=promise)
    gm.write_down(replace(request, reason=""), changed, for_bulletin=True)


ACTIONS = (
    GmAction("REOPEN", rf"re-?open{THE_GAME}|undo\s+(?:the\s+)?end(?:\s+(?:the\s+)?game)?", reopen, "turns"),
)
