"""Serious trouble is shown in /health, is a metric, and is mailed once to the host with a remedy."""

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import select

from pbem.outbound.delivery import Verdict
from pbem.store.arrival import Arrival
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.troubles import NoticedTrouble
from pbem.tables import notices
from pbem.web import health, metrics
from pbem.web.overview import overview
from tests.support.table import JUDGE, Table, body_of, text_of

HOST = "host@judge.example"


@pytest.fixture(autouse=True)
def _much_room(monkeypatch: pytest.MonkeyPatch) -> None:
    _free(monkeypatch, 10_000)


def _free(monkeypatch: pytest.MonkeyPatch, megabytes: int) -> None:
    usage = shutil.disk_usage("/")._replace(free=megabytes * health.MEGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)


class Watched:
    """A table whose service is watched minute by minute."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def minutes(self, number: int) -> None:
        for _ in range(number):
            self.table.clock.passes(minutes=1)
            self.table.service.look_at_pulse()
            self.table.service.look_at_outbox()
            self.table.service.watch()
        self.table.service.look_at_outbox()

    def wrong(self) -> list[str]:
        """Return the lines of /health."""
        with self.table.store.reading() as session:
            found = health.troubles(session, self.table.office, self.table.clock.now())
        return [f"{one.kind}: {one.reason}" for one in found]

    def mails(self) -> list[str]:
        """Return the subjects of the mails to the host."""
        return [str(mail["Subject"]) for mail in self.table.mails_to(HOST)]

    def is_a_metric(self, kind: str) -> bool:
        told = metrics.exposition(metrics.registry(self.table.office, self.table.clock))
        return f'pbem_trouble{{kind="{kind}"}} 1.0' in told


@pytest.fixture
def watched(table: Table) -> Iterator[Watched]:
    own = Watched(table)
    own.minutes(1)
    assert own.wrong() == []
    yield own


def test_a_wrong_password_is_reported_once_until_it_has_been_right_for_half_an_hour(watched: Watched) -> None:
    inlet = watched.table.inlet
    inlet.trouble, inlet.is_refused = "[AUTHENTICATIONFAILED] Invalid credentials", True
    watched.minutes(1)
    assert watched.wrong() == ["password: false: [AUTHENTICATIONFAILED] Invalid credentials"]
    assert watched.is_a_metric("password")
    assert watched.mails() == []  # it may be over in a minute
    watched.minutes(20)
    (mail,) = watched.table.mails_to(HOST)
    assert watched.mails() == ["The mailbox does not accept the password"]
    assert "[AUTHENTICATIONFAILED] Invalid credentials." in text_of(mail)
    assert "What to do: log in with a mail program" in text_of(mail)
    inlet.trouble, inlet.is_refused = None, False
    watched.minutes(10)
    assert watched.wrong() == []
    inlet.trouble, inlet.is_refused = "[AUTHENTICATIONFAILED] Invalid credentials", True
    watched.minutes(20)
    assert len(watched.mails()) == 1  # it was not well for long
    inlet.trouble, inlet.is_refused = None, False
    watched.minutes(40)
    inlet.trouble, inlet.is_refused = "[AUTHENTICATIONFAILED] Invalid credentials", True
    watched.minutes(20)
    assert len(watched.mails()) == 2


def test_an_inlet_out_of_reach_is_reported(watched: Watched) -> None:
    watched.table.inlet.trouble = "Connection refused"
    watched.minutes(7)
    assert watched.wrong() == ["inlet: false: Connection refused"]
    assert watched.is_a_metric("inlet")
    assert watched.mails() == ["Messages cannot be fetched"]


def test_a_relay_that_is_down_is_reported_when_it_is_up_again(watched: Watched) -> None:
    watched.table.post_office.verdicts["*"] = Verdict.NOT_TRIED
    watched.table.mail("ann@x.org", "STATUS")
    watched.minutes(7)
    assert watched.wrong() == ["relay: 127.0.0.1:25: the post office was made to fail"]
    assert watched.is_a_metric("relay")
    assert watched.mails() == []
    watched.table.post_office.verdicts.clear()
    watched.minutes(4)
    assert watched.wrong() == []
    assert watched.mails() == ["The relay accepts no mail"]


def test_a_disk_that_is_nearly_full_is_reported(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _free(monkeypatch, 150)
    watched.minutes(7)
    assert watched.wrong() == [f"disk: 150 MB are free in {tmp_path}, 200 are needed"]
    assert watched.is_a_metric("disk")
    assert watched.mails() == ["The disk is nearly full"]


def test_messages_that_fail_one_after_the_other_are_reported(watched: Watched) -> None:
    for number in range(3):
        watched.table.mail("ann@x.org", f"STATUS {number}")
    with watched.table.store.writing() as session:
        failed = {"state": "failed", "handled_utc": watched.table.clock.now()}
        session.connection().execute(update(StoredMessage).values(failed))
    watched.minutes(7)
    assert watched.wrong() == ["failing: 3 messages failed within an hour, the last is number 3"]
    assert watched.is_a_metric("failing")
    assert watched.mails() == ["Messages fail"]
    assert "pbem again NUMBER" in text_of(watched.table.last_to(HOST))


def test_a_mail_that_does_not_leave_is_reported_and_one_that_was_put_off_is_not(watched: Watched) -> None:
    watched.table.post_office.verdicts["ann@x.org"] = Verdict.AGAIN
    watched.table.mail("ann@x.org", "STATUS")
    for _ in range(8):  # five is an hour's share; the rest waits for the next
        watched.table.mail("bob@y.org", "STATUS")
    watched.minutes(50)
    assert watched.wrong() == []
    watched.minutes(20)
    assert [line.partition(",")[0] for line in watched.wrong()] == ["unsent: 1 not sent yet"]
    assert watched.is_a_metric("unsent")
    assert watched.mails() == ["Mail is not sent"]


@pytest.mark.parametrize(("address", "who"), [("gm@w.org", "the game master of r1"), (HOST, "you, the host")])
def test_a_mail_to_the_gm_or_the_host_that_was_given_up_is_reported_once(
    watched: Watched, address: str, who: str
) -> None:
    table = watched.table
    table.post_office.verdicts[address] = Verdict.NEVER
    for number in range(3):
        table.mail("gm@w.org", f"STATUS {number}") if address != HOST else refused_to_host(table, number)
    table.post_office.verdicts.clear()
    (wrong,) = watched.wrong()
    assert re.fullmatch(
        rf"undelivered: mail \d+ \(\w+\) to {who} was given up: the post office was made to fail", wrong
    )
    assert watched.is_a_metric("undelivered")
    watched.minutes(20)
    assert watched.mails() == ["A mail was given up"]
    mail = text_of(table.last_to(HOST))
    assert wrong.removeprefix("undelivered: ") in " ".join(mail.split())
    assert watched.wrong() == ([] if address == HOST else [wrong])  # that mail has reached the host


def refused_to_host(table: Table, number: int) -> None:
    with table.store.writing() as session:
        notices.guessing(session, table.office, "x@y.org", table.clock.now() + timedelta(days=number))
    table.service.look_at_outbox()


def test_a_mail_to_a_gm_is_no_trouble_when_a_later_one_has_arrived(watched: Watched) -> None:
    watched.table.post_office.verdicts["gm@w.org"] = Verdict.NEVER
    watched.table.mail("gm@w.org", "STATUS")
    assert len(watched.wrong()) == 1
    watched.table.post_office.verdicts.clear()
    watched.table.mail("gm@w.org", "STATUS please")
    assert watched.wrong() == []


def test_a_mail_to_a_player_that_was_given_up_is_named_in_the_status_and_is_no_trouble(
    watched: Watched,
) -> None:
    table = watched.table
    table.post_office.verdicts["ann@x.org"] = Verdict.NEVER
    table.mail("ann@x.org", "go 2")
    assert watched.wrong() == []
    with table.store.reading() as session:
        (found,) = overview(session, table.office, table.clock.now())["undelivered"]
    assert found["address"] == "ann@x.org"
    told = re.fullmatch(r"mail \d+ \(confirmation\) to (\w+) of r1 was given up: (.+)", found["said"])
    assert told is not None, found["said"]
    power, why = told.groups()
    assert why == "the post office was made to fail"
    assert f'pbem gm r1 "REPLACE {power} with NAME <ADDRESS>"' in found["remedy"]


def test_a_turn_past_its_deadline_is_reported(watched: Watched) -> None:
    final = watched.table.row().final_utc
    assert final is not None
    watched.table.clock.moment = final - timedelta(minutes=1)
    watched.table.service.look_at_pulse()
    with watched.table.store.writing() as session:  # no outage: the service was awake all the time
        for row in session.exec(select(NoticedTrouble)):
            session.delete(row)
    table = watched.table
    table.clock.moment = table.row().final_utc or table.clock.moment
    watched.minutes(13)
    assert [line for line in watched.wrong() if line.startswith("turns: 1 late, the longest by")]
    assert watched.is_a_metric("turns")
    assert "Turns are late" in watched.mails()


def test_messages_that_are_not_read_are_reported(watched: Watched) -> None:
    raw = watched.table.message("ann@x.org", "go 2").as_bytes()
    watched.table.store.store_message(Arrival(raw, "ann@x.org", (JUDGE,), watched.table.clock.now(), "smtp"))
    watched.minutes(12)
    assert watched.wrong() == ["messages: 1 not read yet, the oldest for 12 minutes"]
    assert watched.is_a_metric("messages")
    assert watched.mails() == ["Messages are not processed"]


def test_every_kind_of_trouble_has_a_sentence(watched: Watched) -> None:
    for kind in health.KINDS:
        table = watched.table
        row = NoticedTrouble(
            kind=kind, subject=kind, reason="a reason",
            since_utc=table.clock.now(), seen_utc=table.clock.now(),
        )  # fmt: skip
        with table.store.writing() as session:
            notices.host_trouble(session, table.office, row, table.clock.now())
    watched.table.service.look_at_outbox()
    bodies = [body_of(mail) for mail in watched.table.mails_to(HOST)]
    assert len(set(bodies)) == len(health.KINDS)
    assert all("What to do: " in body for body in bodies)


def test_the_reason_of_a_trouble_holds_no_token(watched: Watched) -> None:
    with watched.table.store.reading() as session:
        assert session.exec(select(OutgoingMail)).all()
    watched.table.inlet.trouble = "Connection refused"
    watched.minutes(1)
    assert "+" not in "".join(watched.wrong())
