"""RETRY: process a message that raised an error again."""

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.core.sentences import Words, sentence
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import FAILED, WAITING
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone


def retry(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Process a failed message of this table again: RETRY 17."""
    wanted = select(StoredMessage).where(
        StoredMessage.table_key == gm.table.key, StoredMessage.state == FAILED
    )
    failed = list(gm.session.exec(wanted.order_by(col(StoredMessage.id))))
    stored = next((one for one in failed if one.id == int(request.argument)), None)
    if stored is None:
        numbers = [str(one.id) for one in failed]
        raise NotDone(sentence("failures", "no_failed_message", number=request.argument, there=numbers))
    stored.state, stored.tries = WAITING, 0
    gm.write_down(request, sentence("failures", "retry_logged", number=stored.id))
    return [sentence("failures", "retried", number=stored.id)]


ACTIONS = (GmAction("RETRY", r"(?:retry|try\s+again)(?:\s+message)?\s+(\d{1,12})", retry, "turns"),)
