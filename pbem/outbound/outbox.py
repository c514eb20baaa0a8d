"""The outbox: mail still to be sent, and when it is tried again.

A mail is added in the same transaction as what it reports (orders and their confirmation; a turn, its reports
and the next deadline). A sender claims some mails for a while, sends each, and records the result. If it dies
in the middle, the claim expires and the mail is sent once more, with the same Message-ID, so that a repeat is
recognisable. A mail that cannot be delivered is given up after `TRIES`, and the GM is notified.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, insert, update
from sqlmodel import Session, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.outbound.bounces import is_suspended
from pbem.reports.message_bytes import Outgoing, readdressed
from pbem.store.database import (
    DIGEST,
    FAILED,
    SENT,
    SUSPENDED,
    WAITING,
    OutgoingMail,
    Seat,
    Store,
    StoredMessage,
    id_of,
)
from pbem.store.mail_contents import forget_pictures, split, store_pictures, with_pictures
from pbem.store.player_tables import Profile, SeatAddress, Subscriber
from pbem.store.prepared_queries import PreparedQuery

CLAIMED = timedelta(seconds=30)  # then another node sends them: the same Message-ID, if it was sent before
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240, 480))
TRIES = 16  # the last pause is repeated: about three days in all

OLDEST = (col(OutgoingMail.due_utc), col(OutgoingMail.id))
NEW = PreparedQuery(insert(OutgoingMail))
THERE = PreparedQuery(select(OutgoingMail.id).where(OutgoingMail.message_id == bindparam("own")))
ANSWERS = PreparedQuery(
    select(OutgoingMail.due_utc)
    .where(OutgoingMail.recipient == bindparam("recipient"), col(OutgoingMail.answers).is_(True))
    .where(OutgoingMail.due_utc > bindparam("since"))
    .order_by(col(OutgoingMail.due_utc))
)
LAST_ANSWERED = PreparedQuery(
    select(col(StoredMessage.note))
    .join(OutgoingMail, col(OutgoingMail.incoming_id) == col(StoredMessage.id))
    .where(OutgoingMail.recipient == bindparam("recipient"), col(OutgoingMail.answers).is_(True))
    .where(OutgoingMail.due_utc > bindparam("since"))
    .order_by(col(OutgoingMail.id).desc())
    .limit(bindparam("most"))
)
INVITED = PreparedQuery(
    select(col(OutgoingMail.id), col(OutgoingMail.number), col(OutgoingMail.is_void))
    .where(OutgoingMail.table_key == bindparam("table"), col(OutgoingMail.number).is_not(None))
    .where(OutgoingMail.message_id == bindparam("own"))
)


SHARERS = PreparedQuery(
    select(col(SeatAddress.address), col(SeatAddress.name), col(SeatAddress.power)).where(
        SeatAddress.table_key == bindparam("table"),
        SeatAddress.owner == bindparam("owner"),
        col(SeatAddress.shares).is_(True),
    )
)


READS_A_DIGEST = PreparedQuery(
    select(col(Profile.address))
    .where(Profile.address == bindparam("recipient"), col(Profile.has_digest).is_(True))
    .where(
        select(Subscriber.id)
        .where(Subscriber.table_key == bindparam("table"), Subscriber.address == bindparam("recipient"))
        .exists()
    )
    .where(
        ~select(Seat.id)
        .where(Seat.table_key == bindparam("table"), Seat.address == bindparam("recipient"))
        .exists()
    )
)
IN_DIGESTS = ("bulletin", "note")


class Invitation(Struct, frozen=True):
    """A mail that invited orders for a turn; *is_void* if that turn was rolled back since."""

    number: int
    is_void: bool


class About(Struct, frozen=True):
    """What a mail belongs to; *answers* if it answers a message, and so counts against its sender's hour."""

    table: str | None = None
    power: str | None = None
    number: int | None = None
    incoming_id: int | None = None
    answers: bool = False


