"""Does the wheel hold all that the commands need?  Its demo is looked at in test_demo.py."""

import sysconfig
from pathlib import Path

from tests.wheel import command, run


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
