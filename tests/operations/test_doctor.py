"""`pbem doctor` reports wrong settings, files and servers, with the place and the remedy."""

import json
import os
import re
import smtplib
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
import pytest
import typer
from dns.resolver import Resolver
from pydantic import SecretStr
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from pbem.cli import serving
from pbem.cli.main import app
from pbem.cli.shell import NOT_UNDERSTOOD
from pbem.core.sentences import sentence
from pbem.core.settings import (
    DatabaseSettings,
    HouseSettings,
    ImapSettings,
    NamesSettings,
    ReceiverSettings,
    SenderSettings,
    Settings,
    SiteSettings,
    TrustSettings,
)
from pbem.core.settings_file import load
from pbem.core.settings_risks import risks
from pbem.service import connection_check, dns_check, doctor, template_check
from pbem.service.finding import Finding
from pbem.store.database import Store
from pbem.store.engine import StoreFault, remedy_of
from tests.support.ports import free_port
from tests.support.thorough import every_row
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUHJNMGlHWyxOaytF1kfLi7PxOFWIwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNanVkZ2UuZXhhbXBsZTAeFw0yNjExMjIwNDQ5MTRaFw0yNzEy
MjcwNDQ5MTRaMBgxFjAUBgNVBAMMDWp1ZGdlLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATwKxHREK9xCvSxIyFzj9WBYS6i/X6SUaj95i1ILydk8tqg
VszWvs65hQs1cBrXPSkJCNo10kL1akIIzLaxNWXwo1MwUTAdBgNVHQ4EFgQU4FD0
NustZQ9miok0imfxQFfuNxkwHwYDVR0jBBgwFoAU4FD0NustZQ9miok0imfxQFfu
NxkwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAJnan/rEKFt6Zt
61rbTg9LMf+lCBFcVY+2qYC/FkrxswIhANE4PEvZLWm0feZOU3Vh4Q+uAoluB76s
wQ4AMoNOVw0E
-----END CERTIFICATE-----
"""  # self-signed, and used nowhere else
HOUSE = HouseSettings(judge="judge@judge.example", host="host@judge.example")


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extend the timeouts, because our relays and name servers are slow on a busy machine."""
    for module in (connection_check, dns_check):
        monkeypatch.setattr(module, "PATIENCE_SECONDS", LONG)


faults_of_ours = cache(partial(template_check.faults, None))


