"""Is every clause of Domination's rules.md shown?"""

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases" / "domination").glob("*.toml"))
RULES = HERE.parent / "adjudicator" / "domination" / "rules.md"


def clauses() -> list[str]:
    return re.findall(r"^(\d+\.\d+) ", RULES.read_text("utf-8"), re.MULTILINE)


@cache
def named() -> Counter[str]:
    """By clause: the cases that name it, and the tests that say "clause 8.3"."""
    found: Counter[str] = Counter()
    for path in CASES:
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            found.update(set(re.split(r",\s*", case["rule"])))
    for path in sorted(HERE.glob("test_domination_*.py")):
        for said in re.findall(
            r"\bclauses? ((?:\d+\.\d+(?:, | and )?)+)", path.read_text("utf-8"), re.IGNORECASE
        ):
            found.update(re.findall(r"\d+\.\d+", said))
    return found


def test_every_clause_is_named_twice() -> None:
    assert {clause: named()[clause] for clause in clauses() if named()[clause] < 2} == {}


def test_no_case_names_a_clause_that_is_not_there() -> None:
    assert sorted(named().keys() - set(clauses())) == []
