"""Nothing is said to people out of the code: sentences are in `sentences.toml` and in `templates/`.

What a host alone meets may be in the code: tools for maps, the help of the command line (it is also the man
page), the schema of JSON reports, faults of the program itself.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OF_HOSTS = (
    "adjudicator/__main__.py",
    "adjudicator/replay.py",
    "adjudicator/map_making/",  # tools that make and check a map
    "adjudicator/robots/random_games.py",  # for benchmarks
    "pbem/cli/",  # the help of each command and option; what commands print is in `templates/sentences`
    "pbem/reports/json_report.py",  # what each field of the JSON schema means
    "pbem/service/demo",  # progress of `pbem demo`
    "pbem/service/export_contents.py",  # goes with every backup, to be read without this program
)
OF_THE_PROGRAM = {  # faults of our own files and calls, for its log
    "adjudicator/core/dice.py",
    "adjudicator/core/solving.py",
    "adjudicator/drawing/__init__.py",
    "adjudicator/drawing/arrows.py",
    "adjudicator/drawing/journeys.py",
    "adjudicator/empires/ground.py",
    "adjudicator/empires/language/merging.py",
    "adjudicator/empires/practice.py",
    "adjudicator/empires/resolve/combat.py",
    "adjudicator/empires/resolve/diplomacy.py",
    "adjudicator/hardbop/resolve/order_collection.py",
    "adjudicator/standard/resolve/causes.py",
    "pbem/core/deadlines.py",
    "pbem/pictures/drawing.py",
    "pbem/pictures/lunasvg.py",
    "pbem/service/doctor.py",
    "pbem/store/database.py",
    "pbem/tables/tournament_draw.py",
}
WORD = re.compile(r"[A-Za-z]{2,}")
SENTENCE = re.compile(r'[A-Z"{].*[a-z}"][.?!]', re.DOTALL)
PATTERN = re.compile(r"\(\?|\]\*|\)\*")  # of a regular expression
FEWEST = 3  # words of a sentence


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values)
    return ""


def _sentences(source: str) -> Iterator[tuple[int, str]]:
    """Yield each text with its line that is a whole sentence or the message of an error."""
    nodes = list(ast.walk(ast.parse(source)))
    inner = {id(one) for node in nodes if isinstance(node, ast.JoinedStr) for one in node.values}
    inner |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    raised = {
        id(one)
        for node in nodes
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        for one in node.exc.args
    }
    for node in nodes:
        text = "" if id(node) in inner else _text(node)
        words = WORD.findall(text.replace("{}", " "))
        is_said = id(node) in raised or SENTENCE.fullmatch(text.strip())
        if len(words) >= FEWEST and is_said and not PATTERN.search(text):
            yield getattr(node, "lineno", 0), text


def test_the_checker_finds_a_sentence_and_the_message_of_an_error() -> None:
    source = '"""A docstring."""\nX = "You have no unit there."\nraise ValueError(f"no {x} of that name")'
    assert list(_sentences(source)) == [
        (2, "You have no unit there."),
        (3, "no {} of that name"),
    ]


@pytest.mark.parametrize("folder", ["adjudicator", "pbem"])
def test_no_sentence_stands_in_the_code(folder: str) -> None:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        if not name.startswith(OF_HOSTS) and name not in OF_THE_PROGRAM:
            found += [f"{name}:{line}: {text}" for line, text in _sentences(path.read_text("utf-8"))]
    assert not found


def test_each_exception_is_still_one() -> None:
    for name in OF_THE_PROGRAM:
        assert list(_sentences((ROOT / name).read_text("utf-8"))), f"{name} has no sentences any more"
