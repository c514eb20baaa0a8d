"""The alarm clock starts and stops jobs."""

from datetime import timedelta
from threading import Event, Thread

import pytest

from tests.support.table import Table
from tests.support.waiting import LONG


def test_stopping_waits_for_what_is_being_done_and_ends(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job that is at work wakes another one at its end: once, that and stopping waited for each other."""
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


def test_a_deadline_need_not_wait_for_the_alarm(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_comes_while_a_job_runs_is_done_after_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_a_message_leads_to_need_not_wait_for_the_alarm(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    woken = Event()

    def look_at_tables() -> int:
        looks.append("tables")
        if len(looks) > 1:
            woken.set()
        return 0

    monkeypatch.setattr(table.service, "poll_messages", lambda: 1)
    monkeypatch.setattr(table.service, "look_at_tables_awake", look_at_tables)
    monkeypatch.setattr("pbem.service.scheduler.LOOK_SECONDS", 3600)
    table.service.start()
    assert woken.wait(LONG)
    table.service.stop()
