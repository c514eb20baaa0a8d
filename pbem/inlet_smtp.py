"""How does a letter come in by SMTP or LMTP?

A session says whom the letter is for; unknown addresses hear 550 at once: the service never makes a bounce.
When the last line of the letter is in, the clock is read: that is when it was received.  One writer thread
keeps it, together with all that came while it kept the ones before: one sync of the disk serves them all.
The other sessions go on meanwhile; who sent a letter hears 250 when it is kept.  Whatever goes wrong on our
side is 451, without details: the sending server keeps the letter and tries again.  If the connection or the
power is lost before the 250, it tries again too, and the store knows the letter if it was kept already.
"""

import asyncio
import concurrent.futures
import email
import logging
import re
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from email.message import Message
from functools import lru_cache
from typing import Any

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec import Struct

from pbem.mailbox import Arrival, Desk, InletUnreachable, may_be_address
from pbem.reasons import plain_reason

log = structlog.get_logger(__name__)

Answer = concurrent.futures.Future[str]  # what the sender will hear

TRY_LATER = "451 4.3.0 The letter could not be kept just now; please try again later"
KEPT = "250 2.0.0 Kept"
MOST_TOGETHER = 100  # letters kept in one transaction
ATOMS = r"[A-Za-z0-9_+=-]+(?:\.[A-Za-z0-9_+=-]+)*"  # of RFC 5321, those that nearly every address is made of
PLAIN_ADDRESS = re.compile(rf"<({ATOMS}@{ATOMS})>(?: +([A-Za-z][ -~]*))?")
LONGEST_LINE = 1_000_000  # real letters break the limit of 1000 octets


class Door(Struct, frozen=True, kw_only=True):
    """Where the receiver listens, and what it takes in."""

    host: str = "127.0.0.1"
    port: int = 2525  # 0: any free one
    hostname: str = "localhost"  # as it calls itself
    speaks_lmtp: bool = False
    letter_bytes: int = 1_048_576
    text_bytes: int = 262_144  # of the text parts, decoded
    drained_bytes: int = 33_554_432  # of one refused letter, before the connection is cut
    recipients: int = 100
    sessions: int = 200
    sessions_per_address: int = 50  # a mail server in front of us is one address, and uses 20
    idle_seconds: float = 300.0


class _Guests:
    """Who is connected; touched in the event loop only."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """May one more session from *address* go on?  It is counted either way, until it leaves."""
        self.here[address] += 1
        within = self.here[address] <= self.door.sessions_per_address
        return within and self.here.total() <= self.door.sessions

    def leave(self, address: str) -> None:
        self.here[address] -= 1
        self.here += Counter()  # forgets who is at nought


class _Session(SMTP):
    """aiosmtpd's SMTP, the same but: bounded, with our own words for what is too large."""

    line_length_limit = LONGEST_LINE
    _address = ""
    _is_admitted = True
    _bytes_of_letter = 0

    def __init__(self, clerk: "_Clerk", guests: _Guests, **settings: Any) -> None:
        super().__init__(clerk, **settings)
        self.guests = guests

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        is_new = not self._address  # after STARTTLS it is called once more
        if is_new:
            self._address = str((transport.get_extra_info("peername") or ("local",))[0])
            self._is_admitted = self.guests.enter(self._address)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.guests.leave(self._address)

    def data_received(self, data: bytes) -> None:
        """Cuts off whoever sends without end: a refused letter is read on, but not for ever."""
        self._bytes_of_letter += len(data)
        if self._bytes_of_letter > self.guests.door.drained_bytes and self.transport is not None:
            log.warning("letter without end cut off", peer=self._address)
            self.transport.close()
            return
        super().data_received(data)

    def _reset_timeout(self, duration: float | None = None) -> None:
        self._bytes_of_letter = 0  # called at each command
        super()._reset_timeout(duration)

    async def _handle_client(self) -> None:
        if self._is_admitted:
            await super()._handle_client()
            return
        await self.push("421 4.7.0 Too many connections; please try again later")
        self._writer.close()

    def __dir__(self) -> Sequence[str]:
        """aiosmtpd looks through all our names for each connection, and these are what it looks for."""
        return _names_with(type(self).__mro__, ("smtp_", "auth_"))

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        plain = PLAIN_ADDRESS.fullmatch(arg)
        if plain:
            return plain[1], plain[2] or ""
        try:
            return super()._getaddr(arg)
        except (
            IndexError,
            ValueError,
            AttributeError,
        ):  # the parser of the email package on broken addresses
            return None, None

    async def push(self, status: str | bytes) -> None:
        said = _octets(status)
        if said.startswith((b"552 Error", b"500 Line too long")):
            said = too_large(self.guests.door.letter_bytes, "letter").encode()
        await super().push(said)


