"""Does a wheel hold the compiled engine, does it judge as the written one does, when is it not taken?"""

import shutil
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.wheel import ROOT, run, wheel_in

pytestmark = pytest.mark.compiler
GAMES = ("standard", "downfall-xiii", "hardbop")  # modules of theirs are compiled
CASES = sorted(case for game in GAMES for case in (ROOT / "tests" / "cases" / game).glob("*.toml"))
SAID = "from adjudicator import compiled; print(compiled.is_taken())"
JUDGED = """
from hashlib import sha256
from random import Random

import msgspec

from adjudicator import compiled
from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from adjudicator.robots.random_games import play
from adjudicator.core.position import Position
from adjudicator.standard import game as standard
from adjudicator.standard.resolve.movement import judge
from tests.support.random_movements import battle, sea_battle

seen = sha256()
for seed in range(600):
    orders = (battle if seed % 2 else sea_battle)(Random(seed))
    position = Position(1901, "Spring", "movement", 1, tuple(order.unit for order in orders), {})
    seen.update(msgspec.json.encode(judge(standard.board, position, orders)))
for game in map(find, sys.argv[1:]):
    for phase in play(game, "compiled", 3)[:20]:
        turn = game.judge(phase.state, phase.orders, SeededDice("compiled", 1))
        seen.update(f"{turn.state}{turn.record}".encode())
print(compiled.is_taken(), seen.hexdigest())
"""


def python(package: Path, code: str, *words: str | Path, **environment: str) -> list[str]:
    """The words that *code* prints where the rules are those of *package*."""
    lent = f"import sys; sys.path[:0] = [{str(package)!r}, {str(ROOT)!r}]\n"
    return run(sys.executable, "-P", "-c", lent + code, *words, cwd=package, **environment).split()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel holds that was made where a compiler is."""
    if not shutil.which("cc") and not shutil.which("gcc"):
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("compiled")
    with ZipFile(wheel_in(folder)) as wheel:
        wheel.extractall(folder / "inside")
    return folder / "inside"


def test_the_wheel_is_compiled_and_says_so(package: Path) -> None:
    assert python(package, SAID) == ["True"]
    assert not list(package.parent.glob("*-none-any.whl"))


def test_compiled_and_written_engine_give_the_same_bytes(package: Path) -> None:
    compiled, written = python(package, JUDGED, *GAMES), python(package, JUDGED, *GAMES, ADJUDICATOR_PURE="1")
    assert [compiled[0], written[0]] == ["True", "False"]
    assert compiled[1] == written[1]


def test_the_compiled_engine_passes_the_rule_cases(package: Path) -> None:
    check = "sys.argv[0] = 'adjudicator'; from adjudicator.__main__ import main; main()"
    passed = python(package, check, "check", *CASES)
    assert passed[-3:] == ["passed,", "0", "failed"] and int(passed[-4]) > 2000


def test_no_stale_engine_speaks_for_an_edited_source(package: Path, tmp_path: Path) -> None:
    edited = shutil.copytree(package, tmp_path / "edited")
    source = edited / "adjudicator" / "outcomes.py"  # not compiled itself, only made use of
    source.write_text(source.read_text("utf-8") + "# edited\n", "utf-8")
    assert python(edited, SAID) == ["False"]


def test_where_a_source_is_gone_nothing_compiled_is_taken(package: Path, tmp_path: Path) -> None:
    without = shutil.copytree(package, tmp_path / "without")
    (without / "adjudicator" / "solving.py").unlink()
    assert python(without, SAID) == ["False"]
