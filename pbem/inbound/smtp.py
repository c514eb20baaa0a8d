"""The SMTP and LMTP inlet.

The session up to the last line of a message is in `smtp_session.py`. The clock is read then: that is when the
message was received. One writer thread stores it, together with all that arrived in the meantime, with a
single sync of the disk. The other sessions go on, and the sender gets 250 when the message is stored.

Any fault on our side is answered with 451, without details: the sending server keeps the message and tries
again. If the connection or the power is lost before the 250, it tries again too, and the store recognises the
message if it was stored already.
"""

import asyncio
import concurrent.futures
import email
import logging
import ssl
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from email.message import Message
from itertools import compress

from aiosmtpd.smtp import Envelope

from pbem.core.error_text import plain_reason
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.inbound.inlet import InletUnreachable, Reception
from pbem.inbound.smtp_session import (
    Dialogue,
    LocalDialogue,
    OpenSessions,
    SmtpHandler,
    SmtpSettings,
)
from pbem.store.arrival import Arrival

Answer = asyncio.Future[str]  # the reply to the sender

STORED = "250 2.0.0 Kept"
BETWEEN_LOOKS = 0.001  # seconds, while the last sessions end
MOST_TOGETHER = 100  # messages stored in one transaction


class SmtpInlet:
    """Listens from `start` to `stop`; *port* is the real one after the start."""

    name = "smtp"

    def __init__(
        self,
        settings: SmtpSettings,
        context: Reception,
        now: Callable[[], datetime],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.settings, self.context, self.now, self.tls = settings, context, now, tls
        self.port = settings.port
        self.trouble: str | None = None
        self.is_refused = False
        self._sessions, self._handler = (
            OpenSessions(settings),
            SmtpHandler(settings, context.is_ours, self.take),
        )
        self._waiting: list[tuple[Arrival, Answer]] = []
        self._being_stored: list[tuple[Arrival, Answer]] = []  # by the writer thread
        self._changed = threading.Condition(threading.Lock())  # its lock protects these two
        self._writer = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="keep")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="smtp-inlet", daemon=True)
        self._server: asyncio.Server | None = None

    def start(self) -> None:
        """Start listening, unless it does. Raises OSError if the port is not available."""
        if self._server is not None:
            return
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
        """Close all connections. Messages in progress are stored, but their senders will repeat them."""
        if self._loop.is_closed():
            return
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._writer.shutdown()
        self._loop.close()

    def empty_until(self, moment: datetime, patience_seconds: float = 60.0) -> None:
        """Wait for messages received up to *moment* that are being stored."""
        with self._changed:
            if not self._changed.wait_for(lambda: not self._unkept(moment), patience_seconds):
                left, seconds = self._unkept(moment), f"{patience_seconds:g}"
                raise InletUnreachable(
                    sentence("health", "still_writing", number=left, seconds=seconds).words(None)
                )

    def _unkept(self, moment: datetime) -> int:
        return sum(arrival.received <= moment for arrival, _ in self._being_stored + self._waiting)

    def take(self, envelope: Envelope, raw: bytes) -> Answer:
        """Return the reply to the sender once the message is stored or refused. Runs in the event loop."""
        sender = "" if envelope.mail_from in (None, "<>") else str(envelope.mail_from)
        recipients = tuple(dict.fromkeys(map(str, envelope.rcpt_tos)))
        answer: Answer = self._loop.create_future()
        with self._changed:  # so that empty_until misses no message between its timestamp and this queue
            is_idle = not (self._waiting or self._being_stored)
            arrival = Arrival(raw, sender, recipients, self.now(), self.name)
            self._waiting.append((arrival, answer))
        if is_idle:
            self._loop.call_soon(self._writer.submit, self._keep_waiting)
        return answer

    def _keep_waiting(self) -> None:
        """Store the waiting messages, and then those that came in the meantime."""
        while messages := self._next():
            said = self._answers([arrival for arrival, _ in messages])
            self._loop.call_soon_threadsafe(_notify, [answer for _, answer in messages], said)

    def _next(self) -> Sequence[tuple[Arrival, Answer]]:
        with self._changed:
            self._being_stored, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            self._changed.notify_all()
            return self._being_stored

    def _answers(self, arrivals: Sequence[Arrival]) -> Sequence[str]:
        try:
            return self._kept_or_refused(arrivals)
        except Exception:
            log.exception("messages not stored, their senders will try again", inlet=self.name, again=True)
            return [self.settings.replies.try_later()] * len(arrivals)

    def _kept_or_refused(self, arrivals: Sequence[Arrival]) -> Sequence[str]:
        most = self.settings.text_bytes
        fit = [text_bytes(arrival.raw, most) <= most for arrival in arrivals]
        stored = iter(self._stored([*compress(arrivals, fit)]))
        return [next(stored) if fits else self.settings.replies.text_too_large(most) for fits in fit]

    def _stored(self, arrivals: Sequence[Arrival]) -> Sequence[str]:
        """Store all together or, if that fails, one by one; return the reply to each sender."""
        if len(arrivals) > 1 and self._are_kept_together(arrivals):
            return [STORED] * len(arrivals)
        return [self._answer_to(arrival) for arrival in arrivals]

    def _are_kept_together(self, arrivals: Sequence[Arrival]) -> bool:
        try:
            self.context.keep(*arrivals)
        except Exception as error:
            log.warning("messages stored one by one", why=plain_reason(error), messages=len(arrivals))
            return False
        self.trouble = None
        return True

    def _answer_to(self, arrival: Arrival) -> str:
        try:
            self.context.keep(arrival)
        except Exception as error:
            said = sentence("health", "one_not_kept", why=plain_reason(error))
            self.trouble = said.words(self.settings.own_templates)
            log.exception("message not stored, its sender will try again", inlet=self.name, again=True)
            return self.settings.replies.try_later()
        self.trouble = None
        return STORED

    async def _open(self) -> asyncio.Server:
        return await self._loop.create_server(self._dialogue, self.settings.host, self.settings.port)

    def _dialogue(self) -> Dialogue:
        protocol = LocalDialogue if self.settings.speaks_lmtp else Dialogue
        return protocol(
            self._handler,
            self._sessions,
            data_size_limit=self.settings.message_bytes,
            enable_SMTPUTF8=True,
            hostname=self.settings.hostname,
            ident="Downfall by mail",
            tls_context=self.tls,
            timeout=self.settings.idle_seconds,
            loop=self._loop,
        )

    async def _close(self) -> None:
        """Stop listening and hang up. Peers just connecting are let in first, or sockets would leak."""
        listening = self._server.sockets if self._server is not None else ()
        for one in listening:
            self._loop.remove_reader(one.fileno())
        while self._sessions.dialogues or len(asyncio.all_tasks()) > 1:  # this is one
            for dialogue in self._sessions.dialogues:
                dialogue.hang_up()
            await asyncio.sleep(BETWEEN_LOOKS)
        if self._server is not None:
            self._server.close()


def _notify(answers: Sequence[Answer], said: Sequence[str]) -> None:
    for answer, words in zip(answers, said, strict=True):
        if not answer.done():  # its sender may have hung up
            answer.set_result(words)


def text_bytes(raw: bytes, enough: int) -> int:
    """Return the size of the decoded text parts, or the message's own length if that is at most *enough*."""
    if len(raw) <= enough:
        return len(raw)
    try:
        return sum(map(_decoded_bytes, email.message_from_bytes(raw).walk()))
    except (ValueError, LookupError, RecursionError, AttributeError, TypeError):
        return len(raw)  # what cannot be parsed is text


def _decoded_bytes(part: Message) -> int:
    if part.get_content_maintype() != "text" or part.get_content_disposition() == "attachment":
        return 0
    text = part.get_payload(decode=True)
    return len(text) if isinstance(text, bytes) else 0
