"""The times of contests: how long our work and the peer's take."""

import resource
from collections.abc import Callable
from contextlib import ExitStack
from time import process_time
from typing import NamedTuple

Action = Callable[[], object]


class Times(NamedTuple):
    """The seconds that we and the peer need for one unit of work."""

    ours: float
    theirs: float


Round = Callable[[], Times]
Prepare = Callable[[int, ExitStack], Round]
"""Prepares rounds with that number of samples; the stack closes at the end what it has opened."""


def spent(action: Action, clock: Callable[[], float] = process_time) -> float:
    """Return the seconds that *action* takes by *clock*."""
    begun = clock()
    action()
    return clock() - begun


def spent_by_children() -> float:
    """Return the processor seconds of our child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def mean(one: Round, samples: int) -> Times:
    times = [one() for _ in range(samples)]
    return Times(sum(time.ours for time in times) / samples, sum(time.theirs for time in times) / samples)
