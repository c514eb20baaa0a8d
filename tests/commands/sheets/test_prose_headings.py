"""Sentences that begin like LATER, PHASE or ASSUME, and such headings that are wrong: no line is lost."""

import pytest

from adjudicator.games import find
from pbem.commands.lookup import examples
from tests.support.table import Table, text_of

POWERS = {
    "standard": ("France", "England"),
    "downfall-xiii": ("Gondor", "Mordor"),
    "hardbop": ("Gondor", "Mordor"),
    "empires": ("Germany", "Russia"),
    "domination": ("Red", "Blue"),
}
ME, OTHER = "me@x.org", "other@y.org"


def opened(table: Table, key: str) -> tuple[Table, list[str]]:
    """Return a table of the game, and two orders that are legal in its first turn."""
    seats = dict(zip(POWERS[key], (ME, OTHER), strict=True))
    table.vouched |= {ME, OTHER}
    table.opens("t1", "72h", seats, key)
    table.post_office.forget()
    shown = examples.of_position(find(key), table.row("t1").position, POWERS[key][0])
    return table, list(shown.own[:2])


def answer(table: Table, body: str) -> str:
    table.clock.passes(minutes=15)
    table.mail(ME, body, "t1")
    return text_of(table.last_to(ME))


@pytest.mark.parametrize("key", POWERS)
@pytest.mark.parametrize(
    "prose",
    ["Later I may attack them, but for now:", "Phase two of my plan:", "Assume the worst."],
)
def test_orders_below_prose_count_now(table: Table, key: str, prose: str) -> None:
    own, orders = opened(table, key)
    told = answer(own, f"{prose}\n{orders[0]}\n")
    on_file = f"On file for {POWERS[key][0]}"
    assert on_file in told and prose.rstrip(":.") in told
    alone = answer(own, f"{orders[0]}\n")
    assert told.partition(on_file)[2][:90] == alone.partition(on_file)[2][:90]


@pytest.mark.parametrize("key", POWERS)
@pytest.mark.parametrize(
    "heading",
    [
        "LATER",
        "Later:",
        "PHASE breakfast:",
        "LATER when I have time:",
        "phase autunm 1902:",
        "later in sprnig:",
    ],
)
def test_a_heading_that_names_no_turn_is_refused_with_the_lines_below(
    table: Table, key: str, heading: str
) -> None:
    own, orders = opened(table, key)
    told = answer(own, "\n".join([heading, *orders]))
    assert "On file" not in told and "Nothing was stored" in told
    assert all(f'"{line}"' in told for line in orders)
    assert "Write for example PHASE" in told
    assert "Stored for" not in answer(own, "STATUS")


@pytest.mark.parametrize("key", POWERS)
def test_a_question_how_later_is_written_is_answered(table: Table, key: str) -> None:
    own, orders = opened(table, key)
    told = answer(own, f"{orders[0]}\nLATER?\n")
    assert "Write for example PHASE" in told and "On file" in told


@pytest.mark.parametrize("heading", ["ASSUME Nobody:", "assume Egnland:", "Assume England and Turkye:"])
def test_lines_that_are_assumed_for_no_power_are_named(table: Table, heading: str) -> None:
    own, _ = opened(table, "standard")
    told = answer(own, f"{heading}\nA Par - Bur\n")
    assert 'This line was not used: "A Par - Bur".' in told
    assert "moves to Burgundy" not in told


def test_lines_of_press_to_nobody_are_named(table: Table) -> None:
    own, _ = opened(table, "standard")
    told = answer(own, "Message to follow:\nA Par - Bur\nA Mar H\n")
    assert 'Nothing was sent. These lines were not used: "A Par - Bur", "A Mar H".' in told


def test_a_unit_that_is_to_move_later_does_not_move_now(table: Table) -> None:
    own, _ = opened(table, "standard")
    told = answer(own, "A Mar H\nlater A Par - Bur\nF Bre - Mid\n")
    assert "later A Par - Bur" in told and "moves to the Mid-Atlantic" in told
    assert "Army Paris moves" not in told


@pytest.mark.parametrize(
    "heading", ["later autumn 1901:", "Phase retreat:", "later retreats", "phase F1901M"]
)
def test_headings_that_name_a_turn_store_what_is_below(table: Table, heading: str) -> None:
    own, _ = opened(table, "standard")
    assert "Stored until" in answer(own, f"{heading}\nA Par - Bur\n")


def test_orders_of_somebody_else_below_prose_do_not_count(table: Table) -> None:
    own, _ = opened(table, "standard")
    own.vouched.clear()
    assert "YES" in answer(own, "Assume the worst.\nA Par - Bur\n")
    own.vouched.add(ME)
    assert "Army Paris: no order" in answer(own, "STATUS")


@pytest.mark.parametrize(
    "heading", ["Turn 2 (Autumn), movement", "PHASE Turn 2 (Autumn), movement:", "DEFAULT:"]
)
def test_a_standing_order_ends_the_lines_for_later(table: Table, heading: str) -> None:
    own, _ = opened(table, "downfall-xiii")
    told = answer(own, f"{heading}\nA Pel H\nSTANDING: Faramir retreats with the stack\n")
    assert "Standing order 1: Faramir retreats with the stack" in told
    assert "A Pel H STANDING" not in told and "A Pel H; STANDING" not in told
    told = answer(own, f"{heading}\nA Pel - Los\nCANCEL STANDING 1\n")
    assert "Standing order 1 is cancelled" in told


def test_default_orders_are_cancelled_in_the_last_sentence_of_a_line(table: Table) -> None:
    own, _ = opened(table, "standard")
    answer(own, "DEFAULT:\nA Par - Bur\n")
    assert "withdrawn" not in answer(own, "Should you cancel? Cancel my default orders, or not?\nSTATUS")
    told = answer(own, "Oops, I missed the deadline. Please cancel my default orders.\n")
    assert "Your default orders are withdrawn." in told and "deletes nothing" not in told


def test_a_proxy_that_is_taken_back_is_named(table: Table) -> None:
    own, _ = opened(table, "downfall-xiii")
    answer(own, "A Pel PROXY Rohan\n")
    told = answer(own, "CANCEL PROXY A Pel\n")
    assert "Withdrawn: Proxy for Army Pelargir to Rohan" in told


def test_a_standing_order_alone_below_a_heading_does_not_delete_what_is_stored(table: Table) -> None:
    own, _ = opened(table, "downfall-xiii")
    answer(own, "PHASE RETREAT:\nA Pel R Los\n")
    assert "any more" not in answer(own, "PHASE RETREAT:\nSTANDING: Faramir retreats with the stack\n")
