"""A player answers YES or NO to a mail that asks nothing."""

import pytest

from tests.support.table import Table, text_of

RESIGN = "I resign, sorry"


@pytest.fixture
def std1(table: Table) -> Table:
    table.opens("std1", "72h", {"France": "ann@x.org", "England": "bob@y.org"}, "standard")
    return table


def said(table: Table, first: str, then: str) -> str:
    """Return the answer to *then*, a reply to the answer to *first*."""
    table.reply(table.report_to("ann@x.org"), first)
    table.clock.passes(minutes=10)
    table.reply(table.last_to("ann@x.org"), then)
    return text_of(table.last_to("ann@x.org"))


@pytest.mark.parametrize(
    ("first", "command"),
    [
        (RESIGN, "RESIGN and your power"),
        ("RESIGN", "RESIGN and your power"),
        ("I propose a draw", "VOTE DRAW"),
        ("Can we have two more days?", "EXTEND 24h"),
        ("Please change my address to ann@new.org", "ADDRESS ann@new.org"),
    ],
)
@pytest.mark.parametrize("yes", ["YES", "Yes, please"])
def test_a_yes_to_a_suggested_command_is_answered_with_what_to_write(
    std1: Table, first: str, command: str, yes: str
) -> None:
    told = said(std1, first, yes)
    assert "Your YES did nothing: no question was waiting for it." in told
    assert f"write the command itself, on a line of its own: {command}" in told
    assert "PRESS TO GM" not in told
    assert std1.seat("France", "std1").address == "ann@x.org"


def test_a_yes_to_a_report_is_answered_that_nothing_was_asked(std1: Table) -> None:
    std1.reply(std1.report_to("ann@x.org"), "Yes")
    told = text_of(std1.last_to("ann@x.org"))
    assert "Your YES did nothing, because the message that you replied to asks no question." in told


def test_a_command_that_was_executed_is_not_suggested_again(std1: Table) -> None:
    assert "asks no question" in said(std1, "I am away from 3 to 10 December", "YES")


def test_a_no_is_answered_that_nothing_waits_for_it(std1: Table) -> None:
    assert "Your NO did nothing" in said(std1, RESIGN, "No, thanks")


@pytest.mark.parametrize("text", ["Yes, but only next week", "Yes!\nA Par - Bur"])
def test_a_yes_with_other_words_is_not_a_plain_yes(std1: Table, text: str) -> None:
    assert "Your YES did nothing" not in said(std1, RESIGN, text)


def test_a_yes_with_a_command_is_answered_to_send_the_order(std1: Table) -> None:
    """Nothing was suggested, so there is nothing to say YES to."""
    told = " ".join(said(std1, "A Par - Bur", "Yes\nPREVIEW").split())
    assert 'line 1 Yes NOT DONE This answers no question here. If it was for "Did you mean ...?"' in told
    assert "answers no question here" not in said(std1, "A Par - Brg", "Yes\nA Par - Bur")
