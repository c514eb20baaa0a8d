"""The files in deploy/, as far as they can be checked without a Docker daemon or a running systemd."""

import os
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.cli.shell import NOT_UNDERSTOOD
from pbem.core.clock import SystemClock
from pbem.core.settings import Settings
from pbem.core.settings_file import load
from pbem.web import health, metrics
from tests.support.table import Table

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
README = (DEPLOY / "README.md").read_text("utf-8")
read_yaml: Any = yaml.safe_load  # the package has no types
COMPOSE: dict[str, Any] = read_yaml((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
EXAMPLE = dict(
    line.split("=", 1)
    for line in (DEPLOY / "env.example").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def filled_in(text: str, given: dict[str, str]) -> str:
    """Fill in variables as compose does: `${X}`, `${X:-default}`, `${X:?required}`."""

    def value(found: re.Match[str]) -> str:
        name, sign, other = found.groups()
        assert given.get(name) or sign != "?", f"{name} is required"
        return given.get(name) or (other if sign == "-" else "") or ""

    return VARIABLE.sub(value, text)


# --- containers ------------------------------------------------------------------------------------------


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    """Return the settings that the service would read in its container."""
    given = EXAMPLE | {"DATABASE_PASSWORD": "red", "MAILBOX_PASSWORD": "blue", "GMS": '["grace@example.org"]'}
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("PBEM_")]:
        monkeypatch.delenv(name)
    for name, text in SERVICES["pbem"]["environment"].items():
        monkeypatch.setenv(name, filled_in(text, given))
    return load()


def test_the_service_knows_every_setting_and_finds_the_other_containers(composed: Settings) -> None:
    database = make_url(composed.database.url)
    own = SERVICES["db"]["environment"]
    assert (database.host, database.username, database.database) == (
        "db",
        own["POSTGRES_USER"],
        own["POSTGRES_DB"],
    )
    assert {composed.imap.host, composed.sender.host} <= set(SERVICES)
    assert composed.house.gms == ("grace@example.org",)
    assert composed.imap.password.get_secret_value() == "blue"
    assert database.password is None  # it is not in the URL, so it may contain any character
    assert filled_in(SERVICES["pbem"]["environment"]["PGPASSWORD"], {"DATABASE_PASSWORD": "@:/%"}) == "@:/%"
    assert f"site:{composed.site.folder}" in SERVICES["archive"]["volumes"]
    assert composed.log.form == "json"


def test_the_ports_of_the_service_are_those_that_the_other_servers_use(composed: Settings) -> None:
    master, dovecot = ((DEPLOY / "mail" / name).read_text() for name in ("master.cf", "dovecot.conf"))
    assert re.search(rf"^{composed.sender.port} +inet", master, re.M)
    assert f"port = {composed.imap.port}\n" in dovecot
    assert f"http://pbem:{composed.web.port};" in (DEPLOY / "site" / "nginx.conf").read_text()
    assert f":{composed.web.port}/health" in (DEPLOY / "Dockerfile").read_text()


def test_only_the_ports_for_incoming_mail_and_the_archive_are_published() -> None:
    published = {name: one["ports"] for name, one in SERVICES.items() if "ports" in one}
    assert published == {"postfix": ["25:25"], "web": ["${WEB_PORT:-80}:80"]}
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert [name for name, one in SERVICES.items() if "inside" not in one["networks"]] == []
    postfix = (DEPLOY / "mail" / "main.cf").read_text()
    # behind Docker, connections from outside can seem to come from the network of the containers
    assert "mynetworks = 127.0.0.0/8 [::1]/128\n" in postfix


def test_the_database_is_healthy_only_when_it_listens_on_tcp() -> None:
    """A temporary server on a socket creates the database. With `init`, no orphan restarts the server."""
    assert SERVICES["db"]["healthcheck"]["test"][-2:] == ["-h", "127.0.0.1"]
    assert SERVICES["db"]["init"] is True


def test_logs_do_not_fill_the_disk() -> None:
    assert {name for name, one in SERVICES.items() if one["logging"] != {"driver": "local"}} == set()


def test_postfix_passes_only_mails_of_the_service_to_the_dkim_signer() -> None:
    """OpenDKIM has to sign whatever it gets, because the address of the service is not known in advance."""
    master, main, signer = (
        (DEPLOY / "mail" / name).read_text() for name in ("master.cf", "main.cf", "opendkim.conf")
    )
    assert "InternalHosts 0.0.0.0/0,::/0\n" in signer
    ours = master.partition("\n10025")[2].partition("\npickup")[0]
    assert "-o smtpd_milters=$signer\n" in ours
    assert (master + main).count("smtpd_milters") == 1


def test_every_variable_of_compose_is_in_the_example_and_no_other() -> None:
    used = {found[0] for found in VARIABLE.findall((DEPLOY / "compose.yaml").read_text("utf-8"))}
    assert used == set(EXAMPLE)
    assert not EXAMPLE["DATABASE_PASSWORD"]
    assert not EXAMPLE["MAILBOX_PASSWORD"]


def test_the_volumes_networks_and_files_of_compose_exist() -> None:
    for name, one in SERVICES.items():
        assert ("image" in one) or ("build" in one), name
        assert set(one["networks"]) <= set(COMPOSE["networks"])
        assert set(one.get("depends_on", ())) <= set(SERVICES)
        for volume in one.get("volumes", ()):
            source = filled_in(volume, {}).split(":")[0]
            made_by_the_host = source in ("./backups", "./dkim", "./tls")
            is_there = (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
            assert made_by_the_host or is_there, volume
            assert not made_by_the_host or f"deploy/{source.removeprefix('./')}" in README


def dockerfiles() -> list[tuple[Path, Path]]:
    return [(DEPLOY / "Dockerfile", ROOT), (DEPLOY / "mail" / "Dockerfile", DEPLOY / "mail")]


@pytest.mark.parametrize(("file", "context"), dockerfiles(), ids=["pbem", "mail"])
def test_every_file_that_is_copied_into_an_image_exists(file: Path, context: Path) -> None:
    text = file.read_text()
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M)
        for source in line.split()[:-1]
    ]  # fmt: skip
    assert copied
    assert [source for source in copied if not (context / source).exists()] == []
    ignored = file.with_name(f"{file.name}.dockerignore")
    sent = set(re.findall(r"^!(.+)$", ignored.read_text(), re.M)) if ignored.exists() else set(copied)
    assert set(copied) == sent
    targets = set(re.findall(r"^FROM \S+ AS (\w+)$", text, re.M))
    wanted = {
        one["build"].get("target")
        for one in SERVICES.values()
        if one.get("build", {}).get("context") == "mail"
    }
    assert context == ROOT or wanted == targets


def test_the_image_has_the_versions_that_are_tested() -> None:
    def versions(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / name).read_text(), re.M))

    tested, held = versions("constraints-test.txt"), versions("deploy/constraints.txt")
    assert held.items() <= tested.items()
    assert held.items() >= versions("constraints.txt").items()
    assert "psycopg-binary" in held


