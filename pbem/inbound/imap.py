"""The IMAP inlet: fetch messages from a mailbox.

One thread with one connection fetches all messages in the folder, asks the server to announce new ones
(IDLE), and checks every minute anyway. A message is fetched without marking it, stored under
"UIDVALIDITY.UID", and only then moved to the folder of processed ones. If anything dies in between, the
message is still in the folder, known as stored, and is only moved. If the server renumbers the messages
(UIDVALIDITY), they are fetched again, and the store recognises them by their Message-ID. A lost connection is
reopened after 1, 2, 4 ... 60 seconds.
"""

import select
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeAlias

from imapclient import SEEN, IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError
from msgspec import Struct

from pbem.core.error_text import plain_reason
from pbem.core.logs import log
from pbem.core.tls import Security
from pbem.inbound.inlet import (
    HEADER_BYTES,
    Reception,
    SetAside,
    addressed_to,
    not_emptied,
    not_kept,
    returned_to,
    wait_seconds,
    written_by,
)
from pbem.store.arrival import Arrival

Client: TypeAlias = Any  # IMAPClient, which has no types

LOOK_UP_SECONDS = 0.5  # how soon a waiting thread notices that it must stop
IDLE_SECONDS = 25 * 60.0  # RFC 2177: renewed before 29 minutes are over
BATCH_BYTES = 8_388_608
MESSAGE = b"BODY[]"
TAKEN_BY_OTHERS = "EXPUNGEISSUED"  # RFC 5530


class ImapAccount(Struct, frozen=True, kw_only=True):
    """The mailbox to fetch from."""

    host: str
    user: str
    password: str
    port: int = 993
    security: Security = Security.TLS
    folder: str = "INBOX"
    done_folder: str | None = "Judged"  # None: messages stay in the folder and are only marked as read
    too_large_folder: str = "Too large"
    message_bytes: int = 1_048_576
    batch_messages: int = 100
    timeout_seconds: float = 30.0
    poll_seconds: float = 60.0

    def __repr__(self) -> str:
        return f"ImapAccount({self.user!r} at {self.host}:{self.port}, {self.folder})"


class _Found(Struct, frozen=True):
    uid: int
    key: str  # "UIDVALIDITY.UID", which never changes


class _Weighed(Struct, frozen=True):
    uid: int
    key: str
    size_bytes: int
    received: datetime


