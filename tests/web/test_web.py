"""One click stops the bulletins, and nothing else does: over a real socket."""

import http.client
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pbem.core import logs
from pbem.core.settings import SiteSettings, WebSettings
from pbem.outbound.delivery import Verdict
from pbem.store.arrival import Arrival
from pbem.web.server import IDLE_SECONDS, Web
from tests.support.gamemaster import gm
from tests.support.table import JUDGE, PLAYERS, Table, kind_of, text_of, tokens_in
from tests.support.waiting import LONG

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
    server = Web(listed.office, listed.clock)
    server.start()
    yield server
    server.stop()


def asked(web: Web, method: str, path: str, body: bytes = b"") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=LONG)
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
    return sum(kind_of(mail) == "bulletin" for mail in table.mails_to(who))


def test_a_bulletin_says_where_it_is_archived_and_how_to_stop_it(listed: Table) -> None:
    mail = listed.bulletin_to("eve@z.org")
    assert mail["Archived-At"] == f"<{SITE}/r1/1.html>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(mail["List-Unsubscribe"]).startswith(f"<{SITE}/stop/r1/")
    assert "<mailto:judge@judge.example?subject=r1&body=STOP%20r1>" in str(mail["List-Unsubscribe"])


def test_viewing_changes_nothing_and_a_click_ends_the_bulletins(listed: Table, web: Web) -> None:
    path = click_of(listed, "eve@z.org")
    status, page = asked(web, "GET", path)
    assert status == 200
    assert "<button" in page
    status, page = asked(web, "POST", path, b"List-Unsubscribe=One-Click")
    assert status == 200
    assert "No more bulletins from r1" in page
    before = bulletins(listed, "eve@z.org")
    listed.deadline_passes()
    assert bulletins(listed, "eve@z.org") == before
    assert asked(web, "POST", path)[0] == 404


def test_a_player_who_clicks_still_gets_reports(listed: Table, web: Web) -> None:
    ann = PLAYERS["Red"]
    listed.reply(listed.report_to("Red"), "SET BULLETIN ON", ann)
    assert "You get the bulletin of each turn in addition to your report" in text_of(listed.last_to(ann))
    listed.deadline_passes()
    assert asked(web, "POST", click_of(listed, ann))[0] == 200
    before, reports = bulletins(listed, ann), len(listed.mails_to(ann))
    listed.deadline_passes()
    assert bulletins(listed, ann) == before
    assert len(listed.mails_to(ann)) == reports + 1


@pytest.mark.parametrize(
    "path", ["/stop/r1/aaaaaaaaaaaaaaaa", "/stop/nowhere/x", "/stop/r1/%00%ff", "/", "/r1/1.html", "/stop/r1"]
)
def test_wrong_addresses_end_nothing(listed: Table, web: Web, path: str) -> None:
    assert asked(web, "POST", path)[0] == 404
    before = bulletins(listed, "eve@z.org")
    listed.deadline_passes()
    assert bulletins(listed, "eve@z.org") == before + 1


def test_a_token_is_for_one_table_and_one_reader(listed: Table, web: Web) -> None:
    for power, address in PLAYERS.items():
        listed.reply(listed.report_to(power), "SET BULLETIN ON", address)
    listed.deadline_passes()
    tokens = {click_of(listed, who) for who in ("eve@z.org", *PLAYERS.values())}
    assert len(tokens) == 4
    listed.opens("r2", players={"Red": "eve@z.org"})
    assert asked(web, "POST", click_of(listed, PLAYERS["Blue"]).replace("/r1/", "/r2/"))[0] == 404


def test_large_requests_are_refused_before_they_are_sent(web: Web) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", web.port, timeout=LONG)) as connection:
        connection.putrequest("POST", "/stop/r1/x")
        connection.putheader("Content-Length", "100000")
        connection.endheaders()
        assert connection.getresponse().status == 413


# --- for monitors ----------------------------------------------------------------------------------------


def test_health_is_200_or_503_with_a_reason_a_line(listed: Table, web: Web) -> None:
    assert asked(web, "GET", "/health") == (
        503,
        "scheduler: no scheduler has run yet; is pbem serve running?\n",
    )
    listed.service.look_at_pulse()
    assert asked(web, "GET", "/health") == (200, "well\n")
    message = listed.message("ann@x.org", "go 2").as_bytes()
    listed.store.store_message(Arrival(message, "ann@x.org", (JUDGE,), listed.clock.now(), "smtp"))
    assert asked(web, "GET", "/health") == (200, "well\n")
    listed.clock.passes(hours=72, minutes=10)
    status, told = asked(web, "GET", "/health")
    assert (status, told.splitlines()) == (
        503,
        [
            "scheduler: none has run for 3 days; is pbem serve running?",
            "messages: 1 not read yet, the oldest for 3 days",
            "turns: 1 late, the longest by 10 minutes; see pbem games",
        ],
    )
    listed.service.look_at_tables_awake()
    listed.service.look()
    assert asked(web, "GET", "/health") == (200, "well\n")


