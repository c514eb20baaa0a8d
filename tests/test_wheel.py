"""Does the wheel hold all that the commands need?  Built, put into an empty environment, and used there."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with our wheel; what we depend on is lent to it, without its `.pth` files."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        ROOT,
        "--no-deps",
        "--no-build-isolation",
        "-q",
        "-w",
        folder,
        cwd=folder,
    )
    venv.create(folder / "env", with_pip=False)
    wheel = next(folder.glob("*.whl"))
    site = next((folder / "env" / "lib").glob("python*/site-packages"))
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site, wheel, cwd=folder)
    return folder


def command(installed: Path, module: str, *words: str) -> str:
    lent = sysconfig.get_paths()["purelib"]
    python = installed / "env" / "bin" / "python"
    return run(
        python,
        "-c",
        f"import sys; sys.path.append({lent!r}); from {module}.__main__ import main; main()",
        *words,
        cwd=installed,
    )


def test_the_wheel_is_what_runs(installed: Path) -> None:
    lent = sysconfig.get_paths()["purelib"]
    code = f"import sys; sys.path.append({lent!r}); import pbem; print(pbem.__file__)"
    where = run(installed / "env" / "bin" / "python", "-c", code, cwd=installed)
    assert where.startswith(str(installed))


def test_boards_are_inside(installed: Path) -> None:
    assert command(installed, "adjudicator", "draw", "standard").startswith("<svg")


def test_templates_settings_and_migrations_are_inside(installed: Path) -> None:
    seats = ["--player", "France=ann@x.org", "--player", "England=bob@x.org"]
    opened = command(installed, "pbem", "new", "std3", "--game", "standard", "--gm", "gm@x.org", *seats)
    assert "std3 is open" in opened
    assert "std3" in command(installed, "pbem", "games")


def test_the_demo_is_inside(installed: Path) -> None:
    assert "Played" in command(installed, "pbem", "demo")
    assert list((installed / "demo" / "outbox" / "ann").glob("*.eml"))