@pytest.fixture(autouse=True)
def _checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check our own templates once, because they do not change while the tests run."""
    check = template_check.faults
    monkeypatch.setattr(template_check, "faults", lambda own: check(own) if own else faults_of_ours())


class Relay:
    """A relay to which the doctor connects without sending anything."""


@pytest.fixture
def relay() -> Iterator[int]:
    with SmtpServer(Relay()) as server:
        yield server.port


def settings(folder: Path, port: int, **parts: object) -> Settings:
    usual: dict[str, object] = {
        "house": HOUSE,
        "database": DatabaseSettings(url=f"sqlite:///{folder / 'pbem.sqlite'}"),
        "sender": SenderSettings(port=port),
        "receiver": ReceiverSettings(port=0),
    }
    return Settings(**(usual | parts))  # type: ignore[arg-type]  # each part has the type that its name needs


def findings(of: Settings, now: datetime = NOW) -> dict[str, Finding]:
    with NameServer(GOOD) as resolver:
        return {finding.what: finding for finding in doctor.examine(of, now, resolver)}


Zone = Mapping[tuple[str, str], Sequence[str]]
KEY = "v=DKIM1; k=rsa; p=" + "A" * 300
GOOD: Zone = {
    ("judge.example", "MX"): ["10 mail.judge.example."],
    ("mail.judge.example", "A"): ["203.0.113.5"],
    ("judge.example", "TXT"): ['"v=spf1 mx -all"', '"some-site-verification=1"'],
    ("mail._domainkey.judge.example", "TXT"): [f'"{KEY[:255]}" "{KEY[255:]}"'],
    ("_dmarc.judge.example", "TXT"): ['"v=DMARC1; p=none"'],
    ("5.113.0.203.in-addr.arpa", "PTR"): ["mail.judge.example."],
}


class NameServer:
    """A name server on loopback (UDP) that answers from *zone*; without a zone it never answers."""

    def __init__(self, zone: Zone | None) -> None:
        self.zone = zone
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self._serve)

    def __enter__(self) -> Resolver:
        self.thread.start()
        resolver = Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], self.socket.getsockname()[1]
        return resolver

    def __exit__(self, *_: object) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", self.socket.getsockname())
        self.thread.join()
        self.socket.close()

    def _serve(self) -> None:
        while True:
            asked, sender = self.socket.recvfrom(4096)
            if not asked:
                return
            if self.zone is not None:
                self.socket.sendto(self._answer(asked, self.zone), sender)

    def _answer(self, asked: bytes, zone: Zone) -> bytes:
        query = dns.message.from_wire(asked)
        (question,) = query.question
        name, kind = question.name.to_text(omit_final_dot=True), dns.rdatatype.to_text(question.rdtype)
        answer = dns.message.make_response(query)
        if records := zone.get((name, kind)):
            answer.answer.append(dns.rrset.from_text_list(question.name, 60, "IN", kind, list(records)))
        elif name.startswith("broken."):
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif all(name != known for known, _ in zone):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer.to_wire()


def test_a_usable_service_has_no_faults(tmp_path: Path, relay: int) -> None:
    store = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    store.upgrade()
    store.close()
    found = findings(settings(tmp_path, relay))
    assert [one for one in found.values() if one.is_well is False] == []
    assert found["database"].is_well
    assert found["sender"].is_well
    assert found["certificate"].is_well is None


def test_several_faults_are_reported_at_once_each_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "pbem.sqlite").write_text("this is no database, but long enough to be taken for one")
    own = tmp_path / "own"
    own.mkdir()
    (own / "report.txt").write_text("Dear {{ seat.player }},\n{{ sheet.headlin }}\n")
    (tmp_path / "judge.pem").write_text("nothing")
    ill = settings(
        tmp_path,
        free_port(),  # nobody listens there
        house=HouseSettings(templates=own),
        receiver=ReceiverSettings(port=0, certificate=tmp_path / "judge.pem"),
    )
    found = findings(ill)
    faulty = {what for what, one in found.items() if one.is_well is False}
    assert faulty == {"settings", "database", "templates", "sender", "certificate"}
    assert all(found[what].remedy for what in faulty)
    assert f"{own / 'report.txt'}, line 2: " in found["templates"].said
    assert "Connection refused" in found["sender"].said
    assert "Errno" not in found["sender"].said


@pytest.mark.parametrize(
    ("sender", "remedy"),
    [
        (SenderSettings(port=free_port()), "no server listens there: start the relay"),
        (SenderSettings(host="relay.invalid"), "no such name: correct host of [sender]"),
        (SenderSettings(security="tls"), "security and port of [sender] do not match"),
        (SenderSettings(security="starttls"), "security and port of [sender] do not match"),
    ],
)
def test_a_relay_that_cannot_be_reached_or_has_wrong_settings_has_a_remedy(
    sender: SenderSettings, remedy: str, tmp_path: Path, relay: int
) -> None:
    reached = sender if sender.port != 25 else sender.model_copy(update={"port": relay})
    found = findings(settings(tmp_path, relay, sender=reached))["sender"]
    assert (found.is_well, found.remedy[: len(remedy)]) == (False, remedy)
    assert "_ssl.c" not in found.said


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (smtplib.SMTPAuthenticationError(535, b"no"), "write user and password of [sender]"),
        (ssl.SSLCertVerificationError("no"), "write the name that is in the certificate"),
        (TimeoutError("timed out"), "nothing answers: correct host and port"),
        (OSError(113, "No route to host"), "see [sender] in pbem.toml"),
    ],
)
def test_each_error_of_a_relay_has_a_remedy(
    fault: Exception, remedy: str, tmp_path: Path, relay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_settings: Settings) -> str:
        raise fault

    monkeypatch.setattr(connection_check, "_greeting", fail)
    found = findings(settings(tmp_path, relay))["sender"]
    assert (found.is_well, found.remedy[: len(remedy)]) == (False, remedy)


# --- settings that work but are unsafe -------------------------------------------------------------------

STRONG = "8c1f0b6a9d3e47a2b5c0d1e2f3a49586"


def named_risks(**parts: object) -> list[str]:
    return [risk.what for risk in risks(Settings(**parts))]  # type: ignore[arg-type]  # as in settings()


@pytest.mark.parametrize(
    "secret", ["geheim", "correct-horse", "internationalization", "abcabcabcabcabcabcabcabc", "1" * 40]
)
def test_a_secret_that_can_be_guessed_is_reported_but_not_printed(
    secret: str, tmp_path: Path, relay: int
) -> None:
    found = findings(settings(tmp_path, relay, trust=TrustSettings(secret=SecretStr(secret))))["secret"]
    assert found.is_well is False
    assert "openssl rand -hex 32" in found.remedy
    assert secret not in found.said + found.remedy


@pytest.mark.parametrize("secret", ["", STRONG, "vier Pferde am Nordufer, 1814"])
def test_a_good_secret_is_not_reported(secret: str) -> None:
    assert named_risks(trust=TrustSettings(secret=SecretStr(secret))) == []


@pytest.mark.parametrize("host", ["imap.example.org", "203.0.113.5", "192.168.1.5", "2001:db8::1"])
def test_a_login_in_the_clear_to_another_machine_is_reported(host: str) -> None:
    imap = ImapSettings(on=True, host=host, user="judge", password=SecretStr("x"), security="none")
    sender = SenderSettings(host=host, user="judge", password=SecretStr("x"))
    assert named_risks(imap=imap, sender=sender) == ["imap", "sender"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "::1", "localhost", "dovecot", "postfix", "host.docker.internal"]
)
def test_a_login_in_the_clear_on_this_machine_or_between_containers_is_not_reported(host: str) -> None:
    imap = ImapSettings(on=True, host=host, user="judge", password=SecretStr("x"), security="none")
    sender = SenderSettings(host=host, user="judge", password=SecretStr("x"))
    assert named_risks(imap=imap, sender=sender) == []


def test_a_relay_without_a_login_or_with_tls_is_not_reported() -> None:
    assert named_risks(sender=SenderSettings(host="mail.example.org")) == []
    tls = SenderSettings(host="mail.example.org", user="judge", password=SecretStr("x"), security="tls")
    assert named_risks(sender=tls) == []


def test_serve_warns_of_a_login_in_the_clear(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "_begin", stop)
    sender = SenderSettings(host="mail.example.org", user="judge", password=SecretStr("x"))
    with pytest.raises(KeyboardInterrupt):
        serving.serve(Settings(house=HOUSE, sender=sender))
    assert 'pbem: [sender] security = "none" sends user and password to mail.example.org in the clear' in (
        capsys.readouterr().err
    )


# --- folders ---------------------------------------------------------------------------------------------


def test_a_site_that_cannot_be_written_is_reported(
    tmp_path: Path, relay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def site_in(folder: Path) -> Finding:
        return findings(settings(tmp_path, relay, site=SiteSettings(folder=folder)))["site"]

    (tmp_path / "file").write_text("")
    assert site_in(tmp_path).is_well
    assert site_in(tmp_path / "new" / "site").is_well is None
    for folder in (tmp_path / "file", tmp_path / "file" / "site"):
        assert site_in(folder).is_well is False
        assert f"{tmp_path / 'file'} is a file" in site_in(folder).said
    monkeypatch.setattr(doctor, "_is_writable", lambda _: False)
    assert f"this user may not write in {tmp_path}" in site_in(tmp_path / "new").said


def test_a_missing_folder_of_maps_is_reported(tmp_path: Path, relay: int) -> None:
    house = HOUSE.model_copy(update={"boards": tmp_path / "maps"})
    found = findings(settings(tmp_path, relay, house=house))["boards"]
    assert (found.is_well, found.remedy) == (False, "create it, or correct boards of [house]")
    assert "boards" not in findings(settings(tmp_path, relay))


# --- names in the DNS ------------------------------------------------------------------------------------

NAMED = NamesSettings(addresses=("203.0.113.5",), dkim_selector="mail")


def named(
    zone: Zone | None, given: NamesSettings = NAMED, house: HouseSettings = HOUSE
) -> dict[str, Finding]:
    with NameServer(zone) as resolver:
        return {one.what: one for one in dns_check.examine(Settings(house=house, names=given), resolver)}


def test_dns_records_that_lead_to_us_are_accepted() -> None:
    found = named(GOOD)
    assert {what: one.is_well for what, one in found.items()} == dict.fromkeys(
        ("mx", "spf", "dkim", "dmarc", "reverse name"), True
    )
    assert found["mx"].said == "messages to judge.example go to mail.judge.example"
    assert found["reverse name"].said == "203.0.113.5 is mail.judge.example"


def test_a_missing_dns_record_is_printed_as_it_should_be() -> None:
    found = named({})
    assert {what: one.is_well for what, one in found.items()} == dict.fromkeys(
        ("mx", "spf", "dkim", "dmarc", "reverse name"), False
    )
    assert found["mx"].remedy.startswith("set: judge.example. IN MX 10 mail.judge.example.")
    assert found["spf"].remedy.startswith('set: judge.example. IN TXT "v=spf1 mx -all"')
    assert found["dkim"].remedy.startswith('set: mail._domainkey.judge.example. IN TXT "v=DKIM1; ')
    assert found["dmarc"].remedy == (
        'set: _dmarc.judge.example. IN TXT "v=DMARC1; p=none; rua=mailto:host@judge.example"'
    )


SPOILT: list[tuple[dict[tuple[str, str], list[str]], str, bool | None, str]] = [
    (
        {
            ("mail.judge.example", "A"): [],
            ("5.113.0.203.in-addr.arpa", "PTR"): ["b.example."],
            ("b.example", "A"): ["203.0.113.5"],
        },
        "mx",
        False,
        "mail.judge.example of the MX",
    ),
    ({("judge.example", "MX"): ["0 ."]}, "mx", False, ". of the MX"),
    (
        {("judge.example", "MX"): [], ("judge.example", "AAAA"): ["2001:db8::1"]},
        "mx",
        True,
        "go to judge.example",
    ),
    (
        {("judge.example", "MX"): ["10 broken.judge.example."]},
        "mx",
        None,
        "could not ask: broken.judge.example",
    ),
    ({("judge.example", "TXT"): ['"v=spf1 -all"', '"v=spf1 mx -all"']}, "spf", False, "2 SPF records"),
    ({("judge.example", "TXT"): ['"v=spf1 +all"']}, "spf", False, "everybody may send"),
    ({("judge.example", "TXT"): ['"v=spf10 mx"']}, "spf", False, "does not say who may send"),
    ({("mail._domainkey.judge.example", "TXT"): ['"v=DKIM1; p="']}, "dkim", False, "is withdrawn"),
    (
        {("_dmarc.judge.example", "TXT"): [], ("_dmarc.example", "TXT"): ['"v=DMARC1; p=reject"']},
        "dmarc",
        False,  # the record of a top-level domain does not count
        "has no DMARC",
    ),
    ({("5.113.0.203.in-addr.arpa", "PTR"): []}, "reverse name", False, "203.0.113.5 has none"),
    (
        {("5.113.0.203.in-addr.arpa", "PTR"): ["other.example."]},
        "reverse name",
        False,
        "other.example does not lead back to it",
    ),
]


@pytest.mark.parametrize(("change", "what", "is_well", "said"), SPOILT)
def test_an_unsuitable_dns_record_is_reported(
    change: dict[tuple[str, str], list[str]], what: str, is_well: bool | None, said: str
) -> None:
    found = named({**GOOD, **change})
    assert found[what].is_well is is_well
    assert said in found[what].said
    assert [one.what for one in found.values() if one.is_well is False and one.what != what] == []


def test_the_dmarc_record_of_the_parent_domain_counts() -> None:
    house = HouseSettings(judge="judge@games.judge.example", host="host@judge.example")
    assert named(GOOD, house=house)["dmarc"].is_well


def test_dns_records_for_settings_that_are_not_set_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dns_check, "_own_addresses", list)
    found = named(GOOD, NamesSettings())
    assert {what for what, one in found.items() if one.is_well is None} == {"dkim", "reverse name"}
    (alone,) = named(GOOD, house=HouseSettings()).values()
    assert (alone.is_well, alone.said) == (None, "not asked: [house] judge is not set")


def test_without_a_name_server_there_are_no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dns_check, "PATIENCE_SECONDS", 0.05)
    for found in (named(None), {"names": next(dns_check.examine(Settings(house=HOUSE), None))}):
        (alone,) = found.values()
        assert alone.is_well is None
        assert "could not ask" in alone.said


def test_the_doctor_creates_nothing(tmp_path: Path, relay: int) -> None:
    assert findings(settings(tmp_path, relay))["database"].is_well is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "source", "line", "what"),
    every_row(
        4,
        [
            ("bulletin.txt", "a\n{% for x in first %}", 2, "endfor"),
            ("bulletin.html", "a\n\n{{ supplement.silnt }}", 3, "silnt"),
            ("confirmation.html", "{{ seat.power | shout }}", 1, "shout"),
            ("house_rules.txt", "a\n{{ grrace }}", 2, "grrace"),
            ("reprot.txt", "a", 0, "did you mean report.txt?"),
            ("sentences/names.txt", "{% block may_bee %}a{% endblock %}", 0, "did you mean may_be?"),
        ],
    ),
)
def test_a_fault_of_a_template_is_reported_with_file_and_line(
    tmp_path: Path, name: str, source: str, line: int, what: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(source)
    (fault, *_) = template_check.faults(tmp_path)
    assert (fault.path, fault.line) == (tmp_path / name, line)
    assert what in str(fault)


def test_serve_does_not_start_with_an_unusable_template(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.txt").write_text("{% if %}")
    with pytest.raises(typer.Exit) as ended:
        serving.serve(Settings(house=HouseSettings(templates=tmp_path)))
    assert ended.value.exit_code == NOT_UNDERSTOOD
    assert "report.txt, line 1: " in capsys.readouterr().err


def test_the_templates_of_the_program_have_no_faults() -> None:
    assert template_check.faults(None) == []


def test_a_loaded_template_stays_in_use_while_the_service_runs(tmp_path: Path) -> None:
    from pbem.core.templating import page  # noqa: PLC0415

    facts = {"reason": "why", "remedy": "", "house": HOUSE, "at_table": None}
    (tmp_path / "refusal.txt").write_text("No: {{ reason }}")
    first = page("refusal", facts, tmp_path)
    (tmp_path / "refusal.txt").write_text("{{ slip }}")
    assert page("refusal", facts, tmp_path) == first


@pytest.mark.parametrize(
    ("certificate", "key", "why"),
    [
        ("none.pem", "own.pem", "none.pem: No such file or directory"),
        ("own.pem", "none.key", "none.key: No such file or directory"),
        ("text.pem", "text.pem", "text.pem: it holds no certificate"),
        ("own.pem", "text.pem", "own.pem: the private key cannot be read, or is not the one"),
    ],
)
def test_an_unusable_certificate_is_named(
    tmp_path: Path, relay: int, certificate: str, key: str, why: str
) -> None:
    (tmp_path / "own.pem").write_text(CERTIFICATE)
    (tmp_path / "text.pem").write_text("no certificate")
    receiver = ReceiverSettings(port=0, certificate=tmp_path / certificate, key=tmp_path / key)
    found = findings(settings(tmp_path, relay, receiver=receiver))["certificate"]
    assert found.is_well is False
    assert why in found.said


def test_a_database_in_a_folder_that_does_not_exist_is_reported(tmp_path: Path, relay: int) -> None:
    found = findings(settings(tmp_path / "nowhere", relay))["database"]
    assert found.is_well is False
    assert f"there is no folder {tmp_path / 'nowhere'}" in found.said


def test_the_expiry_of_a_certificate_is_read() -> None:
    assert connection_check.expiry(CERTIFICATE) == datetime(2027, 12, 27, 4, 49, 14, tzinfo=UTC)


def test_the_command_prints_all_findings_and_exits_with_1_if_there_is_a_fault(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "doctor", "--json"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={"PBEM_SENDER__PORT": "1", "PBEM_RECEIVER__PORT": "0", "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 1, done.stderr
    by_name = {one["what"]: one for one in json.loads(done.stdout)}
    assert by_name["settings"]["is_well"] is False
    assert by_name["templates"]["is_well"] is True


# --- unusable databases ------------------------------------------------------------------------------------


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Context manager: run as an ordinary user, because root may write everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a good database that only root may write."""
    with TemporaryDirectory() as name:
        folder, file = Path(name), Path(name) / "pbem.sqlite"
        store = Store(f"sqlite:///{file}")
        store.upgrade()
        store.close()
        file.chmod(0o444)
        folder.chmod(0o555)
        yield f"sqlite:///{file}"
        folder.chmod(0o700)


