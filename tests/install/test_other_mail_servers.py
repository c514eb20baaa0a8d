"""The recipes for mail servers in deploy/README.md, as printed, on servers that these tests start."""

import os
import re
import shutil
import smtplib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.install.test_deploy import README
from tests.install.test_deploy_mail import PATH
from tests.install.test_deploy_recipes import Envelopes, postfix
from tests.operations.test_pbem_cli import Sink, wait_for
from tests.support.ports import free_port, wait_until_listens
from tests.support.table import text_of
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG, until

EVERYWHERE = f"{os.environ.get('PATH', '')}:{PATH}"
EXIM = shutil.which("exim4", path=EVERYWHERE) or shutil.which("exim", path=EVERYWHERE)
EXIM_SETTINGS = """exim_user = nobody
exim_group = nogroup
exim_path = {program}
spool_directory = {folder}
log_file_path = {folder}/%slog
pid_file_path = {folder}/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = {port}
tls_advertise_hosts =
keep_environment =
domainlist relay_to_domains = games.example.org
acl_smtp_rcpt = of_recipient
begin acl
of_recipient:
  accept domains = +relay_to_domains
         verify = recipient
  deny
"""
OPENSMTPD = shutil.which("smtpd", path=EVERYWHERE)
IN_USE = Path("/var/run/smtpd.sock")  # OpenSMTPD has no setting for another path
OF_A_SEAT = "judge+france.std3.abcdefghijklmnop@games.example.org"

pytestmark = [
    pytest.mark.mailnet,
    pytest.mark.skipif(os.geteuid() != 0, reason="mail servers are started by root only"),
]


def recipe(name: str) -> str:
    """Return the indented lines below the name of a server in deploy/README.md."""
    found = re.search(rf"^{name}[\s\S]*?\n\n((?:    [^\n]+\n|\n(?=    ))+)", README, re.M)
    assert found, name
    return re.sub(r"^    ", "", found[1], flags=re.M)


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    with subprocess.Popen(command, env={"PATH": PATH}) as process:
        try:
            wait_until_listens(port)
            yield
        finally:
            process.terminate()
            process.wait(LONG)


@contextmanager
def exim(folder: Path, port: int, service: int) -> Iterator[None]:
    assert EXIM
    router, _, transport = recipe("Exim").replace("2525", str(service)).partition("\n\n")
    shutil.chown(folder, "nobody", "nogroup")
    config = folder / "exim.conf"
    own = EXIM_SETTINGS.format(program=EXIM, folder=folder, port=port)
    config.write_text(f"{own}begin routers\n{router}\nbegin transports\n{transport}\n")
    with running([EXIM, "-C", str(config), "-bdf", "-q1h"], port):
        yield


@contextmanager
def opensmtpd(folder: Path, port: int, service: int) -> Iterator[None]:
    assert OPENSMTPD
    config = folder / "smtpd.conf"
    config.write_text(f"listen on 127.0.0.1 port {port}\n{recipe('OpenSMTPD').replace('2525', str(service))}")
    try:
        with running([OPENSMTPD, "-d", "-f", str(config)], port):
            yield
    finally:
        IN_USE.unlink(missing_ok=True)


SERVERS = [
    pytest.param(exim, marks=pytest.mark.skipif(EXIM is None, reason="Exim is not installed")),
    pytest.param(
        opensmtpd,
        marks=pytest.mark.skipif(
            OPENSMTPD is None or IN_USE.exists(), reason="OpenSMTPD is not installed, or is already running"
        ),
    ),
]


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_passes_on_messages_to_the_judge_with_and_without_a_token_and_no_others(server) -> None:  # type: ignore[no-untyped-def]  # a context manager of this module
    folder = Path(tempfile.mkdtemp(prefix="recipe."))
    folder.chmod(0o755)
    sink, port = Envelopes(), free_port()
    try:
        with SmtpServer(sink) as service, server(folder, port, service.port):
            with smtplib.SMTP("127.0.0.1", port, timeout=LONG) as session:
                for to in ("judge@games.example.org", OF_A_SEAT):
                    session.sendmail("ann@players.example", [to], b"Subject: std3\r\n\r\nA Par - Bur\r\n")
                with pytest.raises(smtplib.SMTPRecipientsRefused):
                    session.sendmail("ann@players.example", ["other@games.example.org"], b"\r\n")
                with pytest.raises(smtplib.SMTPRecipientsRefused):
                    session.sendmail("ann@players.example", ["judge@elsewhere.example"], b"\r\n")
            assert until(lambda: len(sink.recipients) == 2)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert sorted(sink.recipients) == [OF_A_SEAT, "judge@games.example.org"]


POSTFIX = pytest.param(
    postfix,
    marks=pytest.mark.skipif(shutil.which("postfix", path=PATH) is None, reason="Postfix is not installed"),
)


@pytest.mark.parametrize("server", [POSTFIX, *SERVERS])
def test_a_player_is_answered_by_a_judge_behind_the_server(server) -> None:  # type: ignore[no-untyped-def]  # a context manager
    """Send HELP to judge@ and orders to the token of a seat, as the mail of others arrives."""
    folder = Path(tempfile.mkdtemp(prefix="recipe."))
    folder.chmod(0o755)
    sink, port, receiver = Sink(), free_port(), free_port()
    try:
        with (
            SmtpServer(sink) as relay,
            serving(folder, receiver, relay.port),
            server(folder, port, receiver),
        ):
            report = wait_for(sink, "+france.")
            with smtplib.SMTP("127.0.0.1", port, timeout=LONG) as session:
                session.send_message(_reply(str(report["Reply-To"]), "A Paris - Burgundy", report))
                session.send_message(_reply("judge@games.example.org", "HELP"))
            answer = wait_for(sink, "Re: std3")
            assert "Burgundy" in text_of(answer)
            assert "JOIN" in text_of(wait_for(sink, "Re: question"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _reply(to: str, body: str, report: EmailMessage | None = None) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "Ann <ann@players.example>", to
    message["Subject"] = f"Re: {report['Subject']}" if report else "question"
    message["Message-ID"] = f"<{len(body)}@players.example>"
    message.set_content(f"{body}\n")
    return message


@contextmanager
def serving(folder: Path, receiver: int, relay: int) -> Iterator[None]:
    """Run `pbem serve` with a table at which Ann plays France."""
    environment = os.environ | {
        "PBEM_DATABASE__URL": f"sqlite:///{folder / 'pbem.sqlite'}",
        "PBEM_HOUSE__JUDGE": "judge@games.example.org",
        "PBEM_TRUST__CHECK_DKIM": "false",
        "PBEM_RECEIVER__PORT": str(receiver),
        "PBEM_SENDER__PORT": str(relay),
    }
    pbem = [sys.executable, "-m", "pbem"]
    new = ["new", "std3", "--game", "standard", "--gm", "gm@players.example"]
    players = ["--player", "France=Ann <ann@players.example>", "--player", "England=bob@players.example"]
    subprocess.run([*pbem, *new, *players], env=environment, check=True, timeout=LONG, capture_output=True)
    with subprocess.Popen([*pbem, "serve"], env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until_listens(receiver)
            yield
        finally:
            process.terminate()
            process.wait(LONG)
