"""What a player sees who reads mail in a terminal, and where the answer goes."""

import os
import shutil
import subprocess
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.support import every_mail
from tests.support.waiting import LONG

WIDTH = 76
NEEDED = ("neomutt", "script")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
RC = """
set folder="{home}" spoolfile="{home}/box" mbox_type=Maildir record="" header_cache=""
set quit=yes delete=no wait_key=no pipe_decode=yes wrap=80 sendmail="{home}/sendmail" sendmail_wait=0
set from="bob@x.org" copy=no reply_to=yes include=yes fast_reply=yes
set abort_unmodified=no editor="{home}/editor"
alternative_order text/plain text/html
"""

pytestmark = [
    pytest.mark.mailnet,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (.ci/run installs them)"),
]


def neomutt(home: Path, raw: bytes, keys: str) -> None:
    """neomutt opens a mailbox of one message, and these keys are pressed."""
    for part in ("cur", "new", "tmp"):
        (home / "box" / part).mkdir(parents=True)
    (home / "box" / "new" / "1.mail").write_bytes(raw.replace(b"\r\n", b"\n"))
    (home / "rc").write_text(RC.format(home=home))
    for name, does in (("sendmail", f"cat > {home}/sent"), ("editor", "echo 'A Erb - Dal' >> \"$1\"")):
        (home / name).write_text(f"#!/bin/sh\n{does}\n")
        (home / name).chmod(0o755)
    done = subprocess.run(
        [shutil.which("script") or "", "-qec", f"neomutt -n -F {home}/rc -e 'push \"{keys}\"'", "/dev/null"],
        env={**os.environ, "HOME": str(home), "TERM": "vt100", "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
        input=b"",
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "name", [f"{key}/{kind}" for key in every_mail.TURNS for kind in ("report", "bulletin")]
)
def test_a_terminal_shows_the_text_part_whole_and_unbroken(name: str, tmp_path: Path) -> None:
    raw = every_mail.mail(name).raw
    neomutt(tmp_path, raw, f"<last-entry><pipe-message>cat > {tmp_path}/shown<enter><quit>")
    shown = (tmp_path / "shown").read_text("utf-8")
    mail = message_from_bytes(raw, policy=policy.default)
    text = mail.get_body(("plain",))
    assert text
    said = [line.rstrip() for line in text.get_content().splitlines() if line.strip()]
    seen = [line.rstrip() for line in shown.splitlines()]
    assert [line for line in said if line not in seen] == []
    assert max(len(line) for line in said) <= WIDTH
    assert f"Subject: {mail['Subject']}" in " ".join(shown.split()), "on as many lines as it needs"
    assert "<html" not in shown


def test_an_answer_goes_to_the_seat_under_the_quoted_report(tmp_path: Path) -> None:
    raw = every_mail.mail("hardbop/report").raw
    neomutt(tmp_path, raw, "<last-entry><reply><send-message><quit>")
    sent = message_from_bytes((tmp_path / "sent").read_bytes(), policy=policy.default)
    report = message_from_bytes(raw, policy=policy.default)
    assert sent["To"].addresses[0].addr_spec == report["Reply-To"].addresses[0].addr_spec
    assert sent["In-Reply-To"] == report["Message-ID"]
    assert sent["Subject"] == f"Re: {report['Subject']}"
    lines = str(sent.get_content()).splitlines()
    assert "A Erb - Dal" in lines
    assert "> This report is private: only you get it." in lines
