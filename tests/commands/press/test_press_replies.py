"""A reply to a press message reaches its writer, without anything that may be an order."""

import re
from email.message import EmailMessage

import pytest

from pbem.store.game_tables import Seat
from pbem.tables.people.reply_addresses import Credentials, conversation_reply, seat_address
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
    return [mail for mail in table.mails_to(who) if "From " in text_of(mail) and is_press(mail)]


def is_press(mail: EmailMessage) -> bool:
    return re.search(r": press (between|from)", str(mail["Subject"])) is not None


def asked(table: Table, body: str = "PRESS TO Germany, Italy\nPeace?\nEND") -> EmailMessage:
    table.mail(FRANCE, body, "std1")
    return press_to(table, GERMANY)[-1]


def test_a_reply_goes_only_to_the_writer(std1: Table) -> None:
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


@pytest.mark.parametrize("body", ["A Mun - Ruh", "Fine\nA Mnu - Ruh", "PREVEIW", "STATUS"])
def test_orders_and_commands_are_never_sent_to_another(std1: Table, body: str) -> None:
    std1.reply(asked(std1), body)
    assert press_to(std1, FRANCE) == []


def test_an_order_in_a_reply_is_taken(std1: Table) -> None:
    std1.reply(asked(std1), "A Mun - Ruh")
    assert "Army Munich moves to the Ruhr" in text_of(std1.last_to(GERMANY))


def test_grey_press_cannot_be_answered_by_a_reply(std1: Table) -> None:
    grey = asked(std1, "GREY PRESS TO Germany\nBeware of Italy.\nEND")
    assert grey["References"] is None
    std1.reply(grey, "Who are you?")
    assert press_to(std1, FRANCE) == press_to(std1, ITALY) == []


def test_a_reply_to_the_game_master_reaches_the_game_master(std1: Table) -> None:
    gm(std1, "PRESS TO Germany\nWhen are you back?\nEND", "std1")
    mail = next(mail for mail in std1.mails_to(GERMANY) if "From the game master" in text_of(mail))
    std1.reply(mail, "On Sunday.")
    assert any("On Sunday." in text_of(one) for one in std1.mails_to("gm@w.org"))


def test_another_player_cannot_use_the_reply_address(std1: Table) -> None:
    mail = asked(std1, "PRESS TO Germany\nPeace?\nEND")
    std1.mail(ITALY, "I heard of it.", "std1", In_Reply_To=str(mail["Message-ID"]))
    assert press_to(std1, FRANCE) == []


def test_a_reply_is_recognised_by_its_address(std1: Table) -> None:
    """Some programs write no In-Reply-To and change the subject."""
    asked_by = asked(std1)
    std1.mail(GERMANY, "Gladly.", "hello", to=str(asked_by["Reply-To"]))
    assert "Gladly." in text_of(press_to(std1, FRANCE)[-1])


def test_reply_to_all_goes_to_everybody_in_the_conversation(std1: Table) -> None:
    first = asked(std1)
    assert str(first["Cc"]).startswith("judge+all.")
    std1.mail(GERMANY, "Agreed.", "Re: x", to=str(first["Reply-To"]), Cc=str(first["Cc"]))
    assert "Agreed." in text_of(press_to(std1, FRANCE)[-1])
    last = press_to(std1, ITALY)[-1]
    assert "Agreed." in text_of(last)
    assert "From Germany to France and Italy" in text_of(last)
    assert last["References"] == first["References"]
    assert last["Subject"] == first["Subject"]
    assert "Sent to France and Italy, signed Germany." in text_of(std1.last_to(GERMANY))


def test_reply_to_all_by_a_program_that_ignores_the_reply_address(std1: Table) -> None:
    """s-nail writes to From and Cc; In-Reply-To shows which message is answered."""
    first = asked(std1)
    message_id = str(first["Message-ID"])
    std1.mail(GERMANY, "Agreed.", "Re: std1", Cc=str(first["Cc"]), In_Reply_To=message_id)
    assert "Agreed." in text_of(press_to(std1, FRANCE)[-1])
    assert "Agreed." in text_of(press_to(std1, ITALY)[-1])


