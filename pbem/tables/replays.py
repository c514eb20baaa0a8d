"""Detect a message that arrived before under another Message-ID, so that it is not executed again.

Somebody who has intercepted a message may send it once more, to bring old orders back. A message is
recognised by its sender, its date and its text: a mail program never gives two messages to one table the
same, though a game master may have two tables run in one second. A signed message (DKIM covers the date) can
only be repeated as it is, so its repetition is always detected. An attacker who can write a new text under a
token has the token, and then the confirmations to the registered address show it.
"""

import hashlib
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam
from sqlmodel import Session, col, or_, select

from pbem.messages.message import IncomingMessage
from pbem.store.database import DEFERRED, DONE, HELD, StoredMessage, id_of
from pbem.store.prepared_queries import PreparedQuery

SAME = (
    select(col(StoredMessage.id), col(StoredMessage.received_utc))
    .where(StoredMessage.echo == bindparam("echo"), StoredMessage.id != bindparam("own"))
    .where(or_(*(StoredMessage.state == state for state in (DONE, HELD, DEFERRED))))
    .order_by(col(StoredMessage.id))
)
SAME_AT = PreparedQuery(SAME.where(StoredMessage.table_key == bindparam("table")))
SAME_ANYWHERE = PreparedQuery(SAME)


def echo_of(message: IncomingMessage) -> str:
    """Return what a repetition has in common with the message; "" if nothing can be compared."""
    if message.date is None or not message.text.strip():
        return ""
    words = "\n".join(line.rstrip() for line in message.text.strip().splitlines())
    whole = "\0".join((message.sender.lower(), message.date.isoformat(), words))
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


class First(Struct, frozen=True):
    """A message that another one repeats."""

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