class _NotAllKept(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """Some messages could not be stored; they are still in the folder."""


NOT_NOW = "[UNAVAILABLE]"  # RFC 5530: the password may be correct
UNREACHABLE = (OSError, IMAPClientError, _NotAllKept)


class ImapInlet:
    """Polls one folder from `start` to `stop`."""

    def __init__(self, account: ImapAccount, context: Reception, tls: ssl.SSLContext | None = None) -> None:
        self.account, self.context, self.tls = account, context, tls
        self.name = f"imap:{account.user}@{account.host}/{account.folder}"
        self.trouble: str | None = None
        self.is_refused = False
        self._stay: set[str] = set()  # processed uids that are still in the folder
        self._failures = 0
        self._taking = threading.Lock()  # two connections that move one message may duplicate it
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(self.account.timeout_seconds + LOOK_UP_SECONDS)

    def empty_until(self, moment: datetime) -> None:
        """Fetch everything over a separate connection, after the polling thread has finished its batch."""
        try:
            with self._connected() as client:
                self._take_all(client)
        except UNREACHABLE as error:
            self.trouble = self._reason(error)
            raise not_emptied(self.name, moment, self.trouble) from error

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._stay_connected()
            except UNREACHABLE as error:
                self._failed(error)
            except Exception as error:  # a bug of ours must not stop fetching for good
                log.exception("inlet failed", inlet=self.name)
                self._failed(error)

    def _failed(self, error: Exception) -> None:
        self._failures += 1
        self.trouble = self._reason(error)
        again = wait_seconds(self._failures)
        log.warning("inlet unreachable", inlet=self.name, reason=self.trouble, again_in_seconds=again)
        self._stopping.wait(again)

    def _stay_connected(self) -> None:
        with self._connected() as client:
            while not self._stopping.is_set():
                self._take_all(client)
                self.trouble, self._failures = None, 0
                self._await_news(client)

    def _await_news(self, client: Client) -> None:
        """Wait until the server announces something, the connection is lost, or a minute is over."""
        if _has_told(client):
            return
        if not client.has_capability("IDLE"):
            self._stopping.wait(self.account.poll_seconds)
            return
        client.idle()
        end = time.monotonic() + min(self.account.poll_seconds, IDLE_SECONDS)
        while not self._stopping.is_set() and (left := end - time.monotonic()) > 0:
            if self._has_unread(client) or _has_news(client, min(left, LOOK_UP_SECONDS)):
                break
        client.idle_done()

    def _has_unread(self, client: Client) -> bool:
        """Return whether news came in the same packet as the answer to IDLE: only the socket is polled."""
        line = client.socket()
        line.setblocking(False)
        try:
            return bool(client._imap.file.peek(1))
        except ssl.SSLWantReadError:
            return False
        finally:
            line.settimeout(self.account.timeout_seconds)

    @contextmanager
    def _connected(self) -> Iterator[Client]:
        account = self.account
        with IMAPClient(
            account.host,
            account.port,
            ssl=account.security is Security.TLS,
            ssl_context=self.tls,
            timeout=account.timeout_seconds,  # otherwise it would wait for ever
        ) as client:
            client.normalise_times = False  # otherwise INTERNALDATE loses its zone
            if account.security is Security.STARTTLS:
                client.starttls(self.tls)
            client.login(account.user, account.password)
            with self._taking:
                self._make_folders(client)
            yield client

    def _make_folders(self, client: Client) -> None:
        if self.account.done_folder is None:
            return
        for folder in (self.account.done_folder, self.account.too_large_folder):
            name = _with_prefix(client, folder)
            if not client.folder_exists(name):
                client.create_folder(name)

    def _take_all(self, client: Client) -> None:
        """Store every message in the folder. Raises _NotAllKept after storing all that could be stored."""
        with self._taking:
            self._take_each(client)

    def _take_each(self, client: Client) -> None:
        validity = int(client.select_folder(self.account.folder)[b"UIDVALIDITY"])
        _has_told(client)  # only those that are searched for
        found = [_Found(uid, f"{validity}.{uid}") for uid in sorted(client.search("UNDELETED"))]
        waiting = [message for message in found if message.key not in self._stay]
        unkept = sum(self._take(client, batch) for batch in _batches(waiting, self.account.batch_messages))
        if unkept:
            raise _NotAllKept(not_kept(unkept))

    def _take(self, client: Client, batch: Sequence[_Found]) -> int:
        """Store these messages and move them; return how many could not be stored."""
        stored = [message for message in batch if self.context.is_stored(self.name, message.key)]
        self._put_away(client, stored, self.account.done_folder)
        weighed = _weighed(client, [message for message in batch if message not in stored])
        for message in weighed:
            if message.size_bytes > self.account.message_bytes:
                self._set_aside(client, message)
        small = [message for message in weighed if message.size_bytes <= self.account.message_bytes]
        return sum(self._take_portion(client, portion) for portion in _portions(small))

    def _take_portion(self, client: Client, portion: Sequence[_Weighed]) -> int:
        answers = client.fetch([message.uid for message in portion], ["BODY.PEEK[]"])
        bodies = {uid: answer[MESSAGE] for uid, answer in answers.items() if answer.get(MESSAGE) is not None}
        present = [message for message in portion if message.uid in bodies]  # others have the rest
        stored = [message for message in present if self._is_now_kept(message, bodies[message.uid])]
        self._put_away(client, stored, self.account.done_folder)
        if present and not stored:
            raise _NotAllKept(not_kept(0))  # the store is down: fetching the rest is useless
        return len(present) - len(stored)

    def _is_now_kept(self, message: _Weighed, raw: bytes) -> bool:
        recipients = addressed_to(raw, self.context.is_ours)
        try:
            self.context.keep(
                Arrival(raw, returned_to(raw), recipients, message.received, self.name, message.key)
            )
        except Exception:  # of any kind: it stays in the folder, and the others go on
            log.exception("message not stored, will be retried", inlet=self.name, uid=message.key)
            return False
        return True

    def _set_aside(self, client: Client, message: _Weighed) -> None:
        """Notify the host, then move the message: after a crash, a second notice is better than none."""
        answer = client.fetch([message.uid], [f"BODY.PEEK[HEADER]<0.{HEADER_BYTES}>"]).get(message.uid, {})
        header = next((value for key, value in answer.items() if key.startswith(b"BODY[HEADER]")), None)
        where = self.account.too_large_folder if self.account.done_folder else self.account.folder
        self.context.tell(
            SetAside(self.name, message.key, message.size_bytes, where, *written_by(header or b""))
        )
        self._put_away(client, [message], where if self.account.done_folder else None)

    def _put_away(self, client: Client, messages: Sequence[_Found | _Weighed], folder: str | None) -> None:
        uids = [message.uid for message in messages]
        if not uids:
            return
        if folder is None or not _is_moved(client, uids, folder):
            self._stay.update(message.key for message in messages)
            client.add_flags(uids, [SEEN], silent=True)  # for people who look at it; we rely on the store

    def _reason(self, error: BaseException) -> str:
        self.is_refused = isinstance(error, LoginError) and NOT_NOW not in str(error)
        return plain_reason(error, self.account.password)


def _has_told(client: Client) -> bool:
    """Return whether the server has announced new messages, besides its answers, since the last call.

    It announces each only once, and not again during IDLE: a message that arrives between the fetch and IDLE
    would be missed.
    """
    return any(client._imap.response("EXISTS")[1])


def _has_news(client: Client, seconds: float) -> bool:
    """Return whether there is something to read, or the connection is lost.

    It reads nothing itself: idle_check takes half a line, the other half of which is still on its way, for a
    fault of the connection. The answer to DONE is read to its end.
    """
    line = select.poll()
    line.register(client.socket(), select.POLLIN)
    return bool(line.poll(seconds * 1000))


def _with_prefix(client: Client, folder: str) -> str:
    """Return the folder's full name: some servers need "INBOX." before it, as their namespace says."""
    personal = client.namespace().personal if client.has_capability("NAMESPACE") else None
    prefix = str(personal[0][0]) if personal else ""
    return folder if folder.startswith(prefix) else prefix + folder


def _is_moved(client: Client, uids: Sequence[int], folder: str) -> bool:
    """Return False if this server cannot remove just these messages from the folder."""
    name = _with_prefix(client, folder)
    if client.has_capability("MOVE"):
        _move(client, uids, name)
        return True
    if client.has_capability("UIDPLUS"):
        client.copy(uids, name)
        client.delete_messages(uids, silent=True)
        client.uid_expunge(uids)
        return True
    return False


def _move(client: Client, uids: Sequence[int], folder: str) -> None:
    """Move messages. Another connection or node may be quicker; the next check moves what is left."""
    try:
        client.move(uids, folder)
    except IMAPClientError as error:
        if TAKEN_BY_OTHERS not in str(error):
            raise


def _weighed(client: Client, messages: Sequence[_Found]) -> list[_Weighed]:
    """Return the messages that are still there, with their sizes and times."""
    if not messages:
        return []
    facts = client.fetch([message.uid for message in messages], ["RFC822.SIZE", "INTERNALDATE"])
    return [
        _Weighed(message.uid, message.key, int(fact[b"RFC822.SIZE"]), fact[b"INTERNALDATE"].astimezone(UTC))
        for message in messages
        if b"INTERNALDATE" in (fact := facts.get(message.uid, {})) and b"RFC822.SIZE" in fact
    ]


def _batches(messages: Sequence[_Found], most: int) -> Iterator[Sequence[_Found]]:
    return (messages[first : first + most] for first in range(0, len(messages), most))


def _portions(messages: Sequence[_Weighed]) -> Iterator[Sequence[_Weighed]]:
    """Split into batches that can be fetched without filling the memory."""
    portion: list[_Weighed] = []
    for message in messages:
        if portion and sum(one.size_bytes for one in portion) + message.size_bytes > BATCH_BYTES:
            yield portion
            portion = []
        portion.append(message)
    if portion:
        yield portion
