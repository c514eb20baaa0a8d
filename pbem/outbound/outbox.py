"""The outbox: mail that is still to be sent, and when it is retried.

A mail is added in the same transaction as what it reports (orders and their confirmation; a turn, its reports
and the next deadline). A sender claims some mails for a while, sends each, and records the result. If it dies
in the middle, the claim expires and the mail is sent again, with the same Message-ID, so that a duplicate is
recognised. A mail that cannot be delivered is given up after `MOST_TRIES`, and the GM is notified.
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
from pbem.store.database import Store
from pbem.store.game_tables import Seat
from pbem.store.mail_contents import forget_pictures, split, store_pictures, with_pictures
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.player_tables import Profile, SeatAddress, Subscriber
from pbem.store.prepared_queries import PreparedQuery, as_row
from pbem.store.rows import id_of
from pbem.store.states import DIGEST, FAILED, SENT, SUSPENDED, WAITING

CLAIMED = timedelta(seconds=30)  # then another node sends it again, with the same Message-ID
RETRY_AFTER = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240, 480))
TRANSCRIPT = "transcript"  # the kind of mail that says what became of commands and GM actions
MOST_TRIES = 16  # the last pause is repeated: about three days in total

ANSWERS_LANE, OTHERS_LANE = (True,), (False,)  # what is sent apart: whether a mail answers
LANES = (True, False)
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
    .where(OutgoingMail.recipient == bindparam("recipient"))
    .where(or_(col(OutgoingMail.answers).is_(True), OutgoingMail.kind == TRANSCRIPT))
    .where(OutgoingMail.due_utc > bindparam("since"))
    .order_by(col(OutgoingMail.id).desc())
    .limit(bindparam("most"))
)
INVITED = PreparedQuery(
    select(col(OutgoingMail.id), col(OutgoingMail.number), col(OutgoingMail.is_void))
    .where(OutgoingMail.table_key == bindparam("table"), col(OutgoingMail.number).is_not(None))
    .where(OutgoingMail.message_id == bindparam("own"))
)


COPIED_TO = PreparedQuery(
    select(col(SeatAddress.address), col(SeatAddress.name), col(SeatAddress.power)).where(
        SeatAddress.table_key == bindparam("table"),
        SeatAddress.owner == bindparam("owner"),
        or_(col(SeatAddress.shares).is_(True), col(SeatAddress.copies).is_(True)),
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
MOST_COPIES = 6  # of a mail to a seat: five further addresses and a second player
IN_DIGESTS = ("bulletin", "note")


class Invitation(Struct, frozen=True):
    """A mail that invited orders for a turn; *is_void* if that turn was rolled back since."""

    number: int
    is_void: bool


class About(Struct, frozen=True):
    """What a mail belongs to; *answers* if it counts against the hourly limit of a sender."""

    table: str | None = None
    power: str | None = None
    number: int | None = None
    incoming_id: int | None = None
    answers: bool = False


def put(session: Session, mail: Outgoing, about: About, now: datetime, due: datetime | None = None) -> bool:
    """Add *mail* in the caller's transaction; return False if its Message-ID is already there.

    To a suspended address it is stored, and not sent until the suspension ends (`pbem.outbound.bounces`).
    """
    return put_all(session, [(mail, about)], now, due) == 1


def put_all(
    session: Session, mails: Sequence[tuple[Outgoing, About]], now: datetime, due: datetime | None = None
) -> int:
    """Add many at once; return how many were new."""
    session.flush()  # write the rows to which the mails belong first
    new = [one for one in mails if _put_new(session, *one, now, due or now)]
    return len(new)


def _put_new(session: Session, mail: Outgoing, about: About, now: datetime, due: datetime) -> bool:
    """Return False if it is already there."""
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
    """Return whether it is a bulletin or news for an observer who gets a digest.

    Answers to their messages are sent at once.
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
    """Add the mail once more for a second player who shares the seat that it is for, and further addresses.

    Both copies have the same Message-ID in their headers, so that replies to either are recognised.
    """
    found = COPIED_TO.rows(session, table=row["table_key"], owner=row["recipient"])
    readers = dict.fromkeys((address, name) for address, name, power in found if of_power in (None, power))
    for nth, (address, name) in enumerate(readers):
        copy = {"message_id": copy_id(mail.message_id, nth), "recipient": address}
        copy |= {"state": WAITING, "answers": False}
        _insert(session, {**row, **copy}, readdressed(mail, name, address), row["created_utc"])


def copy_id(message_id: str, nth: int = 0) -> str:
    """Return what the outbox calls the copy of a mail for the *nth* address that gets one, from 0."""
    return f"copy{nth or ''}.{message_id}"


def _row(mail: Outgoing, about: About, now: datetime) -> dict[str, Any]:
    """Return the row of a new mail, without its bytes."""
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