# --- systemd ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.stem))
def test_a_unit_starts_a_command_that_exists(unit: Path) -> None:
    (command,) = re.findall(r"^ExecStart=/opt/pbem/bin/pbem (.+)$", unit.read_text(), re.M)
    assert is_valid(command)


SERVED = [  # why `pbem serve` may end at its start, and whether a restart can help
    ({"PBEM_HOUSE__JUDGE": "nobody"}, [], False),
    ({"PBEM_HOUSE__SHOES": "44"}, [], False),
    ({"PBEM_HOUSE__TEMPLATES": "{folder}/faulty"}, [], False),
    ({}, ["--shoes"], False),
    ({"PBEM_DATABASE__URL": "sqlite:///{folder}/not-mounted/pbem.sqlite"}, [], True),
    ({"PBEM_DATABASE__URL": "sqlite:///{folder}/newer.sqlite"}, [], False),
    ({"PBEM_RECEIVER__PORT": "{taken}"}, [], True),
]


def written_by_a_newer_program(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()


@pytest.mark.parametrize(("given", "words", "can_help"), SERVED)
def test_systemd_restarts_the_service_unless_a_restart_cannot_help(
    given: dict[str, str], words: list[str], can_help: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "faulty").mkdir()
    (tmp_path / "faulty" / "help.txt").write_text("{{ no end")
    written_by_a_newer_program(tmp_path / "newer.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        facts = {"folder": tmp_path, "taken": busy.getsockname()[1]}
        for name, value in {"PBEM_RECEIVER__PORT": "0", **given}.items():
            monkeypatch.setenv(name, value.format(**facts))
        served = CliRunner().invoke(app, ["serve", *words])
    assert served.exit_code not in (0, None)
    assert (served.exit_code in not_restarted()) != can_help, served.output


def test_systemd_restarts_the_service_after_every_other_exit_code() -> None:
    assert not_restarted() == {NOT_UNDERSTOOD}
    assert "Restart=always" in (DEPLOY / "systemd" / "pbem-serve.service").read_text().splitlines()


def not_restarted() -> set[int]:
    """Return the exit codes after which systemd does not start the service again."""
    unit = (DEPLOY / "systemd" / "pbem-serve.service").read_text()
    (codes,) = re.findall(r"^RestartPreventExitStatus=(.+)$", unit, re.M)
    return {int(code) for code in codes.split()}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.stem))
