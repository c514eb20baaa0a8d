"""The alarm clock starts and stops jobs."""

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
