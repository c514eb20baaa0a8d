"""A player answers YES or NO to a mail that asks nothing."""

import pytest

from tests.support.gamemaster import gm, news_to
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


DROPPED = "Nothing more is done about that message; what is on file for France stays as it is."


@pytest.mark.parametrize(
    "first", [RESIGN, "gobble de gook", "A Paris - Atlantis", "A Par - Bur\nA Xyz - Abc"]
)
@pytest.mark.parametrize("no", ["No, thanks", "NO", "nein"])
def test_a_no_to_an_answer_drops_it_and_is_answered_in_one_sentence(std1: Table, first: str, no: str) -> None:
    told = said(std1, first, no)
    assert told.startswith(DROPPED) and "Not read" not in told and "On file for" not in told


def test_a_no_to_a_report_is_answered_that_nothing_waits_for_it(std1: Table) -> None:
    std1.reply(std1.report_to("ann@x.org"), "No")
    assert "Your NO did nothing" in text_of(std1.last_to("ann@x.org"))


def test_a_no_to_a_remark_that_was_not_counted_in_a_poll_drops_it(std1: Table) -> None:
    gm(std1, "POLL Faster?\nYes\nNo\nMaybe\nEND", "std1")
    poll = news_to(std1, "ann@x.org", "question")
    std1.reply(poll, "I think that depends on many things")
    std1.clock.passes(minutes=10)
    assert "This was not counted" in text_of(std1.last_to("ann@x.org"))
    std1.reply(std1.last_to("ann@x.org"), "NO")
    assert text_of(std1.last_to("ann@x.org")).startswith(DROPPED)
    assert "0 of 2 players" in gm(std1, "STATUS", "std1")


def test_a_no_to_a_vote_that_was_counted_says_how_to_change_it(std1: Table) -> None:
    gm(std1, "POLL Faster?\nYes\nNo\nMaybe\nEND", "std1")
    std1.reply(news_to(std1, "ann@x.org", "question"), "Yes")
    std1.clock.passes(minutes=10)
    std1.reply(std1.last_to("ann@x.org"), "NO")
    assert 'VOTE B for "No"' in text_of(std1.last_to("ann@x.org"))


def test_a_second_no_to_the_question_whether_a_message_is_mine_is_understood(std1: Table) -> None:
    std1.vouched.clear()
    std1.mail("ann@x.org", "A Par - Bur", "std1")
    asked = std1.last_to("ann@x.org")
    std1.reply(asked, "NO")
    assert "is void" in text_of(std1.last_to("ann@x.org"))
    std1.clock.passes(minutes=10)
    std1.reply(asked, "No!")
    assert text_of(std1.last_to("ann@x.org")).startswith("That message was dropped before")


def test_a_no_of_a_stranger_to_a_refusal_is_answered_in_one_sentence(std1: Table) -> None:
    std1.mail("zed@z.net", "A Par - Bur", "std1")
    std1.reply(std1.last_to("zed@z.net"), "NO")
    assert text_of(std1.last_to("zed@z.net")).startswith(
        "Nothing of your message was done, and nothing waits"
    )


@pytest.mark.parametrize("text", ["Yes, but only next week", "Yes!\nA Par - Bur"])
def test_a_yes_with_other_words_is_not_a_plain_yes(std1: Table, text: str) -> None:
    assert "Your YES did nothing" not in said(std1, RESIGN, text)


def test_a_yes_with_a_command_is_answered_to_send_the_order(std1: Table) -> None:
    """Nothing was suggested, so there is nothing to say YES to."""
    told = " ".join(said(std1, "A Par - Bur", "Yes\nPREVIEW").split())
    assert "line 1 Yes NOT DONE YES counts only in a message that says nothing else" in told
    assert 'If it was for "Did you mean ...?", send that order itself.' in told
    assert "answers no question here" not in said(std1, "A Par - Brg", "Yes\nA Par - Bur")