def put(session: Session, mail: Outgoing, about: About, now: datetime, due: datetime | None = None) -> bool:
    """Add *mail* to the caller's transaction; return False if one with its Message-ID is there.

    To a suspended address it is stored, and not sent until the suspension ends (`pbem.outbound.bounces`).
    """
    return put_all(session, [(mail, about)], now, due) == 1


def put_all(
    session: Session, mails: Sequence[tuple[Outgoing, About]], now: datetime, due: datetime | None = None
) -> int:
    """The same for many at once; how many were added."""
    session.flush()  # what the mails belong to comes before them
    new = [one for one in mails if _put_new(session, *one, now, due or now)]
    return len(new)


def _put_new(session: Session, mail: Outgoing, about: About, now: datetime, due: datetime) -> bool:
    """False if it is there."""
    if THERE.first(session, own=mail.message_id) is not None:
        return False
    recipient = mail.recipient.lower()
    state = SUSPENDED if is_suspended(session, recipient) else WAITING
    if state == WAITING and _is_for_digest(session, mail, about):
        state = DIGEST
    row = _row(mail, about, now) | {"recipient": recipient, "state": state, "due_utc": due}
    _insert(session, row, mail.raw, now)
    if about.table is not None:
        _put_copies(session, mail, row, about.power)
    return True


def _is_for_digest(session: Session, mail: Outgoing, about: About) -> bool:
    """Return whether it is a bulletin or news for somebody who only reads there and gets a digest.

    What answers a message of theirs is sent at once.
    """
    is_news = about.power is None and about.incoming_id is None and not about.answers
    if about.table is None or mail.kind not in IN_DIGESTS or not is_news:
        return False
    recipient = mail.recipient.lower()
    return READS_A_DIGEST.first(session, table=about.table, recipient=recipient) is not None


def _insert(session: Session, row: Mapping[str, Any], raw: bytes, now: datetime) -> None:
    """Add a row; equal pictures of several mails are stored once."""
    parted = split(raw)
    NEW.do(session, **row, raw=parted.text)
    if parted.pictures:
        (number,) = THERE.first(session, own=row["message_id"]) or (0,)
        store_pictures(session, number, parted.pictures, now)


def _put_copies(session: Session, mail: Outgoing, row: Mapping[str, Any], of_power: str | None) -> None:
    """Add the mail once more for a second player who shares the seat that it is for.

    Its headers name the same Message-ID, so that a reply to either copy answers the same mail.
    """
    for address, name, power in SHARERS.rows(session, table=row["table_key"], owner=row["recipient"]):
        if of_power in (None, power):
            copy = {"message_id": copy_id(mail.message_id), "recipient": address}
            copy |= {"state": WAITING, "answers": False}
            _insert(session, {**row, **copy}, readdressed(mail, name, address), row["created_utc"])


def copy_id(message_id: str) -> str:
    """Return what the outbox calls the copy of a mail for a second player."""
    return f"copy.{message_id}"


def _row(mail: Outgoing, about: About, now: datetime) -> dict[str, Any]:
    """What is known of a new mail by itself, but for its bytes."""
    return {
        "message_id": mail.message_id,
        "kind": mail.kind,
        "table_key": about.table,
        "power": about.power,
        "number": about.number,
        "incoming_id": about.incoming_id,
        "answers": about.answers,
        "is_void": False,
        "is_emptied": False,
        "attempts": 0,
        "last_error": "",
        "created_utc": now,
    }


def claim(store: Store, now: datetime, limit: int = 50) -> Sequence[OutgoingMail]:
    """Up to *limit* mails that are due, oldest first, for the caller alone until `CLAIMED` has passed."""
    with store.writing() as session:
        ours = col(OutgoingMail.id).in_(session.exec(next_ones(now, limit)).all())
        session.connection().execute(update(OutgoingMail).where(ours).values(claimed_until_utc=now + CLAIMED))
        return with_pictures(session, session.exec(select(OutgoingMail).where(ours).order_by(*OLDEST)).all())


