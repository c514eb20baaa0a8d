"""tests/features.toml names only tests, commands and house rules that exist, and its page is up to date."""

import ast
import re
from collections.abc import Iterator

import msgspec

from adjudicator.games import rule_sets
from pbem.commands.registry import BY_WORD, PARSER
from pbem.gamemaster.reading import ACTIONS
from pbem.gamemaster.reading import read_line as read_gm_line
from pbem.tables.house_rules import HouseRules
from tests.rules.test_cases import CASES
from tests.support.features import FILE, PAGE, page, sections


def test_each_feature_names_tests_that_exist() -> None:
    known: dict[str, set[str]] = {}
    missing = []
    for section in sections():
        for row in section.rows:
            assert row.tests, row.feature
            for test in row.tests:
                file, _, name = test.partition("::")
                if file not in known:
                    tree = ast.parse((FILE.parent / file).read_text("utf-8"))
                    known[file] = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
                name, _, case = name.partition("[")
                if name not in known[file] or (case and case.removesuffix("]") not in CASES):
                    missing.append(test)
                assert name != "test_rule" or case, f"{row.feature}: which case?"
    assert not missing


def test_the_page_is_generated_from_the_table() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python -m tests.support.features"


FORMATS = {"JSON", "HTML"}
OTHERS = {"IF", "ELSE", "DEFAULT", "PHASE RETREAT", "SIGNAL", "ALL"}  # words in orders, or after a command
NUMERAL = "XIII"
CAPITALS = re.compile(r"\b[A-Z]{2,}(?: [A-Z]{2,})*\b")
RULES = re.compile(r"\bhouse rule ([a-z_]+)|\bhouse rules ([a-z_]+(?:, [a-z_]+)*)")


def test_each_command_that_a_row_names_exists() -> None:
    """`by` is written by hand, so a command that is renamed must be found here."""
    known = {*BY_WORD, *(action.word for action in ACTIONS), *FORMATS, *OTHERS, NUMERAL}
    topics = {topic.upper() for command in BY_WORD.values() for topic in command.topics}
    options = {option.key.upper() for game in rule_sets() for option in game.card.options}
    wrong = [
        f"{row}: {phrase}"
        for row, by in _rows()
        for phrase in CAPITALS.findall(by)
        if phrase not in known | topics | options and not _is_read(phrase, by)
    ]
    assert not wrong, wrong


def _is_read(phrase: str, by: str) -> bool:
    """Return whether a command begins with *phrase*, alone or with the words that follow it in the row."""
    written = re.split(r"[;,(]| by | for | instead | above | sets ", by[by.index(phrase) :])[0]
    tried = (phrase, written.strip(), f"{phrase} France", f"{phrase} ann@x.org")
    return any(PARSER.read_command(one) or read_gm_line(one) for one in tried)


def test_each_house_rule_that_a_row_names_exists() -> None:
    fields = set(msgspec.structs.asdict(HouseRules()))
    named = [
        (row, word)
        for row, by in _rows()
        for found in RULES.findall(by)
        for word in "".join(found).split(", ")
    ]
    underlined = [(row, word) for row, by in _rows() for word in re.findall(r"\b[a-z]+_[a-z_]+\b", by)]
    assert len(named) > 10
    assert [one for one in (*named, *underlined) if one[1] not in fields] == []


def _rows() -> Iterator[tuple[str, str]]:
    for section in sections():
        for row in section.rows:
            yield row.feature, row.by
