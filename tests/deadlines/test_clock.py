"""Nodes that share a database use its clock, not their own."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import OperationalError

from pbem.core.clock import SystemClock
from pbem.store.database import Store
from pbem.store.shared_clock import ASKED_SECONDS, SharedClock, clock_of

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)


class Server:
    """A database's clock, and how long its reader has been running."""

    def __init__(self) -> None:
        self.moment, self.seconds, self.is_gone = NOON, 0.0, False

    def ask(self) -> datetime:
        if self.is_gone:
            raise OperationalError("the time", None, Exception("connection refused"))
        return self.moment

    def passed(self) -> float:
        return self.seconds


def test_time_passes_between_two_queries() -> None:
    server = Server()
    clock = SharedClock(server.ask, server.passed)
    server.seconds += ASKED_SECONDS / 2
    server.moment += timedelta(hours=1)
    assert clock.now() == NOON + timedelta(seconds=ASKED_SECONDS / 2)
    server.seconds += ASKED_SECONDS / 2
    assert clock.now() == server.moment


def test_time_passes_while_the_database_is_unreachable() -> None:
    server = Server()
    clock = SharedClock(server.ask, server.passed)
    server.is_gone, server.seconds = True, 3600
    assert clock.now() == NOON + timedelta(hours=1)
    server.is_gone, server.moment, server.seconds = False, NOON + timedelta(hours=2), 3600 + ASKED_SECONDS
    assert clock.now() == server.moment


def test_the_clock_is_that_of_the_database_server(tmp_path: Path, postgres: str) -> None:
    alone, shared = Store(f"sqlite:///{tmp_path / 'pbem.sqlite'}"), Store(postgres)
    assert isinstance(clock_of(alone), SystemClock)
    clock = clock_of(shared)
    assert isinstance(clock, SharedClock)
    assert abs(clock.now() - shared.now()) < timedelta(minutes=1)
    assert clock.now().tzinfo is UTC
    shared.close()
