"""Former game masters and deputies write to the table, by a reply to an old mail or a new message."""

from email.message import EmailMessage

import pytest

from pbem.tables.opening import Plan, Player, open_table
from tests.support.gamemaster import GM_ADDRESS, answers_to_gm, gm
from tests.support.table import Table, answer, text_of

EVE, DORA = "eve@v.org", "dora@v.org"
NO_MORE = "You no longer run r1: Eve is its game master now. Nothing in your message was done."


@pytest.fixture
def handed_over(table: Table) -> Table:
    """Hand r1 over to Eve."""
    table.vouched |= {EVE, DORA, GM_ADDRESS}
    gm(table, "STATUS")
    gm(table, f"GM IS Eve <{EVE}>")
    table.reply(table.last_to(EVE), "ACCEPT")
    return table


def said(table: Table, to: EmailMessage, body: str, sender: str = GM_ADDRESS) -> str:
    table.clock.passes(minutes=20)
    table.reply(to, body, sender)
    return text_of(table.last_to(sender))


@pytest.mark.parametrize("body", ["EXTEND 24h", "STATUS", "Who is late?", "Thanks, and good luck!"])
def test_a_former_gm_learns_who_runs_the_table(handed_over: Table, body: str) -> None:
    before = handed_over.row().deadline_utc
    told = said(handed_over, answers_to_gm(handed_over)[0], body)
    assert NO_MORE in told
    assert "OBSERVE r1 alone on a line gets you the bulletins" in told
    assert handed_over.row().deadline_utc == before


def test_the_mail_about_the_change_says_what_remains_and_can_be_replied_to(handed_over: Table) -> None:
    thanks = handed_over.last_to(GM_ADDRESS)
    assert (
        "You get no more mail about r1. To get the bulletins, reply to this message with OBSERVE r1"
        in text_of(thanks)
    )
    assert NO_MORE in said(handed_over, thanks, "PAUSE")
    assert "You get the bulletins of r1 from now on" in said(handed_over, thanks, "OBSERVE r1")
    assert "Red stands at 0" in said(handed_over, thanks, "REPORT r1")


def test_a_message_of_a_former_gm_is_not_taken_for_another_table(handed_over: Table) -> None:
    table = handed_over
    seats = [Player("Red", "ann@x.org", "Ann"), Player("Blue", "bob@y.org", "Bob")]
    open_table(Plan("r2", "race", GM_ADDRESS, seats), table.office, table.clock.now())
    table.service.look()
    assert NO_MORE in said(table, answers_to_gm(table)[0], "EXTEND 24h")
    assert NO_MORE in said(table, answers_to_gm(table)[0], "GAMES OF MINE\nPAUSE")


def test_a_former_gm_who_plays_continues_as_a_player(table: Table) -> None:
    table.vouched |= {EVE, GM_ADDRESS}
    gm(table, "STATUS")
    gm(table, "STATUS")
    gm(table, f"REPLACE Red with me\nGM IS Eve <{EVE}>")
    old = answers_to_gm(table)[0]
    table.reply([mail for mail in table.mails_to(EVE) if "ACCEPT" in text_of(mail)][-1], "ACCEPT")
    assert "You are still a player here" in text_of(table.last_to(GM_ADDRESS))
    assert f"{NO_MORE} You are still a player there" in said(table, old, "LOOK AT Blue")
    assert "Red will go 3" in said(table, old, "go 3")


@pytest.mark.parametrize(
    ("look", "may_play"), [("LOOK AT Red", False), ("POSITION ALL", False), ("STATUS", True)]
)
def test_a_former_gm_who_looked_at_secrets_cannot_take_a_seat(
    table: Table, look: str, *, may_play: bool
) -> None:
    table.vouched |= {EVE, GM_ADDRESS}
    gm(table, look)
    gm(table, f"GM IS Eve <{EVE}>")
    table.reply(table.last_to(EVE), "ACCEPT")
    old = said(table, table.last_to(EVE), f"REPLACE Red with Old <{GM_ADDRESS}>", EVE)
    assert ("has seen secrets of this table" in old) != may_play
    assert ("You have seen secrets of r1" in answer(table, GM_ADDRESS, "TAKE OVER Blue in r1")) != may_play


def test_a_current_gm_who_looked_at_secrets_may_still_take_over_a_seat(table: Table) -> None:
    gm(table, "LOOK AT Red")
    gm(table, "REPLACE Red with me")
    assert table.seat("Red").address == GM_ADDRESS


@pytest.mark.parametrize(
    "body", ["EXTEND 24h", "STATUS", "Please give them two more days.", "SET silence wait"]
)
@pytest.mark.parametrize("subject", ["r1", "a few more days"])
def test_a_former_gm_who_writes_a_new_message_learns_who_runs_the_table(
    handed_over: Table, body: str, subject: str
) -> None:
    before = handed_over.row().deadline_utc
    told = answer(handed_over, GM_ADDRESS, body, subject)
    assert NO_MORE in told
    assert "OBSERVE r1 alone on a line gets you the bulletins" in told
    assert "is registered with your address" not in told
    assert handed_over.row().deadline_utc == before


def test_a_new_message_of_a_former_gm_does_nothing_at_the_table_that_they_run_now(handed_over: Table) -> None:
    table = handed_over
    open_table(
        Plan("r2", "race", GM_ADDRESS, [Player("Red", "ann@x.org", "Ann")]), table.office, table.clock.now()
    )
    before = table.row("r2").deadline_utc
    assert NO_MORE in answer(table, GM_ADDRESS, "EXTEND 24h", "r1")
    assert table.row("r2").deadline_utc == before
    assert "table r2" in answer(table, GM_ADDRESS, "EXTEND 24h", "a few more days")


def test_a_former_gm_can_look_things_up_and_become_gm_again(handed_over: Table) -> None:
    assert "Red stands at 0" in answer(handed_over, GM_ADDRESS, "REPORT r1", "r1")
    gm_again = said(handed_over, handed_over.last_to(EVE), f"GM IS Old <{GM_ADDRESS}>", EVE)
    assert "Old has been asked" in gm_again
    handed_over.reply(handed_over.last_to(GM_ADDRESS), "ACCEPT")
    assert "Status of r1" in answer(handed_over, GM_ADDRESS, "STATUS", "r1")


def test_a_former_deputy_who_writes_a_new_message_learns_it(table: Table) -> None:
    table.vouched.add(DORA)
    gm(table, f"DEPUTY Dora <{DORA}> may extend")
    gm(table, "NO DEPUTY Dora")
    told = answer(table, DORA, "EXTEND 24h", "r1")
    assert "You are no longer a deputy at r1, where The GM is the game master." in told


def test_a_former_deputy_who_replies_learns_it(table: Table) -> None:
    gm(table, f"DEPUTY Dora <{DORA}> may extend")
    asked = table.last_to(DORA)
    gm(table, "NO DEPUTY Dora")
    told = said(table, asked, "EXTEND 24h", DORA)
    assert "You are no longer a deputy at r1, where The GM is the game master." in told


def test_a_renewed_address_does_not_make_a_former_gm(table: Table) -> None:
    gm(table, "STATUS")
    gm(table, "RENEW GM")
    table.vouched.add(GM_ADDRESS)
    told = said(table, answers_to_gm(table)[0], "EXTEND 24h")
    assert "Nothing proves that you sent it" in told