class _LocalSession(LMTP, _Session):
    """LMTP: after the letter one answer for each recipient, each may differ."""

    _answers_due = 1

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - the name is aiosmtpd's
        self._answers_due = max(1, len(self.envelope.rcpt_tos) if self.envelope else 1)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers_due = 1

    async def push(self, status: str | bytes) -> None:
        is_of_the_letter = not _octets(status).startswith((b"354", b"503", b"501"))
        for _ in range(self._answers_due if is_of_the_letter else 1):
            await super().push(status)


@lru_cache(maxsize=8)  # a class of ours each
def _names_with(kinds: tuple[type, ...], beginnings: tuple[str, ...]) -> Sequence[str]:
    return [name for name in {name for kind in kinds for name in vars(kind)} if name.startswith(beginnings)]


def _octets(status: str | bytes) -> bytes:
    return status.encode("utf-8", "replace") if isinstance(status, str) else status


class _Clerk:
    """Answers for one receiver; aiosmtpd calls the methods by name."""

    def __dir__(self) -> Sequence[str]:
        return _names_with(type(self).__mro__, ("handle_", "auth_"))

    def __init__(self, inlet: "SmtpInlet") -> None:
        self.inlet = inlet

    async def handle_RCPT(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= self.inlet.door.recipients:
            return "452 4.5.3 Too many recipients; please send the rest in another session"
        if not may_be_address(address):
            return "550 5.1.3 That is not an address of mail"
        if not self.inlet.desk.is_ours(address):
            return "550 5.1.1 Nobody of that name here; please look at the address in your last report"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        return await asyncio.wrap_future(self.inlet.take(envelope))

    async def handle_exception(self, error: Exception) -> str:
        log.error("session failed", exc_info=error)
        return TRY_LATER


class SmtpInlet:
    """Listens at its door from `start` to `stop`; *port* is the true one once it has started."""

    name = "smtp"

    def __init__(
        self, door: Door, desk: Desk, now: Callable[[], datetime], tls: ssl.SSLContext | None = None
    ) -> None:
        self.door, self.desk, self.now, self.tls = door, desk, now, tls
        self.port = door.port
        self.trouble: str | None = None
        self._guests = _Guests(door)
        self._being_kept: dict[Answer, datetime] = {}
        self._waiting: list[tuple[Arrival, Answer]] = []
        self._stamping = threading.Lock()
        self._writer = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="keep")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="smtp-inlet", daemon=True)
        self._server: asyncio.Server | None = None

    def start(self) -> None:
        """Raises OSError if the port cannot be had."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd logs addresses, and so tokens
        self._thread.start()
        opening = asyncio.run_coroutine_threadsafe(self._open(), self._loop)
        try:
            self._server = opening.result()
        except OSError:
            self.stop()
            raise
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Hangs up on everybody; letters already being kept are kept, their senders will send them again."""
        if self._loop.is_closed():
            return
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()
        self._writer.shutdown()

    def empty_until(self, moment: datetime, patience_seconds: float = 60.0) -> None:
        """Waits for letters received up to *moment* that are just being kept."""
        with self._stamping:
            waited_for = [future for future, received in self._being_kept.items() if received <= moment]
        _, unkept = concurrent.futures.wait(waited_for, patience_seconds)
        if unkept:
            raise InletUnreachable(
                f"{len(unkept)} letters are still being written after {patience_seconds:g} s"
            )

    def take(self, envelope: Envelope) -> Answer:
        """The answer to the sender, as soon as the letter is kept or refused."""
        sender = "" if envelope.mail_from in (None, "<>") else str(envelope.mail_from)
        recipients = tuple(dict.fromkeys(map(str, envelope.rcpt_tos)))
        with self._stamping:  # so that empty_until overlooks no letter between its stamp and its place here
            received = self.now()
            arrival = Arrival(
                bytes(envelope.original_content or b""), sender, recipients, received, self.name
            )
            answer: Answer = concurrent.futures.Future()
            self._waiting.append((arrival, answer))
            self._being_kept[answer] = received
        answer.add_done_callback(self._forget)
        self._writer.submit(self._keep_waiting)
        return answer

    def _keep_waiting(self) -> None:
        """Keep the letters that wait; none does where an earlier call took them along."""
        with self._stamping:
            together, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        letters = [(arrival, answer) for arrival, answer in together if answer.set_running_or_notify_cancel()]
        try:
            self._answer_all(letters)
        finally:
            for _, answer in letters:
                if not answer.done():
                    answer.set_result(TRY_LATER)

    def _answer_all(self, letters: Sequence[tuple[Arrival, Answer]]) -> None:
        fitting = [(arrival, answer) for arrival, answer in letters if not self._is_refused(arrival, answer)]
        are_kept = len(fitting) > 1 and self._are_kept_together([arrival for arrival, _ in fitting])
        for arrival, answer in fitting:
            answer.set_result(KEPT if are_kept else self._answer_to(arrival))

    def _is_refused(self, arrival: Arrival, answer: Answer) -> bool:
        most = self.door.text_bytes
        if text_bytes(arrival.raw, most) <= most:
            return False
        answer.set_result(too_large(most, "text of the letter"))
        return True

    def _are_kept_together(self, arrivals: Sequence[Arrival]) -> bool:
        try:
            self.desk.keep(*arrivals)
        except Exception as error:  # perhaps for the sake of one of them
            log.warning("letters are kept one by one", why=plain_reason(error), letters=len(arrivals))
            return False
        self.trouble = None
        return True

    def _answer_to(self, arrival: Arrival) -> str:
        try:
            self.desk.keep(arrival)
        except Exception as error:
            self.trouble = f"a letter could not be kept: {plain_reason(error)}"
            log.exception("letter not kept, its sender will try again", inlet=self.name, again=True)
            return TRY_LATER
        self.trouble = None
        return KEPT

    def _forget(self, future: Answer) -> None:
        with self._stamping:
            self._being_kept.pop(future, None)

    async def _open(self) -> asyncio.Server:
        return await self._loop.create_server(self._session, self.door.host, self.door.port)

    def _session(self) -> _Session:
        protocol = _LocalSession if self.door.speaks_lmtp else _Session
        return protocol(
            _Clerk(self),
            self._guests,
            data_size_limit=self.door.letter_bytes,
            enable_SMTPUTF8=True,
            hostname=self.door.hostname,
            ident="Downfall by mail",
            tls_context=self.tls,
            timeout=self.door.idle_seconds,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],  # nobody has a password here
            loop=self._loop,
        )

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
        sessions = asyncio.all_tasks() - {asyncio.current_task()}
        for session in sessions:
            session.cancel()
        await asyncio.gather(*sessions, return_exceptions=True)
        await asyncio.sleep(0)  # lets closed connections say so


def text_bytes(raw: bytes, enough: int) -> int:
    """How many bytes of text are in the letter, decoded?  Its own length if that is not over *enough*."""
    if len(raw) <= enough:
        return len(raw)
    try:
        return sum(map(_decoded_bytes, email.message_from_bytes(raw).walk()))
    except (ValueError, LookupError, RecursionError, AttributeError, TypeError):
        return len(raw)  # what cannot be taken apart is text


def _decoded_bytes(part: Message) -> int:
    if part.get_content_maintype() != "text" or part.get_content_disposition() == "attachment":
        return 0
    text = part.get_payload(decode=True)
    return len(text) if isinstance(text, bytes) else 0


def too_large(most_bytes: int, what: str) -> str:
    return (
        f"552 5.3.4 The {what} is larger than {most_bytes // 1024} KiB;"
        " please send your orders as plain text, without what is quoted or attached"
    )
