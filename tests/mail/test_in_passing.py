"""Commands that nobody meant: in signatures, in spam, and in prose wrapped by a mail program."""

import pytest
from sqlmodel import select

from pbem.store.game_tables import Seat
from tests.support.table import Table, text_of


def red(table: Table) -> Seat:
    with table.store.reading() as session:
        return session.exec(select(Seat).where(Seat.power == "Red")).one()


def token_address(table: Table) -> str:
    table.mail("ann@x.org", "STATUS")
    return str(table.last_to("Red")["Reply-To"])


@pytest.mark.parametrize(
    "body",
    [
        "go 4\n\nAnn Archer\nName: Anastasia\nAddress: office@corp.example\nPhone: +44 20 7946 0123\n",
        "go 4\n\nBest regards,\nAnn\nName: Anastasia\nZone: Asia/Tokyo\n",
        "go 4\n--\nName: Anastasia\nAddress: office@corp.example\n",
        "go 4\n\nNAME: Anastasia\nADDRESS: office@corp.example\nTEL: 020 7946 0123\n",
    ],
)
def test_a_signature_changes_neither_name_nor_address_nor_clock(table: Table, body: str) -> None:
    before = red(table)
    table.mail("ann@x.org", "STATUS")
    table.reply(table.last_to("Red"), body)
    after = red(table)
    assert (after.player, after.address, after.zone) == (before.player, before.address, before.zone)
    assert "Red will go 4" in text_of(table.last_to("Red"))
    assert table.mails_to("office@corp.example") == []


def test_spam_to_the_address_of_a_seat_does_nothing(table: Table) -> None:
    to, before = token_address(table), red(table)
    body = (
        "Dear beneficiary, send us\nName: John Smith\nAddress: john@bank.example\nCountry: Benin\n\n"
        "Unsubscribe: https://bank.example/u\nTo receive no more of these offers follow the link that says\n"
        "unsubscribe\n"
    )
    table.mail("john@bank.example", body, to=to)
    assert (red(table).player, red(table).address) == (before.player, before.address)
    assert table.mails_to("john@bank.example") == []


def test_a_wrapped_line_makes_nobody_ready_and_its_writer_is_informed(table: Table) -> None:
    table.mail("ann@x.org", "STATUS")
    prose = "go 4\n\nI shall think about it once more on Sunday and tell you as soon as I am\nready.\n"
    table.reply(table.last_to("Red"), prose)
    assert "READY, READY WITHOUT ORDERS: the turn need not wait" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "STATUS")
    assert "You are READY" not in text_of(table.last_to("Red"))


@pytest.mark.parametrize(
    "above",
    [
        "IF belgrade is ours: diplomacy bulgaria forward else diplomacy turkey forward",
        "replace the second attack with that of a full army in Metz which the reduced one there is "
        "to support now",
        "please let the army in Munich attack the enemy in Vienna with all that we have\n"
        "there, and let nobody stay behind or rest before the whole of it is ours",
    ],
)
def test_a_command_below_a_line_that_no_program_broke_is_done(table: Table, above: str) -> None:
    table.mail("ann@x.org", f"go 4\n{above}\nWAIT")
    told = text_of(table.last_to("Red"))
    assert "This turn is not run before its deadline." in told
    assert "was not done" not in told


def test_a_command_that_may_be_prose_says_why_it_is_not_done(table: Table) -> None:
    prose = "I shall think about it once more on Sunday and tell you as soon as I am\nready.\n"
    table.mail("ann@x.org", f"go 4\n\n{prose}")
    told = " ".join(text_of(table.last_to("Red")).split())
    assert "This may be part of the text around it, so it was not done." in told
