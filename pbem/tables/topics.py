"""Recognise plain replies to a question that many people were mailed: a poll, or a request for approval.

The question has a topic, such as "poll 3". It is in the reply address of each mail, and in its Message-ID for
mail programs that write to another address of the judge.
"""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem import reports
from pbem.messages.consent import consents
from pbem.messages.message import IncomingMessage
from pbem.messages.verdict import Verdict
from pbem.store.game_tables import Seat
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import conversations


def conversation(office: Office, table_key: str, topic: str, power: str) -> str:
    """Return the name of the topic in the reply address of *power*."""
    return office.credentials.seal.sign("topic", table_key, topic, power)[:8]


def may_be_answered(office: Office, message: IncomingMessage) -> bool:
    """Return whether *message* may be a reply to such a mail, without a look at any topic."""
    named, _ = conversations(message, office.credentials.judge)
    return bool(named) or any(".note." in one for one in _ids(message))


def is_answered(office: Office, message: IncomingMessage, seat: Seat, topic: str) -> bool:
    """Return whether *message* is a reply of *seat* to the mail that asked about *topic*."""
    named, _ = conversations(message, office.credentials.judge)
    if conversation(office, seat.table_key, topic, seat.power) in named:
        return True
    own = reports.note_id(seat.table_key, topic, seat.address, office.house.domain)
    return own in {one.strip("<>") for one in _ids(message)}


def answered_before(session: Session, message: IncomingMessage, seat: Seat) -> StoredMessage | None:
    """Return the message of *seat* to whose answer *message* is a reply; None if it is no such reply."""
    ids = [one.strip("<>") for one in (message.in_reply_to, *message.references[-1:]) if one]
    wanted = (
        select(StoredMessage)
        .join(OutgoingMail, col(OutgoingMail.incoming_id) == col(StoredMessage.id))
        .where(
            col(OutgoingMail.message_id).in_(ids),
            OutgoingMail.table_key == seat.table_key,
            OutgoingMail.power == seat.power,
        )
    )
    return session.exec(wanted).first()


def declines(session: Session, message: IncomingMessage, seat: Seat) -> bool:
    """Return whether *message* says no more than NO to an answer that *seat* got."""
    says_no = consents(message.text.splitlines()) is Verdict.NO
    return says_no and answered_before(session, message, seat) is not None


def _ids(message: IncomingMessage) -> Sequence[str]:
    return [message.in_reply_to] if message.in_reply_to else message.references
