"""Every clause that decides positions is named by at least two rule cases, and no case names another."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[1]


class Law(Struct, frozen=True):
    """Where a game's clauses are, how they are numbered there and how cases cite them."""

    folder: str  # of its cases, in tests/cases
    rules: str  # the package in `adjudicator`
    clause: str  # a clause's number at the head of its line
    called: str  # the text before the number in a case
    told_only: tuple[str, ...] = ()  # chapters about the game as a whole, which decide no position
    headings: tuple[str, ...] = ()  # clauses whose lettered parts are named instead
    by_tests: tuple[str, ...] = ()  # clauses that no single phase can show; each has its own test


LAWS = {
    # tests/maps/test_fog.py shows what fog hides
    "standard": Law(
        "standard",
        "standard",
        r"^(\d+\.\d+) ",
        "standard ",
        told_only=("1", "2", "4", "14"),
        by_tests=("15.3",),
    ),
    "downfall-xiii": Law("downfall-xiii", "downfall_xiii", r"^\*\*([0-9A-Z]+[a-i]?\.[0-9ivx]+)", "XIII "),
    # tests/games/test_hardbop_turns.py shows clauses of several phases, the start and the votes
    "hardbop": Law(
        "hardbop",
        "hardbop",
        r"^\s*(?:- |8\. - )?(\d+\.\d+(?:\.\d)?(?:\([a-z]\))?|[01289]\([a-z]\)|V\d(?:\([a-z]\))?)\.? ",
        "HB ",
        headings=("2.1", "3.1", "3.2", "3.3", "4.1", "4.3", "4.4", "4.5", "5.1", "5.4", "7.3", "V4"),
        by_tests=("3.3(e)", "4.4(h)", "7.1", "7.1(a)", "7.1(b)", "V4(a)", "V4(b)"),
    ),
    # tests/rules/empires/test_empires_board.py shows the start and the counters, the shared cases section 15
    "empires": Law("empires", "empires", r"^((?:\d+|[SM])\.[\d.]*\d) ", "", told_only=("2", "15", "16", "M")),
    # tests/service/test_domination_mail.py shows the mails of a turn, which no single phase can
    "domination": Law("domination", "domination", r"^(\d+\.\d+) ", "", by_tests=("11.2", "11.3", "11.4")),
}


def clauses(law: Law) -> list[str]:
    text = (ROOT.parent / "adjudicator" / law.rules / "rules.md").read_text("utf-8")
    return re.findall(law.clause, text, re.MULTILINE)


def named(law: Law) -> Counter[str]:
    """Return how many cases name each clause; a case may name several."""
    rules = [
        case["rule"]
        for path in sorted((ROOT / "cases" / law.folder).glob("*.toml"))
        for case in tomllib.loads(path.read_text("utf-8"))["case"]
    ]
    cited = [word.strip().removeprefix(law.called) for rule in rules for word in rule.split(",")]
    return Counter(cited)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_every_deciding_clause_is_named_by_two_cases(law: Law) -> None:
    counts = named(law)
    elsewhere = (*law.headings, *law.by_tests)
    own = [clause for clause in clauses(law) if clause not in elsewhere]
    deciding = [clause for clause in own if clause.split(".")[0] not in law.told_only]
    assert len(deciding) > 40
    assert {clause: counts[clause] for clause in deciding if counts[clause] < 2} == {}


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_no_case_names_a_clause_that_does_not_exist(law: Law) -> None:
    own = {clause for clause in named(law) if re.match(r"[0-9A-Z]+[a-i]?\.", clause)}
    assert sorted(own - set(clauses(law))) == []