def trouble_with(url: str, folder: Path, relay: int) -> Finding:
    """Return only the finding about the database: for others the user would have to read the checkout."""
    of = settings(folder, relay).model_copy(update={"database": DatabaseSettings.model_construct(url=url)})
    with NameServer(GOOD) as resolver:
        return next(one for one in doctor.examine(of, NOW, resolver) if one.what == "database")


def test_a_read_only_database_is_reported_with_a_remedy(read_only: str, tmp_path: Path, relay: int) -> None:
    with ordinary_user():
        found = trouble_with(read_only, tmp_path, relay)
        with pytest.raises(StoreFault) as fault:
            Store(read_only).upgrade()
    assert found.is_well is False
    assert "readonly" in found.said
    assert "[database] url in pbem.toml" in found.remedy
    assert re.search(r"readonly.*let the user of the service write .*\[database\] url", str(fault.value))


def test_a_file_that_is_no_database_is_reported_with_a_remedy(tmp_path: Path, relay: int) -> None:
    file = tmp_path / "messages.sqlite"
    file.write_text("this is no database, but long enough to be taken for one\n" * 40)
    found = trouble_with(f"sqlite:///{file}", tmp_path, relay)
    assert (found.is_well, "file is not a database" in found.said) == (False, True)
    assert "[database] url in pbem.toml" in found.remedy
    with pytest.raises(StoreFault, match=r"messages\.sqlite: cannot be opened .*\[database\] url"):
        Store(f"sqlite:///{file}").upgrade()


