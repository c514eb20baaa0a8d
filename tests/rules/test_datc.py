"""Every case of the DATC, version 3.0, sections 6.A to 6.J, is a rule case."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parents[1] / "cases" / "standard"

# How many cases each section of version 3.0 has.
SECTIONS = {"a": 12, "b": 15, "c": 9, "d": 34, "e": 15, "f": 25, "g": 20, "h": 16, "i": 7, "j": 11}

CHECKS = {"after", "dislodged_after", "results", "refused", "centres_after"}
ID = re.compile(r"datc\.6(?P<section>[a-j])(?P<number>[1-9]\d*)(?P<suffix>-[a-z]+)?")


def cases(section: str) -> list[dict[str, Any]]:
    found = tomllib.loads((HERE / f"datc-6{section}.toml").read_text("utf-8"))["case"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("section", SECTIONS)
def test_each_number_of_the_datc_has_one_case(section: str) -> None:
    named = Counter(case["id"] for case in cases(section) if "-" not in case["id"])
    assert named == {f"datc.6{section}{number}": 1 for number in range(1, SECTIONS[section] + 1)}


@pytest.mark.parametrize("section", SECTIONS)
def test_ids_and_rules_agree(section: str) -> None:
    for case in cases(section):
        named = ID.fullmatch(case["id"])
        assert named is not None, case["id"]
        assert case["rule"] == f"DATC 6.{named['section'].upper()}.{named['number']}"
        assert named["section"] == section


@pytest.mark.parametrize("section", SECTIONS)
def test_each_case_has_at_least_two_checks(section: str) -> None:
    thin = [case["id"] for case in cases(section) if len(CHECKS & case.keys()) < 2]
    assert thin == []


def test_ids_are_unique() -> None:
    ids = Counter(case["id"] for section in SECTIONS for case in cases(section))
    assert [name for name, count in ids.items() if count > 1] == []
    assert sum(1 for name in ids if "-" not in name) == sum(SECTIONS.values()) == 164
