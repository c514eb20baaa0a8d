"""One SMTP or LMTP session with the server that sends a message.

Unknown recipients are refused at once with 550, so the service never sends a bounce. Each message goes to the
inlet, whose reply is passed on. Connections, time and memory are limited for each peer and in total.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec import Struct

from pbem.core.logs import log
from pbem.inbound.inlet import IsOurs, may_be_address
from pbem.inbound.smtp_replies import Replies

ATOMS = r"[A-Za-z0-9_+=-]+(?:\.[A-Za-z0-9_+=-]+)*"  # the characters of RFC 5321 in nearly all addresses
PLAIN_ADDRESS = re.compile(rf"<({ATOMS}@{ATOMS})>(?: +([A-Za-z][ -~]*))?")
LINGER_SECONDS = 5.0
LINE_END, LAST_LINE = b"\r\n", b"\r\n.\r\n"
ALL = sys.maxsize  # bytes: everything received so far


class SmtpSettings(Struct, frozen=True, kw_only=True):
    """Where the receiver listens, and what it accepts."""

    host: str = "127.0.0.1"
    port: int = 2525  # 0: any free one
    hostname: str = "localhost"  # its name in the greeting
    speaks_lmtp: bool = False
    message_bytes: int = 1_048_576
    text_bytes: int = 262_144  # of the text parts, decoded
    drained_bytes: int = 33_554_432  # of one refused message, before the connection is cut
    recipients: int = 100
    sessions: int = 200
    sessions_per_address: int = 50  # a mail server in front of us is one address, and uses 20
    idle_seconds: float = 300.0  # without a message; other commands do not reset it
    session_seconds: float = 1800.0  # in total
    own_templates: Path | None = None  # the host's, for the words of refusals

    @property
    def replies(self) -> Replies:
        return Replies(self.own_templates)


class OpenSessions:
    """The open connections; used in the event loop only."""

    def __init__(self, settings: SmtpSettings) -> None:
        self.settings = settings
        self.here: Counter[str] = Counter()
        self.dialogues: set[Dialogue] = set()

    def enter(self, address: str, dialogue: "Dialogue") -> bool:
        """Count a session from *address* and return whether it is admitted; `leave` follows either way."""
        self.dialogues.add(dialogue)
        self.here[address] += 1
        within = self.here[address] <= self.settings.sessions_per_address
        return within and self.here.total() <= self.settings.sessions

    def leave(self, address: str, dialogue: "Dialogue") -> None:
        self.dialogues.discard(dialogue)
        self.here[address] -= 1
        self.here += Counter()  # drops zero counts


class SmtpHandler(NamedTuple):
    """The hooks of one receiver; aiosmtpd calls them by name."""

    settings: SmtpSettings
    is_ours: IsOurs
    take: Callable[[Envelope, bytes], Awaitable[str]]

    async def handle_RCPT(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= self.settings.recipients:
            return self.settings.replies.too_many_recipients()
        if not may_be_address(address):
            return self.settings.replies.no_address()
        if not self.is_ours(address):
            return self.settings.replies.nobody()
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        log.error("session failed", exc_info=error)
        return self.settings.replies.try_later()


class Dialogue(SMTP):
    """aiosmtpd's SMTP within limits of time, size and memory, and with our own replies.

    A message is read in one go and not line by line, and lines have no limit: real messages break that of
    1000 octets. `_reader`, `_writer` and `_getaddr` are private to aiosmtpd, so its version is pinned, and
    `tests/mail/test_smtp_inlet.py` fails when they change.
    """

    line_length_limit = 65_536  # of commands, and of what waits to be parsed

    def __init__(self, handler: SmtpHandler, sessions: OpenSessions, **settings: Any) -> None:
        super().__init__(handler, auth_exclude_mechanism=["LOGIN", "PLAIN"], **settings)
        self.sessions = sessions
        self.take = handler.take
        self._line: asyncio.WriteTransport | None = None  # below TLS
        self._address = ""
        self._is_admitted = True
        self._bytes_since_reply = 0
        self._began_at = 0.0  # by the loop's clock
        self._last_message_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit or refuse the peer; aiosmtpd calls this once more after STARTTLS."""
        if self._line is None and isinstance(transport, asyncio.WriteTransport):
            self._line = transport
            self._address = str((transport.get_extra_info("peername") or ("local",))[0])
            self._began_at = self._last_message_at = self.loop.time()
            self._is_admitted = self.sessions.enter(self._address, self)
            self._timer = self.loop.call_later(self._seconds_left(), self._look_at_the_time)
            if not self._is_admitted:
                transport.write(self.sessions.settings.replies.too_many_connections().encode() + LINE_END)
                self._close()
        if self._is_admitted:
            super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._is_admitted:
            super().connection_lost(error)
        if self._timer is not None:
            self._timer.cancel()
        self.sessions.leave(self._address, self)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._is_admitted else False

    def hang_up(self) -> None:
        """Cut the connection at once, even before the greeting; `connection_lost` follows."""
        if self._line is not None:
            self._line.abort()

    def data_received(self, data: bytes) -> None:
        """Cut off a peer that sends endlessly: a refused message is drained, but not for ever."""
        self._bytes_since_reply += len(data)
        if self._bytes_since_reply > self.sessions.settings.drained_bytes:
            log.warning("message without end cut off", peer=self._address)
            self._close()
        elif self._is_admitted:
            super().data_received(data)

    def _look_at_the_time(self) -> None:
        left = self._seconds_left()
        if left > 0:
            self._timer = self.loop.call_later(left, self._look_at_the_time)
        else:
            self._close()

    def _seconds_left(self) -> float:
        """Return how long until the limit without a message, or that of the whole session."""
        settings = self.sessions.settings
        ends = min(self._last_message_at + settings.idle_seconds, self._began_at + settings.session_seconds)
        return ends - self.loop.time()

    def _close(self) -> None:
        """Let the peer read the last reply, and hang up even if it does not."""
        if self.transport is not None:
            self.transport.close()
        elif self._line is not None:
            self._line.close()
        self.loop.call_later(LINGER_SECONDS, self.hang_up)

    def __dir__(self) -> Sequence[str]:
        """Return the names that aiosmtpd needs: it looks through all of them for each connection (0.3 ms)."""
        kind: type = type(self)
        return _command_names(kind)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Read a plain address without the parser of the email package, which takes 0.16 ms."""
        plain = PLAIN_ADDRESS.fullmatch(arg)
        if plain:
            return plain[1], plain[2] or ""
        try:
            return super()._getaddr(arg)
        except (IndexError, ValueError, AttributeError):  # from the parser, for a broken address
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
        reply = self._too_large() if raw is None else await self.take(self.envelope, raw)
        self.envelope = Envelope()
        await self.push(reply)

    async def _message(self) -> bytes | None:
        """Read up to the lone dot and remove the dots that the sender stuffed.  RFC 5321, 4.5.2.

        Return None if the message is too large; it is still read to its end, or no reply would arrive.
        """
        most, is_larger = self.sessions.settings.message_bytes, False
        read, looked_at = bytearray(LINE_END), 0  # a lone dot may be the first line too
        while (end := read.find(LAST_LINE, looked_at)) < 0:
            if len(read) > most + len(LAST_LINE):
                is_larger = True
                del read[: -len(LAST_LINE)]
            looked_at = max(0, len(read) - len(LAST_LINE))
            read += await self._more()
        if len(read) > end + len(LAST_LINE):
            self._reader.feed_data(bytes(read[end + len(LAST_LINE) :]))  # the next command arrived with it
        if is_larger or end > most:
            return None
        return bytes(read[: end + len(LINE_END)].replace(b"\r\n.", LINE_END)[len(LINE_END) :])

    async def _more(self) -> bytes:
        more = await self._reader.read(ALL)
        if not more:
            raise asyncio.CancelledError  # hung up in the middle of the message
        return more

    def _too_large(self) -> str:
        settings = self.sessions.settings
        return settings.replies.message_too_large(settings.message_bytes)

    async def push(self, status: str | bytes) -> None:
        """Send the lines of one reply together."""
        reply = _octets(status)
        if reply.startswith(b"552 Error"):
            reply = self._too_large().encode()
        self._unsent += reply + LINE_END
        if reply[3:4] == b"-":
            return
        self._writer.write(self._unsent)
        self._unsent, self._bytes_since_reply = b"", 0
        await self._writer.drain()


class LocalDialogue(LMTP, Dialogue):
    """LMTP: after the message one reply for each recipient, which may differ."""

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
def _command_names(kind: type) -> Sequence[str]:
    return [name for name in dir(kind) if name.startswith("smtp_")]


def _octets(status: str | bytes) -> bytes:
    return status.encode("utf-8", "replace") if isinstance(status, str) else status
