"""The job of computer players: write the sheets that are wanted, in a process of its own.

It is part of neither intake nor a turn: mail is never kept waiting by a robot that thinks. A sheet that
cannot be written is stored empty and logged, so that no turn waits for it for ever.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from multiprocessing import get_context

from sqlmodel import Session, col, select

from adjudicator.games import find
from adjudicator.robots.robot import Advice
from pbem.commands.seats import practice
from pbem.core.logs import log
from pbem.store.game_tables import GameTable
from pbem.store.robot_rows import RobotSeat
from pbem.store.states import RUNNING
from pbem.tables import robots
from pbem.tables.office import Office
from pbem.tables.robots import Task

NICE = 10
Write = Callable[[Task], Advice]


class RobotProcess:
    """One process that writes sheets; it starts when it is first needed, and mail has priority over it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def write(self, task: Task) -> Advice:
        """Write a sheet. Raises BrokenProcessPool if the process dies; the next one begins another."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)
        try:
            return self._pool.submit(_write, task).result()
        except BrokenProcessPool:
            self.stop()
            raise

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(NICE)


def _write(task: Task) -> Advice:
    return robots.written(task, find(task.game))


def in_process(office: Office) -> Write:
    """Return a way to write sheets here, for tests and the demo."""
    return lambda task: robots.written(task, office.find_game(task.game))


def write_sheets(
    office: Office, write: Write, now: Callable[[], datetime], is_stopped: Callable[[], bool]
) -> int:
    """End practice tables that nobody plays, and write all sheets that are wanted; return how many."""
    practice.close_idle(office, now())
    count = 0
    for task in list(_tasks(office, now())):
        if is_stopped():
            break
        found = _tried(write, task)
        if found is None:
            continue
        with office.store.writing() as session:
            robots.store(session, task, found, now())
        count += 1
    return count


def _tried(write: Write, task: Task) -> Advice | None:
    """Return the sheet, an empty one after an error; None if it is to be tried again."""
    try:
        return write(task)
    except BrokenProcessPool:
        log.warning("the robots' process died", table=task.table_key, again=True)
        return None
    except Exception:  # whatever it is, the table goes on
        log.exception("a robot could not write its sheet", table=task.table_key, again=False)
        return Advice(())


def _tasks(office: Office, now: datetime) -> Iterator[Task]:
    with office.store.reading() as session:
        for key in _keys(session, now):
            yield from robots.missing(session, office, session.get_one(GameTable, key), now)


def _keys(session: Session, now: datetime) -> list[str]:
    """Return the running tables at which robots may have something to write."""
    seated = select(RobotSeat.table_key).join(GameTable).where(GameTable.state == RUNNING).distinct()
    soon = select(GameTable.key, GameTable.house).where(
        GameTable.state == RUNNING,
        (col(GameTable.final_utc) <= now + robots.AHEAD) | col(GameTable.is_run_asked),
    )
    near = [key for key, house in session.exec(soon) if house.get("silence") == "robot"]
    return sorted({*session.exec(seated), *near})
