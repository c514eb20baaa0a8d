"""Run a `pbem serve` that kills itself (SIGKILL) when it reaches a named step for the Nth time.

The steps are those of both spines, and two more: a message is on disk but not yet acknowledged to its sender,
and the relay has accepted a mail but the database does not say so yet. Nothing is cleaned up before the end:
no handler, flush or rollback of ours is run.

To start quickly, each run is forked from a process that has imported everything and has loaded each template
and board once (`tests.endurance.forkserver`). It neither checks the templates again nor warms up its caches.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo
from functools import wraps
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

from msgspec import Struct

from pbem.cli import main
from pbem.core import clock
from pbem.intake import claims, intake
from pbem.outbound import outbox
from pbem.service import scheduler, template_check, warm_up
from pbem.store.database import Store
from pbem.tables.office import Office
from pbem.turns import turn

P = ParamSpec("P")
R = TypeVar("R")

GAMES = {"std": "standard", "xiii": "downfall-xiii"}  # by the first letters of their tables
MESSAGE_STORED, MAIL_TAKEN = "message stored", "mail taken"
READING = (MESSAGE_STORED, *intake.STEPS)
STEPS = (*READING, *turn.STEPS, MAIL_TAKEN)

FORKSERVER = multiprocessing.get_context("forkserver")
FORKSERVER.set_forkserver_preload(["tests.endurance.forkserver"])
# Starting a process polls all others, and an exit code that another thread has read already becomes 255.
_ONE_AT_A_TIME = Lock()


class ServiceRun(Struct, frozen=True):
    """One run of the service: it ends at *step*, or with *step* "" when somebody else ends it.

    *lease_seconds* is how long a claim holds where nodes share a database, 0 for as long as usual. With a
    short lease a node that is alone there continues sooner after a kill. *clock_minutes* is how far its clock
    is fast.
    """

    step: str = ""
    count: int = 1
    signal: str = "KILL"  # or STOP
    lease_seconds: float = 0
    clock_minutes: float = 0


class KillAtStep:
    """Count how often one step is reached, and send the process its signal at the Nth time."""

    def __init__(self, run: ServiceRun) -> None:
        self.step, self.left = run.step, run.count
        self.signal = signal.Signals[f"SIG{run.signal}"]

    def __call__(self, step: str) -> None:
        assert step in STEPS, step
        self.left -= step == self.step
        if step == self.step and self.left == 0:
            os.kill(os.getpid(), self.signal)


def start_service(
    environment: Mapping[str, str], run: ServiceRun, log: Path, *, may_have_children: bool = False
) -> BaseProcess:
    """Start `pbem serve` with *environment* in addition to that of the test, and return its process.

    The process ends with ours, unless it may have children (workers).
    """
    process = FORKSERVER.Process(
        target=serve, args=(dict(environment), run, log), daemon=not may_have_children
    )
    with _ONE_AT_A_TIME:
        process.start()
    return process


def has_ended(process: BaseProcess, seconds: float | None) -> bool:
    """Return whether it has ended, or ends within that many seconds; then `exitcode` is set."""
    wait([process.sentinel], seconds)
    with _ONE_AT_A_TIME:
        return not process.is_alive()


def serve(environment: Mapping[str, str], run: ServiceRun, log: Path) -> None:
    with log.open("ab") as to:
        for output in (1, 2):
            os.dup2(to.fileno(), output)
    os.environ.update(environment)
    template_check.faults = _no_faults  # the process from which this one is forked has checked them
    warm_up.begin_beside = _no_warm_up
    _install_kill(run)
    sys.argv = ["pbem", "serve"]
    main.main()


def _no_faults(own: Path | None) -> list[template_check.Fault]:
    del own
    return []


def _no_warm_up(office: Office, is_stopped: Callable[[], bool]) -> Thread:
    del office, is_stopped
    return Thread()


def _install_kill(run: ServiceRun) -> None:
    """Let the service end at its step, and change its leases and its clock."""
    kill = KillAtStep(run)
    intake.step = turn.step = kill
    intake.MOST_TRIES = 1_000_000  # no message causes the kills, so none may be set aside for them
    Store.store_messages = _after(Store.store_messages, kill, MESSAGE_STORED)  # type: ignore[method-assign]
    outbox.sent = _before(outbox.sent, kill, MAIL_TAKEN)
    if run.lease_seconds:
        turn.CLAIMED = outbox.CLAIMED = claims.CLAIMED = timedelta(seconds=run.lease_seconds)
        scheduler.LOOK_SECONDS = 1
    if run.clock_minutes:
        vars(clock)["datetime"] = _ahead(run.clock_minutes)


def _after(function: Callable[P, R], kill: KillAtStep, step: str) -> Callable[P, R]:
    @wraps(function)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        result = function(*args, **kwargs)
        kill(step)
        return result

    return done


def _before(function: Callable[P, R], kill: KillAtStep, step: str) -> Callable[P, R]:
    @wraps(function)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        kill(step)
        return function(*args, **kwargs)

    return done


def _ahead(minutes: float) -> type[datetime]:
    class Wrong(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(minutes=minutes)

    return Wrong
