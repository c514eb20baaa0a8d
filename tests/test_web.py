"""Does one click end the bulletins, and does nothing else?  Over a real socket."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.settings import SiteSettings, WebSettings
from pbem.web import Web
from tests.table import PLAYERS, Table

SITE = "https://games.example.org/mail"


@pytest.fixture
def listed(tmp_path: Path) -> Iterator[Table]:
    """A table whose host has a site, with an observer."""
    own = Table(tmp_path)
    web = WebSettings(on=True, port=0)
    own.settings = own.settings.model_copy(update={"site": SiteSettings(url=SITE), "web": web})
    own.restart()
    own.vouched.add("eve@z.org")
    own.opens()
    own.mail("eve@z.org", "OBSERVE r1", "a game")
    own.deadline_passes()
    yield own
    own.store.close()


@pytest.fixture
def web(listed: Table) -> Iterator[Web]:
    server = Web(listed.office)
    server.start()
    yield server
    server.stop()


def asked(web: Web, method: str, path: str, body: bytes = b"") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    connection.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


def click_of(table: Table, who: str) -> str:
    """The path of the one-click address in the last bulletin to *who*."""
    header = str(table.bulletin_to(who)["List-Unsubscribe"])
    return header.partition("<")[2].partition(">")[0].removeprefix(SITE)


def bulletins(table: Table, who: str) -> int:
    return sum("bulletin" in str(mail["Subject"]) for mail in table.mails_to(who))


def test_a_bulletin_says_where_it_is_kept_and_how_it_is_ended(listed: Table) -> None:
    mail = listed.bulletin_to("eve@z.org")
    assert mail["Archived-At"] == f"<{SITE}/r1/1.html>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(mail["List-Unsubscribe"]).startswith(f"<{SITE}/stop/r1/")
    assert "<mailto:judge@judge.example?subject=r1&body=STOP%20r1>" in str(mail["List-Unsubscribe"])


def test_a_look_changes_nothing_and_a_click_ends_the_bulletins(listed: Table, web: Web) -> None:
    path = click_of(listed, "eve@z.org")
    status, page = asked(web, "GET", path)
    assert status == 200
    assert "<button" in page
    status, page = asked(web, "POST", path, b"List-Unsubscribe=One-Click")
    assert status == 200
    assert "No more bulletins of r1" in page
    before = bulletins(listed, "eve@z.org")
    listed.deadline_passes()
    assert bulletins(listed, "eve@z.org") == before
    assert asked(web, "POST", path)[0] == 404


def test_a_player_who_clicks_keeps_his_reports(listed: Table, web: Web) -> None:
    ann = PLAYERS["Red"]
    assert asked(web, "POST", click_of(listed, ann))[0] == 200
    before, reports = bulletins(listed, ann), len(listed.mails_to(ann))
    listed.deadline_passes()
    assert bulletins(listed, ann) == before
    assert len(listed.mails_to(ann)) == reports + 1
    listed.reply(listed.report_to("Red"), "SET BULLETIN ON", ann)
    assert "You get the bulletins again" in str(listed.last_to(ann))


@pytest.mark.parametrize(
    "path", ["/stop/r1/aaaaaaaaaaaaaaaa", "/stop/nowhere/x", "/stop/r1/%00%ff", "/", "/r1/1.html", "/stop/r1"]
)
def test_wrong_addresses_end_nothing(listed: Table, web: Web, path: str) -> None:
    assert asked(web, "POST", path)[0] == 404
    before = bulletins(listed, "eve@z.org")
    listed.deadline_passes()
    assert bulletins(listed, "eve@z.org") == before + 1


def test_a_token_is_for_one_table_and_one_reader(listed: Table, web: Web) -> None:
    tokens = {click_of(listed, who) for who in ("eve@z.org", *PLAYERS.values())}
    assert len(tokens) == 4
    listed.opens("r2", players={"Red": "eve@z.org"})
    assert asked(web, "POST", click_of(listed, PLAYERS["Blue"]).replace("/r1/", "/r2/"))[0] == 404


def test_large_requests_and_the_monitor(web: Web) -> None:
    assert asked(web, "POST", "/stop/r1/x", b"x" * 100_000)[0] == 413
    assert asked(web, "GET", "/health") == (200, "well\n")
