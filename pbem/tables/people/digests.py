"""The daily digest: one mail instead of many, for people who read several tables.

Bulletins and news for somebody with a digest wait in the outbox (`outbox.DIGEST`). Once a day, from the hour
that the host sets, all that waits for a reader becomes one mail, in the transaction that marks its parts as
sent, so each is in exactly one digest.
"""

import email
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from pbem import reports
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.store.mail_tables import OutgoingMail
from pbem.store.player_tables import Subscriber
from pbem.store.states import DIGEST, SENT, WAITING
from pbem.tables.office import Office
from pbem.tables.people import profiles


def last_hour(office: Office, now: datetime) -> datetime:
    """Return the last moment at which a digest was due, by the clock of the host."""
    zone, hour = ZoneInfo(office.settings.house.zone), office.settings.players.digest_hour
    local = now.astimezone(zone)
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    due = today if today <= local else today - timedelta(days=1)
    return due.astimezone(UTC)


def send(office: Office, now: datetime) -> int:
    """Make the digests that are due; return how many."""
    due = last_hour(office, now)
    wanted = select(OutgoingMail.recipient).where(
        OutgoingMail.state == DIGEST, OutgoingMail.created_utc <= due
    )
    with office.store.reading() as session:
        addresses = sorted(set(session.exec(wanted)))
    return sum(_send_one(office, address, due, now) for address in addresses)


def _send_one(office: Office, address: str, due: datetime, now: datetime) -> bool:
    wanted = select(OutgoingMail).where(
        OutgoingMail.recipient == address, OutgoingMail.state == DIGEST, OutgoingMail.created_utc <= due
    )
    with office.store.writing() as session:
        locked = wanted.order_by(col(OutgoingMail.id)).with_for_update(skip_locked=True)
        waiting = list(session.exec(locked))
        if not waiting:
            return False
        to = reports.Reader(_name(session, address), address, _stop_address(office, address))
        mail = reports.digest(office.context(now), to, [_entry(parcel) for parcel in waiting], due)
        for parcel in waiting:
            parcel.state, parcel.sent_utc = SENT, now
        outbox.put(session, mail, About(), now)
    return True


def _name(session: Session, address: str) -> str:
    found = session.exec(select(Subscriber.name).where(Subscriber.address == address)).first()
    return found or ""


def _entry(parcel: OutgoingMail) -> reports.DigestEntry:
    """Return subject and text of a mail that waited."""
    mail = email.message_from_bytes(parcel.raw, policy=default)
    body = mail.get_body(("plain",)) if isinstance(mail, EmailMessage) else None
    text = str(body.get_content()).replace("\r\n", "\n") if body is not None else ""
    own, _, _ = text.partition("\n-- \n")
    return reports.DigestEntry(str(mail["Subject"]), own.strip("\n"), parcel.table_key or "")


def release(session: Session, address: str, now: datetime) -> int:
    """Send what waits for a digest as separate mails; return how many."""
    wanted = select(OutgoingMail).where(OutgoingMail.recipient == address, OutgoingMail.state == DIGEST)
    waiting = list(session.exec(wanted))
    for parcel in waiting:
        parcel.state, parcel.due_utc = WAITING, now
    session.flush()
    return len(waiting)


# --- the end of it ---------------------------------------------------------------------------------------


def _stop_address(office: Office, address: str) -> str:
    return office.stop_address(STOP_ALL, address)


STOP_ALL = "digest"  # means all tables in a stop link; no new table can have this name


def address_of(session: Session, office: Office, token: str) -> str | None:
    """Return the reader whose digest's stop link has *token*; None if nobody's does."""
    readers: Sequence[str] = sorted(set(session.exec(select(Subscriber.address))))
    seal = office.credentials.seal
    return next((one for one in readers if seal.holds(token, "stop", STOP_ALL, one)), None)


def stop(session: Session, address: str) -> None:
    """Stop everything in a digest: all subscriptions of the reader, and the mail waiting for them."""
    for row in session.exec(select(Subscriber).where(Subscriber.address == address)):
        session.delete(row)
    waiting = select(OutgoingMail).where(OutgoingMail.recipient == address, OutgoingMail.state == DIGEST)
    for parcel in session.exec(waiting):
        session.delete(parcel)
    profiles.of_address(session, address).has_digest = False
    session.flush()
