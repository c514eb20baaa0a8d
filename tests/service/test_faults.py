"""What people see when something outside the program fails: the failures that no other module covers.

Elsewhere: SMTP that refuses for now, for good, half the recipients, hangs up or never greets
(`test_delivery`, `test_outbox`); a slow sender and a slow disk (`test_smtp_inlet`); IMAP lost, and out of
reach across a deadline (`test_imap_inlet`, `test_turn`); DNS that does not answer for DKIM (`test_identify`);
a message that raises or kills the program (`test_intake`); a game that raises (`test_turn`); a database
locked for a moment (`test_intake`); a service that slept through deadlines (`test_nmr_policy`, `test_turn`);
power failure at every named step (`test_intake`, `test_turn`, `test_gm_power_cuts`); nodes killed (`nodes`).

Here: a disk that is full or read-only, a database server that is gone for a while, a clock that steps, DNS
that does not answer, a relay that stops reading in the middle of a mail.
"""

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import dkim
import pytest
from sqlalchemy.exc import OperationalError

from pbem.core.sentences import in_words
from pbem.messages.authentication import vouches
from pbem.messages.message import IncomingMessage
from pbem.outbound.delivery import Delivery, MailToSend, Relay, Verdict
from pbem.store import engine
from pbem.store.arrival import Arrival
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import DONE, HELD, RUNNING
from tests.mail.test_identify import dns, signed
from tests.support.postgres import stopped
from tests.support.table import JUDGE, MONDAY, Table, text_of
from tests.support.waiting import LONG

# The ways in which SQLite simulates them: no more pages than now; no writing at all.
DISKS = {"full": "max_page_count=1", "read-only": "query_only=ON"}
SAYS = {"full": "database or disk is full", "read-only": "readonly database"}


class Disk:
    """The state of the disk for each new connection; *trouble* is one of DISKS, or "" for none."""

    def __init__(self) -> None:
        self.trouble = ""

    def breaks(self, table: Table, trouble: str) -> None:
        self.trouble = trouble
        table.store.close()  # new connections are opened

    def connected(self, connection: Any) -> None:
        if self.trouble:
            connection.execute(f"PRAGMA {DISKS[self.trouble]}").close()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    made, begun = Disk(), engine.on_connect

    def connect(connection: Any, record: object) -> None:
        begun(connection, record)
        made.connected(connection)

    monkeypatch.setattr(engine, "on_connect", connect)
    return made


@pytest.fixture
def house(tmp_path: Path, disk: Disk) -> Iterator[Table]:
    own = Table(tmp_path)
    own.opens()
    own.post_office.forget()
    yield own
    own.store.close()


def arrival(table: Table, words: str) -> Arrival:
    return Arrival(
        table.message("ann@x.org", words).as_bytes(), "ann@x.org", (JUDGE,), table.clock.now(), "smtp"
    )


@pytest.mark.parametrize("trouble", DISKS)
def test_a_full_disk_refuses_messages_and_loses_none(house: Table, disk: Disk, trouble: str) -> None:
    """The inlet reports the failure, so the sender's server tries again; what is stored is answered."""
    mails = len(house.outbox())
    before = house.store.store_message(arrival(house, "go 5"))
    more = (
        Random(6).randbytes(24_000).hex()
    )  # messages are stored compressed; random text cannot be compressed
    after = arrival(house, f"go 6\n{more}\n")
    disk.breaks(house, trouble)
    with pytest.raises(OperationalError, match=SAYS[trouble]):
        house.store.store_message(after)
    with suppress(OperationalError):  # a small answer may still find room on a full disk
        house.service.look()
    assert (house.stored(before).state == DONE) == (len(house.outbox()) > mails)
    disk.breaks(house, "")
    house.store.store_message(after)
    house.service.look()
    assert [house.stored(number).state for number in (before, before + 1)] == [DONE, DONE]
    assert ["go 5" in text_of(mail) for mail in house.mails_to("Red")] == [True, False]


@pytest.mark.parametrize("trouble", DISKS)
def test_a_turn_on_a_full_disk_is_run_once_when_there_is_space(
    house: Table, disk: Disk, trouble: str
) -> None:
    house.mail("ann@x.org", "go 5")
    house.clock.moment = MONDAY + timedelta(hours=73)
    disk.breaks(house, trouble)
    with pytest.raises(OperationalError):
        house.service.look()
    assert (house.turns(), house.row().state) == ([], RUNNING)
    disk.breaks(house, "")
    house.clock.passes(seconds=20)  # by then the claim on the table has expired
    house.service.look()
    house.service.look()
    assert len(house.turns()) == 1
    reports = house.reports_to("Red")
    assert ["Your own step was 5." in text_of(mail) for mail in reports] == [True]


def test_the_database_server_is_gone_for_a_while(postgres: str, tmp_path: Path) -> None:
    table = Table(tmp_path, postgres)
    table.opens()
    stored, later = table.store.store_message(arrival(table, "go 5")), arrival(table, "go 6")
    with stopped(postgres):
        with pytest.raises(OperationalError):
            table.store.store_message(later)
        for _ in range(2):  # the scheduler continues whatever happens
            table.service._guarded("messages", table.service.poll_messages)()
    table.clock.passes(minutes=1)
    table.store.store_message(later)
    table.service.look()
    assert table.stored(stored).state == DONE
    assert "Red will go 6" in text_of(table.last_to("Red"))
    table.deadline_passes()
    assert len(table.turns()) == 1
    assert "Your own step was 6." in text_of(table.report_to("Red"))
    table.store.close()


