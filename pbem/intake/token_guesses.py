"""Detect attempts to guess reply addresses: messages with unknown tokens are counted.

From `MOST_GUESSES` in an hour on they are stored and not answered, and the host is informed once a day.
Messages with good tokens, and messages for whose senders somebody vouches, are not affected.
"""

from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from pbem.store.database import StoredMessage
from pbem.tables import notices
from pbem.tables.office import Office

MOST_GUESSES = 20
AN_HOUR = timedelta(hours=1)


def is_one_too_many(session: Session, office: Office, stored: StoredMessage, now: datetime) -> bool:
    """Count a message with a bad token; return whether there are too many, and inform the host then."""
    stored.has_bad_token = True
    others = select(func.count()).where(
        col(StoredMessage.has_bad_token).is_(True),
        StoredMessage.received_utc > now - AN_HOUR,
        StoredMessage.id != stored.id,
    )
    if session.exec(others).one() < MOST_GUESSES:
        return False
    stored.note = "a token that nobody has"
    notices.guessing(session, office, next(iter(stored.recipients), ""), now)
    return True
