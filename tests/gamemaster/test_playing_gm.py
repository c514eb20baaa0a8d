"""A game master who plays cannot see hidden facts, and everybody knows that they play."""

import pytest

from pbem.tables.opening import Plan, Player, open_table
from tests.support.gamemaster import GM_ADDRESS, gm, gm_asks, got, news_to
from tests.support.table import Table, text_of

LOOKS = ("LOOK AT Blue", "LOOK AT ALL", "POSITION ALL", "BECOME Blue\nSTATUS\nEND")


def test_a_gm_who_takes_a_seat_can_no_longer_look(table: Table) -> None:
    table.mail("bob@y.org", "go 4")
    assert "Blue will go 4" in gm(table, "LOOK AT Blue")
    assert "You play now" in gm(table, "REPLACE Red with me because Ann has no time")
    for line in LOOKS:
        told = gm(table, line)
        assert "NOT DONE" in told
        assert "go 4" not in told
    told = gm(table, "PREVIEW RUN")
    assert "It can be run" in told
    assert "go 4" not in told
    assert "stands at 4" not in told


def test_everybody_is_informed_and_it_is_logged_and_printed(table: Table) -> None:
    gm(table, "REPLACE Red with me")
    assert "It is the game master, who plays at this table from now on" in text_of(
        news_to(table, "Blue", "a new player for Red")
    )
    assert "The game master plays at this table from now on" in gm_asks(table, "LOG")
    table.mail("bob@y.org", "HOUSE RULES")
    told = text_of(table.last_to("Blue"))
    assert "The game master plays at this table, and is not shown orders" in told
    assert "may look at a turn" not in told
    assert "plays at this table, and is not shown" in gm_asks(table, "HOUSE RULES")
    table.deadline_passes()
    assert "The game master plays at this table from now on" in text_of(table.report_to("Blue"))


def test_a_playing_gm_gets_no_copies_of_press(table: Table) -> None:
    gm(table, "SET gm_press all\nREPLACE Red with me")
    table.mail("bob@y.org", "PRESS TO Dark Green\nLet us fight Red.\nEND")
    assert not got(table, GM_ADDRESS, "press between Blue")
    assert all("Let us fight" not in text_of(mail) for mail in table.mails_to(GM_ADDRESS))
    table.mail("bob@y.org", "HOUSE RULES")
    assert "gets no copy of messages between players" in text_of(table.last_to("Blue"))


def test_a_deputy_who_does_not_play_may_look_for_them(table: Table) -> None:
    gm(table, "REPLACE Red with me\nDEPUTY Dora <dora@v.org> may look, preview run")
    table.mail("bob@y.org", "go 4")
    table.reply(table.last_to("dora@v.org"), "LOOK AT Blue")
    assert "Blue will go 4" in text_of(table.last_to("dora@v.org"))
    assert "orders and the position of Blue were looked at" in gm(table, "LOG")


def test_a_deputy_who_plays_may_not_look(table: Table) -> None:
    gm(table, "DEPUTY Ann <ann@x.org> may look")
    asked = [mail for mail in table.mails_to("Red") if "deputy" in str(mail["Subject"])][-1]
    table.mail("bob@y.org", "go 4")
    table.reply(asked, "LOOK AT Blue")
    told = text_of(table.last_to("Red"))
    assert "NOT DONE You play at this table" in told
    assert "go 4" not in told


def test_the_first_bulletin_of_a_gm_with_a_seat_says_so(table: Table) -> None:
    seats = [Player("Red", GM_ADDRESS, "Grace"), Player("Blue", "bob@y.org", "Bob")]
    open_table(Plan("r2", "race", GM_ADDRESS, seats), table.office, table.clock.now())
    table.service.look()
    mails = [mail for mail in table.mails_to("bob@y.org") if "r2" in str(mail["Subject"])]
    assert any("The game master plays at this table, and is not shown" in text_of(mail) for mail in mails)
    assert "NOT DONE You play at this table" in gm(table, "LOOK AT Blue", "r2")


def test_a_playing_gm_who_leaves_the_seat_may_look_again(table: Table) -> None:
    gm(table, "REPLACE Red with me")
    table.mail("bob@y.org", "go 4")
    assert "NOT DONE" in gm(table, "LOOK AT Blue")
    gm(table, "REPLACE Red with Dora <dora@v.org>")
    assert "Blue will go 4" in gm(table, "LOOK AT Blue")


def test_a_player_who_becomes_gm_may_not_look_either(table: Table) -> None:
    gm(table, "GM IS Ann <ann@x.org>")
    asked = [mail for mail in table.mails_to("Red") if "ACCEPT" in text_of(mail)][-1]
    table.reply(asked, "ACCEPT")
    told = text_of(news_to(table, "Blue", "a new game master"))
    assert "plays at this table too, and so is not shown" in told


@pytest.mark.parametrize(
    "line",
    [
        "PAUSE",
        "Please pause the game until Monday",
        "Who hasn't sent orders yet?",
        "How do I undo the extension?",
        "HELP ROLLBACK",
        "Replace Blue with a robot",
        "END GAME",
        "EXTEND 24h",
    ],
)
def test_a_playing_gm_learns_that_a_message_as_player_is_not_a_gm_action(playing: Table, line: str) -> None:
    told = said_of_seat(playing, f"go 2\n{line}")
    assert "You replied to a message that you got as the player of Red" in told
    assert "nothing was done as the game master" in told
    assert 'such as "you run r1". Or write to judge@judge.example, with r1 in the subject' in told
    assert "Red will go 2" in told
    assert playing.row().state == "running"


def test_a_playing_gm_who_replied_to_no_mail_of_the_seat_gets_no_such_remark(playing: Table) -> None:
    told = text_of(playing.says(GM_ADDRESS, "go 2\nEND GAME", "some thoughts about r1"))
    assert "You play Red, and your message was not a reply to a message that you got as the" in told
    assert "You replied to a mail" not in told


@pytest.mark.parametrize("line", ["STATUS", "BROADCAST\nHello\nEND", "Hello Bob", "READY", "HISTORY"])
def test_commands_of_players_need_no_such_remark(playing: Table, line: str) -> None:
    assert "nothing was done as the game master" not in said_of_seat(playing, f"go 2\n{line}")


def test_no_other_player_gets_such_a_remark(playing: Table) -> None:
    told = text_of(playing.says("bob@y.org", "PAUSE"))
    assert "as the game master" not in told


def test_an_action_in_a_new_message_is_done_after_a_yes(playing: Table) -> None:
    playing.mail(GM_ADDRESS, "PAUSE", "r1")
    asked = playing.last_to(GM_ADDRESS)
    assert "Nothing proves that you sent it" in text_of(asked)
    playing.reply(asked, "YES")
    assert playing.row().state == "paused"


def test_an_order_sent_as_gm_is_answered_with_where_it_belongs(playing: Table) -> None:
    assert "send it in a reply to a report of that seat" in gm(playing, "go 3")
    gm(playing, "REPLACE Red with Ann <ann@x.org>")
    assert "a report of that seat" not in gm(playing, "go 3")


@pytest.fixture
def playing(table: Table) -> Table:
    """Return a table whose game master plays Red."""
    gm(table, "REPLACE Red with me")
    table.vouched.add(GM_ADDRESS)
    return table


def said_of_seat(table: Table, body: str) -> str:
    """Return the answer to a reply to the report of Red."""
    report = [mail for mail in table.mails_to(GM_ADDRESS) if "+red.r1." in str(mail["Reply-To"])][-1]
    table.reply(report, body, GM_ADDRESS)
    return text_of(table.last_to(GM_ADDRESS))