def claim(
    store: Store, now: datetime, limit: int = 50, lanes: Sequence[bool] = LANES
) -> Sequence[OutgoingMail]:
    """Claim and return up to *limit* mails that are due, oldest first; a claim ends after `CLAIMED`.

    Each of the *lanes*, answers and others, may have its share: answers do not wait for the reports of a
    deadline, nor the other way round. No session tracks the rows that are returned.
    """
    with store.reading() as session:
        if all(DUE.first(session, now=now, answers=lane) is None for lane in lanes):
            return []
    with store.writing() as session:
        ids: list[Any] = []
        for left, lane in zip(range(len(lanes), 0, -1), lanes, strict=True):
            ids += NEXT.rows(session, now=now, answers=lane, most=-(-(limit - len(ids)) // left))
        until = now + CLAIMED
        rows = [CLAIM.rows(session, mail=number, claimed_until_utc=until)[0] for (number,) in ids]
        parcels = [as_row(OutgoingMail, dict(zip(MAILS.keys(), row, strict=True))) for row in rows]
        return with_pictures(session, sorted(parcels, key=lambda parcel: (parcel.due_utc, id_of(parcel))))


def next_ones(now: Any, most: Any, answers: Any) -> SelectOfScalar[int | None]:
    """Return the ids of the mails that no sender has claimed, oldest first; all values may be parameters."""
    wanted = _unclaimed(now).where(OutgoingMail.answers == answers)
    return wanted.order_by(*OLDEST).limit(most).with_for_update(skip_locked=True)


def _unclaimed(now: Any) -> SelectOfScalar[int | None]:
    """Return the ids of the mails that are due and that no sender has claimed; *now* may be a parameter."""
    free = or_(col(OutgoingMail.claimed_until_utc).is_(None), col(OutgoingMail.claimed_until_utc) <= now)
    return select(col(OutgoingMail.id)).where(
        OutgoingMail.state == WAITING, col(OutgoingMail.due_utc) <= now, free
    )


# One of them: whether there is any is found out without the lock of a transaction that writes.
DUE = PreparedQuery(_unclaimed(bindparam("now")).where(OutgoingMail.answers == bindparam("answers")).limit(1))
NEXT = PreparedQuery(next_ones(bindparam("now"), bindparam("most"), bindparam("answers")))
MAILS = OutgoingMail.__table__.c  # type: ignore[attr-defined]  # rows that no session tracks
CLAIM = PreparedQuery(update(OutgoingMail).where(MAILS.id == bindparam("mail")).returning(*MAILS))
ACCEPTED = PreparedQuery(
    update(OutgoingMail)
    .where(MAILS.id == bindparam("mail"))
    .values(state=SENT, sent_utc=bindparam("now"), claimed_until_utc=None, attempts=OutgoingMail.attempts + 1)
)


def sent(store: Store, parcel_id: int, now: datetime) -> None:
    """Record that the relay has accepted the mail."""
    with store.writing() as session:
        ACCEPTED.do(session, mail=parcel_id, now=now)


def failed(store: Store, parcel_id: int, reason: str, *, permanent: bool, now: datetime) -> bool:
    """Record a failed attempt: try again later, or give up if *permanent* or tried too often.

    Return True if it is given up. *reason* is one line without secrets (see `pbem.core.error_text`).
    """
    with store.writing() as session:
        parcel = session.get_one(OutgoingMail, parcel_id)
        parcel.attempts += 1
        parcel.claimed_until_utc = None
        parcel.last_error = reason
        given_up = permanent or parcel.attempts >= MOST_TRIES
        if given_up:
            parcel.state = FAILED
        else:
            parcel.due_utc = now + retry_after(parcel.attempts)
    return given_up


def unclaim(store: Store, parcel_ids: Sequence[int]) -> None:
    """Release mails that were claimed and not tried, for example because the relay is out of reach."""
    theirs = col(OutgoingMail.id).in_(parcel_ids)
    with store.writing() as session:
        session.connection().execute(update(OutgoingMail).where(theirs).values(claimed_until_utc=None))


def retry_after(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts, counting from 1."""
    return RETRY_AFTER[min(attempts, len(RETRY_AFTER)) - 1]


def answers_since(session: Session, recipient: str, since: datetime) -> list[datetime]:
    """Return when answers to *recipient* were or will be due after *since*, earliest first."""
    return [due for (due,) in ANSWERS.rows(session, recipient=recipient.lower(), since=since)]


def last_answered(session: Session, recipient: str, since: datetime, most: int) -> list[str]:
    """Return the recorded outcomes of the messages to which the last *most* answers to *recipient* were.

    The answers to GM actions, which no limit counts, are among them.
    """
    found = LAST_ANSWERED.rows(session, recipient=recipient.lower(), since=since, most=most)
    return [note for (note,) in found]


def about_turn(session: Session, table: str, message_ids: Sequence[str]) -> Invitation | None:
    """Return our newest mail of *table* among *message_ids* (without brackets) that asked for orders."""
    found = [row for own in message_ids for row in INVITED.rows(session, table=table, own=own)]
    return Invitation(*max(found)[1:]) if found else None


def withdraw_waiting(session: Session, recipient: str, about: About, now: datetime) -> None:
    """Delete answers about a seat that are delayed by the hourly limit: a newer one replaces them."""
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
        col(OutgoingMail.message_id).in_(
            [copy_id(parcel.message_id, nth) for parcel in parcels for nth in range(MOST_COPIES)]
        )
    )
    for parcel in [*parcels, *(session.exec(copies) if parcels else ())]:
        forget_pictures(session, [id_of(parcel)])
        session.delete(parcel)
    session.flush()
