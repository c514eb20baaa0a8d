"""The clock that all nodes share: the database's.

Nodes that share a database use its clock: their own may be minutes apart, and they must agree on what is due
and who holds a claim. SQLite has one node, which uses the machine's clock.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.exc import OperationalError

from pbem.core.clock import Clock, SystemClock
from pbem.core.logs import log
from pbem.store.database import Store

ASKED_SECONDS = 10.0  # between two readings of the database's clock


class SharedClock:
    """The clock that *ask* reads; between two readings, and while it does not answer, extrapolated."""

    def __init__(self, ask: Callable[[], datetime], passed: Callable[[], float] = time.monotonic) -> None:
        self._ask, self._passed = ask, passed
        self._mark = (ask(), passed())  # of the last successful reading, assigned in one step
        self._tried = passed()

    def now(self) -> datetime:
        if self._passed() - self._tried >= ASKED_SECONDS:
            self._look()
        seen, at = self._mark
        return seen + timedelta(seconds=self._passed() - at)

    def _look(self) -> None:
        self._tried = self._passed()
        try:
            self._mark = (self._ask(), self._passed())
        except OperationalError:
            log.warning("the clock of the database cannot be read", again=True)


def clock_of(store: Store) -> Clock:
    """Return the clock of the nodes that share *store*: SQLite has one node, and no clock of its own."""
    return SystemClock() if store.is_sqlite else SharedClock(store.now)
