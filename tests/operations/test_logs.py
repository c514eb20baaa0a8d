"""The log has the names of tables, numbers and reasons, but never what people wrote or their addresses."""

import errno
import json
import re
import sqlite3
from typing import Any, NoReturn

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from pbem.core import logs
from pbem.intake import intake
from pbem.outbound.delivery import Verdict
from tests.support.table import PLAYERS, Table, tokens_in


@pytest.mark.parametrize("form", ["text", "json"])
def test_neither_tokens_nor_addresses_are_logged(capsys: pytest.CaptureFixture[str], form: str) -> None:
    logs.set_up("info", "json" if form == "json" else "text")
    logs.log.info(
        "mail to judge+red.r1.abcdefghijklmnop@judge.example",
        who="ann@x.org",
        tag="[r1 Red #abcdefghijklmnop]",
    )
    said = capsys.readouterr().err
    assert "abcdefghijklmnop" not in said
    assert "ann@x.org" not in said
    assert "mail to" in said


def test_each_line_of_a_json_log_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info", "json")
    logs.log.warning("turn waits", table="r1")
    logs.log.lines().debug("not shown")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["event"], said["table"], said["level"]) == ("turn waits", "r1", "warning")


def test_a_line_of_a_text_log_leaves_out_fields_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info", "text")
    logs.log.info("mail sent", mail=7, table=None, again=False)
    said = capsys.readouterr().err
    assert "mail=7" in said
    assert "again=False" in said
    assert "table" not in said


WORDS = "Red's stealthy order: go 2, by ann@x.org"


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def events(lines: list[dict[str, Any]], *fields: str) -> list[tuple[Any, ...]]:
    return [(line["event"], *(line.get(name) for name in fields)) for line in lines]


def test_repeated_failures_are_logged_rarely(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.set_up("info", "json")
    clock = [1000.0]
    monkeypatch.setattr("pbem.core.logs.time.monotonic", lambda: clock[0])
    logs.log.lines()  # sets up what `own` shares
    own = logs.Log()
    for reason in ("refused", "refused", "no route", "refused"):
        own.repeated("relay out of reach", reason=reason)
    clock[0] += logs.REPEAT_SECONDS
    own.repeated("relay out of reach", reason="refused")
    logged = [json.loads(line)["reason"] for line in capsys.readouterr().err.splitlines()]
    assert logged == ["refused", "no route", "refused"]


@pytest.mark.parametrize(
    "fault",
    [
        OperationalError("INSERT INTO x", None, sqlite3.OperationalError("database or disk is full")),
        OperationalError("SELECT 1", None, sqlite3.OperationalError("database is locked")),
        OSError(errno.ENOSPC, "No space left on device"),
    ],
)
def test_an_error_of_the_environment_is_logged_as_one_line_with_the_reason(
    fault: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("info", "text")
    try:
        raise fault
    except type(fault):
        logs.log.exception("job failed", job="messages", again=True)
    (line,) = capsys.readouterr().err.splitlines()
    assert str(getattr(fault, "orig", fault)) in line
    assert "INSERT" not in line


def test_a_programming_error_is_logged_with_where_it_was_raised(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info", "text")
    try:
        raise OperationalError("SELECT x", None, sqlite3.OperationalError("no such table: x"))
    except OperationalError:
        logs.log.exception("job failed", job="messages", again=True)
    assert "test_logs.py" in capsys.readouterr().err


def test_messages_turns_and_mails_are_logged_with_their_numbers(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("info", "json")
    table.mail("ann@x.org", "go 2")
    (stored, taken, sent) = lines_of(capsys)
    assert events([stored, taken], "message", "table", "state", "note") == [
        ("message stored", 1, None, None, None),
        ("message processed", 1, "r1", "done", "orders"),
    ]
    assert (sent["event"], sent["kind"], sent["table"]) == ("mail sent", "confirmation", "r1")
    table.deadline_passes()
    run, *sent_then = lines_of(capsys)
    assert events([run], "table", "turn", "mails") == [("turn run", "r1", 1, 4)]
    assert {line["event"] for line in sent_then} == {"mail sent"}
    assert {line["mail"] for line in sent_then} <= {parcel.id for parcel in table.outbox()}
    table.post_office.verdicts["*"] = Verdict.NEVER
    table.mail("bob@y.org", "go 2", "r1")
    assert ("mail not delivered", False) in events(lines_of(capsys), "again")
    table.service.look_at_pulse()
    table.clock.passes(days=9)
    table.service.look_at_pulse()
    assert ("deadline moved", "r1", 9 * 24 * 60) in events(lines_of(capsys), "table", "minutes")
    table.opens("r2")
    assert ("table opened", "r2") in events(lines_of(capsys), "table")


def test_a_failure_is_logged_with_its_number_and_without_the_text_of_a_message(
    table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(*_: object) -> NoReturn:
        raise ValueError(WORDS)

    logs.set_up("info", "json")
    monkeypatch.setattr(intake, "parse", raises)
    number = table.mail("ann@x.org", "go 2")
    monkeypatch.undo()
    monkeypatch.setattr(table.registry.games["race"], "judge", raises)
    table.deadline_passes()
    said = capsys.readouterr().err
    lines = [json.loads(line) for line in said.splitlines()]
    assert ("message failed", number, False) in events(lines, "message", "again")
    assert ("turn failed", "r1", 1) in events(lines, "table", "turn")
    (failed,) = [line for line in lines if line["event"] == "message failed"]
    traced = r'intake.py", line \d+, in _parsed\n.*builtins.ValueError$'
    assert re.search(traced, failed["exception"], re.S)
    assert "stealthy" in table.stored(number).fault  # the host finds the text in the database
    tokens = tokens_in([str(mail["Reply-To"]) for mail in table.post_office.taken])
    assert tokens
    for secret in ("stealthy", "go 2", *PLAYERS.values(), *tokens):
        assert secret not in said


def test_at_debug_the_text_of_an_error_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("debug", "json")
    try:
        raise ValueError("why") from OSError("the disk is full")
    except ValueError:
        logs.log.exception("job failed")
    (line,) = lines_of(capsys)
    assert "ValueError: why" in line["exception"]


def test_the_cause_of_an_error_is_logged_if_it_is_an_error_of_the_environment(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up("info", "json")
    try:
        raise ValueError(WORDS) from OSError(28, "No space left on device")
    except ValueError:
        logs.log.exception("job failed")
    (line,) = lines_of(capsys)
    assert "OSError: [Errno 28] No space left on device\nwhich led to:\n" in line["exception"]
    assert "stealthy" not in line["exception"]


def test_an_error_of_the_database_does_not_contain_the_values_of_the_statement(table: Table) -> None:
    with pytest.raises(Exception, match="no such table") as fault, table.store.writing() as session:
        session.connection().execute(text("INSERT INTO nowhere VALUES (:x)"), {"x": "A Paris - Burgundy"})
    assert "Burgundy" not in str(fault.value)
