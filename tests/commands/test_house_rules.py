"""House rules: how a GM writes them, what is refused, and how players read them."""

import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games import every_game, find
from pbem.commands.lookup.rules import pages
from pbem.core.templating import packaged
from pbem.store.states import FORMING
from pbem.tables.house_rules import HouseRules, house_rules, read_house_rules, read_table_file, sentences
from tests.support.gamemaster import gm, news_to
from tests.support.race import Race
from tests.support.table import Table, text_of

FILE = packaged("config") / "house-rules.toml"


def test_the_annotated_file_has_the_default_values() -> None:
    expected = read_table_file(FILE)
    assert read_house_rules(expected.house) == HouseRules()
    assert set(expected.house) == set(HouseRules.__struct_fields__)


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"pres": "grey"}, "did you mean press?"),
    ({"press": "loud"}, "write signed, grey"),
    ({"silence": "shoot"}, "write hold, wait, civil disorder, replace"),
    ({"silent_turns": 0}, "write 1 or more"),
    ({"reminders": ["soon"]}, '"soon" is not a length of time'),
    ({"rest_days": ["24 Foo"]}, '"24 Foo" is not a day'),
    ({"rest_weekdays": ["Sunnday"]}, "not a day of the week"),
    ({"night": "10pm-8am"}, "is not a night"),
    ({"night": "22:00-24:30"}, "is not a night"),
]