def test_press_between_two_has_no_reply_to_all(std1: Table) -> None:
    assert asked(std1, "PRESS TO Germany\nPeace?\nEND")["Cc"] is None


def test_each_reader_has_their_own_reply_address(std1: Table) -> None:
    asked(std1)
    germany, italy = press_to(std1, GERMANY)[-1], press_to(std1, ITALY)[-1]
    std1.mail(ITALY, "Gladly.", "hello", to=str(germany["Reply-To"]))
    assert press_to(std1, FRANCE) == [], "held: Italy has a token of Germany"
    assert germany["Cc"] != italy["Cc"]


def test_a_reply_from_elsewhere_is_held_first_and_then_sent(std1: Table) -> None:
    first = asked(std1)
    std1.mail("germany@work.example", "Gladly.", "hello", to=str(first["Reply-To"]))
    assert press_to(std1, FRANCE) == []
    question = std1.last_to(GERMANY)
    assert "PRESS TO France" in text_of(question) or "Gladly." in text_of(question)
    std1.reply(question, "YES")
    assert "Gladly." in text_of(press_to(std1, FRANCE)[-1])


def test_an_unproved_reply_is_held(std1: Table) -> None:
    first = asked(std1)
    std1.vouched.discard(GERMANY)
    std1.mail(GERMANY, "Gladly.", "Re: std1", In_Reply_To=str(first["Message-ID"]))
    assert press_to(std1, FRANCE) == []


def told(table: Table) -> str:
    return " ".join(text_of(table.last_to(GERMANY)).split())


def sent(table: Table) -> str:
    return " ".join(" ".join(text_of(mail).split()) for mail in press_to(table, FRANCE))


