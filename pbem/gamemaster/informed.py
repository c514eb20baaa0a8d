"""Who was informed of what an action has done, as the last line of its answer.

A preview lists each mail (`pbem.gamemaster.repairs.previews`); what is done at once needs it as much.
"""

from collections.abc import Sequence

from sqlalchemy import func
from sqlmodel import col, select

from pbem.core.sentences import Words, sentence
from pbem.store.mail_tables import OutgoingMail
from pbem.tables.gm_actions import GmContext
from pbem.tables.people.readers import all_readers

SAY_NOTHING_OF_IT = (  # actions whose own answer does not say who was informed
    *("PAUSE", "RESUME", "EXTEND"),
    *("REPLACE", "EJECT", "SWAP", "ROLLBACK", "ROLLFORWARD", "REOPEN"),
)


def last_mail(gm: GmContext) -> int:
    """Return the number of the newest mail, to compare with later."""
    return gm.session.exec(select(func.max(OutgoingMail.id))).one() or 0


def informed(gm: GmContext, word: str, last: int) -> Sequence[Words]:
    """Return who has got mail of the table since mail *last*; nothing if nobody has."""
    if word not in SAY_NOTHING_OF_IT:
        return []
    wanted = select(OutgoingMail.recipient).where(
        OutgoingMail.table_key == gm.table.key, col(OutgoingMail.id) > last
    )
    got = set(gm.session.exec(wanted)) - {gm.own_address}
    players = {seat.address for seat in gm.seats} - {gm.own_address}
    readers = {address for _, address in all_readers(gm.session, gm.table)}
    if not got:
        return []
    if players and players <= got:
        return [sentence("gm_actions", "all_informed", others=sorted(got - players - readers))]
    return [sentence("gm_actions", "informed", people=sorted(got))]
