"""`pbem serve` that kills itself (SIGKILL) the Nth time that it reaches a named step.

The steps are those of both spines, and two more at which the outside knows more than we do: a message is on
disk and nobody has heard so yet, and a mail was taken and we have not noted it yet. Nothing is tidied up: no
handler, no flush, no rollback of ours.

Each life is forked from a process that has imported everything and looked once at each template and board
(`tests.endurance.forkserver`), and neither rehearses its mails at the start nor paints ahead, so that little
time is spent on starting.
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

NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["tests.endurance.forkserver"])
# Starting a process polls all others; reading an exit code that another thread has read gives 255.
_BY_ONE = Lock()


class Life(Struct, frozen=True):
    """One run of the service; with *step* "" it runs until somebody else ends it.

    *lease_seconds*: how long a claim holds where nodes share a database, 0 for as long as usual; whoever is
    alone there is tried more often so. *clock_minutes*: how far the clock of its machine is ahead.
    """

    step: str = ""
    count: int = 1
    signal: str = "KILL"  # or STOP
    lease_seconds: float = 0
    clock_minutes: float = 0


class Doom:
    """Count passes of one step, and kill the process at the Nth."""

    def __init__(self, life: Life) -> None:
        self.fatal, self.left = life.step, life.count
        self.signal = signal.Signals[f"SIG{life.signal}"]

    def __call__(self, step: str) -> None:
        assert step in STEPS, step
        self.left -= step == self.fatal
        if step == self.fatal and self.left == 0:
            os.kill(os.getpid(), self.signal)


def born(
    environment: Mapping[str, str], life: Life, log: Path, *, may_have_children: bool = False
) -> BaseProcess:
    """A new process of `pbem serve`, with *environment* over that of the test; it ends with ours.

    One that may have children, workers, is not ended with ours.
    """
    process = NURSERY.Process(target=live, args=(dict(environment), life, log), daemon=not may_have_children)
    with _BY_ONE:
        process.start()
    return process


def is_over(process: BaseProcess, seconds: float | None) -> bool:
    """Return whether it has ended, or does within so many seconds; then `exitcode` is set."""
    wait([process.sentinel], seconds)
    with _BY_ONE:
        return not process.is_alive()


def live(environment: Mapping[str, str], life: Life, log: Path) -> None:
    with log.open("ab") as to:
        for output in (1, 2):
            os.dup2(to.fileno(), output)
    os.environ.update(environment)
    template_check.faults = _no_faults  # the nursery has seen to it
    warm_up.begin_beside = _nobody
    _doom(life)
    sys.argv = ["pbem", "serve"]
    main.main()


def _no_faults(own: Path | None) -> list[template_check.Fault]:
    del own
    return []


def _nobody(office: Office, is_stopped: Callable[[], bool]) -> Thread:
    del office, is_stopped
    return Thread()


def _doom(life: Life) -> None:
    doom = Doom(life)
    intake.step = turn.step = doom
    intake.MOST_TRIES = 1_000_000  # the kills are not caused by messages, so none may be set aside
    Store.store_messages = _after(Store.store_messages, doom, MESSAGE_STORED)  # type: ignore[method-assign]
    outbox.sent = _before(outbox.sent, doom, MAIL_TAKEN)
    if life.lease_seconds:
        turn.CLAIMED = outbox.CLAIMED = claims.CLAIMED = timedelta(seconds=life.lease_seconds)
        scheduler.LOOK_SECONDS = 1
    if life.clock_minutes:
        vars(clock)["datetime"] = _ahead(life.clock_minutes)


def _after(deed: Callable[P, R], doom: Doom, step: str) -> Callable[P, R]:
    @wraps(deed)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        result = deed(*args, **kwargs)
        doom(step)
        return result

    return done


def _before(deed: Callable[P, R], doom: Doom, step: str) -> Callable[P, R]:
    @wraps(deed)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        doom(step)
        return deed(*args, **kwargs)

    return done


def _ahead(minutes: float) -> type[datetime]:
    class Wrong(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(minutes=minutes)

    return Wrong
