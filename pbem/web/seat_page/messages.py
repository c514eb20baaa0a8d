"""Turn a form from a player's page into a message: stored raw first, then processed like any other.

A form contains the time at which it was shown, and a token for it. The message's date and id are made from
both, so that the same form sent twice is one message. Its answer is the mail that the intake writes.
"""

import base64
import email
import hashlib
import re
from contextlib import suppress
from datetime import UTC, datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime

from msgspec import Struct
from sqlalchemy import or_
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from pbem.core.sentences import sentence
from pbem.intake import intake
from pbem.store.arrival import Arrival
from pbem.store.game_tables import Seat
from pbem.store.mail_contents import with_pictures
from pbem.store.mail_tables import OutgoingMail, Receipt, StoredMessage
from pbem.store.states import DONE, HELD, WAITING
from pbem.tables.office import Office
from pbem.tables.people import page_links
from pbem.tables.people.page_links import Pass
from pbem.tables.people.reply_addresses import slug

INLET = "web"
UID = re.compile(r"[a-z2-7]{16}\.[0-9a-f]{16}")
QUESTION = "please_confirm"  # kind of mail
MOMENT = re.compile(r"[0-9a-f]{1,13}")


class Form(Struct, frozen=True):
    """The proof that a form is ours: when it was shown, in microseconds since 1970, and its token."""

    shown: str
    token: str


class PageMessage(Struct, frozen=True):
    """A message, and the *uid* that finds its answer."""

    raw: bytes
    message_id: str
    uid: str


class Received(Struct, frozen=True):
    """The state of a message: "waiting", "held", or "done" with the text of the answer, if there is one."""

    state: str
    received_utc: datetime
    answer: str = ""


def form_at(office: Office, seat: Seat, entry: Pass, now: datetime) -> Form:
    """Return the proof for the forms of the page that is shown now."""
    shown = f"{int(now.timestamp() * 1_000_000):x}"
    return Form(shown, _token(office, seat, entry, shown))


def is_ours(office: Office, seat: Seat, entry: Pass, form: Form, now: datetime) -> bool:
    """Return whether a form comes from the page of *seat* that this cookie has opened."""
    if not MOMENT.fullmatch(form.shown) or int(form.shown, 16) > (now.timestamp() + 1) * 1_000_000:
        return False
    seal = office.credentials.seal
    return seal.holds(form.token, page_links.form_token(seal, seat, entry), form.shown)


def _token(office: Office, seat: Seat, entry: Pass, shown: str) -> str:
    seal = office.credentials.seal
    return seal.sign(page_links.form_token(seal, seat, entry), shown)


def composed(office: Office, seat: Seat, form: Form, text: str) -> PageMessage:
    """Return *text* as the mail that the player would have sent."""
    own = office.credentials.seal.sign("page message id", form.token)
    uid = f"{own}.{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    message_id = f"<page.{uid}@{office.house.domain}>"
    subject = sentence("subjects", "link", table=seat.table_key, power=seat.power)
    shown = datetime.fromtimestamp(int(form.shown, 16) // 1_000_000, UTC)
    lines = [
        f"From: <{seat.address}>",
        f"To: <{office.house.judge}>",
        f"Subject: {Header(subject.words(office.house.templates), maxlinelen=200).encode()}",
        f"Date: {format_datetime(shown)}",
        f"Message-ID: {message_id}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        base64.encodebytes(text.encode()).decode("ascii"),
    ]
    return PageMessage("\r\n".join(lines).encode(), message_id, uid)


def arrival(office: Office, seat: Seat, message: PageMessage, now: datetime) -> Arrival:
    """Return a message from the page as it is stored."""
    to = page_links.message_address(
        office.credentials.seal, seat, message.message_id, office.credentials.judge
    )
    return Arrival(message.raw, seat.address, (to,), now, INLET, _stored_uid(seat, message.uid))


def as_if_stored(office: Office, seat: Seat, message: PageMessage, now: datetime) -> StoredMessage:
    """Return a message as a row that is not in the database, for lookups without sending."""
    sent = arrival(office, seat, message, now)
    return StoredMessage(
        id=0,
        fingerprint="",
        sha256="",
        envelope_from=sent.envelope_from,
        recipients=list(sent.recipients),
        received_utc=now,
        raw=sent.raw,
    )


def send(office: Office, seat: Seat, message: PageMessage, now: datetime) -> None:
    """Store the message on disk, then process it, unless another thread or node has already begun."""
    number = office.store.store_message(arrival(office, seat, message, now))
    with suppress(OperationalError):  # it is stored: the service processes it later
        intake.take_in(number, office, now)


def received(session: Session, seat: Seat, uid: str) -> Received | None:
    """Return the state of a message from the page of *seat*; None if there is no such message."""
    if not UID.fullmatch(uid):
        return None
    own = (Receipt.inlet == INLET, Receipt.uid == _stored_uid(seat, uid))
    stored = session.exec(select(StoredMessage).join(Receipt).where(*own)).first()
    if stored is None:
        return None
    if stored.state == DONE:
        return Received(DONE, stored.received_utc, _answer(session, seat, stored))
    return Received(stored.state if stored.state == HELD else WAITING, stored.received_utc)


def _stored_uid(seat: Seat, uid: str) -> str:
    return f"{seat.table_key}/{slug(seat.power)}/{seat.epoch}/{uid}"


def _answer(session: Session, seat: Seat, stored: StoredMessage) -> str:
    """Return the text of the answer to the player, but of no other mail that the message caused.

    The question whether a message is genuine is left out: only the reader of the player's mail may answer it.
    """
    wanted = select(OutgoingMail).where(
        OutgoingMail.incoming_id == stored.id,
        OutgoingMail.recipient == seat.address.lower(),
        or_(col(OutgoingMail.power) == seat.power, col(OutgoingMail.power).is_(None)),
        col(OutgoingMail.answers).is_(True),
        OutgoingMail.kind != QUESTION,
    )
    mails = with_pictures(session, session.exec(wanted.order_by(col(OutgoingMail.id))).all())
    return _text_of(mails[-1].raw) if mails else ""


def _text_of(raw: bytes) -> str:
    mail = email.message_from_bytes(raw, policy=default)
    body = mail.get_body(("plain",)) if isinstance(mail, EmailMessage) else None
    return str(body.get_content()).replace("\r\n", "\n").partition("\n-- \n")[0].strip() if body else ""
