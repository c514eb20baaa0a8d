"""The page of the host: off by default, only on this machine, and failed messages can be retried."""

import html
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col
from typer.testing import CliRunner

from adjudicator.core.dice import SeededDice
from pbem.cli.main import app
from pbem.core import logs
from pbem.core.settings import SiteSettings, WebSettings
from pbem.store.arrival import Arrival
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.web import health
from pbem.web.server import Web
from tests.support.table import JUDGE, Table, tokens_in


class Page:
    """The page of the host, as a browser gets it."""

    def __init__(self, table: Table, *, is_on: bool = True) -> None:
        web = WebSettings(on=True, host_page=is_on)
        site = SiteSettings(url="https://games.example.org/mail")
        table.settings = table.settings.model_copy(update={"web": web, "site": site})
        table.restart()
        self.table = table

    def asked(self, method: str = "GET", body: str = "", host: str = "127.0.0.1:8025") -> tuple[str, str]:
        answered: list[str] = []
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method, "PATH_INFO": "/host", "HTTP_HOST": host,
            "wsgi.input": BytesIO(body.encode()),
        }  # fmt: skip
        web = Web(self.table.office, self.table.clock)
        content = b"".join(web(environ, lambda status, _: answered.append(status)))
        return answered[0][:3], html.unescape(content.decode())

    def fails(self) -> int:
        raw = self.table.message("ann@x.org", "go 3").as_bytes()
        number = self.table.store.store_message(
            Arrival(raw, "ann@x.org", (JUDGE,), self.table.clock.now(), "smtp")
        )
        with self.table.store.writing() as session:
            failed = {"state": "failed", "fault": "ValueError: go 3 is secret\n\nTraceback"}
            session.connection().execute(update(StoredMessage).values(failed))
        return number


@pytest.fixture
def page(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr(
        health, "free_bytes", lambda _: None
    )  # independent of how full this machine's disk is
    table.service.look_at_pulse()
    yield Page(table)


def test_it_is_off_by_default(table: Table) -> None:
    assert Page(table, is_on=False).asked()[0] == "404"
    assert not WebSettings().host_page


def test_it_shows_tables_queues_failures_and_the_log_and_no_secret(page: Page) -> None:
    logs.set_up("info", "json")
    number = page.fails()
    logs.log.info("a line of the log", address="ann@x.org")
    status, shown = page.asked()
    assert status == "200"
    assert "<p>All is well.</p>" in shown
    assert re.search(r"<td>r1</td><td>.+</td><td>running</td>", shown)
    assert "<td>Thu 26 Nov 2026, 09:00 UTC</td>" in shown
    assert re.search(rf"<td>{number}</td>.*<td>ValueError</td>", shown)
    assert "a line of the log" in shown
    assert "go 3" not in shown
    assert "ann@x.org" not in shown
    own = re.findall(r'name="token" value="(\w+)"', shown)
    assert tokens_in([shown]) == set(own)


def test_it_names_a_mail_that_was_given_up_without_its_address(page: Page) -> None:
    with page.table.store.writing() as session:
        refused = {"state": "failed", "last_error": "550 5.1.1 <ann@x.org> no such user"}
        of_ann = col(OutgoingMail.recipient) == "ann@x.org"
        session.connection().execute(update(OutgoingMail).where(of_ann).values(refused))
    _, shown = page.asked()
    assert "of r1 was given up: 550 5.1.1 <…> no such user" in shown
    assert "ann@x.org" not in shown


def test_it_says_what_is_wrong_instead_of_that_all_is_well(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(health, "free_bytes", lambda _: (tmp_path, 5 * health.MEGABYTE))
    _, shown = page.asked()
    assert f"5 MB are free in {tmp_path}, 200 are needed" in shown
    assert "All is well" not in shown


def test_a_failed_message_is_processed_again(page: Page) -> None:
    number = page.fails()
    token = re.findall(r'name="token" value="(\w+)"', page.asked()[1])[0]
    assert page.asked("POST", f"message={number}&token=wrong")[0] == "409"
    assert page.table.stored(number).state == "failed"
    assert page.asked("POST", f"message={number}&token={token}")[0] == "200"
    page.table.service.look()
    assert page.table.stored(number).state == "done"
    assert page.asked("POST", f"message={number}&token={token}")[0] == "409"  # nothing failed any more


@pytest.mark.parametrize("body", ["", "message=x", "message=99999999999999999999&token=y", "&" * 100, "\0"])
def test_a_strange_form_does_nothing(page: Page, body: str) -> None:
    assert page.asked("POST", body)[0] == "409"


def test_a_page_of_another_site_reads_nothing(page: Page) -> None:
    assert page.asked(host="evil.example")[0] == "404"
    assert page.asked(host="[::1")[0] == "404"
    assert page.asked(host="games.example.org")[0] == "200"
    assert page.asked(host="localhost:8025")[0] == "200"


def test_what_a_log_or_a_table_holds_is_escaped(page: Page, table: Table) -> None:
    logs.set_up("info", "json")
    logs.log.info("<script>alert(1)</script>")
    web = Web(table.office, table.clock)
    environ: dict[str, Any] = {"REQUEST_METHOD": "GET", "PATH_INFO": "/host", "HTTP_HOST": "localhost"}
    assert b"<script>alert" not in b"".join(web(environ, lambda *_: None))


def test_pbem_status_has_the_same_numbers(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = page.fails()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_DATABASE__URL", page.table.url)
    with page.table.store.writing() as session:  # the shell does not know the test's game
        session.connection().exec_driver_sql("UPDATE tables SET state = 'over', game = 'standard'")
        session.connection().exec_driver_sql("DELETE FROM order_sheets")
        game = page.table.office.find_game("standard")
        session.connection().exec_driver_sql(
            "UPDATE tables SET position = ?", (game.start({}, SeededDice("x", 0)),)
        )
    told = CliRunner().invoke(app, ["status", "--json"])
    facts = json.loads(told.stdout)
    assert told.exit_code == (1 if facts["troubles"] else 0)
    assert facts["messages"]["failed"] == 1
    assert [one["message"] for one in facts["failures"]] == [number]
    assert facts["tables"][0]["table"] == "r1"
    plain = CliRunner().invoke(app, ["status"]).stdout
    assert "Messages: " in plain
    assert f"pbem again {number}" in plain
