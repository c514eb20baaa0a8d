"""Detect attempts to guess reply addresses by counting messages with unknown tokens.

Above `MOST_GUESSES` in an hour they are stored and not answered, and the host is informed once a day.
Messages with valid tokens or authenticated senders are not affected.
"""

from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from pbem.store.mail_tables import StoredMessage
from pbem.tables import notices
from pbem.tables.office import Office

MOST_GUESSES = 20
AN_HOUR = timedelta(hours=1)


def is_one_too_many(session: Session, office: Office, stored: StoredMessage, now: datetime) -> bool:
    """Count a message with a bad token; if there are too many, inform the host and return True."""
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
