"""Imports inside functions are safe when several threads run them at the same time."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted([*(ROOT / "pbem").rglob("*.py"), *(ROOT / "adjudicator").rglob("*.py")])
INDENTED = re.compile(r"^[ \t]+(?:import|from) ", re.MULTILINE)
ONE_THREAD = ("pbem/cli/", "adjudicator/__main__.py")  # these import while there is only one thread

AT_ONCE = """
import sys
from threading import Barrier, Thread

from adjudicator import games
from adjudicator.core import board_rows
from adjudicator.core.language import near_orders, words

sys.setswitchinterval(1e-6)
WORK = [
    lambda: words.one_slip_from("Buurgundy", ["Burgundy"]),
    lambda: words.nearest_form("A Par - Bur", ["A Par - Bur"]),
    lambda: near_orders.Spelling({}, {}).nearest("A Par - Bur", ["A Par - Burg"]),
    lambda: board_rows.did_you_mean("hous", ["house"]),
    lambda: games.find("standard"),
    lambda: games.find("downfall-xiii"),
    lambda: games.find("hardbop"),
    lambda: games.find("empires"),
]
ready, faults = Barrier(len(WORK)), []

def do(work):
    ready.wait()
    try:
        work()
    except Exception as fault:
        faults.append(repr(fault))

threads = [Thread(target=do, args=[work]) for work in WORK]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("; ".join(faults) or 0)
"""


def lazy_imports(tree: ast.Module) -> Iterator[int]:
    """Yield the line numbers of imports in functions that are not inside `with IMPORTS:`."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            locked = {
                id(inner)
                for block in ast.walk(function)
                if isinstance(block, ast.With) and ast.unparse(block.items[0]) == "IMPORTS"
                for inner in ast.walk(block)
            }
            for inner in ast.walk(function):
                if isinstance(inner, ast.Import | ast.ImportFrom) and id(inner) not in locked:
                    yield inner.lineno


def test_every_import_in_a_function_is_under_the_lock() -> None:
    found = []
    for module in MODULES:
        name = str(module.relative_to(ROOT))
        source = module.read_text("utf-8")
        if INDENTED.search(source) and not name.startswith(ONE_THREAD):
            found += [f"{name}:{line}" for line in lazy_imports(ast.parse(source))]
    assert found == []


@pytest.mark.thorough
@pytest.mark.parametrize("attempt", range(3))
def test_threads_that_import_at_once_do_not_fail(attempt: int) -> None:
    """Eight threads of a new process first use what warm-up, messages and pages import lazily."""
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