def test_systemd_rates_a_unit_at_least_as_secure_as_the_readme_says(unit: Path) -> None:
    rated = systemd_analyze("security", "--offline=true", str(unit))
    (figure,) = re.findall(r"exposure level for \S+: (\d+\.\d+) OK", rated)
    (printed,) = re.findall(r"rates the service \*\*(\d+\.\d+) OK\*\*", README)
    assert float(figure) <= float(printed)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_no_fault_in_the_units_and_timers() -> None:
    timers = sorted((DEPLOY / "systemd").glob("*.timer"))
    assert timers
    found = systemd_analyze("verify", *map(str, (*UNITS, *timers))).splitlines()
    assert [line for line in found if "/opt/pbem/bin/pbem is not executable" not in line] == []


def systemd_analyze(*words: str) -> str:
    command = ["systemd-analyze", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"LC_ALL": "C.UTF-8"})
    return done.stdout + done.stderr


# --- documentation and alerts ----------------------------------------------------------------------------


def is_valid(command: str) -> bool:
    """Return whether `pbem` has this command, with its options."""
    words = shlex.split(command)
    done = CliRunner().invoke(app, [words[0], "--help"], env={"COLUMNS": "200"})
    return done.exit_code == 0 and all(word in done.stdout for word in words if word.startswith("--"))


def test_the_commands_and_paths_in_the_readme_exist() -> None:
    commands = re.findall(r"(?:^    |`|pbem )pbem ((?!games`)[a-z]+(?: [^`\n#]*)?)", README, re.M)
    assert len(commands) > 8
    assert [command for command in commands if not is_valid(command)] == []
    paths = re.findall(r"(?:deploy|config)/[\w./-]+\w", README)
    made_by_the_host = ("deploy/.env", "deploy/backups", "deploy/dkim", "deploy/dkim/mail.txt", "deploy/tls")
    assert [path for path in paths if not (ROOT / path).exists() and path not in made_by_the_host] == []


def test_alerts_use_only_metrics_that_exist(table: Table) -> None:
    rules = read_yaml((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    table.service.look_at_pulse()
    exposed = metrics.exposition(metrics.registry(table.office, SystemClock()))
    used = {name for rule in rules for name in re.findall(r'pbem_\w+(?:\{\w+="\w+"\})?', rule["expr"])}
    assert len(used) > 5
    assert [name for name in used if not re.search(rf"^{re.escape(name)}[ {{]", exposed, re.M)] == []


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed (Debian: prometheus)")
def test_each_alert_fires_for_its_trouble_and_only_then() -> None:
    rules = ROOT / "tests" / "install" / "alerts_test.yml"
    done = subprocess.run(
        [str(shutil.which("promtool")), "test", "rules", str(rules)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_for_hosts_explains_every_kind_of_trouble_that_health_reports() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", (ROOT / "docs" / "hosting.md").read_text(), re.M)
    assert rows == list(health.KINDS)


def test_every_kind_of_trouble_that_health_reports_has_an_alert() -> None:
    rules = (DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8")
    assert [kind for kind in health.KINDS if f'kind="{kind}"' not in rules] == []
