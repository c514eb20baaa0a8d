"""Measure how long the turns of a thousand tables take that are due at the same time.

    python -m bench.deadline --tables 1000       # make deadline

The given number of tables of Downfall XIII, eight seats each and all different, are due at once. Their turns
are run as in `pbem serve`, by worker processes that start with the first turn, with and without pictures. The
same is done with a quarter of the tables, to see whether the cost per table grows with their number. For
comparison it prints the rate at which as many processes could build the mails if they did nothing else,
measured beforehand in one process.
"""

import json
import resource
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, to_builtins
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from sqlmodel import func, select

from bench import load, tables_due
from pbem.core import logs
from pbem.outbound.delivery import Delivery
from pbem.service.assembly import open_office, relay_of
from pbem.service.scheduler import Service
from pbem.service.workers import Workers
from pbem.store.mail_tables import OutgoingMail
from pbem.tables.office import Office
from tests.support.ports import free_port
from tests.support.waiting import end_in_good_order

WANTED = {True: 240.0, False: 90.0}  # at most this many seconds for `OF` tables, with pictures and without
OF = 1000
MILLISECONDS = 1000.0


class Deadline(Struct, frozen=True):
    """How long the turns of a deadline took: wall-clock time, and *busy_seconds* of all processors."""

    tables: int
    is_drawn: bool
    mails: int
    seconds: float
    busy_seconds: float
    alone: float  # mails a second that all workers could build without anything else

    @property
    def wanted_seconds(self) -> float:
        return WANTED[self.is_drawn] * self.tables / OF

    @property
    def mails_a_second(self) -> float:
        return self.mails / self.seconds


def measured(tables: int, workers: int, *, is_drawn: bool) -> Deadline:
    """Open the tables, make them due, and run them with a separate service."""
    with tempfile.TemporaryDirectory(prefix="deadline-") as folder:
        settings = load.settings(Path(folder), workers, free_port())
        drawn = settings.service.model_copy(update={"pictures": is_drawn})
        office = open_office(settings.model_copy(update={"service": drawn}))
        clock = load.FalseClock()
        load.fill(office, tables, clock.now())
        tables_due.deal(office, clock.now())
        alone = tables_due.built_alone(office, clock.now()) * workers
        crew = Workers(office.settings, open_office)
        service = Service(office, clock, (), Delivery(relay_of(office.settings)), crew)
        begun, busy = time.perf_counter(), _busy_seconds()
        run = service.look_at_tables()
        seconds = time.perf_counter() - begun
        crew.stop()
        if run != tables:
            raise AssertionError(f"{run} turns of {tables} were run")
        found = Deadline(tables, is_drawn, _mails(office), seconds, _busy_seconds() - busy, alone)
        office.store.close()
        return found


def _busy_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _mails(office: Office) -> int:
    with office.store.reading() as session:
        return session.exec(select(func.count()).select_from(OutgoingMail)).one()


def every(tables: int, workers: int, drawn: Sequence[bool], progress: Progress) -> Iterator[Deadline]:
    step = progress.add_task("", total=2 * len(drawn))
    for is_drawn in drawn:
        for number in (tables // 4, tables):
            words = "with" if is_drawn else "without"
            progress.update(step, description=f"a deadline of {number} tables {words} pictures")
            yield measured(number, workers, is_drawn=is_drawn)
            progress.advance(step)


def _table(found: Sequence[Deadline]) -> Table:
    table = Table(box=SIMPLE_HEAD)
    for heading in ("tables", "pictures", "mails", "seconds", "wanted", "ms a table", "of processors",
                    "mails a second", "built alone", "share"):  # fmt: skip
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        each = MILLISECONDS / one.tables
        table.add_row(
            f"{one.tables:,}",
            "with" if one.is_drawn else "without",
            f"{one.mails:,}",
            f"{one.seconds:,.0f}",
            f"{one.wanted_seconds:,.0f}",
            f"{one.seconds * each:.0f}",
            f"{one.busy_seconds * each:.0f}",
            f"{one.mails_a_second:,.0f}",
            f"{one.alone:,.0f}",
            f"{one.mails_a_second / one.alone:.0%}",
        )
    return table


def main() -> int:
    wanted = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("--tables", type=int, default=OF)
    wanted.add_argument("--workers", type=int, default=2)
    wanted.add_argument("--pictures", choices=("with", "without", "both"), default="both")
    wanted.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = wanted.parse_args()
    end_in_good_order()
    logs.set_up("error", "text")
    drawn = {"with": [True], "without": [False], "both": [True, False]}[asked.pictures]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        found = list(every(asked.tables, asked.workers, drawn, progress))
    if asked.json:
        print(json.dumps(to_builtins(found)))
    else:
        Console(width=130).print(_table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
