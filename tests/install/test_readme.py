"""Every command printed in the documents is run, and every path in them exists."""

import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from tests.support.table import Table, body_of
from tests.support.waiting import LONG

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {path: path.read_text("utf-8") for path in DOCUMENTS}
PRINTED = r"^    ((?:make|pip|cp|pbem|adjudicator|\.venv/bin/\S+) .*)$"
COMMANDS = list(  # each once, in the order of the documents
    dict.fromkeys(
        line.partition(" #")[0].strip() for text in TEXTS.values() for line in re.findall(PRINTED, text, re.M)
    )
)
TESTED_ELSEWHERE = {  # commands that create the environment of the tests, take long, or do not end
    "make test": "runs this test",
    "make lint": "part of make test",
    "make demo": "tests/install/test_demo.py, tests/install/test_wheel.py",
    ".venv/bin/pytest -q tests/rules/test_datc.py": "part of make test",
    "pip install .": "tests/install/test_wheel.py",
    "pbem serve": "tests/operations/test_pbem_cli.py",
    "pbem doctor": "tests/operations/test_doctor.py",
}
README_TURN = re.compile(r"^## One turn.*?quoted text:\n|^The confirmation comes at once:\n", re.M | re.S)
LONG_TARGETS = {  # long checks and measurements for maintainers; here it is only tested that they exist
    *(
        "long",
        "thorough",
        "boards",
        "secrets",
        "crash",
        "nodes",
        "mailnet",
        "images",
        "compose",
        "wheels",
        "year",
        "hunt",
        "look",
        "compiled",
        "uncompiled",
    ),
    *("constraints", "bench", "load", "deadline", "docs"),
}


def test_the_commands_of_the_documents_are_found() -> None:
    assert set(TESTED_ELSEWHERE) < set(COMMANDS)
    assert len(COMMANDS) > 8


@pytest.mark.parametrize("document", ["README.md", "docs/hosting.md"])
def test_hosting_begins_with_creating_a_virtual_environment(document: str) -> None:
    hosting = re.split(r"^#+ Hosting\n\n", TEXTS[ROOT / document], flags=re.M)[1]
    first = [line.partition(" #")[0].strip() for line in printed_first(hosting).splitlines()]
    assert first[:3] == ["python3 -m venv judge", ". judge/bin/activate", "pip install ."]


def test_the_orders_in_the_readme_are_answered_as_printed(tmp_path: Path) -> None:
    _, written, answer = README_TURN.split(TEXTS[ROOT / "README.md"], maxsplit=2)
    printed = printed_first(answer).split()
    table = Table(tmp_path)
    table.opens("std3", game="standard", players={"France": "ann@x.org"})
    table.reply(table.reports_to("ann@x.org")[-1], printed_first(written))
    assert printed == body_of(table.last_to("ann@x.org")).split()[: len(printed)]
    table.store.close()


def printed_first(text: str) -> str:
    """Return the indented lines with which *text* begins."""
    lines = takewhile(lambda line: not line or line.startswith("    "), text.splitlines())
    return "\n".join(line.strip() for line in lines)


def test_every_make_target_in_the_documents_exists() -> None:
    targets = [command.split()[1] for command in COMMANDS if command.startswith("make ")]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in targets)
    assert {f"make {target}" for target in targets} <= {
        *TESTED_ELSEWHERE,
        *(f"make {one}" for one in LONG_TARGETS),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with links to parts of the checkout; commands may write files into it."""
    folder = tmp_path_factory.mktemp("readme")
    for name in ("config", "tests"):
        (folder / name).symlink_to(ROOT / name)
    return folder


ONE_AFTER_THE_OTHER = """
import shlex, shutil, sys
from adjudicator.__main__ import main as adjudicator
from pbem.cli.main import main as pbem
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


@pytest.mark.thorough
def test_all_other_commands_succeed_in_the_order_of_the_documents(folder: Path) -> None:
    """They run in one process, which takes half the time; other tests start the programs as processes."""
    commands = [one for one in COMMANDS if one not in TESTED_ELSEWHERE and not one.startswith("make ")]
    program = [sys.executable, "-c", ONE_AFTER_THE_OTHER, *commands]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False, timeout=20 * LONG)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert "std3" in done.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_in_a_document_exists(document: Path) -> None:
    text = TEXTS[document]
    links = [
        link for link in re.findall(r"\]\(((?!http)[^)#]+)", text) if not (document.parent / link).exists()
    ]
    tree = r"`((?:pbem|adjudicator|templates|config|tests|docs|tools|bench|deploy)/[\w./-]*)`"
    named = [path for path in re.findall(tree, text) if not (ROOT / path).exists()]
    assert not [*links, *named]
