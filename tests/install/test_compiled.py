"""A compiled wheel contains the extension modules, which adjudicate as the sources do."""

import shutil
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

from hatch_build import MODULES
from tests.support.wheel import ROOT, run, wheel_in

pytestmark = pytest.mark.compiler
GAMES = ("standard", "downfall-xiii", "hardbop")  # some of their modules are compiled
CASES = sorted(case for game in GAMES for case in (ROOT / "tests" / "cases" / game).glob("*.toml"))
ADJUDICATE = """
from hashlib import sha256
from random import Random

import msgspec

from adjudicator.core import solving
from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from adjudicator.robots.random_games import play
from adjudicator.core.position import Position
from adjudicator.standard import game as standard
from adjudicator.standard.resolve.movement import judge
from tests.support.play.random_movements import battle, sea_battle

digest = sha256()
for seed in range(600):
    orders = (battle if seed % 2 else sea_battle)(Random(seed))
    position = Position(1901, "Spring", "movement", 1, tuple(order.unit for order in orders), {})
    digest.update(msgspec.json.encode(judge(standard.board, position, orders)))
for game in map(find, sys.argv[1:]):
    for phase in play(game, "compiled", 3)[:20]:
        turn = game.judge(phase.state, phase.orders, SeededDice("compiled", 1))
        digest.update(f"{turn.state}{turn.record}".encode())
print(solving.__file__.endswith(".py"), digest.hexdigest())
"""


def python(package: Path, code: str, *words: str | Path) -> list[str]:
    """Run *code* with the rules in the folder *package*; return the words that it prints."""
    paths = f"import sys; sys.path[:0] = [{str(package)!r}, {str(ROOT)!r}]\n"
    return run(sys.executable, "-P", "-c", paths + code, *words, cwd=package).split()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the unpacked contents of a compiled wheel."""
    if not shutil.which("cc") and not shutil.which("gcc"):
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("compiled")
    with ZipFile(wheel_in(folder)) as wheel:
        wheel.extractall(folder / "inside")
    return folder / "inside"


@pytest.fixture(scope="module")
def sources(package: Path) -> Path:
    """Return a copy of *package* without the extension modules."""
    ignored = shutil.ignore_patterns(f"*{EXTENSION_SUFFIXES[0]}")
    return shutil.copytree(package, package.parent / "sources", ignore=ignored)


def test_the_wheel_has_every_compiled_module_beside_its_source(package: Path) -> None:
    for module in MODULES:
        source = package / (module.replace(".", "/") + ".py")
        assert source.exists()
        assert source.with_suffix(EXTENSION_SUFFIXES[0]).exists()
    assert not list(package.parent.glob("*-none-any.whl"))


def test_compiled_modules_and_sources_adjudicate_the_same_to_the_byte(package: Path, sources: Path) -> None:
    compiled, pure = python(package, ADJUDICATE, *GAMES), python(sources, ADJUDICATE, *GAMES)
    assert [compiled[0], pure[0]] == ["False", "True"]
    assert compiled[1] == pure[1]


def test_the_compiled_rules_pass_the_rule_cases(package: Path) -> None:
    check = "sys.argv[0] = 'adjudicator'; from adjudicator.__main__ import main; main()"
    passed = python(package, check, "check", *CASES)
    assert passed[-3:] == ["passed,", "0", "failed"] and int(passed[-4]) > 2000