def test_a_clock_that_steps_back_runs_nothing_twice(table: Table) -> None:
    table.mail("ann@x.org", "go 5")
    table.deadline_passes()
    due = table.row().deadline_utc
    table.clock.passes(hours=-5)
    for _ in range(3):
        table.service.look_at_tables_awake()
        table.service.look()
    assert len(table.turns()) == 1
    assert table.row().deadline_utc == due
    table.reply(table.report_to("Red"), "go 2")
    assert "Red will go 2" in text_of(table.last_to("Red"))
    table.clock.passes(hours=5)
    table.deadline_passes()
    assert "Your own step was 2." in text_of(table.report_to("Red"))
    assert len(table.turns()) == 2


def test_a_clock_that_steps_forward_is_an_outage_and_makes_nobody_late(table: Table) -> None:
    table.service.look_at_tables_awake()
    due = table.row().deadline_utc
    assert due is not None
    table.clock.passes(hours=80)
    table.service.look_at_tables_awake()
    assert table.turns() == []
    moved = table.row().deadline_utc
    assert moved is not None
    assert moved > table.clock.now()
    table.clock.passes(hours=-80)  # the clock is corrected again
    table.service.look_at_tables_awake()
    assert table.turns() == []
    number = table.mail("ann@x.org", "go 4")
    assert table.stored(number).state == DONE
    assert table.row().deadline_utc == moved


def test_no_message_is_lost_when_the_disk_fills_up_again_and_again(house: Table, disk: Disk) -> None:
    """The disk fills up repeatedly while messages arrive; each message is answered once."""
    numbers = []
    for step in range(1, 5):
        disk.breaks(house, "full" if step % 2 else "read-only")
        message = arrival(house, f"go {step}")
        with suppress(OperationalError):
            house.store.store_message(message)
            house.service.poll_messages()
        disk.breaks(house, "")
        numbers.append(house.store.store_message(message))  # the same message once more, as every server does
        house.service.look()
    with house.store.reading() as session:
        states = [session.get_one(StoredMessage, number).state for number in numbers]
    assert (len(set(numbers)), states) == (4, [DONE] * 4)
    assert len(house.mails_to("Red")) == 4


# --- other people's servers --------------------------------------------------------------------------------


def test_dns_that_does_not_answer_holds_orders_until_they_are_confirmed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile nobody is trusted without proof, and no orders are lost."""

    def silence(_name: bytes, timeout: int = 5) -> None:
        raise dkim.DnsTimeoutError

    def vouch(message: IncomingMessage, raw: bytes) -> bool:
        return vouches(message, raw, [], check_dkim=True, ask_dns=asked)

    monkeypatch.setattr(table, "vouch", vouch)
    table.restart()
    asked: Any = silence
    held = table.post_in(signed(), "ann@x.org")
    assert table.stored(held).state == HELD
    question = table.last_to("Red")
    assert "go 3" in text_of(question)
    table.reply(question, "yes")
    assert "Red will go 3" in text_of(table.last_to("Red"))
    asked = dns
    table.clock.passes(minutes=1)
    heard = signed(b"From: ann@x.org\r\nTo: judge@judge.example\r\nSubject: r1\r\n\r\ngo 4\r\n")
    assert table.stored(table.post_in(heard, "ann@x.org")).state == DONE
    assert "Red will go 4" in text_of(table.last_to("Red"))


def test_an_unresolved_relay_name_is_not_a_failed_try_of_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def silence(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", silence)
    delivery = Delivery(Relay(host="mx.players.example", timeout_seconds=1))
    ((_, fates),) = delivery.deliver([MailToSend(1, "", ("ann@x.org",), b"a word")])
    delivery.close()
    assert fates["ann@x.org"].verdict is Verdict.NOT_TRIED
    assert "name resolution" in in_words(fates["ann@x.org"].reason, None)


def make_data_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten our timeout in DATA; the steps before keep theirs, because a test machine may be slow."""
    data = smtplib.SMTP.data

    def impatient(session: smtplib.SMTP, words: bytes) -> tuple[int, bytes]:
        assert session.sock is not None
        assert session.sock.gettimeout() == LONG
        session.sock.settimeout(0.3)
        return data(session, words)

    monkeypatch.setattr(smtplib.SMTP, "data", impatient)


def answer_up_to_data(line: socket.socket) -> None:
    """Answer like a relay, and stop reading after DATA."""
    said = {b"EHLO": b"250 mx", b"MAIL": b"250 go on", b"RCPT": b"250 go on", b"DATA": b"354 go on"}
    line.sendall(b"220 mx\r\n")
    while (words := line.recv(1024)) and words[:4].upper() in said:
        line.sendall(said[words[:4].upper()] + b"\r\n")
        if words[:4].upper() == b"DATA":
            return


def test_a_relay_that_stops_reading_in_the_middle_of_a_mail_times_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing waits forever; the mail is retried later."""
    make_data_impatient(monkeypatch)
    with ExitStack() as stack:
        credentials = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        lines: list[socket.socket] = []

        def serve() -> None:
            lines.append(credentials.accept()[0])
            answer_up_to_data(lines[0])

        reader = threading.Thread(target=serve)
        reader.start()
        delivery = Delivery(Relay(port=credentials.getsockname()[1], sessions=1, timeout_seconds=LONG))
        ((_, fates),) = delivery.deliver([MailToSend(1, "", ("ann@x.org",), b"a word\n" * 2_000_000)])
        delivery.close()
        reader.join()
        lines[0].close()
    assert fates["ann@x.org"].verdict is Verdict.AGAIN
    assert in_words(fates["ann@x.org"].reason, None).startswith("connection lost:")
