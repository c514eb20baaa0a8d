"""Tables of the mail: messages as they came, every arrival of them, and the outbox."""

from datetime import datetime

from sqlalchemy import JSON, Index, Text, UniqueConstraint
from sqlmodel import Field, Session, select

from pbem.store.compression import Compressed
from pbem.store.rows import Row, UtcTime
from pbem.store.states import DEFERRED, WAITING


class StoredMessage(Row, table=True):
    """A message as it came, and its outcome.

    *state*: waiting; deferred, until a turn is run; held, until it is confirmed; done; failed.
    """

    __tablename__ = "incoming_messages"
    __table_args__ = (Index("ix_incoming_messages_kept", "is_emptied", "received_utc"),)
    id: int | None = Field(default=None, primary_key=True)
    fingerprint: str = Field(unique=True)  # Message-ID and hash of the content, else "sha256:..."
    sha256: str
    envelope_from: str
    recipients: list[str] = Field(default_factory=list, sa_type=JSON)
    received_utc: datetime = Field(sa_type=UtcTime, index=True)  # by the mail server, not by our poll
    raw: bytes = Field(sa_type=Compressed)
    state: str = Field(default=WAITING, index=True)
    tries: int = 0
    table_key: str | None = Field(default=None, index=True)
    note: str = ""  # its outcome in a word or two
    fault: str = Field(default="", sa_type=Text)
    handled_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    echo: str = Field(default="", index=True)  # hash of sender, date and text, to recognise a replay
    has_bad_token: bool = False  # its address had an unknown token: somebody is guessing
    is_emptied: bool = False  # its bytes were deleted because of its age


class Receipt(Row, table=True):
    """One arrival of a message, also a repeated one; *uid* is "uidvalidity:uid" (IMAP) or a file name."""

    __tablename__ = "arrivals"
    __table_args__ = (UniqueConstraint("inlet", "uid"),)
    id: int | None = Field(default=None, primary_key=True)
    incoming_id: int = Field(foreign_key="incoming_messages.id", index=True)
    inlet: str
    uid: str | None = None
    received_utc: datetime = Field(sa_type=UtcTime)


class OutgoingMail(Row, table=True):
    """A mail to be sent; claimed by a sender until *claimed_until_utc*.

    *raw* is without its pictures, until `pbem.store.mail_contents.with_pictures` has put them back.

    *state*: waiting, sent or failed; suspended, while its reader's mailbox accepts nothing; superseded, if
    its turn was rolled back before it was sent; digest, if it waits for the daily digest.
    """

    __tablename__ = "outbox"
    # This index covers what is needed to find the next mails: reading the rows with their bytes is slow.
    __table_args__ = (
        Index("ix_outbox_next", "state", "answers", "due_utc", "id", "claimed_until_utc"),
        Index("ix_outbox_kept", "is_emptied", "created_utc"),
    )
    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    recipient: str = Field(index=True)
    raw: bytes = Field(sa_type=Compressed)
    kind: str
    table_key: str | None = Field(default=None, index=True)
    power: str | None = None
    number: int | None = None  # of the turn that it asks orders for
    incoming_id: int | None = Field(default=None, foreign_key="incoming_messages.id", index=True)
    is_void: bool = False  # a report of a turn that was rolled back: orders in reply to it are not accepted
    answers: bool = False  # counts against the sender's answers an hour
    state: str = Field(default=WAITING, index=True)
    attempts: int = 0
    due_utc: datetime = Field(sa_type=UtcTime, index=True)
    claimed_until_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    last_error: str = ""
    created_utc: datetime = Field(sa_type=UtcTime)
    sent_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    is_emptied: bool = False  # its bytes were deleted because of its age


def call_deferred(session: Session, table_key: str) -> None:
    """Make deferred messages of a table ready to be processed: its turn was run, or its deadline moved."""
    wanted = select(StoredMessage).where(
        StoredMessage.table_key == table_key, StoredMessage.state == DEFERRED
    )
    for message in session.exec(wanted):
        message.state = WAITING
