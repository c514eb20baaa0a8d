"""The recipe for Postfix in deploy/README.md, as printed, on a Postfix that this test starts."""

import os
import re
import shutil
import smtplib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.install.test_deploy import DEPLOY, README
from tests.install.test_deploy_mail import PATH, written
from tests.operations.test_pbem_cli import Sink
from tests.support.ports import free_port, wait_until_listens
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG, until

pytestmark = [
    pytest.mark.mailnet,
    pytest.mark.skipif(os.geteuid() != 0, reason="Postfix is started by root only"),
    pytest.mark.skipif(shutil.which("postfix", path=PATH) is None, reason="Postfix is not installed"),
]
RECIPE = re.search(r"^Postfix needs [\s\S]*?\n\n((?:    [^\n]+\n)+)", README, re.M)
LINE = re.search(r"one line, `([^`]+)`", README)


class Envelopes(Sink):
    """A mail server that also records the recipients of all messages."""

    def __init__(self) -> None:
        super().__init__()
        self.recipients: list[str] = []

    async def handle_RCPT(self, server, session, envelope, address, options):  # type: ignore[no-untyped-def]  # noqa: N802 - aiosmtpd's
        self.recipients.append(address)
        envelope.rcpt_tos.append(address)
        return "250 OK"


@contextmanager
def postfix(folder: Path, port: int, service: int) -> Iterator[None]:
    assert RECIPE
    assert LINE
    config = folder / "postfix"
    for one in (config, folder / "spool", folder / "data"):
        one.mkdir()
    shutil.chown(folder / "data", "postfix", "postfix")
    (config / "judge").write_text(f"{LINE[1].replace('2525', str(service))}\n")
    own = [
        "compatibility_level = 3.6", "inet_protocols = ipv4", "mydestination =", "mynetworks = 127.0.0.9/32",
        f"maillog_file = {folder}/mail.log", f"maillog_file_prefixes = {folder}",
        f"queue_directory = {folder}/spool", f"data_directory = {folder}/data",
    ]  # fmt: skip
    recipe = "".join(f"{line.strip()}\n" for line in RECIPE[1].splitlines())
    (config / "main.cf").write_text("\n".join(own) + "\n" + recipe.replace("/etc/postfix", str(config)))
    ports = {"\nsmtp      inet": f"\n127.0.0.1:{port} inet", "\n10025": f"\n127.0.0.1:{free_port()}"}
    written(DEPLOY / "mail" / "master.cf", config / "master.cf", ports)
    do = ["postfix", "-c", str(config)]
    with subprocess.Popen([*do, "start-fg"], env={"PATH": PATH}) as process:
        try:
            wait_until_listens(port)
            yield
        finally:
            subprocess.run([*do, "stop"], check=False, env={"PATH": PATH}, capture_output=True)
            process.wait(LONG)


def test_postfix_passes_on_messages_to_the_judge_with_and_without_a_token_and_no_others() -> None:
    folder = Path(tempfile.mkdtemp(prefix="recipe."))
    folder.chmod(0o755)
    sink, port = Envelopes(), free_port()
    try:
        with SmtpServer(sink) as server, postfix(folder, port, server.port):
            with smtplib.SMTP("127.0.0.1", port, timeout=LONG) as session:
                for to in ("judge@games.example.org", "judge+france.std3.abcdefghijklmnop@games.example.org"):
                    session.sendmail("ann@players.example", [to], b"Subject: std3\r\n\r\nA Par - Bur\r\n")
                with pytest.raises(smtplib.SMTPRecipientsRefused):
                    session.sendmail("ann@players.example", ["other@games.example.org"], b"\r\n")
                with pytest.raises(smtplib.SMTPRecipientsRefused):
                    session.sendmail("ann@players.example", ["judge@elsewhere.example"], b"\r\n")
            assert until(lambda: len(sink.recipients) == 2)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert sorted(sink.recipients) == [
        "judge+france.std3.abcdefghijklmnop@games.example.org",
        "judge@games.example.org",
    ]
