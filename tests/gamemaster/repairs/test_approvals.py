"""The house rule two_approvals: a second person approves a rollback or a correction."""

from email.message import EmailMessage

import pytest

from tests.support.gamemaster import GM_ADDRESS, gm, gm_answers, gm_asks, got, news_to
from tests.support.table import ASKS, Table, text_of

DORA = "dora@v.org"
CORRECTION = "CORRECT because Red was cheated\nat.Red = 4\nEND"


def with_dora(table: Table) -> EmailMessage:
    """Make Dora a deputy who may approve; return the mail that she got."""
    gm(table, "DEPUTY Dora <dora@v.org> may approve\nSET two_approvals yes")
    return table.last_to(DORA)


def asks(table: Table, body: str) -> int:
    """Let the GM ask for something and say YES to the preview; return the number of the message."""
    number = table.messages + 1
    gm_asks(table, body)
    told = gm_answers(table, "YES")
    assert f"APPROVE {number} does it" in told
    return number


def test_a_correction_is_done_when_the_deputy_approves(table: Table) -> None:
    with_dora(table)
    before = table.row().position
    number = asks(table, CORRECTION)
    assert table.row().position == before
    assert f"Message {number} waits for the approval of a second person" in gm_asks(table, "STATUS")
    assert not got(table, "Blue", "corrected")
    asked = news_to(table, DORA, "your approval is needed")
    assert "Red stands at 4" in text_of(asked)
    assert "CORRECT because Red was cheated" in text_of(asked)
    table.reply(asked, f"APPROVE {number}")
    assert table.row().position != before
    assert "Red was cheated" in text_of(news_to(table, "Blue", "corrected"))
    told = text_of(news_to(table, GM_ADDRESS, "approved"))
    assert f"Dora, for the game master, approved message {number}, and it was done: CORRECT because" in told
    assert "waits for the approval" not in gm_asks(table, "STATUS")
    assert "The GM, approved by Dora: The position was corrected" in gm(table, "LOG")


def test_now_does_not_bypass_the_second_person(table: Table) -> None:
    with_dora(table)
    shown = gm_asks(table, "CORRECT because Red was cheated NOW\nat.Red = 4\nEND")
    assert ASKS in shown
    assert "NOW at the end" not in shown
    assert table.row().position == table.row().start


def test_a_refusal_drops_it(table: Table) -> None:
    with_dora(table)
    before = table.row().position
    number = asks(table, CORRECTION)
    table.reply(news_to(table, DORA, "your approval is needed"), f"REFUSE {number}")
    assert table.row().position == before
    assert "none of it was done" in text_of(news_to(table, GM_ADDRESS, "not approved"))
    table.reply(news_to(table, DORA, "your approval is needed"), f"APPROVE {number}\n")
    assert "no message" in text_of(table.last_to(DORA)).lower()
    assert table.row().position == before


@pytest.mark.parametrize("body", ["Yes", "Yes, I agree.\n\nRegards,\nDora", "ok"])
def test_a_plain_yes_to_the_mail_approves(table: Table, body: str) -> None:
    with_dora(table)
    asks(table, CORRECTION)
    assert "APPROVE" not in gm(table, "YES")  # the person who asked cannot approve
    assert table.row().position == table.row().start
    table.reply(news_to(table, DORA, "your approval is needed"), body)
    assert table.row().position != table.row().start
    table.reply(news_to(table, DORA, "your approval is needed"), "YES")
    assert "waits for your YES or NO in this message" in text_of(table.last_to(DORA))


def test_a_plain_no_to_the_mail_drops_it_and_no_other(table: Table) -> None:
    with_dora(table)
    first = asks(table, CORRECTION)
    asked = news_to(table, DORA, "your approval is needed")
    second = asks(table, CORRECTION.replace("4", "5"))
    table.reply(asked, "No, sorry.")
    assert f"Message {first} was dropped" in text_of(table.last_to(DORA))
    table.reply(news_to(table, DORA, "your approval is needed"), f"APPROVE {second}")
    assert table.row().position != table.row().start


@pytest.mark.parametrize("body", ["Yes, but write 5", "Yes\nPlease explain first why", "Yes\nPAUSE"])
def test_a_yes_with_more_words_approves_nothing(table: Table, body: str) -> None:
    with_dora(table)
    asks(table, CORRECTION)
    table.reply(news_to(table, DORA, "your approval is needed"), body)
    assert table.row().position == table.row().start


def test_a_yes_to_another_mail_is_answered_with_what_to_write(table: Table) -> None:
    dora = with_dora(table)
    number = asks(table, CORRECTION)
    table.reply(dora, "YES")
    told = text_of(table.last_to(DORA))
    assert f"Write APPROVE {number} to have it done or REFUSE {number} to drop it." in told
    assert table.row().position == table.row().start


def test_nobody_approves_their_own_request(table: Table) -> None:
    with_dora(table)
    number = asks(table, CORRECTION)
    assert "you have asked for it yourself" in gm(table, f"APPROVE {number}").replace("You", "you")
    assert table.row().position == table.row().start


def test_a_deputy_without_that_right_is_not_asked_and_cannot_approve(table: Table) -> None:
    with_dora(table)
    gm(table, "DEPUTY Emil <emil@v.org> may extend")
    emil = table.last_to("emil@v.org")
    number = asks(table, CORRECTION)
    assert not got(table, "emil@v.org", "your approval is needed")
    table.reply(emil, f"APPROVE {number}")
    assert "APPROVE is for the game master" in text_of(table.last_to("emil@v.org"))


def test_without_a_second_person_nothing_is_done_and_the_answer_says_what_helps(table: Table) -> None:
    gm(table, "SET two_approvals yes")
    told = gm(table, CORRECTION)
    assert "there is nobody who can, so nothing was done" in told
    assert "DEPUTY Dora <dora@example.org> may approve" in told
    assert table.row().position == table.row().start


def test_an_approval_of_a_rollback_counts_only_if_the_table_has_not_moved_on(table: Table) -> None:
    with_dora(table)
    table.deadline_passes()
    table.clock.passes(hours=1)
    number = asks(table, "ROLLBACK because a message was lost")
    assert len(table.turns()) == 1
    table.deadline_passes()
    table.clock.passes(hours=1)
    asked = news_to(table, DORA, "your approval is needed")
    table.reply(asked, f"APPROVE {number}")
    assert "may now have a different effect" in text_of(table.last_to(DORA))
    assert len(table.turns()) == 2


def test_players_read_that_two_must_agree(table: Table) -> None:
    gm(table, "SET two_approvals yes")
    table.mail("ann@x.org", "HOUSE RULES")
    assert "needs the approval of a second person" in text_of(table.last_to("Red"))


def test_the_number_may_be_left_out_if_only_one_request_waits(table: Table) -> None:
    dora = with_dora(table)
    table.reply(dora, "APPROVE")
    assert "Nothing waits for approval here" in text_of(table.last_to(DORA))
    before = table.row().position
    first = asks(table, CORRECTION)
    assert "somebody else must approve it" in gm(table, "APPROVE")
    second = asks(table, CORRECTION)
    table.reply(dora, "APPROVE")
    assert f"these numbers: {first}, {second}" in text_of(table.last_to(DORA))
    table.reply(dora, f"REFUSE {second}")
    assert table.row().position == before
    table.reply(dora, "Approve it.")
    assert table.row().position != before
