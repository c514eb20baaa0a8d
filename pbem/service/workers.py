"""Run several turns, or many messages, in parallel worker processes, each with an office of its own.

Adjudicating a turn, writing its mails and painting its pictures keeps one processor busy, and a thread cannot
share that work. A turn is one transaction, so a worker runs it as another node would: if the worker dies,
nothing has happened and the turn is still due. Workers start when they are first needed, and end when the
service ends, even if it is killed.

The same is true of a bundle of messages. While turns are run the workers belong to them, and the service
processes messages itself. A worker that hangs in a message exits, which counts as one try of the message.
"""

import faulthandler
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import TypeVar

from pbem.commands.sheets import orders
from pbem.core import logs
from pbem.core.logs import log
from pbem.core.settings import Settings
from pbem.intake import claims, intake
from pbem.tables.office import Office
from pbem.turns import turn

OpenOffice = Callable[[Settings], Office]

AHEAD = 1  # tasks handed out in advance, so that no worker waits
NICENESS = 15  # of 19: a worker yields to the process that receives messages and shows pages
STILL_SECONDS = 60  # for messages begun together; usually they take a tenth of a second

Task = TypeVar("Task")


class Workers:
    """The worker processes; the settings say how many."""

    def __init__(self, settings: Settings, open_office: OpenOffice) -> None:
        self.count = settings.service.workers
        self._settings, self._open_office = settings, open_office
        self._pool: ProcessPoolExecutor | None = None
        self._in_use = Lock()

    def run(self, keys: Sequence[str], now: Callable[[], datetime], is_stopped: Callable[[], bool]) -> int:
        """Run the turns that are due; return how many were run. A turn that was not begun stays due."""
        with self._in_use:
            return self._sum(_run, keys, now, is_stopped)

    def take_in(
        self, bundles: Sequence[Sequence[int]], now: Callable[[], datetime], is_stopped: Callable[[], bool]
    ) -> int:
        """Process bundles of messages in parallel; return how many messages were begun.

        The others go on waiting: all of them while turns are run, the rest when a worker dies.
        Raises OperationalError.
        """
        if not self._in_use.acquire(blocking=False):
            return 0
        try:
            return self._sum(_take_in, bundles, now, is_stopped)
        finally:
            self._in_use.release()

    def _sum(
        self,
        work: Callable[[Task, datetime], int],
        tasks: Sequence[Task],
        now: Callable[[], datetime],
        is_stopped: Callable[[], bool],
    ) -> int:
        """Return the sum of the results; tasks not begun when a worker dies are skipped."""
        count = 0
        try:
            for one in self._each(work, tasks, now, is_stopped):
                count += one
        except BrokenProcessPool:  # also if a worker died while idle
            log.warning("a worker died", again=True)
            self.stop()
        return count

    def _each(
        self,
        work: Callable[[Task, datetime], int],
        tasks: Sequence[Task],
        now: Callable[[], datetime],
        is_stopped: Callable[[], bool],
    ) -> Iterator[int]:
        """Yield the result of each task that was begun. Raises BrokenProcessPool."""
        waiting, at_work = deque(tasks), set[Future[int]]()
        while at_work or (waiting and not is_stopped()):
            while waiting and len(at_work) < self.count + AHEAD and not is_stopped():
                at_work.add(self._begun().submit(work, waiting.popleft(), now()))
            done, at_work = wait(at_work, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)

    def stop(self) -> None:
        """Stop the processes once they have finished their tasks."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=get_context("spawn"),  # forking a process with threads may deadlock
                initializer=_begin,
                initargs=(self._settings.model_dump(), self._open_office),
            )
        return self._pool


# --- inside a worker -------------------------------------------------------------------------------------

_offices: list[Office] = []  # of this process


def _begin(settings: dict[str, object], open_office: OpenOffice) -> None:
    """Initialise a worker: the service handles signals, and the worker exits when the service is gone.

    It yields to the service itself, which stores messages and shows pages to people who wait for them.
    """
    os.nice(NICENESS)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    own = Settings.model_validate(settings)
    logs.set_up(own.log.level, own.log.form)
    log.lines()  # set up now, so that no message waits for it
    _offices.append(open_office(own))


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _run(key: str, now: datetime) -> bool:
    return turn.run(key, _offices[0], now)


def _take_in(numbers: Sequence[int], now: datetime) -> int:
    """Process the messages in lots, each with its time limit; return how many were begun."""
    return sum(_in_time(lot, now) for lot in claims.lots(numbers))


def _in_time(numbers: Sequence[int], now: datetime) -> int:
    faulthandler.dump_traceback_later(STILL_SECONDS, exit=True)
    try:
        return intake.take_in_all(numbers, _offices[0], now, orders.foresee)
    finally:
        faulthandler.cancel_dump_traceback_later()
