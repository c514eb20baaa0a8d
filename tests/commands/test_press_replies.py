"""A plain reply to a press message reaches its writer, and nothing that may be an order goes with it."""

from email.message import EmailMessage

import pytest

from tests.support.gamemaster import gm
from tests.support.table import Table, text_of

FRANCE, GERMANY, ITALY = "france@x.org", "germany@z.org", "italy@y.org"
SEATS = {"France": FRANCE, "Germany": GERMANY, "Italy": ITALY}


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", SEATS, "standard")
    table.set_rules("std1", press="grey")
    table.post_office.forget()
    return table


def press_to(table: Table, who: str) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(who) if "press from" in str(mail["Subject"])]


def asked(table: Table, body: str = "PRESS TO Germany, Italy\nPeace?\nEND") -> EmailMessage:
    table.mail(FRANCE, body, "std1")
    return press_to(table, GERMANY)[-1]


def test_it_goes_to_the_writer_alone(std1: Table) -> None:
    std1.reply(asked(std1), "Gladly.\nUntil when?\n\nOn Monday the Judge <j@x.org> wrote:\n> Peace?")
    got = press_to(std1, FRANCE)
    assert [text_of(mail).count("Gladly. Until when?") for mail in got] == [1]
    assert "Peace?" not in text_of(got[0])
    assert len(press_to(std1, ITALY)) == 1
    assert "Sent to France, signed Germany." in text_of(std1.last_to(GERMANY))


def test_the_writer_can_reply_in_turn_and_all_of_it_is_one_thread(std1: Table) -> None:
    first = asked(std1, "PRESS TO Germany\nPeace?\nEND")
    std1.reply(first, "Gladly.")
    second = press_to(std1, FRANCE)[-1]
    std1.reply(second, "Then shake hands.")
    third = press_to(std1, GERMANY)[-1]
    assert "Then shake hands." in text_of(third)
    assert first["References"] == second["References"] == third["References"]


@pytest.mark.parametrize("body", ["A Mun - Ruh", "Fine.\nA Mnu - Ruh", "PREVEIW", "STATUS", "Yes!\nREADY"])
def test_orders_and_commands_are_never_sent_to_another(std1: Table, body: str) -> None:
    std1.reply(asked(std1), body)
    assert press_to(std1, FRANCE) == []


def test_an_order_in_a_reply_acts(std1: Table) -> None:
    std1.reply(asked(std1), "A Mun - Ruh")
    assert "Army Munich moves to Ruhr" in text_of(std1.last_to(GERMANY))


def test_grey_press_cannot_be_answered_so(std1: Table) -> None:
    grey = asked(std1, "GREY PRESS TO Germany\nBeware of Italy.\nEND")
    assert grey["References"] is None
    std1.reply(grey, "Who are you?")
    assert press_to(std1, FRANCE) == press_to(std1, ITALY) == []


def test_a_reply_to_the_game_master_reaches_the_game_master(std1: Table) -> None:
    gm(std1, "PRESS TO Germany\nWhen are you back?\nEND", "std1")
    mail = next(mail for mail in std1.mails_to(GERMANY) if "from the game master" in str(mail["Subject"]))
    std1.reply(mail, "On Sunday.")
    assert any("On Sunday." in text_of(one) for one in std1.mails_to("gm@w.org"))


def test_another_player_cannot_answer_in_its_stead(std1: Table) -> None:
    mail = asked(std1, "PRESS TO Germany\nPeace?\nEND")
    std1.mail(ITALY, "I heard of it.", "std1", In_Reply_To=str(mail["Message-ID"]))
    assert press_to(std1, FRANCE) == []
