"""Measure an installation: `pip install` of our wheel without a compiler, start-up, and idle memory.

    python -m bench.install dist/*.whl        # after `make wheels`

The wheels of the libraries are downloaded first, so the network does not count. Each of our wheels is
installed into an empty environment without a compiler. The installed program is then started on a database
with tables of every game, and timed until it listens.
"""

import os
import re
import signal
import subprocess
import sys
import time
import venv
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
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
from tests.support.ports import free_port, wait_until_listens

STARTS = 5
REST_SECONDS = 20.0  # after the start: caches are warm, and nothing is due
KILOBYTES = 1024
OPTIONS = {"domination": {"players": "8"}}
LIMITS = {"install, s": 20.0, "ready, ms": 600.0, "at rest, MB": 120.0}


class Measured(Struct, frozen=True):
    """One number, and its limit."""

    what: str
    value: float
    limit: float


def measure(wheel: Path, libraries: Path, tables: int) -> Iterator[Measured]:
    """Install *wheel* into an empty environment, and start what is in it."""
    with TemporaryDirectory(prefix="install-") as name:
        folder = Path(name)
        begun = time.perf_counter()
        _install(wheel, libraries, folder / "env")
        yield _measured("install, s", time.perf_counter() - begun)
        config = _filled(folder, tables)
        starts = [_start(folder, config) for _ in range(STARTS + 1)][
            1:
        ]  # the first start writes the bytecode
        yield _measured("ready, ms", 1000 * median(starts))
        yield _measured("at rest, MB", _at_rest(folder, config))


def _measured(what: str, value: float) -> Measured:
    return Measured(what, value, LIMITS[what])


def fetch(wheel: Path, libraries: Path) -> None:
    """Download the wheels of all libraries; build those that the index has only as source."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "-w", str(libraries), str(wheel)]
    subprocess.run(command, check=True)


def _install(wheel: Path, libraries: Path, environment: Path) -> None:
    venv.create(environment, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install", "-q"]
    without = {"PATH": str(environment / "bin"), "CC": "/bin/false"}
    subprocess.run([*pip, "--no-index", "--find-links", str(libraries), str(wheel)], check=True, env=without)


def _filled(folder: Path, tables: int) -> Path:
    """Return the settings of a service with that number of tables, divided equally among the games."""
    office = open_office(load.settings(folder, 1, free_port()))
    games = rule_sets()
    for game in games:
        load.fill(
            office, tables // len(games), load.FalseClock().now(), game.card.key, OPTIONS.get(game.card.key)
        )
    office.store.close()
    config = folder / "pbem.toml"
    config.write_text(
        f'[house]\njudge = "{load.JUDGE}"\n[database]\nurl = "sqlite:///{folder}/pbem.sqlite"\n'
        f'[receiver]\nport = {free_port()}\n[log]\nlevel = "error"\n'
    )
    return config


@contextmanager
def _serving(folder: Path, config: Path) -> Iterator[int]:
    command = [str(folder / "env" / "bin" / "pbem"), "--config", str(config), "serve"]
    port = int(re.findall(r"port = (\d+)", config.read_text())[0])
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL) as service:
        try:
            wait_until_listens(port)
            yield service.pid
        finally:
            os.kill(service.pid, signal.SIGTERM)


def _start(folder: Path, config: Path) -> float:
    """Return the seconds until the service accepts mail."""
    begun = time.perf_counter()
    with _serving(folder, config):
        return time.perf_counter() - begun


def _at_rest(folder: Path, config: Path) -> float:
    """Return the megabytes of the service and its workers; what they share counts once."""
    with _serving(folder, config) as pid:
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
