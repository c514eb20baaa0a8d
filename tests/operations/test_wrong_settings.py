"""Each wrong setting is reported in one sentence: where it is, what is wrong, and what would be valid."""

import re
import socket
import tomllib
from pathlib import Path
from smtplib import SMTPAuthenticationError
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli import serving
from pbem.cli.main import app
from pbem.core.error_text import plain_reason
from pbem.core.settings import HouseSettings, ReceiverSettings, Settings
from pbem.service import connection_check
from tests.support.thorough import every

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("wrong_settings.toml").read_text("utf-8")
)["case"]


def test_there_are_at_least_sixty_wrong_settings() -> None:
    assert len(CASES) >= 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['key']} {case['helps']}"[:60])
@pytest.mark.parametrize("command", every(2, ["doctor", "serve"]))
def test_a_wrong_setting_is_reported_in_one_sentence(
    case: dict[str, Any], command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in case.get("variables", {}).items():
        monkeypatch.setenv(name, value)
    if "text" in case:
        Path("pbem.toml").write_text(case["text"], "utf-8")
    done = CliRunner().invoke(app, [command])
    said = done.stderr.strip()
    assert done.exit_code == 2, done.output
    assert case["key"] in said, said
    assert case["helps"] in said, said
    assert ("pbem.toml" if "text" in case else "environment") in said
    assert "\n" not in said
    assert "Traceback" not in said
    assert not re.search(r"""\bb['"]""", said), said
    secret = case.get("secret", "")
    assert not [secret[i : i + 5] for i in range(len(secret) - 4) if secret[i : i + 5] in done.output]


def test_a_ca_file_without_a_certificate_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ca.pem").write_text("no certificate", "utf-8")
    Path("pbem.toml").write_text(
        '[imap]\non = true\nhost = "127.0.0.1"\nport = 1\nuser = "judge"\npassword = "hunter2"\n'
        'ca_file = "ca.pem"\n[receiver]\non = false\n',
        "utf-8",
    )
    served = CliRunner().invoke(app, ["serve"])
    assert served.exit_code == 2
    assert "[imap] ca_file: ca.pem cannot be used" in served.stderr
    examined = CliRunner().invoke(app, ["doctor"]).output
    assert "FAULT  imap" in examined
    assert "hunter2" not in examined


def test_doctor_says_that_the_address_of_the_judge_is_still_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["doctor"]).output
    assert "[house] judge and host: still the defaults, where no mail arrives" in found
    assert "no pbem.toml was found" in found
    assert "set them in the pbem.toml that pbem init writes, or as PBEM_HOUSE__JUDGE" in found
    Path("pbem.toml").write_text("[house]\n", "utf-8")
    found = CliRunner().invoke(app, ["doctor"]).output
    assert "no mail arrives; read from pbem.toml" in found
    assert "set them in pbem.toml, or as PBEM_HOUSE__JUDGE and PBEM_HOUSE__HOST" in found


def test_serve_warns_that_the_address_of_the_judge_is_still_the_default(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "_begin", stop)
    with pytest.raises(KeyboardInterrupt):
        serving.serve(Settings())
    assert "[house] judge is still judge@localhost.localdomain" in capsys.readouterr().err
    with pytest.raises(KeyboardInterrupt):
        serving.serve(Settings(house=HouseSettings(judge="judge@judge.example")))
    assert "judge is still" not in capsys.readouterr().err


def test_serve_warns_that_no_message_can_come_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "_begin", stop)
    with pytest.raises(KeyboardInterrupt):
        serving.serve(Settings(receiver=ReceiverSettings(on=False)))
    assert "no message can come in: turn on [receiver], [imap] or [maildir]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (SMTPAuthenticationError(535, b"5.7.8 bad password"), "535 5.7.8 bad password"),
        (ValueError("b'[AUTHENTICATIONFAILED] no'"), "[AUTHENTICATIONFAILED] no"),
        (ValueError("the club'b' is fine"), "the club'b' is fine"),
        (b"421 later", "421 later"),
        (
            ValueError("[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)"),
            "wrong version number",
        ),
    ],
)
def test_the_reason_that_a_server_gave_is_shown_as_plain_text(fault: Exception | bytes, said: str) -> None:
    assert plain_reason(fault) == said


@pytest.mark.parametrize("section", ["receiver", "web"])
def test_doctor_reports_a_port_that_is_taken_with_its_section(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(connection_check, "PATIENCE_SECONDS", 0.2)
        Path("pbem.toml").write_text(f"[{section}]\non = true\nport = {port}\n", "utf-8")
        found = " ".join(CliRunner().invoke(app, ["doctor"]).output.split())
    assert re.search(rf"FAULT {section} 127.0.0.1:{port} cannot be used", found), found
    assert f"write another address or port in [{section}] listen and port" in found
