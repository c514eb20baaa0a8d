"""House rules: what a GM may write, what he is told when it is wrong, and how players hear of them."""

from pathlib import Path
from typing import Any

import pytest

from pbem.house_rules import HouseRules, house_rules, read_house_rules, read_table_file, sentences
from pbem.rendering import packaged
from tests.table import Table

FILE = packaged("config") / "house-rules.toml"


def test_the_annotated_file_says_what_holds_without_it() -> None:
    told = read_table_file(FILE)
    assert read_house_rules(told.house) == HouseRules()
    assert set(told.house) == set(HouseRules.__struct_fields__)


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"pres": "grey"}, "did you mean press?"),
    ({"press": "loud"}, "write signed, grey"),
    ({"silence": "shoot"}, "write hold, wait, civil disorder, replace"),
    ({"silent_turns": 0}, "write 1 or more"),
    ({"reminders": ["soon"]}, '"soon" is no length of time'),
    ({"rest_days": ["24 Foo"]}, '"24 Foo" is no day'),
    ({"rest_weekdays": ["Sunnday"]}, "no day of the week"),
]


@pytest.mark.parametrize(("said", "told"), FAULTS)
def test_a_wrong_rule_is_told_to_the_gm_with_what_would_do(said: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match="house rules") as caught:
        read_house_rules(said)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"), [("pace = ", "file.toml"), ("speed = 1", "speed"), ("[house]\npress = 1", "press")]
)
def test_a_wrong_file_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=told) as caught:
        read_table_file(path)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        read_table_file(tmp_path / "none.toml")


CHANGES: list[dict[str, Any]] = [
    {"silence": "wait"}, {"silence": "replace"}, {"silence": "civil disorder"}, {"late": "hidden"},
    {"log": "gm"}, {"log": "at the end"}, {"gm_reads": "public"}, {"press": "none"}, {"names": "hidden"},
    {"reminders": []}, {"rest_weekdays": ["Sunday"]},
]  # fmt: skip


def test_a_pace_by_the_clock_says_how_soon_the_first_deadline_is(table: Table) -> None:
    table.opens("r2", "every Tuesday 10:00 UTC")
    assert str(table.row("r2").deadline_utc) == "2026-12-01 10:00:00+00:00"  # not tomorrow
    assert "the first such moment at least 48h away" in " ".join(sentences(table.row("r2")))
    assert "48h" not in " ".join(sentences(table.row()))


@pytest.mark.parametrize("changed", CHANGES)
def test_every_rule_that_players_must_know_has_a_sentence(table: Table, changed: dict[str, Any]) -> None:
    row = table.row()
    usual = " ".join(sentences(row))
    row.house = changed
    assert house_rules(row) != HouseRules()
    assert " ".join(sentences(row)) != usual
