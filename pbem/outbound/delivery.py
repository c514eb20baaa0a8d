"""Send mail to the relay, and decide: accepted, try again, or give up.

Mails go to one relay (the host's mail server) over a few sessions that stay open. The relay answers for each
recipient, so there is a `DeliveryResult` for each. A mail counts as sent when the relay says so; if the
connection is lost before it does, the mail is tried again and may arrive twice, with the same Message-ID.
Trouble between us and the relay (no connection, wrong password, access denied) never counts against a mail.
"""

import queue
import smtplib
import ssl
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from enum import StrEnum

from msgspec import Struct

from pbem.core.error_text import plain_reason
from pbem.core.logs import log
from pbem.core.sentences import Sentence, Words, sentence
from pbem.core.tls import Security
from pbem.inbound.inlet import may_be_address

STALE_SECONDS = 5.0  # a session idle for longer is checked before use
SERVICE_CLOSES = 421
TOO_LARGE = 552  # after MAIL: the mail; after RCPT: the mailbox is full, or too many recipients
AUTHENTICATION = 530
NOT_TRIED_EITHER = sentence("delivery", "not_tried")  # the mail that was tried records the reason
TROUBLE = (OSError, smtplib.SMTPException)


class Verdict(StrEnum):
    SENT = "sent"
    AGAIN = "again"  # this mail was refused temporarily, or the connection was lost
    NEVER = "never"  # this recipient, or this mail, was refused for good
    NOT_TRIED = "not tried"  # the relay is out of reach; not the mail's fault


class DeliveryResult(Struct, frozen=True):
    verdict: Verdict
    reason: Words = ""  # one line without secrets; empty if sent


class MailToSend(Struct, frozen=True):
    """A mail to be given to the relay, byte for byte except for line ends."""

    key: int  # the caller's own
    sender: str  # of the envelope: where bounces go; "" for none
    recipients: tuple[str, ...]
    raw: bytes
    is_answer: bool = False  # it does not wait for others


Fates = Mapping[str, DeliveryResult]


class Relay(Struct, frozen=True, kw_only=True):
    """The server that accepts our mail."""

    host: str = "127.0.0.1"
    port: int = 25
    security: Security = Security.NONE
    user: str = ""  # "": without authentication
    password: str = ""
    hostname: str | None = None  # our name in EHLO; None: the name of this machine
    sessions: int = 3
    timeout_seconds: float = 60.0

    def __repr__(self) -> str:
        return f"Relay({self.host}:{self.port})"


