"""A Dovecot of our own, with one mailbox for the service; where it is installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

from imapclient import IMAPClient
from msgspec import Struct

from tests.ports import free_port
from tests.postgres import NoServer
from tests.waiting import LONG

SCRIPT = Path(__file__).with_name("mailnet.sh")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


class Mailbox(Struct, frozen=True):
    """The mailbox "judge": where letters are brought to by LMTP, and fetched from by IMAP."""

    imap_port: int
    lmtp_port: int
    user: str = "judge"
    password: str = "secret"  # noqa: S105 - of a mailbox that lives as long as the test

    def message_ids(self, folder: str) -> list[str]:
        """Of all letters in *folder*."""
        with self._opened(folder) as client:
            return [_message_id(header) for header in bodies(client, "HEADER")]

    def count(self, folder: str) -> int:
        """How many letters lie in *folder*?"""
        with self._opened(folder) as client:
            return len(client.search())

    @contextmanager
    def _opened(self, folder: str) -> Iterator[Any]:
        with IMAPClient("127.0.0.1", self.imap_port, ssl=False, timeout=LONG) as client:
            client.login(self.user, self.password)
            client.select_folder(folder, readonly=True)
            yield client


def bodies(client: Any, part: str = "") -> list[bytes]:
    """Of all letters in the open folder, but for those that are moved away just now."""
    uids = client.search()
    answers = client.fetch(uids, [f"BODY.PEEK[{part}]"]) if uids else {}
    found = [answers[uid].get(f"BODY[{part}]".encode()) for uid in sorted(answers)]
    return [body for body in found if body is not None]


def _message_id(header: bytes) -> str:
    return str(BytesHeaderParser().parsebytes(header)["Message-ID"])


@contextmanager
def mailbox(folder: Path) -> Iterator[Mailbox]:
    """Served below *folder* until it is left. Raises NoServer."""
    if shutil.which("dovecot", path=PATH) is None:
        raise NoServer("Dovecot is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    for parent in (folder, *folder.parents[:2]):
        parent.chmod(parent.stat().st_mode | 0o011)  # it runs as a user of its own
    own = Mailbox(free_port(), free_port())
    try:
        _do("up-boxes", folder, own)
    except subprocess.CalledProcessError as fault:
        raise NoServer(f"Dovecot does not start: {fault.stderr!r}") from fault
    try:
        yield own
    finally:
        _do("down-boxes", folder, own)


def _do(verb: str, folder: Path, own: Mailbox) -> None:
    ports = {"MAILNET_IMAP": own.imap_port, "MAILNET_DELIVERY": own.lmtp_port}
    told = {name: str(port) for name, port in ports.items()}
    environment = {"MAILNET_DIR": str(folder), "PATH": PATH, **told}
    subprocess.run([SCRIPT, verb], env=environment, check=True, capture_output=True, timeout=3 * LONG)
