"""The process that writes the sheets of robots starts, writes the same sheets as in-process, and ends."""

import os
import signal
from concurrent.futures.process import BrokenProcessPool

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.service import robots as job
from pbem.service.robots import RobotProcess
from pbem.tables.robots import Task, written

pytestmark = pytest.mark.processes


def test_the_process_writes_sheets_and_is_restarted_after_it_dies() -> None:
    game = find("standard")
    task = Task("std1", "standard", 1, game.start({}, SeededDice("a seed", 0)), "France", "random", "a seed")
    robots = RobotProcess()
    try:
        found = robots.write(task)
        assert found == written(task, game)
        assert found.lines
        (number,) = _processes(robots)
        assert os.getpriority(os.PRIO_PROCESS, number) >= job.NICE, "mail goes before it"
        os.kill(number, signal.SIGTERM)
        assert robots.write(task) == found, "what stops the service does not stop a sheet half-way"
        os.kill(number, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            for _ in range(100):
                robots.write(task)
        assert robots.write(task) == found
        assert _processes(robots) != [number]
    finally:
        robots.stop()


def _processes(robots: RobotProcess) -> list[int]:
    pool = robots._pool
    assert pool is not None
    return list(pool._processes)
