"""The wheel contains everything that the commands need; test_demo.py checks its demo."""

import ast
import re
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from tests.support.wheel import ROOT, command, run


@pytest.mark.thorough
def test_python_imports_pbem_from_the_installed_wheel(installed: Path) -> None:
    lent = sysconfig.get_paths()["purelib"]
    code = f"import sys; sys.path.append({lent!r}); import pbem; print(pbem.__file__)"
    where = run(installed / "env" / "bin" / "python", "-c", code, cwd=installed)
    assert where.startswith(str(installed))


def test_the_wheel_has_the_boards(installed: Path) -> None:
    assert command(installed, "adjudicator", "draw", "standard").startswith("<svg")


@pytest.mark.thorough
def test_the_wheel_has_the_templates_settings_and_migrations(installed: Path) -> None:
    seats = ["--player", "France=ann@x.org", "--player", "England=bob@x.org"]
    opened = command(installed, "pbem", "new", "std3", "--game", "standard", "--gm", "gm@x.org", *seats)
    assert "std3 is open" in opened
    assert "std3" in command(installed, "pbem", "games")


@pytest.mark.thorough
def test_the_build_of_a_wheel_has_all_packages_that_the_rules_import() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    own = {
        "adjudicator",
        "typing_extensions",
        "bench",
    }  # mypy installs the second; the third is not in the wheel
    sources = [one for one in (ROOT / "adjudicator").rglob("*.py") if "map_making" not in one.parts]
    found = set().union(*map(_packages, sources))
    assert {"msgspec", "tomli"} <= found
    needed = {re.split("[<>=]", need)[0] for need in hook["dependencies"]}
    assert found - own - sys.stdlib_module_names <= needed


def _packages(source: Path) -> set[str]:
    """Return the top-level packages that a module imports."""
    nodes = list(ast.walk(ast.parse(source.read_text("utf-8"))))
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    parts = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.partition(".")[0] for name in (*whole, *parts)}