class _OutOfReach(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """No session with the relay could be opened, or it does not accept mail from us."""


class _Closed(Exception):  # noqa: N818 - same
    """An open session had ended before the mail was started."""


class _Stored(Struct):
    session: smtplib.SMTP
    used: float  # time.monotonic()


class Delivery:
    """Delivers mail to *relay*; threads may share one Delivery.

    Where the relay accepts several sessions, one of them is for answers.
    """

    def __init__(self, relay: Relay, tls: ssl.SSLContext | None = None) -> None:
        self.relay, self.tls = relay, tls
        self._idle: queue.LifoQueue[_Stored] = queue.LifoQueue()
        self._workers = ThreadPoolExecutor(max(1, relay.sessions - 1), thread_name_prefix="deliver")
        self._answering = self._workers if relay.sessions == 1 else ThreadPoolExecutor(1, "answer")

    def deliver(self, mails: Iterable[MailToSend]) -> Iterator[tuple[MailToSend, Fates]]:
        """Yield each mail with the result for every recipient, as soon as it is known: record it at once.

        If the relay is out of reach, the rest are not tried, so that a dead relay costs one timeout.
        """
        is_down = threading.Event()
        futures = {self._pool(mail).submit(self._deliver, mail, is_down): mail for mail in mails}
        for future in as_completed(futures):
            yield futures[future], future.result()

    def _pool(self, mail: MailToSend) -> ThreadPoolExecutor:
        return self._answering if mail.is_answer else self._workers

    def close(self) -> None:
        self._workers.shutdown()
        self._answering.shutdown()
        while not self._idle.empty():
            _hang_up(self._idle.get_nowait().session)

    def _deliver(self, mail: MailToSend, is_down: threading.Event) -> Fates:
        if is_down.is_set():
            return _all(mail, DeliveryResult(Verdict.NOT_TRIED, NOT_TRIED_EITHER))
        try:
            return self._by_kept_or_new_session(mail)
        except _OutOfReach as error:
            is_down.set()
            reason = self._reason(error)
            log.repeated("relay out of reach", relay=self.relay.host, reason=reason)
            return _all(mail, DeliveryResult(Verdict.NOT_TRIED, reason))

    def _by_kept_or_new_session(self, mail: MailToSend) -> Fates:
        while (session := self._stored()) is not None:
            try:
                return self._by(session, mail, is_new=False)
            except _Closed:
                continue
        return self._by(self._opened(), mail, is_new=True)

    def _by(self, session: smtplib.SMTP, mail: MailToSend, *, is_new: bool) -> Fates:
        try:
            fates = _handed_over(session, mail, is_new=is_new)
        except TROUBLE as error:
            _hang_up(session)
            return _all(
                mail,
                DeliveryResult(
                    Verdict.AGAIN, sentence("delivery", "connection_lost", why=self._reason(error))
                ),
            )
        except (_Closed, _OutOfReach):
            _hang_up(session)
            raise
        except Exception as error:  # whatever it is, it must stop only this mail
            _hang_up(session)
            log.exception("mail not sent because of an error", mail=mail.key, again=True)
            return _all(mail, DeliveryResult(Verdict.AGAIN, self._reason(error)))
        is_over = any(fate.verdict is Verdict.SENT for fate in fates.values())
        if is_over or _is_reset(session):
            self._idle.put(_Stored(session, time.monotonic()))
        return {
            one: DeliveryResult(fate.verdict, self._without_secrets(fate.reason))
            for one, fate in fates.items()
        }

    def _stored(self) -> smtplib.SMTP | None:
        """Return an open session from earlier; None if there is none."""
        while not self._idle.empty():
            try:
                stored = self._idle.get_nowait()
            except queue.Empty:  # another worker was quicker
                return None
            if time.monotonic() - stored.used < STALE_SECONDS or _is_alive(stored.session):
                return stored.session
            _hang_up(stored.session)
        return None

    def _opened(self) -> smtplib.SMTP:
        try:
            session = self._connected()
        except TROUBLE as error:
            raise _OutOfReach(self._reason(error)) from error
        try:
            self._introduced(session)
        except TROUBLE as error:
            _hang_up(session)
            raise _OutOfReach(self._reason(error)) from error
        return session

    def _connected(self) -> smtplib.SMTP:
        relay = self.relay
        if relay.security is Security.TLS:
            context = self.tls or ssl.create_default_context()
            return smtplib.SMTP_SSL(
                relay.host, relay.port, relay.hostname, timeout=relay.timeout_seconds, context=context
            )
        return smtplib.SMTP(relay.host, relay.port, relay.hostname, timeout=relay.timeout_seconds)

    def _introduced(self, session: smtplib.SMTP) -> None:
        session.ehlo_or_helo_if_needed()
        if self.relay.security is Security.STARTTLS:
            session.starttls(context=self.tls or ssl.create_default_context())
            session.ehlo_or_helo_if_needed()
        if self.relay.user:
            session.login(self.relay.user, self.relay.password)

    def _reason(self, said: BaseException | str) -> str:
        return plain_reason(said, self.relay.password)

    def _without_secrets(self, reason: Words) -> Words:
        return reason if isinstance(reason, Sentence) else self._reason(reason)


def _handed_over(session: smtplib.SMTP, mail: MailToSend, *, is_new: bool) -> Fates:
    """Send one mail over an open session, which is then ready for the next one."""
    fates = {one: fate for one in mail.recipients if (fate := _unfit(session, one))}
    if len(fates) == len(mail.recipients):
        return fates
    refused = _begun(session, mail, is_new=is_new)
    fates |= {one: refused or _called(session, one) for one in mail.recipients if one not in fates}
    accepted = [one for one, fate in fates.items() if fate.verdict is Verdict.SENT]
    if not accepted:
        return fates
    verdict = _after_data(*session.data(_with_line_ends(mail.raw)))
    return {one: verdict if one in accepted else fates[one] for one in mail.recipients}


def _unfit(session: smtplib.SMTP, recipient: str) -> DeliveryResult | None:
    if not may_be_address(recipient):
        return DeliveryResult(Verdict.NEVER, sentence("delivery", "no_address"))
    if not recipient.isascii() and not session.has_extn("smtputf8"):
        return DeliveryResult(Verdict.NEVER, sentence("delivery", "only_ascii"))
    return None


def _begun(session: smtplib.SMTP, mail: MailToSend, *, is_new: bool) -> DeliveryResult | None:
    """Return None if the relay accepts mail from this sender. Raises _Closed and _OutOfReach."""
    try:
        code, said = session.mail(mail.sender, _options(session, mail))
    except smtplib.SMTPServerDisconnected as error:
        if is_new:
            raise
        raise _Closed from error  # it closed the session: nothing is lost, another session will do
    if code == SERVICE_CLOSES:
        raise (_OutOfReach if is_new else _Closed)(_line(code, said))
    if code == 250:
        return None
    return DeliveryResult(Verdict.NEVER if code == TOO_LARGE else Verdict.AGAIN, _line(code, said))


def _called(session: smtplib.SMTP, recipient: str) -> DeliveryResult:
    code, said = session.rcpt(recipient)
    if code in (250, 251):
        return DeliveryResult(Verdict.SENT)
    is_for_good = code >= 500 and code not in (TOO_LARGE, AUTHENTICATION)
    return DeliveryResult(Verdict.NEVER if is_for_good else Verdict.AGAIN, _line(code, said))


def _after_data(code: int, said: bytes) -> DeliveryResult:
    if code == 250:
        return DeliveryResult(Verdict.SENT)
    return DeliveryResult(Verdict.NEVER if code >= 500 else Verdict.AGAIN, _line(code, said))


def _options(session: smtplib.SMTP, mail: MailToSend) -> list[str]:
    """Return the ESMTP options of the mail that the relay supports."""
    addresses = (mail.sender, *mail.recipients)
    said = {
        "size": f"SIZE={len(mail.raw)}",
        "8bitmime": "" if mail.raw.isascii() else "BODY=8BITMIME",
        "smtputf8": "" if all(one.isascii() for one in addresses) else "SMTPUTF8",
    }
    return [option for extension, option in said.items() if option and session.has_extn(extension)]


def _with_line_ends(raw: bytes) -> bytes:
    """Use CRLF everywhere: smtplib sends bytes unchanged, and some relays accept a lone LF as a line end."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n")


def _line(code: int, said: bytes) -> str:
    return f"{code} {said.decode('utf-8', 'replace')}"


def _all(mail: MailToSend, fate: DeliveryResult) -> Fates:
    return dict.fromkeys(mail.recipients, fate)


def _is_reset(session: smtplib.SMTP) -> bool:
    """Return whether the session is ready for another mail; if not, it is closed."""
    try:
        session.rset()
    except TROUBLE:
        session.close()
        return False
    return True


def _is_alive(session: smtplib.SMTP) -> bool:
    try:
        return session.noop()[0] == 250
    except TROUBLE:
        return False


def _hang_up(session: smtplib.SMTP) -> None:
    try:
        session.quit()
    except TROUBLE:
        session.close()  # the connection is already dead
