"""Install our wheel into an empty environment, for tests of a fresh installation."""

import fcntl
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.waiting import LONG

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=30 * LONG,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def wheel_in(folder: Path, **environment: str) -> Path:
    """Build our wheel in *folder*."""
    options = ("--no-deps", "--no-build-isolation", "-q", "-w")
    run(sys.executable, "-m", "pip", "wheel", ROOT, *options, folder, cwd=folder, **environment)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the folder of a new environment with our wheel; commands borrow the dependencies of the tests.

    Their `.pth` files are left out. The pytest workers of a run share the folder; the first that needs it
    creates it.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "wheel"
    made = folder / "made"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            _install(folder)
            made.touch()
    return folder


def _install(folder: Path) -> None:
    wheel_in(folder, ADJUDICATOR_PURE="1")  # compiling takes minutes; test_compiled.py does it
    venv.create(folder / "env", with_pip=False)
    wheel = next(folder.glob("*.whl"))
    site = next((folder / "env" / "lib").glob("python*/site-packages"))
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site, wheel, cwd=folder)


def command(installed: Path, module: str, *words: str) -> str:
    """Run the program *module* in the installed environment; return its output."""
    lent = sysconfig.get_paths()["purelib"]
    python = installed / "env" / "bin" / "python"
    return run(
        python,
        "-c",
        f"import sys; sys.path.append({lent!r}); from {module}.__main__ import main; main()",
        *words,
        cwd=installed,
    )