def test_an_unreachable_database_is_reported_to_the_monitor(tmp_path: Path) -> None:
    logs.set_up("error", "json")
    own = Table(tmp_path)
    own.settings = own.settings.model_copy(update={"web": WebSettings(on=True, port=0)})
    own.restart()
    own.store.close()
    (tmp_path / "pbem.sqlite").unlink()
    server = Web(own.office, own.clock)
    server.start()
    for path in ("/health", "/metrics"):
        status, told = asked(server, "GET", path)
        assert (status, told.partition(":")[0]) == (503, "database")
    server.stop()


def figures_of(web: Web) -> dict[str, float]:
    """Return the metrics that Prometheus reads, by name with labels."""
    status, told = asked(web, "GET", "/metrics")
    assert status == 200
    samples = [sample for family in text_string_to_metric_families(told) for sample in family.samples]
    return {
        f"{one.name}{''.join(f' {value}' for value in one.labels.values())}": one.value for one in samples
    }


def a_late_turn_after_mails_that_fail(listed: Table) -> None:
    """One turn is run and two of its mails fail; a message waits, and the next turn is 61 seconds late."""
    listed.post_office.verdicts = {PLAYERS["Red"]: Verdict.AGAIN, PLAYERS["Blue"]: Verdict.NEVER}
    listed.deadline_passes()
    listed.clock.passes(seconds=30)
    message = listed.message("ann@x.org", "go 2").as_bytes()
    listed.store.store_message(Arrival(message, "ann@x.org", (JUDGE,), listed.clock.now(), "smtp"))
    final = listed.row().final_utc
    assert final is not None
    listed.clock.moment = final + timedelta(seconds=61)


def test_the_figures_are_those_of_the_database(listed: Table, web: Web) -> None:
    before = figures_of(web)
    assert before["pbem_messages done"] == 1  # OBSERVE
    assert (before["pbem_tables running"], before["pbem_turns"]) == (1, 1)
    assert before["pbem_mails sent"] == len(listed.outbox())
    assert (
        before["pbem_late_turns 0"] == before["pbem_mails waiting"] == before["pbem_oldest_mail_seconds"] == 0
    )
    assert "pbem_pulse_seconds" not in before
    listed.service.look_at_pulse()
    a_late_turn_after_mails_that_fail(listed)
    after = figures_of(web)
    assert after["pbem_turns"] == 2
    assert after["pbem_messages waiting"] == 1
    assert after["pbem_oldest_message_seconds"] == 72 * 3600 + 61 - 30
    states = Counter(parcel.state for parcel in listed.outbox())
    assert after["pbem_mails failed"] == states["failed"] == 1
    assert after["pbem_mails waiting"] == after["pbem_refused_mails"] == states["waiting"] == 1
    assert after["pbem_oldest_mail_seconds"] == 72 * 3600 + 61
    assert [after[f"pbem_late_turns {by}"] for by in (0, 60, 600)] == [1, 1, 0]
    assert after["pbem_latest_turn_seconds"] == 61
    assert after["process_resident_memory_bytes"] > 0
    assert "pbem_picture_seconds_count" in after


def test_a_game_that_waits_for_everybody_is_not_late(listed: Table, web: Web) -> None:
    gm(listed, "SET silence wait")
    listed.clock.passes(days=9)
    assert figures_of(web)["pbem_late_turns 0"] == 0


def test_no_name_and_no_address_is_in_the_figures(listed: Table, web: Web) -> None:
    told = asked(web, "GET", "/metrics")[1]
    powers = ("r1", "race", *PLAYERS, *PLAYERS.values(), "judge", *tokens_in([click_of(listed, "eve@z.org")]))
    for name in powers:
        assert name not in told


def test_a_browser_that_keeps_its_connection_does_not_delay_the_end(listed: Table) -> None:
    web = Web(listed.office, listed.clock)
    web.start()
    with closing(http.client.HTTPConnection("127.0.0.1", web.port, timeout=LONG)) as connection:
        connection.request("GET", "/nowhere")
        connection.getresponse().read()
        begun = time.monotonic()
        web.stop()
        assert time.monotonic() - begun < IDLE_SECONDS / 2
