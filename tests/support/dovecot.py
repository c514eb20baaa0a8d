"""Run a Dovecot server with a mailbox for the service, if Dovecot is installed."""

import os
import shutil
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

from imapclient import IMAPClient
from msgspec import Struct

from tests.support.ports import free_port
from tests.support.postgres import NoServer
from tests.support.waiting import LONG

SCRIPT = Path(__file__).with_name("mailnet.sh")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
ROOTS = ("/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/libexec")
PLACES = [Path(root) / "dovecot" for root in ROOTS]
PARTS = {"imapd": "imap", "lmtpd": "lmtp", "sieve": "modules/*_sieve_plugin.so"}  # by the names of packages


class Mailbox(Struct, frozen=True):
    """The mailbox "judge": messages are delivered by LMTP and fetched by IMAP."""

    imap_port: int
    lmtp_port: int
    user: str = "judge"
    password: str = "secret"  # noqa: S105 - the mailbox only exists during the test

    def message_ids(self, folder: str) -> list[str]:
        """Return the ids of all messages in *folder*."""
        with self._opened(folder) as client:
            return [_message_id(header) for header in bodies(client, "HEADER")]

    def count(self, folder: str) -> int:
        """Count the messages in *folder*."""
        with self._opened(folder) as client:
            return len(client.search())

    @contextmanager
    def _opened(self, folder: str) -> Iterator[Any]:
        with IMAPClient("127.0.0.1", self.imap_port, ssl=False, timeout=LONG) as client:
            client.login(self.user, self.password)
            client.select_folder(folder, readonly=True)
            yield client


def bodies(client: Any, part: str = "") -> list[bytes]:
    """Return all messages in the open folder; one that is moved away meanwhile is left out."""
    uids = client.search()
    answers = client.fetch(uids, [f"BODY.PEEK[{part}]"]) if uids else {}
    found = [answers[uid].get(f"BODY[{part}]".encode()) for uid in sorted(answers)]
    return [body for body in found if body is not None]


def _message_id(header: bytes) -> str:
    return str(BytesHeaderParser().parsebytes(header)["Message-ID"])


def missing(*wanted: str) -> list[str]:
    """Return the packages of Dovecot that are not installed, of the *wanted* parts."""
    if shutil.which("dovecot", path=PATH) is None:
        return ["dovecot"]
    return [f"dovecot-{part}" for part in wanted if not any(_is_there(at, PARTS[part]) for at in PLACES)]


def _is_there(place: Path, pattern: str) -> bool:
    return any(place.glob(pattern))


@contextmanager
def mailbox(folder: Path, plugins: str = "") -> Iterator[Mailbox]:
    """Context manager: run a Dovecot with a mailbox below *folder*; LMTP uses *plugins*. Raises NoServer."""
    if lacking := missing("imapd", "lmtpd"):
        raise NoServer(f"not installed: {', '.join(lacking)}")
    folder.mkdir(parents=True, exist_ok=True)
    for parent in (folder, *folder.parents[:2]):
        parent.chmod(parent.stat().st_mode | 0o011)  # Dovecot runs as another user
    own = Mailbox(free_port(), free_port())
    try:
        _start(folder, own, plugins)
        yield own
    finally:
        _do("down-boxes", folder, own)


def _start(folder: Path, own: Mailbox, plugins: str) -> None:
    """Start it, and check that it accepts mail. Raises NoServer."""
    try:
        _do("up-boxes", folder, own, plugins)
        _demand_lmtp(own)
    except subprocess.SubprocessError as fault:
        said = getattr(fault, "stderr", b"")
        raise NoServer(f"Dovecot does not start: {fault} {said!r}") from fault
    except (OSError, smtplib.SMTPException) as fault:
        raise NoServer(f"Dovecot's LMTP takes no mail ({fault!r}); see {folder}/boxes/dovecot.log") from fault


def _demand_lmtp(own: Mailbox) -> None:
    """Check that LMTP accepts a recipient: its port is open even if the LMTP process always crashes."""
    with smtplib.LMTP("127.0.0.1", own.lmtp_port, timeout=LONG) as session:
        session.mail("")
        code, said = session.rcpt(f"{own.user}@players.example")
        if code >= 300:
            raise smtplib.SMTPResponseException(code, said)


def _do(verb: str, folder: Path, own: Mailbox, plugins: str = "") -> None:
    ports = {"MAILNET_IMAP": own.imap_port, "MAILNET_DELIVERY": own.lmtp_port}
    as_text = {name: str(port) for name, port in ports.items()}
    environment = {"MAILNET_DIR": str(folder), "PATH": PATH, "MAILNET_LMTP_PLUGINS": plugins, **as_text}
    subprocess.run([SCRIPT, verb], env=environment, check=True, capture_output=True, timeout=3 * LONG)
