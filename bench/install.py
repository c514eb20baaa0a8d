"""Measure an installation: the time of `pip install` and of the start, and the memory at rest.

    python -m bench.install dist/*.whl        # `make wheels` builds them, and runs this

The wheels of the libraries are downloaded first, so the network does not count. Each of our wheels is
installed into an empty environment without a compiler. The installed program is then started on a database
with tables of every game, and timed until it listens.
"""

import re
import subprocess
import sys
import time
import venv
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from adjudicator.games import rule_sets
from bench import load
from pbem.core import logs
from pbem.service.assembly import open_office
from tests.support.ports import free_port

STARTS = 5
REST_SECONDS = 20.0  # after the start: caches are warm, and nothing is due
KILOBYTES = 1024
OPTIONS = {"domination": {"players": "8"}}
LIMITS = {"install, s": 20.0, "ready, ms": 600.0, "at rest, MB": 120.0}


class Measured(Struct, frozen=True):
    """One measured number and the highest that it may be."""

    what: str
    value: float
    limit: float


def measure(wheel: Path, libraries: Path, tables: int) -> Iterator[Measured]:
    """Install *wheel* into an empty environment, start the service, and yield what was measured."""
    with TemporaryDirectory(prefix="install-") as name:
        folder = Path(name)
        begun = time.perf_counter()
        _install(wheel, libraries, folder / "env")
        yield _measured("install, s", time.perf_counter() - begun)
        _fill(folder, tables)
        _start(folder)  # writes the bytecode
        yield _measured("ready, ms", 1000 * median(_start(folder) for _ in range(STARTS)))
        yield _measured("at rest, MB", _at_rest(folder))


def _measured(what: str, value: float) -> Measured:
    return Measured(what, value, LIMITS[what])


def fetch(wheel: Path, libraries: Path) -> None:
    """Download the wheels of all libraries that *wheel* needs, or build those that exist only as source."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "-w", str(libraries), str(wheel)]
    subprocess.run(command, check=True)


def _install(wheel: Path, libraries: Path, environment: Path) -> None:
    venv.create(environment, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install", "-q"]
    without = {"PATH": str(environment / "bin"), "CC": "/bin/false"}
    subprocess.run([*pip, "--no-index", "--find-links", str(libraries), str(wheel)], check=True, env=without)


def _fill(folder: Path, tables: int) -> None:
    """Make a database with that number of tables, divided equally among the games."""
    office = open_office(load.settings(folder, 1, free_port()))
    games, now = rule_sets(), datetime.now(UTC)
    for key in (game.card.key for game in games):
        load.fill(office, tables // len(games), now, key, OPTIONS.get(key))
    office.store.close()


def _serving(folder: Path) -> AbstractContextManager[tuple[int, int]]:
    return load.serving(folder, [str(folder / "env" / "bin" / "pbem")])


def _start(folder: Path) -> float:
    """Return the seconds until the service accepts mail."""
    begun = time.perf_counter()
    with _serving(folder):
        return time.perf_counter() - begun


def _at_rest(folder: Path) -> float:
    """Return the megabytes of the service and its workers; what they share counts once."""
    with _serving(folder) as (pid, _):
        time.sleep(REST_SECONDS)
        return sum(map(_megabytes, [pid, *_children(pid)]))


def _children(pid: int) -> Iterator[int]:
    for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        yield child
        yield from _children(child)


def _megabytes(pid: int) -> float:
    found = re.search(r"Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text())
    return int(found[1]) / KILOBYTES if found else 0.0


def main() -> None:
    parser = ArgumentParser(prog="python -m bench.install", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheels", type=Path, nargs="+")
    parser.add_argument("--tables", type=int, default=2000)
    asked = parser.parse_args()
    logs.set_up("error", "text")
    table = Table("wheel", "what", "measured", "at most", "holds")
    with TemporaryDirectory(prefix="libraries-") as libraries:
        fetch(asked.wheels[0], Path(libraries))
        for wheel in asked.wheels:
            for one in measure(wheel.absolute(), Path(libraries), asked.tables):
                holds = "yes" if one.value <= one.limit else "NO"
                table.add_row(wheel.name, one.what, f"{one.value:.1f}", f"{one.limit:g}", holds)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
