"""Is a fault found before the deadline, with file and line, and what would help?"""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from pbem import doctor, rehearsal
from pbem.settings import DatabaseSettings, HouseSettings, ReceiverSettings, SenderSettings, Settings
from pbem.store import Store

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
"""  # of nobody, signed by itself
HOUSE = HouseSettings(judge="judge@judge.example", host="host@judge.example")


class Relay:
    """Takes whatever comes; the doctor sends nothing."""


@pytest.fixture
def relay() -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = Controller(Relay(), hostname="127.0.0.1", port=port)
    server.start()
    yield port
    server.stop()


def settings(folder: Path, port: int, **parts: object) -> Settings:
    usual: dict[str, object] = {
        "house": HOUSE,
        "database": DatabaseSettings(url=f"sqlite:///{folder / 'pbem.sqlite'}"),
        "sender": SenderSettings(port=port),
        "receiver": ReceiverSettings(port=0),
    }
    return Settings(**(usual | parts))  # type: ignore[arg-type]  # each is the part of its name


def findings(of: Settings, now: datetime = NOW) -> dict[str, doctor.Finding]:
    return {finding.what: finding for finding in doctor.examine(of, now)}


def test_a_service_that_would_do_is_well_throughout(tmp_path: Path, relay: int) -> None:
    store = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    store.upgrade()
    store.close()
    found = findings(settings(tmp_path, relay))
    assert [one for one in found.values() if one.is_well is False] == []
    assert found["database"].is_well
    assert found["sender"].is_well
    assert found["certificate"].is_well is None


def test_each_fault_has_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "pbem.sqlite").write_text("this is no database, but long enough to be taken for one")
    own = tmp_path / "own"
    own.mkdir()
    (own / "report.txt").write_text("Dear {{ seat.player }},\n{{ sheet.headlin }}\n")
    (tmp_path / "judge.pem").write_text("nothing")
    port = 1  # nobody listens there
    ill = settings(
        tmp_path,
        port,
        house=HouseSettings(templates=own),
        receiver=ReceiverSettings(port=0, certificate=tmp_path / "judge.pem"),
    )
    found = findings(ill)
    faulty = {what for what, one in found.items() if one.is_well is False}
    assert faulty == {"settings", "database", "templates", "sender", "certificate"}
    assert all(found[what].remedy for what in faulty)
    assert f"{own / 'report.txt'}, line 2: " in found["templates"].said


def test_nothing_is_made_by_looking(tmp_path: Path, relay: int) -> None:
    assert findings(settings(tmp_path, relay))["database"].is_well is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "source", "line", "what"),
    [
        ("bulletin.txt", "a\n{% for x in first %}", 2, "endfor"),
        ("bulletin.html", "a\n\n{{ issue.silnt }}", 3, "silnt"),
        ("confirmation.html", "{{ seat.power | shout }}", 1, "shout"),
        ("house_rules.txt", "a\n{{ grrace }}", 2, "grrace"),
        ("reprot.txt", "a", 0, "did you mean report.txt?"),
    ],
)
def test_a_fault_of_a_template_is_told_with_file_and_line(
    tmp_path: Path, name: str, source: str, line: int, what: str
) -> None:
    (tmp_path / name).write_text(source)
    (fault, *_) = rehearsal.faults(tmp_path)
    assert (fault.path, fault.line) == (tmp_path / name, line)
    assert what in fault.what


def test_our_own_templates_do() -> None:
    assert rehearsal.faults(None) == []


def test_a_template_that_was_loaded_is_kept_while_the_service_runs(tmp_path: Path) -> None:
    from pbem.rendering import page  # noqa: PLC0415

    facts = {"reason": "why", "remedy": "", "house": HOUSE, "at_table": None}
    (tmp_path / "refusal.txt").write_text("No: {{ reason }}")
    first = page("refusal", facts, tmp_path)
    (tmp_path / "refusal.txt").write_text("{{ slip }}")
    assert page("refusal", facts, tmp_path) == first


def test_the_expiry_of_a_certificate_is_read() -> None:
    assert doctor.expiry(CERTIFICATE) == datetime(2027, 12, 27, 4, 49, 14, tzinfo=UTC)


def test_the_command_tells_all_and_ends_with_one(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "pbem", "doctor", "--json"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={"PBEM_SENDER__PORT": "1", "PBEM_RECEIVER__PORT": "0", "PATH": "/usr/bin:/bin"},
    )
    assert told.returncode == 1, told.stderr
    by_name = {one["what"]: one for one in json.loads(told.stdout)}
    assert by_name["settings"]["is_well"] is False
    assert by_name["templates"]["is_well"] is True
