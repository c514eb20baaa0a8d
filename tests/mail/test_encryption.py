"""STARTTLS and TLS, with a certificate made for the test: messages come in and mails go out encrypted."""

import shutil
import smtplib
import socket
import ssl
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.core.settings import ReceiverSettings, Settings, SettingsFault
from pbem.core.tls import Security
from pbem.inbound.smtp import SmtpInlet
from pbem.inbound.smtp_session import SmtpSettings
from pbem.outbound.delivery import Delivery, Relay, Verdict
from pbem.service import receiving
from tests.mail.test_delivery import RAW, Office, fate, mail_to
from tests.mail.test_smtp_inlet import JUDGE, MESSAGE, Post
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)
OPENSSL = shutil.which("openssl")

pytestmark = pytest.mark.skipif(OPENSSL is None, reason="openssl, which makes the certificate, is not here")


class Pair(NamedTuple):
    certificate: Path
    key: Path

    def of_server(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*self)
        return context

    def of_client(self) -> ssl.SSLContext:
        """Trusts this certificate and no other."""
        return ssl.create_default_context(cafile=self.certificate)


def made(folder: Path, name: str) -> Pair:
    pair = Pair(folder / f"{name}.pem", folder / f"{name}.key")
    subprocess.run(
        [OPENSSL or "", "req", "-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-subj", f"/CN={name}", "-addext", f"subjectAltName={name}",
         "-out", str(pair.certificate), "-keyout", str(pair.key)],
        check=True, capture_output=True,
    )  # fmt: skip
    return pair


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return made(tmp_path_factory.mktemp("ours"), "IP:127.0.0.1")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Of another host."""
    return made(tmp_path_factory.mktemp("other"), "DNS:elsewhere.example")


# --- messages in --------------------------------------------------------------------------------------------


@pytest.fixture
def context() -> Post:
    return Post()


@pytest.fixture
def inlet(context: Post, pair: Pair) -> Iterator[SmtpInlet]:
    running = SmtpInlet(SmtpSettings(port=0), context.context(), lambda: NOON, pair.of_server())
    running.start()
    yield running
    running.stop()


def test_a_message_comes_in_encrypted(context: Post, inlet: SmtpInlet, pair: Pair) -> None:
    with smtplib.SMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG) as session:
        session.ehlo()
        assert session.has_extn("starttls")
        session.starttls(context=pair.of_client())
        session.sendmail("alice@players.example", [JUDGE], MESSAGE)
        assert isinstance(session.sock, ssl.SSLSocket)
        session.ehlo()
        assert not session.has_extn("starttls")  # once is enough
    assert [arrival.raw for arrival in context.stored] == [MESSAGE]


def test_a_sender_without_encryption_is_accepted(context: Post, inlet: SmtpInlet) -> None:
    with smtplib.SMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG) as session:
        session.sendmail("alice@players.example", [JUDGE], MESSAGE)
    assert len(context.stored) == 1


def test_a_sender_who_trusts_another_goes_away_and_the_next_is_served(
    context: Post, inlet: SmtpInlet, pair: Pair, other: Pair
) -> None:
    session = smtplib.SMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG)
    with pytest.raises(ssl.SSLCertVerificationError):
        session.starttls(context=other.of_client())
    session.close()
    test_a_message_comes_in_encrypted(context, inlet, pair)


def test_the_inlet_closes_while_somebody_takes_long_to_say_good_bye(inlet: SmtpInlet, pair: Pair) -> None:
    session = smtplib.SMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG)
    session.starttls(context=pair.of_client())
    assert session.docmd("QUIT")[0] == 221  # and the other end stays open
    inlet.stop()
    session.close()


def answered(line: socket.socket) -> bytes:
    """One reply, to the end of its last line."""
    said = b""
    while not said.endswith(b"\r\n") or said.splitlines()[-1][3:4] == b"-":
        octet = line.recv(1)
        assert octet, f"hung up after {said!r}"
        said += octet
    return said


def test_commands_smuggled_in_before_encryption_are_ignored(
    context: Post, inlet: SmtpInlet, pair: Pair
) -> None:
    """Commands sent in one piece with STARTTLS may be injected (CVE-2011-0411, CVE-2024-34083)."""
    with socket.create_connection(("127.0.0.1", inlet.port), timeout=LONG) as line:
        answered(line)
        line.sendall(b"EHLO mx.players.example\r\n")
        answered(line)
        line.sendall(b"STARTTLS\r\nMAIL FROM:<mallory@elsewhere.example>\r\n")
        assert answered(line).startswith(b"220")
        with pair.of_client().wrap_socket(line, server_hostname="127.0.0.1") as safe:
            safe.sendall(b"EHLO mx.players.example\r\n")
            assert answered(safe).startswith(b"250-")
            safe.sendall(f"RCPT TO:<{JUDGE}>\r\n".encode())
            assert answered(safe).startswith(b"503")
    assert context.stored == []


def test_an_unusable_certificate_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    settings = Settings(receiver=ReceiverSettings(certificate=tmp_path / "cert.pem"))
    with pytest.raises(SettingsFault, match=r"\[receiver\] certificate: .*cert\.pem cannot be used") as fault:
        receiving.receiver_of(settings, Post().context(), lambda: NOON)
    assert "it holds no certificate, or the key is missing" in str(fault.value)
    assert "_ssl.c" not in str(fault.value)
    missing = Settings(receiver=ReceiverSettings(certificate=tmp_path / "none.pem"))
    with pytest.raises(SettingsFault, match=r"none\.pem cannot be used \(No such file or directory\)"):
        receiving.receiver_of(missing, Post().context(), lambda: NOON)


# --- mails out ---------------------------------------------------------------------------------------------


class Relayed(NamedTuple):
    office: Office
    running: SmtpServer


@pytest.fixture
def relayed(pair: Pair) -> Iterator[Relayed]:
    """A relay that accepts no mail before STARTTLS."""
    office = Office()
    with SmtpServer(office, tls_context=pair.of_server(), require_starttls=True) as running:
        yield Relayed(office, running)


def delivered(relayed: Relayed, security: Security, tls: ssl.SSLContext | None) -> Verdict:
    relay = Relay(port=relayed.running.port, security=security, timeout_seconds=LONG)
    delivery = Delivery(relay, tls)
    try:
        return fate(delivery, mail_to()).verdict
    finally:
        delivery.close()


def test_a_mail_leaves_encrypted(relayed: Relayed, pair: Pair) -> None:
    assert delivered(relayed, Security.STARTTLS, pair.of_client()) is Verdict.SENT
    assert [raw for _, _, raw in relayed.office.taken] == [RAW.replace(b"\n", b"\r\n")]


def test_nothing_is_sent_to_a_relay_with_an_untrusted_certificate(relayed: Relayed, other: Pair) -> None:
    assert delivered(relayed, Security.STARTTLS, None) is Verdict.NOT_TRIED
    assert delivered(relayed, Security.STARTTLS, other.of_client()) is Verdict.NOT_TRIED
    assert relayed.office.taken == []


def test_a_relay_with_the_certificate_of_another_host_gets_nothing(other: Pair) -> None:
    office = Office()
    with SmtpServer(office, tls_context=other.of_server()) as running:
        assert delivered(Relayed(office, running), Security.STARTTLS, other.of_client()) is Verdict.NOT_TRIED
    assert office.taken == []


def test_a_relay_that_wants_encryption_and_does_not_get_it_is_not_held_against_the_mail(
    relayed: Relayed,
) -> None:
    assert delivered(relayed, Security.NONE, None) in (Verdict.NOT_TRIED, Verdict.AGAIN)
    assert relayed.office.taken == []
