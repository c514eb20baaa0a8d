"""Restart a process whenever it has died."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.endurance.killed_service import MAIL_TAKEN, READING, STEPS, Life, born, is_over
from tests.support.ports import listens
from tests.support.waiting import until

AT_RANDOM = "at random"
MOMENTS = 4  # at random in every round, beside each step once
LONGEST_LIFE = 2.0  # seconds until a doom at random, half of them counted from when it listens
UNMET = 60  # seconds until the process is killed anyway if its step is not reached
ENDS_SECONDS = 60
# The death comes at most the Nth time that the step is passed; a turn is not made twice for one death.
MOST_PASSED = {**dict.fromkeys(STEPS, 1), **dict.fromkeys(READING, 6), MAIL_TAKEN: 20}


class Lost(AssertionError):  # noqa: N818 - named by what happened
    """Something was lost or done twice; the text says what and where."""


class Patient:
    """The process under test, the steps at which it is killed, and its restarts."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], kills: int, seed: str, lease_seconds: float = 0
    ) -> None:
        self.log, self.environment = folder / "service.log", environment
        self.port = int(environment["PBEM_RECEIVER__PORT"])
        self.left, self.lease_seconds = kills, lease_seconds
        self.killed: Counter[str] = Counter()
        self.on_kill: Callable[[], None] = lambda: None  # called at each kill
        self.random = random.Random(seed)
        self._ending = threading.Event()

    def rest(self) -> None:
        """Stop restarting, and end cleanly when there are no more kills."""
        self._ending.set()

    @contextmanager
    def resting_at_last(self) -> Iterator[None]:
        """End the restarting thread however the test ends, so that nobody waits for it forever."""
        try:
            yield
        finally:
            self.rest()

    def keep(self) -> None:
        """Start it whenever it is dead, until `rest`. Raises Lost if it ended by itself."""
        fates = self._fates()
        while not self._ending.is_set():
            if self.left > 0:
                self._die(next(fates))
            else:
                self._live_on()

    def _fates(self) -> Iterator[str]:
        """Yield each step once in every round, and some random moments, in random order."""
        while True:
            yield from self.random.sample([*STEPS, *[AT_RANDOM] * MOMENTS], len(STEPS) + MOMENTS)

    def _die(self, step: str) -> None:
        """Start the process and wait until it is killed, at its step or its random moment."""
        is_named = step != AT_RANDOM
        count = self.random.randint(1, MOST_PASSED[step]) if is_named else 1
        process = self._born(Life(step if is_named else "", count, lease_seconds=self.lease_seconds))
        if not is_over(process, UNMET if is_named else self._moment(process)):
            process.kill()
            _demand_end(process)
            step = AT_RANDOM
        self._check_how(process)
        self.left -= 1
        self.killed[step] += 1
        self.on_kill()

    def _moment(self, process: BaseProcess) -> float:
        """Return the seconds until it is killed: right after its start, or once it works."""
        if self.random.random() < 0.5:
            until(lambda: is_over(process, 0.05) or listens(self.port))  # if never, it is still killed
        return self.random.uniform(0.0, LONGEST_LIFE)

    def _live_on(self) -> None:
        process = self._born(Life(lease_seconds=self.lease_seconds))
        while not is_over(process, 0) and not self._ending.wait(0.1):
            pass
        if is_over(process, 0):
            self._check_how(process)
            return
        process.terminate()
        if not is_over(process, ENDS_SECONDS):
            process.kill()
            raise Lost(f"the service has not ended {ENDS_SECONDS} seconds after SIGTERM; see {self.log}")

    def _born(self, life: Life) -> BaseProcess:
        return born(self.environment, life, self.log)

    def _check_how(self, process: BaseProcess) -> None:
        if process.exitcode != -9:
            raise Lost(f"the service ended by itself with {process.exitcode}; see {self.log}")


def _demand_end(process: BaseProcess) -> None:
    """Raise Lost if a killed process is still running."""
    if not is_over(process, ENDS_SECONDS):
        raise Lost(f"process {process.pid} was not dead {ENDS_SECONDS} seconds after SIGKILL")
