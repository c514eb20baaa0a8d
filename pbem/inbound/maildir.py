"""The Maildir inlet: take messages from a folder.

The mail server writes a message under tmp/ and moves it to new/ when it is complete. Every few seconds each
file in new/ is stored and then renamed into cur/ with the flag for "seen". If the power fails between the
two, the file is still in new/, known as stored, and is only renamed. The file's modification time is when the
mail server had the whole message.
"""

import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from pbem.core.error_text import plain_reason
from pbem.core.logs import log
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

SEEN = ":2,S"


class Maildir(Struct, frozen=True, kw_only=True):
    """The folder to read."""

    folder: Path
    message_bytes: int = 1_048_576
    poll_seconds: float = 5.0


class _Found(Struct, frozen=True):
    path: Path
    uid: str  # the file's unique name, without its flags
    size_bytes: int
    received: datetime


class MaildirInlet:
    """Looks into new/ from `start` to `stop`."""

    def __init__(self, maildir: Maildir, context: Reception) -> None:
        self.maildir, self.context = maildir, context
        self.name = f"maildir:{maildir.folder}"
        self.trouble: str | None = None
        self.is_refused = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def empty_until(self, moment: datetime) -> None:
        """Store everything."""
        try:
            self._take_all()
        except OSError as error:
            self.trouble = plain_reason(error)
            raise not_emptied(self.name, moment, self.trouble) from error

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            try:
                self._take_all()
            except Exception as error:  # a bug of ours must not stop reading for good
                failures += 1
                self.trouble = plain_reason(error)
                self._log(error)
                self._stopping.wait(wait_seconds(failures))
                continue
            failures, self.trouble = 0, None
            self._stopping.wait(self.maildir.poll_seconds)

    def _log(self, error: Exception) -> None:
        if isinstance(error, OSError):
            log.repeated("inlet failed", inlet=self.name, reason=self.trouble)
        else:
            log.warning("inlet failed", inlet=self.name, exc_info=True)

    def _take_all(self) -> None:
        """Store every message in new/, oldest first. Raises OSError after storing what it could."""
        messages = sorted(self._found(), key=lambda message: (message.received, message.uid))
        unkept = [message for message in messages if not self._is_taken(message)]
        if unkept:
            raise OSError(not_kept(len(unkept)))

    def _found(self) -> Iterator[_Found]:
        with os.scandir(self.maildir.folder / "new") as entries:
            for entry in entries:
                if entry.name.startswith(".") or not entry.is_file(follow_symlinks=False):
                    continue
                facts = entry.stat(follow_symlinks=False)
                received = datetime.fromtimestamp(facts.st_mtime, UTC)
                yield _Found(Path(entry.path), entry.name.split(":")[0], facts.st_size, received)

    def _is_taken(self, message: _Found) -> bool:
        if self.context.is_stored(self.name, message.uid):
            self._put_away(message)
            return True
        if message.size_bytes > self.maildir.message_bytes:
            self._set_aside(message)
            return True
        raw = _read(message.path, message.size_bytes)
        return raw is None or self._is_now_kept(message, raw)

    def _is_now_kept(self, message: _Found, raw: bytes) -> bool:
        recipients = addressed_to(raw, self.context.is_ours)
        try:
            self.context.keep(
                Arrival(raw, returned_to(raw), recipients, message.received, self.name, message.uid)
            )
        except Exception:  # of any kind: it stays in new/, and the others go on
            log.exception("message not stored, will be retried", inlet=self.name, uid=message.uid)
            return False
        self._put_away(message)
        return True

    def _set_aside(self, message: _Found) -> None:
        """Notify the host, then move the message: after a crash, a second notice is better than none."""
        header = _read(message.path, HEADER_BYTES)
        if header is None:
            return
        where = str(self._place(message))
        self.context.tell(SetAside(self.name, message.uid, message.size_bytes, where, *written_by(header)))
        self._put_away(message)

    def _put_away(self, message: _Found) -> None:
        try:
            message.path.rename(self._place(message))
        except FileNotFoundError:
            if not (self.maildir.folder / "cur").is_dir():
                raise
            # otherwise another node has moved it already

    def _place(self, message: _Found) -> Path:
        return self.maildir.folder / "cur" / (message.uid + SEEN)


def _read(path: Path, most_bytes: int) -> bytes | None:
    """Return the file's content, or None if another node took it."""
    try:
        with path.open("rb") as file:
            return file.read(most_bytes)
    except FileNotFoundError:
        return None
