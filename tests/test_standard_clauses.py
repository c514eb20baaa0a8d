"""Is every clause of standard's rules.md shown by rule cases, on both of its sides?"""

import re
import tomllib
from collections import Counter
from pathlib import Path

CASES = Path(__file__).parent / "cases" / "standard"
RULES = Path(__file__).parent.parent / "adjudicator" / "standard" / "rules.md"

# Chapters that tell of the game as a whole and decide no position: the game, the start, the year, votes.
TOLD_ONLY = ("1", "2", "4", "14")


def clauses() -> list[str]:
    return re.findall(r"^(\d+\.\d+) ", RULES.read_text("utf-8"), re.MULTILINE)


def named() -> Counter[str]:
    rules = [
        case["rule"]
        for path in sorted(CASES.glob("own-*.toml"))
        for case in tomllib.loads(path.read_text("utf-8"))["case"]
    ]
    return Counter(rule.removeprefix("standard ") for rule in rules)


def test_every_deciding_clause_is_named_by_two_cases() -> None:
    counts = named()
    deciding = [clause for clause in clauses() if clause.split(".")[0] not in TOLD_ONLY]
    assert {clause: counts[clause] for clause in deciding if counts[clause] < 2} == {}


def test_no_case_names_a_clause_that_is_not_there() -> None:
    assert sorted(named().keys() - set(clauses())) == []
