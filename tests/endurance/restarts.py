"""Kill the service at named steps and random moments, and start it again each time."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.endurance.killed_service import MAIL_TAKEN, READING, STEPS, ServiceRun, has_ended, start_service
from tests.support.ports import listens
from tests.support.waiting import until

AT_RANDOM = "at random"
MOMENTS = 4  # kills at random moments in every round, in addition to one at each step
LONGEST_RUN = 2.0  # seconds until a kill at random, in half of the cases counted from when it listens
UNMET = 60  # seconds until the process is killed anyway if its step is not reached
ENDS_SECONDS = 60
# The highest N for a kill at the Nth time that a step is reached: 1 for steps of turns, which are long.
MOST_PASSED = {**dict.fromkeys(STEPS, 1), **dict.fromkeys(READING, 6), MAIL_TAKEN: 20}


class Lost(AssertionError):  # noqa: N818 - named by what happened
    """A message, turn or mail was lost or done twice; the text says which."""


class RestartedService:
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

    def end(self) -> None:
        """Stop restarting the service; the run that is not to be killed ends with SIGTERM."""
        self._ending.set()

    @contextmanager
    def ending_at_last(self) -> Iterator[None]:
        """Context manager: end the thread that restarts the service, however the test ends.

        Otherwise the test would wait for that thread forever.
        """
        try:
            yield
        finally:
            self.end()

    def keep(self) -> None:
        """Start the service whenever it has died, until `end`. Raises Lost if it ended by itself."""
        steps = self._steps_to_die_at()
        while not self._ending.is_set():
            if self.left > 0:
                self._run_until_killed(next(steps))
            else:
                self._run_until_the_end()

    def _steps_to_die_at(self) -> Iterator[str]:
        """Yield, in each round and in random order, each step once and AT_RANDOM a few times."""
        while True:
            yield from self.random.sample([*STEPS, *[AT_RANDOM] * MOMENTS], len(STEPS) + MOMENTS)

    def _run_until_killed(self, step: str) -> None:
        """Start the process and wait until it is killed, at its step or its random moment."""
        is_named = step != AT_RANDOM
        count = self.random.randint(1, MOST_PASSED[step]) if is_named else 1
        process = self._started(ServiceRun(step if is_named else "", count, lease_seconds=self.lease_seconds))
        if not has_ended(process, UNMET if is_named else self._moment(process)):
            process.kill()
            _demand_end(process)
            step = AT_RANDOM
        self._check_how(process)
        self.left -= 1
        self.killed[step] += 1
        self.on_kill()

    def _moment(self, process: BaseProcess) -> float:
        """Return the seconds until a random kill, in half of the cases after waiting until it listens."""
        if self.random.random() < 0.5:
            until(
                lambda: has_ended(process, 0.05) or listens(self.port)
            )  # if it never listens, it is killed all the same
        return self.random.uniform(0.0, LONGEST_RUN)

    def _run_until_the_end(self) -> None:
        process = self._started(ServiceRun(lease_seconds=self.lease_seconds))
        while not has_ended(process, 0) and not self._ending.wait(0.1):
            pass
        if has_ended(process, 0):
            self._check_how(process)
            return
        process.terminate()
        if not has_ended(process, ENDS_SECONDS):
            process.kill()
            raise Lost(f"the service has not ended {ENDS_SECONDS} seconds after SIGTERM; see {self.log}")

    def _started(self, run: ServiceRun) -> BaseProcess:
        return start_service(self.environment, run, self.log)

    def _check_how(self, process: BaseProcess) -> None:
        if process.exitcode != -9:
            raise Lost(f"the service ended by itself with {process.exitcode}; see {self.log}")


def _demand_end(process: BaseProcess) -> None:
    """Raise Lost if a killed process is still running."""
    if not has_ended(process, ENDS_SECONDS):
        raise Lost(f"process {process.pid} was not dead {ENDS_SECONDS} seconds after SIGKILL")