def test_a_folder_in_which_no_database_can_be_created_is_reported(tmp_path: Path, relay: int) -> None:
    """By the doctor and by the service, which once printed a traceback."""
    with TemporaryDirectory() as name:
        url = f"sqlite:///{name}/pbem.sqlite"
        Path(name).chmod(0o555)
        with ordinary_user():
            found = trouble_with(url, tmp_path, relay)
            with pytest.raises(StoreFault, match=rf"the user who runs pbem write {name}/pbem\.sqlite and"):
                Store(url).upgrade()
        Path(name).chmod(0o700)
    assert (found.is_well, f"nothing can be written in {name}" in found.said) == (False, True)
    assert "let the user who runs pbem write there" in found.remedy


def test_a_locked_database_and_a_full_disk_have_remedies(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pbem.sqlite"
    fault = OperationalError("", None, sqlite3.OperationalError("database is locked"))
    assert remedy_of(fault, url).startswith("another program has locked it")
    fault = OperationalError("", None, sqlite3.OperationalError("database or disk is full"))
    assert remedy_of(fault, url).startswith("free some space on the disk")


def test_an_empty_database_is_accepted(postgres: str, tmp_path: Path, relay: int) -> None:
    (tmp_path / "new.sqlite").touch()
    for url in (postgres, f"sqlite:///{tmp_path / 'new.sqlite'}"):
        found = trouble_with(url, tmp_path, relay)
        assert (found.is_well, "is empty; pbem serve, or pbem new, makes" in found.said) == (None, True)


def test_the_database_of_another_program_is_reported(tmp_path: Path, relay: int) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    found = trouble_with(f"sqlite:///{tmp_path / 'other.sqlite'}", tmp_path, relay)
    assert (found.is_well, "holds tables of another program" in found.said) == (False, True)


def test_a_database_in_use_is_accepted(tmp_path: Path, relay: int) -> None:
    store = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    store.upgrade()
    with store.writing():
        assert findings(settings(tmp_path, relay))["database"].is_well
    store.close()


BAD_URLS = {
    "mysql://": r"no database of the kind 'mysql' is known here; write sqlite:///",
    "mysql+pymysql://u:katze@h/d": r"no database of the kind 'mysql\+pymysql'",
    "nonsense": r"that is not the URL of a database; write sqlite:///",
    "": r"that is not the URL of a database",
    "postgresql+psycopg://u:kat@ze@h/d": r"there is a second @ in it; in the password write %40",
    "postgresql+nodriver://u:katze@h/d": r"write sqlite:///pbem.sqlite or postgresql\+psycopg://",
    "postgresql+psycopg://u:katze@h:port/d": r"write sqlite:///pbem.sqlite or postgresql\+psycopg://",
}


@pytest.mark.parametrize(("url", "said"), BAD_URLS.items())
def test_an_unusable_database_url_is_reported_in_one_sentence_without_its_password(
    url: str, said: str, tmp_path: Path, relay: int
) -> None:
    found = trouble_with(url, tmp_path, relay)
    line = f"{found.said}; {found.remedy}"
    assert (found.is_well, bool(re.search(said, line))) == (False, True), line
    with pytest.raises(StoreFault, match=rf"\[database\] url: .*{said}") as fault:
        Store(url)
    assert not re.search("kat|ze@", f"{line}{fault.value}".replace("pbem.toml", ""))


@pytest.mark.parametrize("word", ["doctor", "serve", "games"])
def test_every_command_names_the_file_and_key_of_an_unusable_database_url(word: str, tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text('[database]\nurl = "mysql://"\n')
    result = CliRunner().invoke(app, ["--config", str(file), word])
    assert result.exit_code == NOT_UNDERSTOOD
    assert "pbem.toml, [database] url: no database of the kind 'mysql'" in result.stderr


def test_no_error_of_a_database_server_shows_the_password(tmp_path: Path, relay: int) -> None:
    url = f"postgresql+psycopg://pbem:k%40tze@127.0.0.1:{free_port()}/games"
    found = trouble_with(url, tmp_path, relay)
    with pytest.raises(StoreFault, match="cannot be opened") as fault:
        Store(url).upgrade()
    for text in (found.said, str(fault.value)):
        assert "pbem:***@127.0.0.1" in text
        assert not re.search("tze|k%40|k@", text)


def test_a_sentence_that_the_host_does_not_replace_is_ours(tmp_path: Path) -> None:
    (tmp_path / "sentences").mkdir()
    (tmp_path / "sentences" / "identity.txt").write_text(
        "{% block seat %}{{ table }}/{{ power }}{% endblock %}"
    )
    seats = [sentence("identity", "seat", power="Italy", table="t1")]
    which = sentence("identity", "which_seat", seats=seats, first="t1", power="").words(tmp_path)
    assert which.startswith("You play t1/Italy, and your message does not say")
    assert template_check.faults(tmp_path) == []


def test_the_doctor_names_the_settings_file_that_was_read(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text('[house]\njudge = "judge@judge.example"\nhost = "host@judge.example"\n', "utf-8")
    said = next(doctor.examine(load(path, {}), NOW)).said
    assert said.endswith(f"read from {path}")
    assert "there is no pbem.toml" in next(doctor.examine(Settings(house=HOUSE), NOW)).said
