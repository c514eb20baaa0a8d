"""The scheduler starts, wakes and stops jobs."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from threading import Event, Thread

import pytest

from pbem.outbound import outbox
from pbem.outbound.delivery import Fates, MailToSend
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.store.arrival import Arrival
from tests.support.table import JUDGE, MONDAY, PLAYERS, Table
from tests.support.waiting import LONG, until


def test_stopping_waits_for_running_jobs_and_ends(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running job wakes another at its end; this and stopping once waited for each other."""
    begun, may_end = Event(), Event()

    def at_work() -> int:
        begun.set()
        may_end.wait(LONG)
        return 1

    monkeypatch.setattr(table.service, "poll_messages", at_work)
    table.service.start()
    assert begun.wait(LONG)
    stopping = Thread(target=table.service.stop)
    stopping.start()
    stopping.join(0.3)
    assert stopping.is_alive()
    may_end.set()
    stopping.join(LONG)
    assert not stopping.is_alive()


def test_a_deadline_need_not_wait_for_the_schedule(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    woken = Event()

    def look_at_tables() -> int:
        looks.append("tables")
        if len(looks) > 1:
            woken.set()
        return 0

    due = table.row("r1").final_utc
    assert due is not None
    table.clock.moment = due - timedelta(seconds=0.2)
    monkeypatch.setattr(table.service, "look_at_tables", look_at_tables)
    monkeypatch.setattr("pbem.service.scheduler.LOOK_SECONDS", 3600)
    table.service.start()
    assert woken.wait(LONG)
    table.service.stop()


def test_a_job_woken_while_it_runs_runs_once_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, again = Event(), Event(), Event()

    def poll() -> int:
        if begun.is_set():
            again.set()
        begun.set()
        go_on.wait(LONG)
        return 0

    monkeypatch.setattr(table.service, "poll_messages", poll)
    monkeypatch.setattr("pbem.service.scheduler.LOOK_SECONDS", 3600)
    table.service.start()
    assert begun.wait(LONG)
    table.service.wake("messages")
    go_on.set()
    assert again.wait(LONG)
    table.service.stop()


@pytest.fixture
def awake(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table whose service runs, and looks by itself only once, at the start."""
    monkeypatch.setattr("pbem.service.scheduler.LOOK_SECONDS", 3600)
    looked = Event()
    look = table.service.look_at_tables_awake

    def look_once() -> int:
        count = look()
        looked.set()
        return count

    monkeypatch.setattr(table.service, "look_at_tables_awake", look_once)
    table.service.start()
    assert looked.wait(LONG)
    table.post_office.forget()
    yield table
    table.service.stop()


def come_in(table: Table, sender: str, body: str) -> None:
    raw = table.message(sender, body).as_bytes()
    table.store.store_message(Arrival(raw, sender, (JUDGE,), table.clock.now(), "smtp"))


def test_the_last_ready_runs_the_turn_without_the_alarm(awake: Table) -> None:
    for address in PLAYERS.values():
        assert not awake.turns()
        come_in(awake, address, "go 3\nREADY")
    assert until(lambda: len(awake.turns()) == 1)


def test_a_message_that_makes_no_table_due_looks_at_none(
    awake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def look_at_tables() -> int:
        looks.append("all")
        return 0

    monkeypatch.setattr(awake.service, "look_at_tables", look_at_tables)
    come_in(awake, "ann@x.org", "go 3\nREADY")
    assert until(lambda: len(awake.mails_to("Red")) > 0 and not awake.service._changed_tables)
    assert awake.service.look_at_changed_tables() == 0
    assert not looks


def test_an_answer_is_sent_while_a_report_is_still_being_sent(
    awake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, deliver = Event(), awake.post_office.deliver

    def slow(mails: Sequence[MailToSend]) -> Iterator[tuple[MailToSend, Fates]]:
        if not all(mail.is_answer for mail in mails):
            may_end.wait(LONG)
        return deliver(mails)

    monkeypatch.setattr(awake.post_office, "deliver", slow)
    with awake.store.writing() as session:
        outbox.put(
            session,
            Outgoing("one@judge.example", "bob@y.org", b"To: bob@y.org\n\n", "report"),
            About(),
            MONDAY,
        )
    awake.service.wake("outbox")
    come_in(awake, "ann@x.org", "go 3")
    assert until(lambda: bool(awake.mails_to("Red")))
    assert not awake.mails_to("Blue")
    may_end.set()
    assert until(lambda: bool(awake.mails_to("Blue")))
