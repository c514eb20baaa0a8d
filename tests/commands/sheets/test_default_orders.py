"""DEFAULT: orders that count at every deadline for which their player has sent nothing."""

import pytest

from pbem.commands.registry import read_script
from pbem.commands.seats import seat_changes
from pbem.store.game_tables import seats_of
from pbem.tables import default_orders
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of

SEATS = {"France": "france@x.org", "Germany": "germany@z.org"}
DEFAULT = "DEFAULT:\nA Par - Bur\nF Bre H\nBuild F Bre\n"


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h; retreat 24h; adjustment 24h", SEATS, "standard")
    table.post_office.forget()
    return table


def answer(table: Table, body: str, sender: str = "france@x.org") -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body, "std1")
    return words(text_of(table.last_to(sender)))


def words(text: str) -> str:
    return " ".join(text.split())


def test_full_stops_and_headings_of_the_lines_are_not_doubled(std1: Table) -> None:
    reply = answer(std1, "DEFAULT:\nArmies:\nA Par - Bur.\nF Bre holds.\n")
    assert "CANCEL DEFAULT: Armies: A Par - Bur; F Bre holds. " in reply
    assert ".." not in reply.replace("...", "")


def test_default_orders_are_used_when_nothing_was_sent_and_shown_in_every_report(std1: Table) -> None:
    reply = answer(std1, DEFAULT)
    assert "until you withdraw them with CANCEL DEFAULT: A Par - Bur; F Bre H; Build F Bre." in reply
    assert "would give: Army Paris moves to Burgundy; Fleet Brest holds." in reply
    assert '"Build F Bre" would not count as things stand now' in reply
    assert "Army Paris moves to Burgundy" not in answer(std1, "STATUS").partition("default orders")[0]
    std1.deadline_passes("std1")
    report = words(text_of(std1.report_to("france@x.org")))
    assert "You had sent nothing by the deadline, so your default orders were used." in report
    assert "Army Burgundy" in report
    bulletin = words(text_of(std1.report_to("france@x.org")))
    assert "No orders were on file for Germany" in bulletin
    assert "France" not in bulletin.partition("No orders were on file for")[2].partition(".")[0]
    answer(std1, "A Bur - Mun\n")
    std1.deadline_passes("std1")
    report = words(text_of(std1.report_to("france@x.org")))
    assert "default orders were used" not in report
    assert "Your default orders, which are used if you have sent nothing by a deadline: A Par - Bur" in report


def test_a_message_with_one_order_replaces_all_of_them(std1: Table) -> None:
    answer(std1, DEFAULT)
    answer(std1, "A Mar H")
    std1.deadline_passes("std1")
    report = words(text_of(std1.report_to("france@x.org")))
    assert "Army Paris moves to Burgundy" not in report


def test_default_orders_are_withdrawn_and_replaced_as_a_whole(std1: Table) -> None:
    assert "You have no default orders." in answer(std1, "CANCEL DEFAULT ORDERS")
    answer(std1, DEFAULT)
    assert "A Mar - Spa" in answer(std1, "Default orders: A Mar - Spa")
    assert "Build F Bre" not in answer(std1, "DEFAULT")
    assert "Your default orders are withdrawn." in answer(std1, "no default orders")
    std1.deadline_passes("std1")
    report = words(text_of(std1.report_to("france@x.org")))
    assert "Marseilles moves" not in report
    assert "default orders" not in report


def test_orders_below_an_empty_line_are_for_this_turn(std1: Table) -> None:
    reply = answer(std1, "A Mar - Spa\nDEFAULT:\nA Par H\n\nF Bre - MAO\n")
    on_file = reply.partition("Your default orders")[0] + reply.partition("On file")[2]
    assert "Fleet Brest moves to the Mid-Atlantic Ocean" in on_file
    assert "Army Marseilles moves to Spain" in on_file


def test_a_table_that_waits_for_orders_does_not_wait_if_there_are_default_orders(table: Table) -> None:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", SEATS, "standard")
    table.set_rules("std1", silence="wait")
    answer(table, DEFAULT)
    answer(table, "A Mun H", "germany@z.org")
    table.deadline_passes("std1")
    assert "default orders were used" in words(text_of(table.report_to("france@x.org")))


def test_a_preview_of_the_run_uses_them(std1: Table) -> None:
    answer(std1, DEFAULT)
    std1.set_rules("std1", gm_reads="all")
    assert "France: A Par - Bur;" in gm(std1, "PREVIEW RUN", "std1")


def test_a_table_still_waits_in_the_grace_period(table: Table) -> None:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h; grace 12h", SEATS, "standard")
    answer(table, DEFAULT)
    answer(table, "A Mun H", "germany@z.org")
    table.clock.passes(hours=73)
    table.service.look()
    answer(table, "A Par - Pic")
    table.clock.passes(hours=12)
    table.service.look()
    assert "Army Paris moves to Picardy" in words(text_of(table.report_to("france@x.org")))


def test_a_new_player_does_not_inherit_them(std1: Table) -> None:
    answer(std1, DEFAULT)
    with std1.store.writing() as session:
        france = next(seat for seat in seats_of(session, "std1") if seat.power == "France")
        seat_changes.vacate(session, std1.row("std1"), france, "resigned", std1.clock.now())
        assert default_orders.stored(session, "std1") == {}


def test_orders_for_this_turn_below_default_orders_are_not_part_of_them() -> None:
    script = read_script("DEFAULT ORDERS\nA Paris H\nORDERS\nA Paris - Burgundy\n")
    assert [request.text for request in script.requests] == [("A Paris H",)]
    assert "A Paris - Burgundy" in script.lines


def test_a_preview_uses_them_as_long_as_nothing_else_was_sent(std1: Table) -> None:
    answer(std1, DEFAULT)
    preview = answer(std1, "PREVIEW")
    assert "with your default orders, because you have sent nothing else, and no others" in preview
    assert "Army Paris moves to Burgundy" in preview
    assert "with your orders, and no others" in answer(std1, "A Par - Pic\nPREVIEW")
