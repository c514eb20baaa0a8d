"""The players of a crash test: the messages that they send, and all mails that they get."""

import smtplib
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.endurance.restarts import Lost
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG

PATIENCE = 1200  # seconds until a mail must have come, on a busy machine; a turn may be killed at each step
REPORTS = ("report", "phase_notice")  # the second to players who owe nothing; they can reply to it, too


class Mailboxes:
    """A mail server that accepts and remembers every mail of the service."""

    def __init__(self) -> None:
        self.copies: defaultdict[str, list[bytes]] = defaultdict(list)  # by Message-ID
        self.last: dict[tuple[str, str], EmailMessage] = {}  # by address and first word of the subject
        self.news = threading.Condition()
        self.given_up = ""
        self._server = SmtpServer(self)
        self.port = self._server.port

    def __enter__(self) -> "Mailboxes":
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        raw = envelope.original_content or b""
        mail = message_from_bytes(raw, EmailMessage, policy=default)
        subject = str(mail["Subject"])
        with self.news:
            self.copies[str(mail["Message-ID"])].append(raw)
            if mail["X-Downfall-Kind"] in REPORTS:
                self.last[envelope.rcpt_tos[0], subject.partition(" ")[0]] = mail
            self.news.notify_all()
        return "250 taken"

    def give_up(self, fault: str) -> None:
        """Record a failure, so that nobody waits any longer."""
        with self.news:
            self.given_up = self.given_up or fault
            self.news.notify_all()

    def wait_for(self, address: str, table: str, thread: str) -> EmailMessage:
        """Return the last report to *address* once its Message-ID contains *thread*. Raises Lost."""

        def is_there() -> bool:
            mail = self.last.get((address, table))
            return mail is not None and thread in str(mail["Message-ID"])

        with self.news:
            self.news.wait_for(lambda: self.given_up or is_there(), PATIENCE)
            if not is_there():
                raise Lost(f"{table}: no report {thread} came to {address} in {PATIENCE} seconds")
            return self.last[address, table]


Carry = Callable[[str, str, EmailMessage], None]
"""Delivers a message from a sender to a recipient. Raises OSError or SMTPException if it was not accepted."""


def by_smtp(port: int) -> Carry:
    """Return a function that sends to the service by SMTP."""

    def carry(sender: str, to: str, mail: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", port, timeout=LONG) as server:
            server.send_message(mail, sender, [to])

    return carry


def by_lmtp(port: int) -> Carry:
    """Return a function that delivers into a mailbox by LMTP, as a mail server does."""

    def carry(sender: str, to: str, mail: EmailMessage) -> None:
        with smtplib.LMTP("127.0.0.1", port, timeout=LONG) as server:
            server.send_message(mail, sender, [to])

    return carry


class Post:
    """Send the players' messages; each is tried again until the answer is 250, as by any mail server."""

    def __init__(self, boxes: Mailboxes, carry: Carry) -> None:
        self.boxes, self.carry = boxes, carry
        self.taken: list[str] = []  # Message-IDs
        self._tried = 0
        self._numbers = threading.Lock()

    def send(self, sender: str, to: str, subject: str, body: str) -> None:
        mail = EmailMessage()
        with self._numbers:
            self._tried += 1
            number = f"<message.{self._tried}@players.example>"
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Date"], mail["Message-ID"] = format_datetime(datetime.now(UTC)), number
        mail.set_content(body)
        until = time.monotonic() + PATIENCE
        while why := self._why_not_taken(sender, to, mail):
            if self.boxes.given_up or time.monotonic() > until:
                raise Lost(f"message {number} was not taken in {PATIENCE} seconds; the last try: {why}")
            time.sleep(0.05)
        self.taken.append(number)

    def _why_not_taken(self, sender: str, to: str, mail: EmailMessage) -> str:
        """Try to deliver; return the error, or "" if the message was accepted."""
        try:
            self.carry(sender, to, mail)
        except (OSError, smtplib.SMTPException) as fault:
            return repr(fault)
        return ""
