"""Detect a message that arrived before under another Message-ID, so that it is not executed twice.

Somebody who has intercepted a message may replay it, to bring old orders back. A message is recognised by its
sender, its date and its text: a mail program never repeats all three for one table, though a game master may
have two tables run in one second. A signed message (DKIM covers the date) can only be replayed unchanged, so
that is always detected. An attacker who can write new text with a token has the token; then the confirmations
to the registered address reveal it.
"""

import hashlib
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam
from sqlmodel import Session, col, or_, select

from pbem.messages.message import IncomingMessage
from pbem.store.mail_tables import StoredMessage
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.rows import id_of
from pbem.store.states import DEFERRED, DONE, HELD

SAME = (
    select(col(StoredMessage.id), col(StoredMessage.received_utc))
    .where(StoredMessage.echo == bindparam("echo"), StoredMessage.id != bindparam("own"))
    .where(or_(*(StoredMessage.state == state for state in (DONE, HELD, DEFERRED))))
    .order_by(col(StoredMessage.id))
)
SAME_AT = PreparedQuery(SAME.where(StoredMessage.table_key == bindparam("table")))
SAME_ANYWHERE = PreparedQuery(SAME)


def echo_of(message: IncomingMessage) -> str:
    """Return a fingerprint that a repetition shares; "" if nothing can be compared."""
    if message.date is None or not message.text.strip():
        return ""
    words = "\n".join(line.rstrip() for line in message.text.strip().splitlines())
    whole = "\0".join((message.sender.lower(), message.date.isoformat(), words))
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


class First(Struct, frozen=True):
    """The original of a repeated message."""

    number: int
    received_utc: datetime


def first_of(session: Session, stored: StoredMessage, table_key: str | None = None) -> First | None:
    """Return the message that *stored* repeats, if any: at that table, or at any if none is given."""
    if not stored.echo:
        return None
    own = {"echo": stored.echo, "own": id_of(stored)}
    if table_key is None:
        row = SAME_ANYWHERE.first(session, **own)
    else:
        row = SAME_AT.first(session, **own, table=table_key)
    return First(*row) if row else None
