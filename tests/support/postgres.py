"""Run a PostgreSQL server for the tests of a module, if PostgreSQL is installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from tests.support.waiting import until

ANEW = (
    "-A",
    "trust",
    "-U",
    "pbem",
    "-E",
    "UTF8",
    "--locale",
    "C",
)  # independent of the locale of the machine
SECONDS = "180"  # for the start


class NoServer(Exception):  # noqa: N818 - named by what happened
    """PostgreSQL is not installed, or does not start; the text has the reason."""


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Context manager: run a server below *folder*; yield the URL of an empty database. Raises NoServer."""
    tools = _tools()
    runs = _as_ordinary_user(folder)
    where = ["-D", str(folder / "data")]
    try:
        _call([*runs, str(tools / "initdb"), *where, *ANEW])
        _call([*runs, str(tools / "pg_ctl"), *where, *_start(folder)])
    except subprocess.SubprocessError as fault:
        _stop_after_failed_start([*runs, str(tools / "pg_ctl"), *where])
        error = getattr(fault, "stderr", b"")
        raise NoServer(f"PostgreSQL does not start: {fault} {error!r}") from fault
    try:
        yield f"postgresql+psycopg://pbem@/postgres?host={folder}"
    finally:
        _call([*runs, str(tools / "pg_ctl"), *where, "-m", "fast", "stop"])


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """Context manager: stop the server that `server` started at *url*, and start it again afterwards."""
    folder = Path(url.partition("?host=")[2])
    runs, tools = _as_ordinary_user(folder), _tools()
    where = ["-D", str(folder / "data")]
    _call([*runs, str(tools / "pg_ctl"), *where, "-m", "fast", "-w", "stop"])
    try:
        yield
    finally:
        _call([*runs, str(tools / "pg_ctl"), *where, *_start(folder)])


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """Yield the URL of a server, outside pytest's own folder, which is not readable for the user postgres."""
    try:
        with TemporaryDirectory(prefix="pg-") as folder, server(Path(folder)) as url:
            yield url
            left = _still_open(url)
            assert not left, f"connections that no test has closed, with their last statements: {left}"
    except NoServer as fault:
        pytest.skip(str(fault))


def _still_open(url: str) -> list[str]:
    """Return the last statement of each open connection, after waiting for those that are ending."""
    query = (
        "SELECT datname || ': ' || query FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    left: list[str] = []

    def is_quiet() -> bool:
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as own:
            left[:] = [str(row[0]) for row in own.execute(query)]
        return not left

    until(is_quiet, seconds=5)
    return left


def _tools() -> Path:
    found = [shutil.which("initdb"), *map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    tools = next((Path(path).parent for path in found if path), None)
    if tools is None:
        raise NoServer("PostgreSQL is not installed")
    return tools


def _start(folder: Path) -> list[str]:
    options = f"-c listen_addresses= -c fsync=off -k {folder}"
    return ["-w", "-t", SECONDS, "-o", options, "-l", str(folder / "log"), "start"]


def _call(command: list[str]) -> None:
    """Run a command. Raises subprocess.SubprocessError if it fails or does not end in time."""
    subprocess.run(command, check=True, capture_output=True, timeout=2 * int(SECONDS))


def _stop_after_failed_start(control: list[str]) -> None:
    """Stop the server, because it may still be starting."""
    with suppress(subprocess.SubprocessError):
        _call([*control, "-m", "immediate", "stop"])


def _as_ordinary_user(folder: Path) -> list[str]:
    """Return the command that runs another one as an ordinary user: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    try:
        shutil.chown(folder, "postgres")
    except LookupError:
        raise NoServer("there is no user postgres") from None
    for parent in folder.parents[:3]:
        parent.chmod(parent.stat().st_mode | 0o011)
    return ["runuser", "-u", "postgres", "--"]