@pytest.mark.parametrize(("said", "expected"), FAULTS)
def test_a_wrong_rule_is_refused_with_a_remedy(said: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match="house rules") as caught:
        read_house_rules(said)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"), [("pace = ", "file.toml"), ("speed = 1", "speed"), ("[house]\npress = 1", "press")]
)
def test_a_wrong_file_is_one_line(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=expected) as caught:
        read_table_file(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
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
    assert "at least 48h away" in " ".join(sentences(table.row("r2"), Race.card))
    assert "48h" not in " ".join(sentences(table.row(), Race.card))


@pytest.mark.parametrize("changed", CHANGES)
def test_every_rule_that_players_must_know_has_a_sentence(table: Table, changed: dict[str, Any]) -> None:
    row = table.row()
    usual = " ".join(sentences(row, Race.card))
    row.house = changed
    assert house_rules(row) != HouseRules()
    assert " ".join(sentences(row, Race.card)) != usual


# Each rule with another value, and the other rules that it needs to be in force.
OTHERS: dict[str, tuple[Any, dict[str, Any]]] = {
    "press": ("grey", {}),
    "press_fakes": ("both", {}),
    "press_reach": ("neighbours", {}),
    "press_after_deadline": ("no", {}),
    "broadcasts": ("mailed and printed", {}),
    "observer_press": ("grey", {}),
    "press_a_day": (7, {}),
    "press_kib": (7, {}),
    "press_phases": (["day"], {}),
    "press_needs_orders": (True, {}),
    "press_delivery": ("with the turn", {}),
    "press_at_end": ("open", {}),
    "names": ("hidden", {}),
    "reveal": (False, {"names": "hidden"}),
    "begins": ("by the gm", {}),
    "invited": (["ann@x.org"], {}),
    "denied": (["ann@x.org"], {}),
    "draws": ("any", {}),
    "see_all": ("by the gm", {}),
    "votes": ("open", {}),
    "min_reliability": (80, {}),
    "early": ("orders", {}),
    "mending": ("3h", {}),
    "pause_time": ("6h", {}),
    "observers": (False, {}),
    "waiting_list": (False, {}),
    "away_days": (7, {}),
    "away": ("wait", {}),
    "away_wait": ("3d", {"away": "wait"}),
    "two_seats": ("yes", {}),
    "night": ("none", {}),
    "rest_weekdays": (["Sunday"], {}),
    "rest_days": (["25 Dec"], {}),
    "first_time": ("24h", {}),
    "least_time": ("24h", {}),
    "reminders": (["6h"], {}),
    "last_call": (False, {}),
    "silence": ("wait", {}),
    "silent_turns": (3, {"silence": "replace"}),
    "wait_reminder": ("6h", {"silence": "wait"}),
    "substitute_time": ("6h", {"silence": "replace"}),
    "quiet_phases": (False, {}),
    "late": ("hidden", {}),
    "log": ("gm", {}),
    "archive": ("hidden", {}),
    "gm_press": ("all", {}),
    "gm_reads": ("public", {}),
    "two_approvals": (True, {}),
    "rule_votes": (True, {}),
}


@pytest.mark.parametrize("key", HouseRules.__struct_fields__)
def test_every_rule_in_force_is_listed(table: Table, key: str) -> None:
    """A new rule without a sentence fails here."""
    value, besides = OTHERS[key]
    row = table.row()
    row.pace, row.state = "every Tuesday 10:00 UTC; day 24h; grace 12h", FORMING
    row.house = besides
    cards = {"press_reach": "standard", "mending": "empires", "pause_time": "empires"}  # a map; turn order
    card = find(cards[key]).card if key in cards else Race.card
    before = sentences(row, card)
    row.house = {**besides, key: value}
    assert sentences(row, card) != before


ANNOUNCED = [
    "Early: the turn is run before its deadline as soon as all who owe orders have written READY.",
    "Observers: anybody may read the bulletins",
    "Waiting list: when no seat is free, JOIN puts you on it.",
    "An absence may last 28 days at most.",
    "The public archive of this host may show the bulletins of this table.",
]


@pytest.mark.parametrize("expected", ANNOUNCED)
def test_default_rules_are_in_the_first_bulletin_and_in_house_rules(table: Table, expected: str) -> None:
    table.opens("r2")
    assert expected in text_of(table.report_to("Red"))
    table.mail("ann@x.org", "HOUSE RULES", "r2")
    assert expected in text_of(table.last_to("Red"))


def test_an_early_run_by_orders_is_announced(table: Table) -> None:
    row = table.row()
    row.house = {"early": "orders"}
    expected = " ".join(sentences(row, Race.card))
    assert "even days before it, as soon as all who owe orders have complete orders on file" in expected
    assert "Write WAIT below your orders" in expected


def test_rules_about_things_that_the_game_lacks_are_not_listed(table: Table) -> None:
    with_standing = {
        game.card.key
        for game in every_game()
        if "your standing orders count" in " ".join(sentences(table.row(), game.card))
    }
    assert with_standing == {"downfall-xiii", "hardbop", "empires"}
    row = table.row()
    row.house = {"silence": "replace", "waiting_list": False}
    assert "first on the waiting list" not in " ".join(sentences(row, Race.card))
    row.house = {"press": "none", "press_delivery": "with the turn"}
    assert "Messages between players" not in " ".join(sentences(row, Race.card))


NUMBERS = [("press_a_day", 5), ("press_kib", 4), ("away_days", 10), ("silent_turns", 3)]


@pytest.mark.parametrize(("key", "number"), NUMBERS)
def test_a_rule_with_a_number_is_changed(table: Table, key: str, number: int) -> None:
    assert f'House rule {key}: "{number}" from now on' in gm(table, f"SET {key} {number}")
    assert getattr(house_rules(table.row()), key) == number
    assert f"{key}:" in text_of(news_to(table, "Blue", "a house rule has changed"))


WRONG = [
    ("SET press_a_day many", "write a whole number"),
    ("SET press_a_day -3", "write 0 or more, 1000 at most"),
    ("SET press_a_day 1000000", "write 0 or more, 1000 at most"),
    ("SET away_days 2.5", "write a whole number"),
    ("SET observers perhaps", "write yes or no"),
]


@pytest.mark.parametrize(("line", "expected"), WRONG)
def test_a_wrong_number_is_refused_with_a_remedy(table: Table, line: str, expected: str) -> None:
    assert expected in gm(table, line)
    assert house_rules(table.row()) == HouseRules()


def test_every_rule_is_stored_with_its_type(table: Table) -> None:
    """The stored value is validated again with every message, and "1" must be true for a yes-or-no rule."""
    gm(table, "SET observers 0\nSET press_needs_orders 1\nSET reminders none")
    assert table.row().house == {"observers": False, "press_needs_orders": True, "reminders": []}
    assert not house_rules(table.row()).observers


@pytest.mark.parametrize(
    ("options", "missing", "is_by_phase"),
    [
        ({}, "your units do not move, and nothing is built (RULES 11.5)", False),
        ({"missing_sheet": "last"}, "your units do not move, and your last build list is repeated", False),
        ({"scheme": "table"}, "your units do not move, and nothing is built (RULES 11.5)", True),
    ],
)
def test_the_rules_say_how_this_table_is_played(
    table: Table, options: dict[str, str], missing: str, is_by_phase: bool
) -> None:
    card = find("domination").card
    players = {"Red": "ann@x.org", "Blue": "bob@y.org"}
    table.opens("d1", players=players, game="domination", options=options)
    rules = "\n".join(sentences(table.row("d1"), card))
    assert f"if you sent nothing, {missing}" in rules
    assert ("This table plays phase by phase (RULES 11.3): a phase is run as soon as" in rules) == is_by_phase


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("standard", "your units hold, your dislodged units are disbanded, nothing is built"),
        ("hardbop", "your standing orders count, your other units hold"),
        ("downfall-xiii", "your standing orders count, your other units hold"),
        ("empires", "only your standing orders count (RULES S.9)"),
        ("domination", "your units do not move, and nothing is built (RULES 11.5)"),
    ],
)
def test_the_rules_say_what_this_game_does_without_orders(table: Table, key: str, told: str) -> None:
    card = find(key).card
    table.opens("t1", players={card.seats[0]: "ann@x.org"}, game=key)
    rules = sentences(table.row("t1"), card)
    (missing,) = [line for line in rules if line.startswith("Missing orders: ")]
    assert f"if you sent nothing, {told}" in missing
    for clause in re.findall(r"RULES (\S+)\)", missing):
        assert pages(find(key), clause, (), None)


def test_a_chosen_option_is_told_without_the_values_to_choose_from(table: Table) -> None:
    """It read "Unit cards: first, front, back, high, or a list of names: Militia, Knight"."""
    players = {power: f"{power.lower()}@x.org" for power in ("Red", "Blue")}
    options = {"cards": "Militia, Knight", "know_land": "yes", "setup": "by phase"}
    table.opens("d1", players=players, game="domination", options=options)
    first = text_of(table.report_to("red@x.org"))
    assert "Unit cards: Militia, Knight. This is a choice of this table" in first
    assert "We know this land: yes. This is a choice" in first
    assert "Set-up in one message, or by phase (pieces, then starting builds): by phase. This" in first