@pytest.mark.parametrize(
    "acts", ["A Mun - Ruh", "A Mnu - Ruh", "I hold Mun.", "STATUS", "READY WITHOUT ORDERS"]
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_plain_text_above_orders_and_commands_is_sent_alone(std1: Table, acts: str, gap: str) -> None:
    std1.reply(asked(std1), f"I agree with all of this.{gap}{acts}\nThis is only to fool him.\nGermany")
    assert "I agree with all of this." in sent(std1)
    assert acts not in sent(std1).replace("HELP or STATUS", "")
    assert "fool" not in sent(std1)
    assert 'This was sent, and nothing else of your reply: "I agree with all of this.".' in told(std1)
    assert '"This is only to fool him."' in told(std1)
    assert "To send text of that too, put it between PRESS TO France and END." in told(std1)


@pytest.mark.parametrize("body", ["Agreed!\nREADY WITHOUT ORDERS", "Yes.\n\nA Mun - Ruh"])
def test_a_single_word_is_text_if_it_is_a_sentence(std1: Table, body: str) -> None:
    std1.reply(asked(std1), body)
    assert body.partition("\n")[0] in sent(std1)


@pytest.mark.parametrize("body", ["Agreed\nREADY WITHOUT ORDERS", "Agreed\n\nA Mun - Ruh"])
def test_a_word_that_may_be_a_name_is_not_sent_and_its_writer_learns_it(std1: Table, body: str) -> None:
    std1.reply(asked(std1), body)
    assert press_to(std1, FRANCE) == []
    assert "Nothing of your reply was sent to France, because it has orders or commands" in told(std1)
    assert '"Agreed"' in told(std1)


@pytest.mark.parametrize(
    ("top", "is_sent"),
    [
        ("I have a plan for peace.", True),
        ("Carrick is pretty.", False),
        ("My Knights are bored.", False),
        ("Beware of Carick.", False),
    ],
)
def test_a_text_with_a_place_or_unit_of_the_table_may_be_an_order(
    table: Table, top: str, is_sent: bool
) -> None:
    """Epic Domination has another board at each table; "I have a plan" names nothing of it."""
    people = {"Red": FRANCE, "Blue": GERMANY}
    table.vouched |= set(people.values())
    table.opens("dom1", "72h", people, "domination")
    table.mail(FRANCE, "PRESS TO Blue\nPeace?\nEND", "dom1")
    table.reply(press_to(table, GERMANY)[-1], f"{top}\nSTATUS")
    assert (top in sent(table)) is is_sent


def test_an_order_below_text_is_taken(std1: Table) -> None:
    std1.reply(asked(std1), "I agree with all of this.\nA Mun - Ruh")
    assert "Army Munich moves to the Ruhr" in told(std1)


@pytest.mark.parametrize(
    "top",
    [
        "Yes, gladly. I hold Mun.",
        "I would agree to nothing but",  # continues on the next line
        "My plan is this:",
        "Then Munihc goes west.",  # a typing error in a name
        "Amry Mnu to Rhu",
        "mun to ruh, that is.",
        "Now for the North\nSea.",  # a name on two lines
        "3 of them go.",
        "Attack at once.",
        "Mnu -> Rhu.",
        "# He suspects nothing.",
        "PRES TO Italy",
        "DAIRY\n\nHe suspects nothing.",
        "DEFAULT\nA Ber H\n\nHe suspects nothing.",
    ],
)
def test_whatever_may_be_an_order_is_not_sent(std1: Table, top: str) -> None:
    std1.reply(asked(std1), f"{top}\nA Mun - Ruh\nHe suspects nothing.")
    assert press_to(std1, FRANCE) == []
    assert "Nothing of your reply was sent to France" in told(std1)
    assert '"He suspects nothing."' in told(std1)
    assert "put it between PRESS TO France and END." in told(std1)


@pytest.mark.parametrize("body", ["I hold Mun.", "A Mnu - Ruh"])
def test_the_writer_of_a_refused_text_learns_that_it_was_not_sent(std1: Table, body: str) -> None:
    std1.reply(asked(std1), body)
    assert press_to(std1, FRANCE) == []
    assert "Nothing of your reply was sent to France, because it has orders" in told(std1)
    assert f'or lines that may be some: "{body}"' in told(std1)


@pytest.mark.parametrize(
    "body", ["A Mun - Ruh", "Hello,\nhere are my orders:\nA Mun - Ruh\nThanks\nHans", "STATUS"]
)
def test_orders_and_a_greeting_are_not_sent_as_press(std1: Table, body: str) -> None:
    std1.reply(asked(std1), body)
    assert press_to(std1, FRANCE) == []
    assert "of your reply" not in told(std1)


def test_text_for_several_readers_is_cleaned_and_shown_as_it_was_sent(std1: Table) -> None:
    first = asked(std1)
    body = f"Agreed, write to {GERMANY}.\n\nLet us begin soon!\n\nA Mun - Ruh"
    std1.mail(GERMANY, body, "Re: x", to=str(first["Reply-To"]), Cc=str(first["Cc"]))
    assert "Let us begin soon!" not in sent(std1), "an address is in doubt"
    std1.mail(
        GERMANY, "Let us begin soon!\n\nA Mun - Ruh", "Re: x", to=str(first["Reply-To"]), Cc=str(first["Cc"])
    )
    assert "Let us begin soon!" in text_of(press_to(std1, ITALY)[-1])
    assert "Sent to France and Italy, signed Germany." in told(std1)


def test_press_refused_by_the_house_rules_is_not_reported_as_sent(std1: Table) -> None:
    first = asked(std1)
    std1.set_rules("std1", press="none")
    std1.reply(first, "I agree with all of this.\nA Mun - Ruh")
    assert press_to(std1, FRANCE) == []
    assert "This was sent" not in told(std1)


def test_the_game_master_answers_a_player_by_a_plain_reply(std1: Table) -> None:
    std1.mail(GERMANY, "PRESS TO GM\nMay I have a day more?\nEND", "std1")
    question = std1.last_to("gm@w.org")
    assert "May I have a day more?" in text_of(question)
    std1.reply(question, "Yes, until Monday.\nBest, the GM")
    answer = std1.last_to(GERMANY)
    assert "Yes, until Monday." in text_of(answer)
    std1.reply(answer, "Thank you!")
    assert "Thank you!" in text_of(std1.last_to("gm@w.org"))


def test_a_misspelt_action_of_the_game_master_is_sent_to_nobody(std1: Table) -> None:
    std1.mail(GERMANY, "PRESS TO GM\nMay I have a day more?\nEND", "std1")
    question, before = std1.last_to("gm@w.org"), len(std1.mails_to(GERMANY))
    std1.reply(question, "EXTNED 24h")
    assert len(std1.mails_to(GERMANY)) == before
    assert "Did you mean" in text_of(std1.last_to("gm@w.org")) or "EXTEND" in text_of(
        std1.last_to("gm@w.org")
    )


def test_a_forged_game_master_sends_nothing(std1: Table) -> None:
    std1.mail(GERMANY, "PRESS TO GM\nMay I have a day more?\nEND", "std1")
    question, before = std1.last_to("gm@w.org"), len(std1.mails_to(GERMANY))
    std1.mail("eve@evil.example", "No.", "Re: std1", to=str(question["Reply-To"]))
    assert len(std1.mails_to(GERMANY)) == before


def test_a_reply_to_a_broadcast_reaches_the_game_master(std1: Table) -> None:
    gm(std1, "BROADCAST\nI am away on Monday.\nEND", "std1")
    std1.reply(std1.last_to(ITALY), "Have a good time!")
    assert "Have a good time!" in text_of(std1.last_to("gm@w.org"))


def test_if_the_reply_address_would_be_too_long_the_address_of_the_seat_is_used(std1: Table) -> None:
    seat = Seat(table_key="a" * 20, power="Austria-Hungary", player="", address="", epoch=1)
    credentials = Credentials(std1.office.credentials.seal, "downfall-judge@x.org")
    address, _ = conversation_reply(credentials, seat, "abcdefgh")
    assert address == seat_address(credentials.seal, seat, "downfall-judge@x.org")


def test_the_answer_says_that_text_above_clear_was_not_sent(std1: Table) -> None:
    """It once was lost without a notice."""
    std1.reply(asked(std1), "Gladly, count on me.\nCLEAR\nA Mun - Ruh")
    answer = text_of(std1.last_to(GERMANY))
    assert 'This line above CLEAR was neither read nor sent to anybody: "Gladly, count on me."' in answer
    assert "Army Munich moves to the Ruhr" in answer
    assert press_to(std1, FRANCE) == []


def test_orders_above_clear_are_named_too(std1: Table) -> None:
    std1.mail(GERMANY, "A Mun - Ruh\nA Ber H\nCLEAR\nF Kie - Hol", "std1")
    answer = text_of(std1.last_to(GERMANY))
    lines = '"A Mun - Ruh", "A Ber H"'
    assert f"These lines above CLEAR were neither read nor sent to anybody: {lines}." in answer
    std1.mail(GERMANY, "Dear judge,\nCLEAR\nF Kie - Den", "std1")
    assert "above CLEAR" not in text_of(std1.last_to(GERMANY))


def test_a_line_without_an_end_right_above_an_order_is_not_sent_and_the_answer_says_how_to_send_it(
    std1: Table,
) -> None:
    press = asked(std1)
    std1.reply(press, "Fine with me\nA Mun H")
    assert press_to(std1, FRANCE) == []
    assert "with a full stop at their end or an empty line below" in text_of(std1.last_to(GERMANY))
    for body in ("Fine with me.\nA Mun H", "Fine with me\n\nA Mun H"):
        std1.clock.passes(minutes=40)
        std1.reply(press, body)
    assert [text_of(mail).count("Fine with me") for mail in press_to(std1, FRANCE)] == [1, 1]
