"""The commands of `pbem` at the shell: what they do, and what they print."""

import json
import os
import re
import signal
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from aiosmtpd.smtp import SMTP, Envelope, Session
from typer.testing import CliRunner, Result

from pbem.cli.main import app
from pbem.cli.shell import NOT_DONE, in_one_line, say
from pbem.core import templating
from pbem.core.sentences import sentence
from pbem.store.database import Store
from tests.support.ports import free_port
from tests.support.table import as_mail, text_of
from tests.support.thorough import every, every_row
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG, until

NEW = [
    "new", "std3", "--game", "standard", "--gm", "gm@w.org", "--gm-name", "Gil",
    "--player", "France=Ann <ann@x.org>", "--player", "engl=bob@y.org", "--zone", "Europe/London",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_DATABASE__URL", f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    monkeypatch.setenv("PBEM_HOUSE__JUDGE", "judge@judge.example")
    monkeypatch.setenv("PBEM_TRUST__CHECK_DKIM", "false")
    monkeypatch.setenv("COLUMNS", "200")


def pbem(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def tables() -> list[str]:
    """Return the tables; none if there is no database yet."""
    answer = pbem("games", "--json")
    return [] if "There is no database" in answer.stderr else json.loads(answer.stdout)


def _own_sentences(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Give the host sentences of its own for the shell."""
    (folder / "own" / "sentences").mkdir(parents=True)
    (folder / "own" / "sentences" / "shell.txt").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PBEM_HOUSE__TEMPLATES", str(folder / "own"))


def test_the_shell_prints_sentences_that_the_host_has_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _own_sentences(tmp_path, monkeypatch, "{% block no_database %}Keine Datenbank: {{ file }}{% endblock %}")
    answer = pbem("games")
    assert (answer.exit_code, answer.stderr) == (1, f"pbem: Keine Datenbank: {tmp_path / 'pbem.sqlite'}\n")


def test_unusable_sentences_of_the_host_do_not_hide_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _own_sentences(tmp_path, monkeypatch, "{% block no_database %}{{ file{% endblock %}")
    answer = pbem("games")
    assert "There is no database" in answer.stderr
    assert f"({tmp_path / 'own'}: " in answer.stderr


def test_waiting_for_a_locked_database_is_announced_and_ends_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}").upgrade()
    monkeypatch.setattr("pbem.store.engine.SILENT_SECONDS", 0.05)
    monkeypatch.setattr("pbem.store.engine.BUSY_SECONDS", 0.2)
    other = sqlite3.connect(tmp_path / "pbem.sqlite")
    other.execute("BEGIN IMMEDIATE")
    answer = pbem("games")
    other.close()
    *_, waiting, last = answer.stderr.splitlines()
    assert "waiting for a lock of another program on the database" in waiting
    assert last.startswith("pbem: ")
    assert "database is locked" in last
    assert "end that program, and try again" in last
    assert answer.exit_code == NOT_DONE
    assert pbem("games").exit_code == 0


LOOKING = (
    *(
        "games",
        "status",
        "show std3",
        "run std3",
        "again 1",
        "gm std3",
        "pause std3",
        "log std3",
        "export std3",
    ),
    *("site", "archive std3", "forget ann@x.org", "tidy", "tournament standings spring"),
)


@pytest.mark.parametrize("command", LOOKING)
def test_only_what_opens_a_table_creates_a_database(command: str, tmp_path: Path) -> None:
    """Otherwise "pbem forget" in the wrong folder would say that nothing is stored about the address."""
    answer = pbem(*command.split())
    assert answer.exit_code == 1
    assert f"There is no database {tmp_path / 'pbem.sqlite'} yet" in answer.stderr
    assert not (tmp_path / "pbem.sqlite").exists()


def test_games_marks_a_turn_that_should_have_been_run_as_late(tmp_path: Path) -> None:
    pbem(*NEW)
    assert ", late" not in pbem("games").stdout
    with sqlite3.connect(tmp_path / "pbem.sqlite") as database:
        database.execute("UPDATE tables SET final_utc = '2020-01-01 00:00:00'")
    assert ", late" in pbem("games").stdout
    (row,) = json.loads(pbem("games", "--json").stdout)
    assert row["is_late"]


def test_a_table_is_opened_listed_shown_and_run() -> None:
    opened = pbem(*NEW)
    assert opened.exit_code == 0
    assert "std3 is open: Diplomacy, first orders by" in opened.stdout
    assert "in civil disorder: Austria, Germany, Italy, Russia, Turkey" in opened.stdout
    assert re.search(r"std3\s+Diplomacy\s+running\s+Spring 1901", pbem("games").stdout)
    assert re.search(r"France +Army Paris", pbem("show", "std3").stdout)
    assert "On file for France:" in pbem("show", "STD3", "fra").stdout
    early = pbem("run", "std3")
    assert early.exit_code == 1
    assert "std3 is not due" in early.stderr
    assert "pbem run std3 --now" in early.stderr
    assert "turn 1 was run" in pbem("run", "std3", "--now").stdout
    assert pbem("pause", "std3").exit_code == 0
    assert "it is paused; first write: pbem gm std3 RESUME" in pbem("run", "std3", "--now").stderr
    assert pbem("gm", "std3", "RESUME").exit_code == 0


def test_a_table_without_players_waits_until_it_is_full() -> None:
    formed = pbem("new", "std4", "--game", "standard", "--gm", "gm@w.org")
    assert formed.exit_code == 0
    assert "std4 is open for JOIN std4; it begins with 7 players." in formed.stdout
    assert re.search(r"std4\s+Diplomacy\s+forming.*7 players to come", pbem("games").stdout)
    assert "without the messages: pbem run std4 --now" in pbem("run", "std4", "--now").stderr
    assert (
        "there is a table std4 already" in pbem("new", "std4", "--game", "standard", "--gm", "g@w.org").stderr
    )


def test_a_tournament_is_opened_with_the_rules_of_a_file_and_shows_its_standings(tmp_path: Path) -> None:
    people = "".join(f"Player {number} <p{number}@x.org>\n" for number in range(14))
    (tmp_path / "players.txt").write_text(people, "utf-8")
    (tmp_path / "rules.toml").write_text(
        'game = "standard"\npace = "96h"\n[house]\nnames = "hidden"\n', "utf-8"
    )
    command = ["tournament", "new", "Cup", "--tables", "2", "--players", "players.txt", "--gm", "gm@w.org"]
    opened = pbem(*command, "--rules", "rules.toml", "--seed", "s1", "--title", "The Cup")
    assert opened.exit_code == 0, opened.stderr
    assert "The Cup has begun: cup-1 and cup-2. The seats were drawn by the seed s1" in opened.stdout
    assert [row["table"] for row in json.loads(pbem("games", "--json").stdout)] == ["cup-1", "cup-2"]
    assert "The Cup, standings" in pbem("tournament", "standings", "cup").stdout
    assert "cup-2: running" in pbem("tournament", "standings", "CUP").stdout
    facts = json.loads(pbem("tournament", "standings", "cup", "--json").stdout)
    assert (facts["tables"], facts["people"], facts["seed"]) == (["cup-1", "cup-2"], [], "s1")
    again = pbem(*command, "--rules", "rules.toml")
    assert again.exit_code == 1
    assert "there is a tournament cup already" in again.stderr
    assert "There is cup." in pbem("tournament", "standings", "nix").stderr


def test_a_tournament_says_what_is_wrong_with_its_players(tmp_path: Path) -> None:
    (tmp_path / "players.txt").write_text("Ann <ann@x.org>\n", "utf-8")
    command = ["tournament", "new", "cup", "--game", "standard", "--gm", "gm@w.org", "--players"]
    assert "1 player does not fit: 1 table has 7 seats" in pbem(*command, "players.txt").stderr
    assert "none.txt cannot be read" in pbem(*command, "none.txt").stderr
    assert tables() == []


def test_games_and_show_print_json() -> None:
    assert tables() == []
    pbem(*NEW)
    (row,) = json.loads(pbem("games", "--json").stdout)
    assert (row["table"], row["game"], row["number"], row["state"]) == ("std3", "standard", 1, "running")
    shown = json.loads(pbem("show", "std3", "France", "--json").stdout)
    assert shown["reader"] == "France"
    assert any(order["unit"] == "Army Paris" for order in shown["orders"])


def with_change(old: str, new: str) -> list[str]:
    return [part.replace(old, new) for part in NEW]


def test_the_program_prints_its_version() -> None:
    assert pbem("--version").stdout == f"pbem {version('downfall-by-mail')}\n"


FAULTS = [
    (with_change("standard", "chess"), 1, "chess"),
    (with_change("France", "Frence"), 1, "did you mean France?"),
    (with_change("engl", "france"), 1, "France is given to two players"),
    (with_change("ann@x.org", "ann"), 1, "is not an address; write name@host"),
    (
        with_change("France=", "France "),
        2,
        '--player "France Ann <ann@x.org>": write it as "France=ann@example.org"',
    ),
    (with_change("std3", "3std"), 1, '"3std" cannot be the name of a table'),
    ([*NEW, "--pace", "soon"], 1, '"soon" is not a pace'),
    ([*NEW, "--pace", "72h; dream 3h"], 1, 'no phase "dream"'),
    ([*NEW, "--option", "tea=yes"], 1, "tea"),
    (with_change("Europe/London", "Europe/Londres"), 1, "is not a time zone"),
    (["show", "nix"], 1, 'there is no table "nix"'),
    (["run", "nix"], 1, 'there is no table "nix"'),
    (["again", "17"], 1, "there is no message 17 that failed"),
    (["--config", "none.toml", "games"], 2, "none.toml: cannot be read"),
    (["import", "none.json"], 1, "none.json cannot be read (No such file or directory)"),
    (["forget", "Ann"], 1, '"Ann" is not an address; write name@host'),
]


@pytest.mark.parametrize(("arguments", "code", "said"), every_row(4, FAULTS))
def test_a_wrong_command_prints_one_line_and_ends_with_its_exit_code(
    arguments: list[str], code: int, said: str, tmp_path: Path
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    store.upgrade()
    store.close()
    result = pbem(*arguments)
    assert result.exit_code == code
    assert said in result.stderr
    assert result.stderr.startswith("pbem: ")
    assert len(result.stderr.strip().splitlines()) == 1
    assert tables() == []


MAILBOX = """
[imap]
on = true
host = "127.0.0.1"
user = "judge"
[sender]
user = "judge"
"""


def test_only_a_command_that_talks_to_a_mail_server_needs_its_password(tmp_path: Path) -> None:
    """The passwords are in a file for the service, which the shell of an administrator has not read."""
    (tmp_path / "pbem.toml").write_text(MAILBOX, "utf-8")
    assert pbem(*NEW).exit_code == 0
    assert "std3" in pbem("games").stdout
    assert "std3: running" in pbem("status").stdout
    assert pbem("backup", "--to", str(tmp_path)).exit_code == 0
    assert "turn 1 was run" in pbem("run", "std3", "--now").stdout
    for arguments in (["serve"], ["doctor"], ["run", "std3"]):
        missing = pbem(*arguments)
        assert missing.exit_code == 2
        assert "[imap] password: is missing" in missing.stderr


def test_help_is_printed_whatever_the_settings_are(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text('[receiver]\nport = "many"\n', "utf-8")
    helped = pbem("games", "--help")
    assert helped.exit_code == 0
    assert "List the tables" in helped.stdout
    assert pbem("games").exit_code == 2


def test_a_second_table_of_the_same_name_is_not_opened() -> None:
    pbem(*NEW)
    again = pbem(*NEW)
    assert again.exit_code == 1
    assert "there is a table std3 already" in again.stderr


def test_a_database_that_cannot_be_opened_is_reported_at_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:////nowhere/at/all.sqlite")
    result = pbem("games")
    assert result.exit_code == 1
    assert "cannot be opened" in result.stderr


# --- the service itself ------------------------------------------------------------------------------------


class Sink:
    """A mail server that accepts everything."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        self.mails.append(as_mail(envelope.content or b""))  # bytes, by default
        return "250 OK"


@pytest.fixture
def sink() -> Iterator[tuple[Sink, int]]:
    own = Sink()
    with SmtpServer(own) as server:
        yield own, server.port


def wait_for(sink: Sink, subject: str) -> EmailMessage:
    """Return the last mail with *subject* in its subject or reply address."""

    def found() -> list[EmailMessage]:
        return [mail for mail in sink.mails if subject in f"{mail['Subject']} {mail['Reply-To']}"]

    assert until(found, 2 * LONG), (
        f"no mail about {subject}; there are {[mail['Subject'] for mail in sink.mails]}"
    )
    return found()[-1]


@pytest.mark.parametrize("form", every(2, ["text", "json"]))
def test_serve_receives_a_reply_by_smtp_and_answers_it_by_smtp(sink: tuple[Sink, int], form: str) -> None:
    assert pbem(*NEW).exit_code == 0
    port = free_port()
    ports = {"PBEM_RECEIVER__PORT": str(port), "PBEM_SENDER__PORT": str(sink[1])}
    environment = os.environ | ports | {"PBEM_LOG__FORM": form}
    command = [sys.executable, "-m", "pbem", "serve"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as served:
        try:
            report = wait_for(sink[0], "+france.")
            reply = EmailMessage()
            reply["From"], reply["To"] = "Ann <ann@x.org>", report["Reply-To"]
            reply["Subject"], reply["Message-ID"] = f"Re: {report['Subject']}", "<reply.1@x.org>"
            reply.set_content("A Paris - Burgundy\nA Marseilles - Piemond\n")
            with smtplib.SMTP("127.0.0.1", port, timeout=LONG) as session:
                session.send_message(reply, from_addr="ann@x.org")
            answer = wait_for(sink[0], "Re: ")
        finally:
            served.send_signal(signal.SIGTERM)
            log = served.communicate(timeout=LONG)[1]
    assert served.returncode == 0
    assert "Burgundy" in text_of(answer)
    assert "Piemond" in text_of(answer)
    assert answer["In-Reply-To"] == "<reply.1@x.org>"
    assert "Paris" not in log
    assert "ann@x.org" not in log
    if form == "json":
        (begun,) = [line for line in map(json.loads, log.splitlines()) if line["event"] == "serving"]
        assert begun["receiver"] == f"127.0.0.1:{port}"
    else:
        assert f"serving judge@judge.example, [receiver] 127.0.0.1:{port}; stop with Ctrl-C" in log


def test_a_port_that_is_taken_is_reported_without_a_traceback(
    sink: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_RECEIVER__PORT", str(sink[1]))
    result = subprocess.run(
        [sys.executable, "-m", "pbem", "serve"], check=False, capture_output=True, text=True, timeout=2 * LONG
    )
    assert result.returncode == 1
    assert f"127.0.0.1:{sink[1]} cannot be used (Address already in use); another program" in result.stderr
    assert "attempting to bind" not in result.stderr
    assert "Traceback" not in result.stderr


def test_archive_import_forget_and_tidy_at_the_shell(
    tmp_path: Path,
) -> None:
    pbem(*NEW)
    still = pbem("forget", "ann@x.org")
    assert still.exit_code == 1
    assert "plays France at std3" in still.stderr
    assert pbem("archive", "std3").exit_code == 1
    with sqlite3.connect(tmp_path / "pbem.sqlite") as connection:
        connection.execute("UPDATE tables SET state = 'over'")
        connection.execute("UPDATE outbox SET state = 'sent'")
    connection.close()
    archived = pbem("archive", "std3")
    assert "std3: 0 turns in std3.json.gz" in archived.stdout
    assert "std3" not in pbem("games").stdout
    assert "std3 is back from its file" in pbem("import", "std3.json.gz").stdout
    assert re.search(r"std3\s+Diplomacy", pbem("games").stdout)
    forgotten = pbem("forget", "ann@x.org")
    assert "Removed or made anonymous: seats: 1" in forgotten.stdout
    assert "backups and archived tables" in forgotten.stdout
    assert "Nothing is stored about ann@x.org." in pbem("forget", "ann@x.org").stdout
    tidied = pbem("tidy", "--shrink")
    assert "0 rows removed or emptied." in tidied.stdout
    assert "MB now" in tidied.stdout


def test_an_installation_without_templates_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(templating, "packaged", lambda name: tmp_path / name)
    templating.environments.cache_clear()
    try:
        with pytest.raises(typer.Exit) as ended:
            in_one_line(lambda: say(sentence("shell", "no_tables")))()
    finally:
        templating.environments.cache_clear()
    assert ended.value.exit_code == NOT_DONE
    missing = f"pbem: {tmp_path / 'templates'}: the templates of the program are missing; install"
    assert missing in capsys.readouterr().err.replace("\n", "")


def test_init_writes_the_settings_with_both_addresses_and_replaces_no_file(tmp_path: Path) -> None:
    done = pbem("init", "--judge", "judge@games.example.org", "--host", "me@example.org")
    assert done.exit_code == 0
    assert "pbem.toml is written, and explains every setting. Set the relay in [sender]" in done.stdout
    written = (tmp_path / "pbem.toml").read_text("utf-8")
    assert 'judge = "judge@games.example.org"' in written
    assert 'host = "me@example.org"  ' in written
    assert 'host = "127.0.0.1"' in written  # of the relay, in another section
    rules = tmp_path / "house-rules.toml"
    assert f"{rules.name} has the house rules for a new table: pbem new --rules" in done.stdout
    assert rules.read_text("utf-8") == (templating.packaged("config") / rules.name).read_text("utf-8")
    rules.write_text("# my own", "utf-8")
    assert "pbem.toml is there already" in (again := pbem("init")).stderr
    assert again.exit_code == NOT_DONE
    assert (tmp_path / "pbem.toml").read_text("utf-8") == written
    assert "Set judge and host in [house], the relay" in (other := pbem("init", "--to", "other.toml")).stdout
    assert rules.read_text("utf-8") == "# my own"
    assert rules.name not in other.stdout


def test_init_writes_no_settings_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_HOUSE__JUDGE")
    done = pbem("init", "--judge", "the judge")
    assert done.exit_code == 2
    assert "[house] judge" in done.stderr
    assert not (tmp_path / "pbem.toml").exists()
    assert "cannot be written" in pbem("init", "--to", "no/folder.toml").stderr
