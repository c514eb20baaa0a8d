"""PROXY and SIGNAL in standard Diplomacy, at tables whose game master has switched them on."""

from collections.abc import Mapping
from email.message import EmailMessage

import pytest

from pbem.tables import opening
from tests.support.table import Table, text_of

FRANCE, GERMANY = "france@x.org", "germany@z.org"
SEATS = {"France": FRANCE, "Germany": GERMANY}


def opens(table: Table, options: Mapping[str, str]) -> Table:
    table.vouched |= set(SEATS.values())
    seats = [opening.Player(power, address) for power, address in SEATS.items()]
    plan = opening.Plan("std1", "standard", "gm@w.org", seats, "72h", seed="a seed", options=options)
    opening.open_table(plan, table.office, table.clock.now())
    table.service.look()
    return table


@pytest.fixture
def std1(table: Table) -> Table:
    return opens(table, {"proxy": "on", "signals": "on"})


def answer(table: Table, sender: str, body: str) -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body, "std1")
    return text_of(table.last_to(sender))


def test_the_first_mail_announces_the_options(std1: Table) -> None:
    first = text_of(std1.report_to(FRANCE))
    of_table = "This is a choice of this table"
    assert f"A power may let another power order its unit: on. {of_table} (RULES standard 15.1)." in first
    assert f"Orders that cannot succeed are printed as signals: on. {of_table}" in first


def test_a_unit_given_to_another_power_by_proxy_is_ordered_by_it(std1: Table) -> None:
    assert "Army Munich may be ordered by France" in answer(
        std1, GERMANY, "PROXY A Mun TO France\nA Ber - Kie\nF Kie - Den"
    )
    said = answer(std1, FRANCE, "A Mun - Bur\nA Par - Pic")
    assert "Army Munich moves to Burgundy; it counts if Germany lets you order the unit" in said
    std1.deadline_passes("std1")
    assert "Germany: A Ber - Kie; A Mun - Bur (ordered by you); F Kie - Den." in text_of(
        std1.report_to(FRANCE)
    )
    assert "Army Munich moves to Burgundy, ordered by France." in text_of(std1.report_to(GERMANY))
    assert "A Mun - Bur (ordered by France); F Kie - Den" in text_of(std1.bulletin_to("gm@w.org"))


def confirmations(table: Table) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(FRANCE) if mail["Auto-Submitted"] == "auto-replied"]


def test_nothing_reveals_before_the_deadline_whether_a_unit_has_a_proxy(std1: Table) -> None:
    before = answer(std1, FRANCE, "A Mun - Bur")
    assert "Army Munich may be ordered by France" in answer(std1, GERMANY, "PROXY A Mun TO France")
    assert answer(std1, FRANCE, "A Mun - Bur") == before
    assert len(confirmations(std1)) == 2


def test_a_unit_that_nobody_ordered_holds_and_the_report_says_why(std1: Table) -> None:
    answer(std1, GERMANY, "PROXY A Mun TO France")
    std1.deadline_passes("std1")
    report = text_of(std1.report_to(GERMANY))
    assert "Army Munich may be ordered by France" in report
    assert "no order came for it, so it held" in report


def test_a_signal_is_printed_and_has_no_effect(std1: Table) -> None:
    said = answer(std1, FRANCE, "SIGNAL A Par S A Mos - StP")
    assert "Army Paris supports the move from Moscow to St Petersburg, as a signal" in said
    std1.deadline_passes("std1")
    assert "kept as a signal; it has no effect, and the unit held; see RULES 15.2" in text_of(
        std1.report_to(FRANCE)
    )
    assert "SIGNAL A Par S Mos - Stp (void: kept as a signal" in text_of(std1.report_to(GERMANY))


def test_a_misspelt_proxy_is_refused(std1: Table) -> None:
    said = answer(std1, FRANCE, "SIGNAL A Pari S A Moss - StP")
    assert "as a signal" not in said
    assert "This order is possible, so it is not a signal." in answer(std1, FRANCE, "SIGNAL A Par - Bur")


def test_without_the_options_both_are_refused(table: Table) -> None:
    opens(table, {})
    assert "Order each of your units yourself." in answer(table, GERMANY, "PROXY A Mun TO France")
    assert "This table does not allow signals" in answer(table, FRANCE, "SIGNAL A Par S A Mos - StP")
    assert "belongs to Germany" in answer(table, FRANCE, "A Mun - Bur")


def test_an_unknown_option_is_refused(table: Table) -> None:
    with pytest.raises(opening.CannotOpen):
        opens(table, {"proxy": "perhaps"})
