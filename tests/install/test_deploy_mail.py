"""The mail servers of deploy/mail, started with the files that we ship; only folders and ports differ.

A message comes to Postfix from another mail server, is delivered to Dovecot, fetched and answered. The answer
leaves through the port that only the service may use, and is signed.
"""

import os
import shutil
import signal
import smtplib
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import dkim
import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from imapclient import IMAPClient
from msgspec import Struct

from tests.install.test_deploy import DEPLOY, EXAMPLE, SERVICES, filled_in
from tests.operations.test_pbem_cli import Sink, wait_for
from tests.support.dovecot import missing
from tests.support.ports import free_port, wait_until_listens
from tests.support.table import as_mail, text_of
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG, until

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
NEEDED = ("dovecot", "doveadm", "postfix", "opendkim", "opendkim-genkey", "openssl")
MISSING = [name for name in NEEDED if shutil.which(name, path=PATH) is None]
MISSING += missing("imapd", "lmtpd")
DOMAIN, SELECTOR, PASSWORD = "games.example.org", "mail", "blue"
is_signed: Any = dkim.verify  # the package has no types

pytestmark = [
    pytest.mark.mailnet,
    pytest.mark.skipif(os.geteuid() != 0, reason="Postfix is started by root only"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (.ci/run installs them)"),
]


class RawSink(Sink):
    """A relay that keeps each mail byte for byte, so that its signature can be checked."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: dict[str, bytes] = {}

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        raw = envelope.original_content or b""
        self.raw[str(as_mail(raw)["Message-ID"])] = (
            raw  # first, because the next line ends the waiting of a test
        )
        return await super().handle_DATA(server, session, envelope)


class Host(Struct, frozen=True):
    """The running servers."""

    folder: Path
    ports: Mapping[str, int]
    sink: RawSink
    environment: Mapping[str, str]  # of the service

    def key(self) -> bytes:
        return key_in(self.folder / "dkim")

    def pbem(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "pbem", *words]


def key_in(folder: Path) -> bytes:
    """Return the DNS record from the file that opendkim-genkey has written: the parts between quotes."""
    text = (folder / f"{SELECTOR}.txt").read_text()
    return "".join(part for n, part in enumerate(text.split('"')) if n % 2).encode()


def written(source: Path, target: Path, changes: Mapping[str, str], more: str = "") -> None:
    """Copy a file of deploy/ with other folders and ports; each text to be replaced must be in it."""
    text = source.read_text()
    for old, new in changes.items():
        assert old in text, f"{source.name}: {old}"
        text = text.replace(old, new)
    target.write_text(text + more)
    target.chmod(source.stat().st_mode & 0o777)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    folder = Path(tempfile.mkdtemp(prefix="deploy."))
    folder.chmod(0o755)  # each server runs as a different user
    ports = {name: free_port() for name in ("smtp", "ours", "imap", "lmtp", "dkim", "web")}
    sink = RawSink()
    try:
        with ExitStack() as stack:
            ports["sink"] = stack.enter_context(SmtpServer(sink)).port
            stack.enter_context(dovecot(folder, ports))
            stack.enter_context(postfix(folder, ports))
            yield Host(folder, ports, sink, environment(folder, ports))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def dovecot(folder: Path, ports: Mapping[str, int]) -> Iterator[None]:
    boxes = folder / "boxes"
    conf, users = folder / "dovecot.conf", folder / "users"
    changes = {
        "/srv/mail": str(boxes), "/etc/dovecot/users": str(users), "listen = *": "listen = 127.0.0.1",
        "port = 143": f"port = {ports['imap']}", "port = 24\n": f"port = {ports['lmtp']}\n",
        "uid=judge gid=judge": "uid=nobody gid=nogroup",
    }  # fmt: skip
    written(
        DEPLOY / "mail" / "dovecot.conf",
        conf,
        changes,
        f"base_dir = {folder}/run\nstate_dir = {folder}/state\n",
    )
    start = {
        "/etc/dovecot/users": str(users), "/etc/dovecot/dovecot.conf": str(conf), "/srv/mail": str(boxes),
        "-o judge -g judge": "-o nobody -g nogroup",
    }  # fmt: skip
    written(DEPLOY / "mail" / "start-dovecot", folder / "start-dovecot", start)
    with running(folder / "start-dovecot", folder, {"MAILBOX_PASSWORD": PASSWORD}):
        for name in ("imap", "lmtp"):
            wait_until_listens(ports[name])
        yield


def write_postfix_files(folder: Path, ports: Mapping[str, int]) -> None:
    """Write the files of deploy/mail with our folders and ports, and make a key for DKIM."""
    config, keys = folder / "postfix", folder / "dkim"
    for one in (config, keys, folder / "spool"):
        one.mkdir()
    (folder / "data").mkdir()
    shutil.chown(folder / "data", "postfix", "postfix")
    genkey = ["opendkim-genkey", "-b", "2048", "-d", DOMAIN, "-s", SELECTOR, "-D", str(keys)]
    subprocess.run(genkey, check=True, env={"PATH": PATH})
    main = {
        "dovecot:24": f"127.0.0.1:{ports['lmtp']}", "inet_protocols = all": "inet_protocols = ipv4",
        "/dev/stdout": f"{folder}/mail.log",
        "127.0.0.0/8 [::1]/128": "127.0.0.9/32",  # we connect like other mail servers, not as trusted
    }  # fmt: skip
    own = f"maillog_file_prefixes = {folder}\n"
    own += f"queue_directory = {folder}/spool\ndata_directory = {folder}/data\n"
    written(DEPLOY / "mail" / "main.cf", config / "main.cf", main, own)
    master = {
        "\nsmtp      inet": f"\n127.0.0.1:{ports['smtp']} inet",
        "\n10025": f"\n127.0.0.1:{ports['ours']}",
    }
    written(DEPLOY / "mail" / "master.cf", config / "master.cf", master)
    at = {"8891": str(ports["dkim"])}
    pid = f"PidFile {folder}/opendkim.pid\n"
    written(DEPLOY / "mail" / "opendkim.conf", folder / "opendkim.conf", at, pid)
    written(DEPLOY / "mail" / "start-postfix", folder / "start-postfix", at)


def postfix_environment(folder: Path, ports: Mapping[str, int]) -> Mapping[str, str]:
    """Return the environment in which start-postfix is run."""
    return {
        "POSTFIX_CONFIG": str(folder / "postfix"),
        "OPENDKIM_CONFIG": str(folder / "opendkim.conf"),
        "DKIM_FOLDER": str(folder / "dkim"),
        "DKIM_SELECTOR": SELECTOR,
        "MAIL_HOST": f"mail.{DOMAIN}",
        "JUDGE": f"judge@{DOMAIN}",
        "HOST_ADDRESS": f"host@{DOMAIN}",
        "RELAY": f"[127.0.0.1]:{ports['sink']}",
        "TLS_NAME": "mail",
        "TLS_FOLDER": str(certificate(folder / "tls")),
    }


@contextmanager
def postfix(folder: Path, ports: Mapping[str, int]) -> Iterator[None]:
    write_postfix_files(folder, ports)
    with running(folder / "start-postfix", folder, postfix_environment(folder, ports)):
        for name in ("smtp", "ours", "dkim"):
            wait_until_listens(ports[name])
        try:
            yield
        finally:
            stop = ["postfix", "-c", str(folder / "postfix"), "stop"]
            subprocess.run(stop, check=False, env={"PATH": PATH})
            os.kill(int((folder / "opendkim.pid").read_text()), signal.SIGTERM)


def certificate(folder: Path) -> Path:
    """Create a self-signed certificate and its key; return their folder."""
    folder.mkdir()
    names = ["-subj", f"/CN=mail.{DOMAIN}", "-keyout", f"{folder}/mail.key", "-out", f"{folder}/mail.pem"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    subprocess.run(made, check=True, env={"PATH": PATH}, capture_output=True)
    return folder


@contextmanager
def running(program: Path, folder: Path, names: Mapping[str, str]) -> Iterator[None]:
    with (folder / f"{program.name}.log").open("wb") as log:
        process = subprocess.Popen([program], env={"PATH": PATH, **names}, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(LONG)


def environment(folder: Path, ports: Mapping[str, int]) -> dict[str, str]:
    """Return the environment of the container, with the addresses of the servers of this test."""
    given = EXAMPLE | {"DATABASE_PASSWORD": "red", "MAILBOX_PASSWORD": PASSWORD}
    of_compose = {name: filled_in(text, given) for name, text in SERVICES["pbem"]["environment"].items()}
    return of_compose | {
        "PATH": PATH,
        "PBEM_DATABASE__URL": f"sqlite:///{folder}/pbem.sqlite",
        "PBEM_IMAP__HOST": "127.0.0.1",
        "PBEM_IMAP__PORT": str(ports["imap"]),
        "PBEM_SENDER__HOST": "127.0.0.1",
        "PBEM_SENDER__PORT": str(ports["ours"]),
        "PBEM_WEB__LISTEN": "127.0.0.1",
        "PBEM_WEB__PORT": str(ports["web"]),
    }


@contextmanager
def served(host: Host, **other: str) -> Iterator[None]:
    with (
        (host.folder / "pbem.log").open("ab") as log,
        subprocess.Popen(host.pbem("serve"), env={**host.environment, **other}, stderr=log) as process,
    ):
        try:
            yield
        finally:
            process.terminate()


def test_a_message_is_answered_and_answered_again_after_a_restore(host: Host) -> None:
    """The machine is lost after the answer; on the new one, messages since the backup are read again."""
    who = ["--gm", "gm@players.example", "--player", "France=ann@players.example"]
    file = str(host.folder / "backup.zip")
    for words in (["new", "std3", "--game", "standard", *who], ["backup", "--to", file]):
        subprocess.run(host.pbem(*words), env=dict(host.environment), check=True, capture_output=True)
    with served(host):
        report = wait_for(host.sink, "+france.")
        send(host.ports["smtp"], reply_to(report))
        answer = wait_for(host.sink, "Re: ")
        health = urlopen(f"http://127.0.0.1:{host.ports['web']}/health", timeout=LONG).read()
        assert until(lambda: count_in(host, "Judged"))  # it may be moved only after it was answered
    assert "Army Paris moves to Burgundy" in text_of(answer)
    assert answer["In-Reply-To"] == "<reply.1@players.example>"
    assert health == b"well\n"
    assert is_signed(host.sink.raw[str(answer["Message-ID"])], dnsfunc=lambda *_, **__: host.key())
    host.sink.mails.clear()
    new = {"PBEM_DATABASE__URL": f"sqlite:///{host.folder}/new.sqlite"}
    environment = {**host.environment, **new}
    subprocess.run(host.pbem("restore", file), env=environment, check=True, capture_output=True)
    with mailbox(host, "Judged") as box:
        box.move(box.search(), "INBOX")
    with served(host, **new):
        again = wait_for(host.sink, "Re: ")
        assert until(lambda: not count_in(host, "INBOX"))
    assert again["Message-ID"] == answer["Message-ID"]
    assert "Army Paris moves to Burgundy" in text_of(again)


@contextmanager
def mailbox(host: Host, folder: str) -> Iterator[Any]:
    with IMAPClient("127.0.0.1", host.ports["imap"], ssl=False, timeout=LONG) as box:
        box.login("judge", PASSWORD)
        box.select_folder(folder)
        yield box


def count_in(host: Host, folder: str) -> int:
    """Return how many messages are in the folder."""
    with mailbox(host, folder) as box:
        return len(box.search())


def test_a_message_waits_in_postfix_while_the_name_of_dovecot_does_not_resolve(host: Host) -> None:
    """That is so while the container of Dovecot is down."""
    message = EmailMessage()
    message["From"], message["To"] = "ann@players.example", f"judge@{DOMAIN}"
    message["Message-ID"] = "<waits@players.example>"
    message.set_content("HELP\n")
    transport(host, "lmtp:inet:dovecot.invalid:24")
    send(host.ports["smtp"], message)
    assert until(lambda: "status=deferred" in (host.folder / "mail.log").read_text())
    transport(host, f"lmtp:inet:127.0.0.1:{host.ports['lmtp']}")
    assert until(lambda: taken_out(host))
    assert "status=bounced" not in (host.folder / "mail.log").read_text()


def taken_out(host: Host) -> bool:
    """Delete all messages in the inbox; return whether there was one."""
    with mailbox(host, "INBOX") as box:
        found = box.search()
        box.delete_messages(found)
        box.expunge()
    return bool(found)


def transport(host: Host, to: str) -> None:
    of_postfix(host, "postconf", "-e", f"virtual_transport = {to}")
    of_postfix(host, "postfix", "reload")


def of_postfix(host: Host, program: str, *words: str) -> None:
    command = [program, "-c", str(host.folder / "postfix"), *words]
    subprocess.run(command, check=True, env={"PATH": PATH}, capture_output=True)


def reply_to(report: EmailMessage, order: str = "A Paris - Burgundy", name: str = "reply.1") -> EmailMessage:
    reply = EmailMessage()
    reply["From"], reply["To"] = "Ann <ann@players.example>", report["Reply-To"]
    reply["Subject"], reply["Message-ID"] = f"Re: {report['Subject']}", f"<{name}@players.example>"
    reply.set_content(f"{order}\n")
    return reply


def send(port: int, mail: EmailMessage) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=LONG) as session:
        session.send_message(mail)


def test_mail_of_the_service_is_signed_and_incoming_mail_is_not(host: Host) -> None:
    """The service may have any address in its network."""
    own, forged = EmailMessage(), EmailMessage()
    for mail, name, to in ((own, "own", "ann@players.example"), (forged, "forged", f"host@{DOMAIN}")):
        mail["From"], mail["To"], mail["Message-ID"] = f"judge@{DOMAIN}", to, f"<{name}@{DOMAIN}>"
        mail.set_content("By order of the judge\n")
    other = ("127.0.0.5", 0)
    with smtplib.SMTP("127.0.0.1", host.ports["ours"], timeout=LONG, source_address=other) as session:
        session.send_message(own)
    send(host.ports["smtp"], forged)
    assert until(lambda: str(own["Message-ID"]) in host.sink.raw)
    assert is_signed(host.sink.raw[str(own["Message-ID"])], dnsfunc=lambda *_, **__: host.key())
    assert until(lambda: count_in(host, "INBOX"))
    with mailbox(host, "INBOX") as box:
        (message,) = box.fetch(box.search(), ["BODY.PEEK[]"]).values()
    assert as_mail(message[b"BODY[]"])["Message-ID"] == forged["Message-ID"]
    assert "DKIM-Signature" not in as_mail(message[b"BODY[]"])
    assert taken_out(host)


def test_postfix_does_not_start_with_a_dkim_selector_without_its_key(tmp_path: Path) -> None:
    """Otherwise mail would be sent unsigned, and nobody would notice."""
    shutil.copytree(DEPLOY / "mail", tmp_path / "etc")
    names = {"MAIL_HOST": f"mail.{DOMAIN}", "JUDGE": f"judge@{DOMAIN}", "HOST_ADDRESS": f"host@{DOMAIN}"}
    names |= {"POSTFIX_CONFIG": str(tmp_path / "etc"), "DKIM_FOLDER": str(tmp_path), "DKIM_SELECTOR": "mail"}
    start = [DEPLOY / "mail" / "start-postfix"]
    started = subprocess.run(start, env={"PATH": PATH, **names}, capture_output=True, text=True, check=False)
    assert started.returncode == 1
    said = f"start-postfix: DKIM_SELECTOR is mail, but there is no {tmp_path}/mail.private\n"
    assert started.stderr.endswith(said)


@pytest.mark.parametrize(
    ("recipient", "code"),
    [
        ("bob@elsewhere.example", 554),
        (f"nobody@{DOMAIN}", 550),
        (f"judge@{DOMAIN}", 250),
        (f"host@{DOMAIN}", 250),
    ],
)
def test_other_mail_servers_reach_only_the_judge_and_the_host(host: Host, recipient: str, code: int) -> None:
    with smtplib.SMTP("127.0.0.1", host.ports["smtp"], timeout=LONG) as session:
        session.ehlo("mx.players.example")
        session.mail("ann@players.example")
        assert session.rcpt(recipient)[0] == code


def test_other_mail_servers_may_use_starttls(host: Host) -> None:
    with smtplib.SMTP("127.0.0.1", host.ports["smtp"], timeout=LONG) as session:
        context = ssl.create_default_context(cafile=str(host.folder / "tls" / "mail.pem"))
        context.check_hostname = False
        assert session.starttls(context=context)[0] == 220
        assert isinstance(session.sock, ssl.SSLSocket)
        assert session.ehlo()[0] == 250


def test_postfix_does_not_start_without_the_certificate_of_its_settings(tmp_path: Path) -> None:
    names = {"TLS_NAME": "mail", "TLS_FOLDER": str(tmp_path), "POSTFIX_CONFIG": str(tmp_path)}
    names |= {"MAIL_HOST": f"mail.{DOMAIN}", "JUDGE": f"judge@{DOMAIN}", "HOST_ADDRESS": "host@x.example"}
    (tmp_path / "main.cf").write_text("")
    begun = subprocess.run(
        [DEPLOY / "mail" / "start-postfix"], env={"PATH": PATH, **names}, capture_output=True, check=False
    )
    assert begun.returncode == 1
    assert f"there is no {tmp_path}/mail.pem" in begun.stderr.decode()
