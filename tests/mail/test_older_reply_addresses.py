"""Replies to mails of an earlier installation: their tokens prove nothing, and the answer says what to do."""

import pytest

from pbem.store.states import HELD, PAUSED
from pbem.tables.identity import gm_seat
from pbem.tables.people.reply_addresses import Seal, plus, seat_address
from tests.support.table import JUDGE, Table, text_of

ANN, GM_ADDRESS = "ann@x.org", "gm@w.org"
OLD = Seal("the secret of an earlier installation")


def old_address(table: Table, power: str) -> str:
    return seat_address(OLD, gm_seat(table.row()) if power == "GM" else table.seat(power), JUDGE)


@pytest.mark.parametrize(
    ("sender", "power", "body"), [(ANN, "Red", "go 6"), (GM_ADDRESS, "GM", "PAUSE because of a move")]
)
def test_a_reply_to_an_older_mail_is_held_and_its_sender_asked(
    table: Table, sender: str, power: str, body: str
) -> None:
    table.vouched.clear()
    number = table.mail(sender, body, "Re: r1", old_address(table, power))
    assert table.stored(number).state == HELD
    assert "reply with YES" in text_of(table.last_to(sender))
    table.reply(table.last_to(sender), "YES")
    assert table.stored(number).state != HELD
    is_done = table.row().state == PAUSED if power == "GM" else "go 6" in text_of(table.last_to(sender))
    assert is_done


def test_a_question_of_the_game_master_at_an_older_address_is_answered(table: Table) -> None:
    table.mail(GM_ADDRESS, "Who is late?", "Re: r1", old_address(table, "GM"))
    assert "Orders are missing from" in text_of(table.last_to(GM_ADDRESS))


@pytest.mark.parametrize("detail", ["red.r1.{token}.abcdefgh", "all.abcdefgh"])
def test_a_reply_to_older_press_is_answered_with_how_to_send_it(table: Table, detail: str) -> None:
    table.vouched.add(ANN)
    address = plus(JUDGE, detail.format(token=OLD.sign("seat")))
    table.mail(ANN, "shall we attack Blue?", "Re: r1: press from Blue", address)
    told = text_of(table.last_to(ANN))
    assert "Nobody else has seen it" in told and "PRESS TO" in told
    assert not table.mails_to("Blue")


@pytest.mark.parametrize("kind", ["confirm", "address"])
@pytest.mark.parametrize("answer", ["YES", "No."])
@pytest.mark.parametrize("sender", [ANN, GM_ADDRESS, "eve@evil.example"])
def test_an_answer_to_an_older_question_says_what_to_do(
    table: Table, kind: str, answer: str, sender: str
) -> None:
    table.vouched.clear()
    number = table.mail(ANN, "go 6")
    token = OLD.sign(kind, str(number))
    table.mail(sender, answer, "Re: is this message yours?", plus(JUDGE, f"{kind}.{number}.{token}"))
    assert "Send the message that you were asked about once more" in text_of(table.last_to(sender))
    assert table.stored(number).state == HELD


def test_orders_in_reply_to_an_older_question_are_held_as_any_others(table: Table) -> None:
    table.vouched.clear()
    number = table.mail(ANN, "go 5", to=plus(JUDGE, f"confirm.1.{OLD.sign('confirm', '1')}"))
    assert table.stored(number).state == HELD
