"""One SMTP or LMTP session with the server that sends a message.

A dialogue says whom the message is for; unknown addresses hear 550 at once: the service never makes a bounce.
Each message goes to the inlet, whose answer is passed on.  Nobody gets more than his share of connections,
time and memory.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec import Struct

from pbem.core.logs import log
from pbem.inbound.inlet import IsOurs, may_be_address

TRY_LATER = "451 4.3.0 The message could not be kept just now; please try again later"
ATOMS = r"[A-Za-z0-9_+=-]+(?:\.[A-Za-z0-9_+=-]+)*"  # of RFC 5321, those that nearly every address is made of
PLAIN_ADDRESS = re.compile(rf"<({ATOMS}@{ATOMS})>(?: +([A-Za-z][ -~]*))?")
LINGER_SECONDS = 5.0
LINE_END, LAST_LINE = b"\r\n", b"\r\n.\r\n"
ALL = sys.maxsize  # bytes: whatever has come so far


class SmtpSettings(Struct, frozen=True, kw_only=True):
    """Where the receiver listens, and what it takes in."""

    host: str = "127.0.0.1"
    port: int = 2525  # 0: any free one
    hostname: str = "localhost"  # as it calls itself
    speaks_lmtp: bool = False
    message_bytes: int = 1_048_576
    text_bytes: int = 262_144  # of the text parts, decoded
    drained_bytes: int = 33_554_432  # of one refused message, before the connection is cut
    recipients: int = 100
    sessions: int = 200
    sessions_per_address: int = 50  # a mail server in front of us is one address, and uses 20
    idle_seconds: float = 300.0  # without a message; other commands do not count
    session_seconds: float = 1800.0  # in all, whatever is said


class Guests:
    """Who is connected; touched in the event loop only."""

    def __init__(self, settings: SmtpSettings) -> None:
        self.settings = settings
        self.here: Counter[str] = Counter()
        self.dialogues: set[Dialogue] = set()

    def enter(self, address: str, dialogue: "Dialogue") -> bool:
        """May one more session from *address* go on?  It is counted either way, until it leaves."""
        self.dialogues.add(dialogue)
        self.here[address] += 1
        within = self.here[address] <= self.settings.sessions_per_address
        return within and self.here.total() <= self.settings.sessions

    def leave(self, address: str, dialogue: "Dialogue") -> None:
        self.dialogues.discard(dialogue)
        self.here[address] -= 1
        self.here += Counter()  # forgets who is at nought


class SmtpHandler(NamedTuple):
    """Answers for one receiver; aiosmtpd calls the methods by name."""

    settings: SmtpSettings
    is_ours: IsOurs
    take: Callable[[Envelope, bytes], Awaitable[str]]

    def __dir__(self) -> Sequence[str]:
        return ()

    async def handle_RCPT(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= self.settings.recipients:
            return "452 4.5.3 Too many recipients; please send the rest in another session"
        if not may_be_address(address):
            return "550 5.1.3 That is not an address of mail"
        if not self.is_ours(address):
            return "550 5.1.1 Nobody of that name here; please look at the address in your last report"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        log.error("session failed", exc_info=error)
        return TRY_LATER


class Dialogue(SMTP):
    """aiosmtpd's SMTP, the same but: bounded, with our own words for what is too large.

    A message is looked through as a whole and not line by line, and a line may be as long as the message:
    real ones break the limit of 1000 octets.
    """

    line_length_limit = 65_536  # of commands, and of what waits to be looked at
    _address = ""
    _is_admitted = True
    _bytes_of_message = 0
    _began_at = 0.0  # by the loop's clock
    _last_message_at = 0.0
    _unsaid = b""

    def __init__(self, handler: SmtpHandler, guests: Guests, **settings: Any) -> None:
        super().__init__(handler, **settings)
        kind: type = type(self)
        self._smtp_methods = {name: getattr(self, f"smtp_{name}") for name in _names(kind, "smtp_")}
        self._handle_hooks = {
            name: getattr(handler, f"handle_{name}") for name in _names(SmtpHandler, "handle_")
        }
        self.guests = guests
        self.take = handler.take

    def __dir__(self) -> Sequence[str]:
        """aiosmtpd looks through all names for each connection; what it looks for is the same for all."""
        return ()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        is_new = not self._address  # after STARTTLS it is called once more
        if is_new:
            self._address = str((transport.get_extra_info("peername") or ("local",))[0])
            self._began_at = self._last_message_at = self.loop.time()
            self._is_admitted = self.guests.enter(self._address, self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.guests.leave(self._address, self)

    def hang_up(self) -> None:
        """At once, also on who has just come and was not greeted yet; what he hears is `connection_lost`."""
        line = self._original_transport or self.transport  # below TLS, which may have hung up already
        if isinstance(line, asyncio.WriteTransport):
            line.abort()

    def data_received(self, data: bytes) -> None:
        """Cuts off whoever sends without end: a refused message is read on, but not for ever."""
        self._bytes_of_message += len(data)
        if self._bytes_of_message > self.guests.settings.drained_bytes and self.transport is not None:
            log.warning("message without end cut off", peer=self._address)
            self._close()
            return
        super().data_received(data)

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Start the one timer of the session. Called at each command too, which gives nobody more time."""
        self._bytes_of_message = 0
        if self._timeout_handle is None:
            super()._reset_timeout(
                min(duration or self._timeout_duration, self.guests.settings.session_seconds)
            )

    def _timeout_cb(self) -> None:
        left = self._seconds_left()
        if left > 0:
            self._timeout_handle = self.loop.call_later(left, self._timeout_cb)
        else:
            self._close()

    def _close(self) -> None:
        """Let the peer read what was said; one who does not is hung up on all the same."""
        if self.transport is not None:
            self.transport.close()
        self.loop.call_later(LINGER_SECONDS, self.hang_up)

    def _seconds_left(self) -> float:
        """Until nothing has come for too long, or the session has lasted long enough."""
        idle_ends = self._last_message_at + self._timeout_duration
        return min(idle_ends, self._began_at + self.guests.settings.session_seconds) - self.loop.time()

    async def _handle_client(self) -> None:
        if self._is_admitted:
            await super()._handle_client()
            return
        await self.push("421 4.7.0 Too many connections; please try again later")
        self._writer.close()

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        plain = PLAIN_ADDRESS.fullmatch(arg)
        if plain:
            return plain[1], plain[2] or ""
        try:
            return super()._getaddr(arg)
        except (IndexError, ValueError, AttributeError):  # the parser of the email package, of broken ones
            return None, None

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802 - the name is aiosmtpd's
        if await self.check_helo_needed():
            return
        if self.envelope is None or not self.envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
            return
        if arg:
            await self.push("501 Syntax: DATA")
            return
        self._last_message_at = self.loop.time()
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        raw = await self._message()
        said = self._too_large() if raw is None else await self.take(self.envelope, raw)
        self.envelope = self._create_envelope()
        await self.push(said)

    async def _message(self) -> bytes | None:
        """All up to the lone dot, each dot that the sender put before another away again.  RFC 5321, 4.5.2.

        None if it is larger than we take: it is read to its end all the same, else nobody hears the answer.
        """
        most, is_larger = self.guests.settings.message_bytes, False
        read, looked_at = bytearray(LINE_END), 0  # a lone dot may be the first line, too
        while (end := read.find(LAST_LINE, looked_at)) < 0:
            if len(read) > most + len(LAST_LINE):
                is_larger = True
                del read[: -len(LAST_LINE)]
            looked_at = max(0, len(read) - len(LAST_LINE))
            read += await self._more()
        if len(read) > end + len(LAST_LINE):
            self._reader.feed_data(bytes(read[end + len(LAST_LINE) :]))  # the next command came with it
        if is_larger or end > most:
            return None
        return bytes(read[: end + len(LINE_END)].replace(b"\r\n.", LINE_END)[len(LINE_END) :])

    async def _more(self) -> bytes:
        more = await self._reader.read(ALL)
        if not more:
            raise asyncio.CancelledError  # hung up in the middle of the message
        return more

    def _too_large(self) -> str:
        return too_large(self.guests.settings.message_bytes, "message")

    async def push(self, status: str | bytes) -> None:
        """The lines of one reply leave together."""
        said = _octets(status)
        if said.startswith(b"552 Error"):
            said = self._too_large().encode()
        self._unsaid += said + LINE_END
        if said[3:4] == b"-":
            return
        self._writer.write(self._unsaid)
        self._unsaid = b""
        await self._writer.drain()


class LocalDialogue(LMTP, Dialogue):
    """LMTP: after the message one answer for each recipient, each may differ."""

    _answers_due = 1

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802 - the name is aiosmtpd's
        self._answers_due = max(1, len(self.envelope.rcpt_tos) if self.envelope else 1)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers_due = 1

    async def push(self, status: str | bytes) -> None:
        is_of_the_message = not _octets(status).startswith((b"354", b"503", b"501"))
        for _ in range(self._answers_due if is_of_the_message else 1):
            await super().push(status)


@cache
def _names(kind: type, beginning: str) -> Sequence[str]:
    """What follows *beginning* in the names of the class."""
    return [name.removeprefix(beginning) for name in dir(kind) if name.startswith(beginning)]


def _octets(status: str | bytes) -> bytes:
    return status.encode("utf-8", "replace") if isinstance(status, str) else status


def too_large(most_bytes: int, what: str) -> str:
    return (
        f"552 5.3.4 The {what} is larger than {most_bytes // 1024} KiB;"
        " please send your orders as plain text, without what is quoted or attached"
    )
