"""Test harnesses clean up: tests without their servers are skipped with a reason, and none keeps running."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.endurance import crash
from tests.endurance.crash_mailboxes import Mailboxes, Post
from tests.endurance.restarts import Lost
from tests.support import dovecot
from tests.support.postgres import NoServer
from tests.support.waiting import LONG, until

needs_dovecot = pytest.mark.skipif(
    bool(dovecot.missing("imapd", "lmtpd")), reason="Dovecot with IMAP and LMTP is not installed"
)


def processes(word: str, where: str = "cmdline") -> list[str]:
    """The command lines, or environments, of processes with *word* in them, except for ours."""
    found = []
    for entry in Path("/proc").glob(f"[0-9]*/{where}"):
        try:
            said = entry.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if word in said and entry.parent.name != str(os.getpid()):
            found.append(said)
    return found


@needs_dovecot
def test_a_dovecot_whose_lmtp_dies_at_each_start_is_no_server_and_is_not_left_running() -> None:
    with TemporaryDirectory(prefix="harness-") as name:
        begun = time.monotonic()
        with pytest.raises(NoServer, match="LMTP takes no mail"), dovecot.mailbox(Path(name), "nosuch"):
            pass
        assert time.monotonic() - begun < 2 * LONG
        assert until(lambda: not processes(name))


@needs_dovecot
def test_a_mailbox_needs_no_sieve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dovecot.PARTS, "sieve", "modules/nowhere.so")
    assert dovecot.missing("sieve") == ["dovecot-sieve"]
    with TemporaryDirectory(prefix="harness-") as name, dovecot.mailbox(Path(name)) as box:
        assert box.count("INBOX") == 0


def test_a_setup_without_its_server_is_left_out_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dovecot.PARTS, "lmtpd", "nowhere")
    with pytest.raises(NoServer, match="not installed: dovecot"):
        crash.play("sqlite+imap", tmp_path, kills=1, seed=1)


def test_a_message_that_is_not_accepted_fails_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def carry(*_: object) -> None:
        raise ConnectionRefusedError("nobody is at the door")

    monkeypatch.setattr("tests.endurance.crash_mailboxes.PATIENCE", 0.2)
    with Mailboxes() as boxes, pytest.raises(Lost, match=r"was not taken .*nobody is at the door"):
        Post(boxes, carry).send("ann@x.org", crash.JUDGE, "std1", "A Par - Bur")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_crash_test_that_is_stopped_in_the_middle_leaves_nothing_running(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.endurance.crash", "--kills", "100000", "--only", "sqlite+smtp"]
    root = Path(__file__).parents[1]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL) as harness:
        assert until(lambda: list(tmp_path.glob("crash-*/*/service.log")), 3 * LONG)
        assert len(processes(str(tmp_path), "environ")) > 1
        harness.send_signal(signal.SIGTERM)
        assert harness.wait(5 * LONG) == 128 + signal.SIGTERM
    assert until(lambda: not processes(str(tmp_path), "environ"))
