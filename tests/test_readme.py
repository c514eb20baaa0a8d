"""Is the README true?  Every command in it is run, and every path in it exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import LONG

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    line.partition(" #")[0].strip()
    for line in re.findall(r"^    ((?:make|pip|cp|pbem|adjudicator) .*)$", README, re.M)
]
TAKEN_ELSEWHERE = {  # run in another way, because they make the environment that runs us, or do not end
    "make test": "this is it",
    "make demo": "tests/test_demo.py, tests/test_wheel.py",
    "pip install .": "tests/test_wheel.py",
    "pbem serve": "tests/test_pbem_cli.py",
    "pbem doctor": "tests/test_doctor.py",
}


def test_the_readme_has_commands() -> None:
    assert set(TAKEN_ELSEWHERE) < set(COMMANDS)
    assert len(COMMANDS) > 8


def test_make_has_what_is_promised() -> None:
    targets = [command.removeprefix("make ") for command in COMMANDS if command.startswith("make ")]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in targets)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the checkout, for commands that write."""
    folder = tmp_path_factory.mktemp("readme")
    for name in ("config", "tests"):
        (folder / name).symlink_to(ROOT / name)
    return folder


ONE_AFTER_THE_OTHER = """
import shlex, shutil, sys
from adjudicator.__main__ import main as adjudicator
from pbem.__main__ import main as pbem
PROGRAMS = {"adjudicator": adjudicator, "pbem": pbem, "cp": lambda: shutil.copy(*sys.argv[1:]) and 0}
for command in sys.argv[1:]:
    sys.argv = shlex.split(command)
    try:
        ended = PROGRAMS[sys.argv[0]]()
    except SystemExit as end:
        ended = end.code
    if ended:
        sys.exit(f"{command}: ended with {ended}")
"""


def test_every_other_command_runs_in_the_order_of_the_readme(folder: Path) -> None:
    """In one process, which takes half the time; that each begins as one is tested where it is at home."""
    commands = [command for command in COMMANDS if command not in TAKEN_ELSEWHERE]
    program = [sys.executable, "-c", ONE_AFTER_THE_OTHER, *commands]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False, timeout=20 * LONG)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert "std3" in done.stdout


def test_every_path_exists() -> None:
    links = re.findall(r"\]\(((?!http)[^)]+)\)", README)
    named = re.findall(r"`((?:pbem|adjudicator|templates|config|tests|docs)/[\w./-]*)`", README)
    missing = [path for path in [*links, *named] if not (ROOT / path).exists()]
    assert not missing
