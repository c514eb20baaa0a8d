"""How are several turns run at once?  In processes beside the service, each with an office of its own.

To judge a turn, write its mails and paint its pictures keeps one processor busy, and a thread cannot share
that work. A turn is one transaction and nothing else, so that a process beside us runs it as another node
would: if it dies, nothing has happened and the turn is still due. Workers begin when they are first needed,
and end with the service, however that ends.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from multiprocessing import get_context, parent_process
from threading import Thread

import structlog

from pbem import logs, turn
from pbem.office import Office
from pbem.settings import Settings

log = structlog.get_logger(__name__)

OpenOffice = Callable[[Settings], Office]

AHEAD = 1  # turns handed out besides those at work, so that no worker waits for us


class Workers:
    """So many processes as the settings say; the service asks them to run turns."""

    def __init__(self, settings: Settings, open_office: OpenOffice) -> None:
        self.count = settings.service.workers
        self._settings, self._open_office = settings, open_office
        self._pool: ProcessPoolExecutor | None = None

    def run(self, keys: Sequence[str], now: Callable[[], datetime], is_stopped: Callable[[], bool]) -> int:
        """Run the turns of these tables that are due; how many were run. What is not begun stays due."""
        count = 0
        try:
            for was_run in self._runs(keys, now, is_stopped):
                count += was_run
        except BrokenProcessPool:  # also of one that died while there was nothing to do
            log.warning("a worker died", again=True)
            self.stop()
        return count

    def _runs(
        self, keys: Sequence[str], now: Callable[[], datetime], is_stopped: Callable[[], bool]
    ) -> Iterator[bool]:
        """Of each turn that was begun: was it run?  Raises BrokenProcessPool."""
        waiting, at_work = deque(keys), set[Future[bool]]()
        while at_work or (waiting and not is_stopped()):
            while waiting and len(at_work) < self.count + AHEAD and not is_stopped():
                at_work.add(self._begun().submit(_run, waiting.popleft(), now()))
            done, at_work = wait(at_work, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)

    def stop(self) -> None:
        """End the processes once they have finished what they have begun."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=get_context("spawn"),  # a copy of a process with threads may stand still
                initializer=_begin,
                initargs=(self._settings.model_dump(), self._open_office),
            )
        return self._pool


# --- inside a worker -------------------------------------------------------------------------------------

_offices: list[Office] = []  # the one of this process


def _begin(settings: dict[str, object], open_office: OpenOffice) -> None:
    """Who stops the service stops us through it; and when it is gone, so are we."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    told = Settings.model_validate(settings)
    logs.set_up(told.log.level, told.log.form)
    _offices.append(open_office(told))


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _run(key: str, now: datetime) -> bool:
    return turn.run(key, _offices[0], now)
