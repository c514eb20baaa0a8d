"""Turns of standard Diplomacy by mail: orders, typing errors and retreats."""

from datetime import timedelta

import pytest

from tests.support.table import Table, text_of

STANDARD = {
    "France": "france@x.org",
    "England": "england@z.org",
    "Turkey": "turkey@w.org",
    "Russia": "russia@v.org",
}


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched |= set(STANDARD.values())
    table.opens("std3", "72h; retreat 24h; adjustment 24h", STANDARD, "standard")
    table.post_office.forget()
    return table


def test_a_later_order_replaces_the_first(std3: Table) -> None:
    std3.mail("france@x.org", subject="std3", body="A Paris - Picardy")
    std3.mail("france@x.org", subject="std3", body="A Paris - Burgundy")
    std3.deadline_passes("std3")
    told = text_of(std3.report_to("england@z.org"))
    assert "Burgundy" in told
    assert "Picardy" not in told


def test_a_typo_is_answered_with_a_suggestion_and_the_other_orders_count(std3: Table) -> None:
    std3.mail("france@x.org", subject="std3", body="A Par - Bur\nA Marseilles - Piemond\n")
    answer = text_of(std3.last_to("france@x.org"))
    assert "Army Paris" in answer
    assert "Did you mean A Mar - Pie?" in answer
    assert "Without orders:" in answer


def test_only_players_who_owe_a_retreat_are_asked_for_it_at_its_own_pace(std3: Table) -> None:
    std3.mail("turkey@w.org", "A Smy - Arm\nF Ank - Bla", "std3")
    std3.deadline_passes("std3")
    std3.clock.passes(hours=1)
    std3.mail("turkey@w.org", "A Arm - Sev\nF Bla S A Arm - Sev", "std3")
    std3.deadline_passes("std3")
    row = std3.row("std3")
    assert row.deadline_utc == std3.clock.now() + timedelta(hours=24)
    assert "Sevastopol" in text_of(std3.report_to("russia@v.org"))
    std3.clock.passes(hours=1)
    std3.mail("russia@v.org", "F Sev R Rum", "std3")
    std3.deadline_passes("std3")
    retreats = std3.turns("std3")[2]
    assert (retreats.phase, retreats.nmr_powers) == ("retreat", [])
    assert "Rumania" in text_of(std3.bulletin_to("gm@w.org"))