def next_ones(now: datetime, limit: int) -> SelectOfScalar[int | None]:
    """Return the ids of the mails that no sender has claimed, oldest first."""
    free = or_(col(OutgoingMail.claimed_until_utc).is_(None), col(OutgoingMail.claimed_until_utc) <= now)
    wanted = select(col(OutgoingMail.id)).where(
        OutgoingMail.state == WAITING, OutgoingMail.due_utc <= now, free
    )
    return wanted.order_by(*OLDEST).limit(limit).with_for_update(skip_locked=True)


def sent(store: Store, parcel_id: int, now: datetime) -> None:
    """The next server has taken the mail: it is its business now."""
    done = {"state": SENT, "sent_utc": now, "claimed_until_utc": None, "attempts": OutgoingMail.attempts + 1}
    with store.writing() as session:
        session.connection().execute(
            update(OutgoingMail).where(col(OutgoingMail.id) == parcel_id).values(done)
        )


def failed(store: Store, parcel_id: int, reason: str, *, permanent: bool, now: datetime) -> bool:
    """The mail did not leave: try again later, or give up when *permanent* or too often tried.

    True when it is given up. *reason* is one line without secrets (see `pbem.core.error_text`).
    """
    with store.writing() as session:
        parcel = session.get_one(OutgoingMail, parcel_id)
        parcel.attempts += 1
        parcel.claimed_until_utc = None
        parcel.last_error = reason
        given_up = permanent or parcel.attempts >= TRIES
        if given_up:
            parcel.state = FAILED
        else:
            parcel.due_utc = now + pause_after(parcel.attempts)
    return given_up


def unclaim(store: Store, parcel_ids: Sequence[int]) -> None:
    """Give back what was claimed and not tried: the whole mail host is out of reach, say."""
    theirs = col(OutgoingMail.id).in_(parcel_ids)
    with store.writing() as session:
        session.connection().execute(update(OutgoingMail).where(theirs).values(claimed_until_utc=None))


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts, the first being 1."""
    return PAUSES[min(attempts, len(PAUSES)) - 1]


def answers_since(session: Session, recipient: str, since: datetime) -> list[datetime]:
    """When answers to *recipient* were, or will be, due after *since*; earliest first."""
    return [due for (due,) in ANSWERS.rows(session, recipient=recipient.lower(), since=since)]


def last_answered(session: Session, recipient: str, since: datetime, most: int) -> list[str]:
    """What became of the messages that the last *most* answers to *recipient* were for, as they are noted."""
    found = LAST_ANSWERED.rows(session, recipient=recipient.lower(), since=since, most=most)
    return [note for (note,) in found]


def about_turn(session: Session, table: str, message_ids: Sequence[str]) -> Invitation | None:
    """The newest of our mails of *table* among *message_ids* (without brackets) that invited orders."""
    found = [row for own in message_ids for row in INVITED.rows(session, table=table, own=own)]
    return Invitation(*max(found)[1:]) if found else None


def withdraw_waiting(session: Session, recipient: str, about: About, now: datetime) -> None:
    """Delete answers about a seat that wait for the sender's next hour: a newer one replaces them."""
    wanted = select(OutgoingMail).where(
        OutgoingMail.recipient == recipient.lower(),
        OutgoingMail.table_key == about.table,
        OutgoingMail.power == about.power,
        OutgoingMail.number == about.number,
        OutgoingMail.state == WAITING,
        OutgoingMail.attempts == 0,
        OutgoingMail.due_utc > now,
        col(OutgoingMail.answers).is_(True),
    )
    parcels = list(session.exec(wanted))
    copies = select(OutgoingMail).where(
        col(OutgoingMail.message_id).in_([copy_id(parcel.message_id) for parcel in parcels])
    )
    for parcel in [*parcels, *(session.exec(copies) if parcels else ())]:
        forget_pictures(session, [id_of(parcel)])
        session.delete(parcel)
    session.flush()
