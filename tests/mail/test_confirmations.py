"""Answers to "is this message yours?" and "is this your address?": only an explicit YES counts."""

import re

import pytest
from sqlmodel import select

from pbem.messages.verdict import NO_WORDS, YES_WORDS, Verdict, verdict
from pbem.store.game_tables import Seat
from pbem.store.player_tables import SeatAddress
from pbem.store.states import DONE, HELD, PAUSED, RUNNING
from pbem.tables.people.reply_addresses import seat_address, seat_tag
from tests.support.table import JUDGE, Table, text_of, tokens_in

ANN, GM_ADDRESS = "ann@x.org", "gm@w.org"


def held(table: Table, body: str = "go 6", sender: str = ANN) -> int:
    """Send a message that nobody vouches for; it is held, and its sender is asked about it."""
    table.vouched.clear()
    number = table.mail(sender, body)
    assert table.stored(number).state == HELD
    return number


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("YES", Verdict.YES),
        ("yes, it is mine.", Verdict.YES),
        ("Ja, danke!", Verdict.YES),
        ("Hello,\n\n  confirm\n\nAnn", Verdict.YES),
        ("yes add", Verdict.YES_AND_ADD),
        ("YES, ADD please", Verdict.YES_AND_ADD),
        ("NO! I did not send this", Verdict.NO),
        ("Nein.", Verdict.NO),
        ("yes\nno", Verdict.NO),
        ("", Verdict.UNCLEAR),
        ("ok", Verdict.UNCLEAR),
        ("Yes, I am on holiday until 3 August.", Verdict.UNCLEAR),
        ("Thank you for your message. I am away; yes, really.", Verdict.UNCLEAR),
        ("Je suis absente jusqu'au 3 ao\u00fbt.", Verdict.UNCLEAR),
        ("A Par - Bur", Verdict.UNCLEAR),
    ],
)
def test_only_a_word_on_its_own_line_is_an_answer(text: str, found: Verdict) -> None:
    assert verdict(text) == found


def test_no_word_means_both() -> None:
    assert not YES_WORDS & NO_WORDS


def test_yes_of_the_address_that_was_asked_releases_the_message(table: Table) -> None:
    number = held(table)
    table.reply(table.last_to("Red"), "YES")
    assert table.stored(number).state == DONE
    assert "Red will go 6" in text_of(table.last_to("Red"))


AUTOMATIC = {
    "a vacation notice that says so": ("I am away until Monday.", {"Auto_Submitted": "auto-replied"}),
    "a vacation notice without a header": ("Je suis absente. Votre message sera lu lundi.", {}),
    "an acknowledgement of a ticket system": ("Your request has been received. Ticket 4711.", {}),
    "a challenge": ("Please click the link below to deliver your message.", {}),
    "a reaction": ("Ann reacted via Gmail", {}),
    "an empty reply": ("", {}),
}


@pytest.mark.parametrize(("body", "headers"), AUTOMATIC.values(), ids=AUTOMATIC)
def test_an_automatic_reply_releases_nothing(table: Table, body: str, headers: dict[str, str]) -> None:
    number = held(table)
    table.reply(table.last_to("Red"), body, **headers)
    assert table.stored(number).state == HELD
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


SIGN = {"X_Auto_Response_Suppress": "All"}  # orders with it count, but it proves nothing


def test_a_yes_with_a_sign_of_automation_releases_nothing(table: Table) -> None:
    number = held(table)
    table.reply(table.last_to("Red"), "YES", **SIGN)
    assert table.stored(number).state == HELD
    assert "looks like an automatic one" in text_of(table.last_to("Red"))


@pytest.mark.parametrize("how", ["", "ADD "])
def test_a_yes_with_a_sign_of_automation_confirms_no_address(table: Table, how: str) -> None:
    to = seat_address(table.office.credentials.seal, table.seat("Red"), JUDGE)
    table.mail(ANN, f"ADDRESS {how}ann@new.org", to=to)
    table.reply(table.last_to("ann@new.org"), "YES", sender="ann@new.org", **SIGN)
    with table.store.reading() as session:
        assert session.exec(select(SeatAddress)).all() == []
    assert table.seat("Red").address == ANN


def test_yes_from_another_address_releases_nothing(table: Table) -> None:
    number = held(table)
    table.reply(table.last_to("Red"), "YES", sender="eve@evil.example")
    assert table.stored(number).state == HELD
    assert "sent to another address" in text_of(table.last_to("eve@evil.example"))


def test_no_voids_the_message_and_warns_the_gm(table: Table) -> None:
    number = held(table)
    asked = table.last_to("Red")
    table.reply(asked, "NO! I did not send this")
    assert (table.stored(number).state, table.stored(number).note) == (DONE, "rejected")
    assert "is void" in text_of(table.last_to("Red"))
    assert "forged message" in str(table.last_to(GM_ADDRESS)["Subject"])
    assert text_of(table.last_to(GM_ADDRESS)).startswith("A forged message for r1 was rejected")
    table.reply(asked, "YES")
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


def test_a_vacation_notice_of_the_gm_ends_no_game(table: Table) -> None:
    table.vouched.add(GM_ADDRESS)
    table.mail(GM_ADDRESS, "END GAME draw", "r1")
    table.reply(table.last_to(GM_ADDRESS), "I am out of the office until Monday.")
    assert table.row().state == RUNNING


@pytest.mark.parametrize("body", ["RESIGN Red", "ADDRESS eve@evil.example"])
def test_a_vouched_message_is_not_enough_to_leave_or_to_move(table: Table, body: str) -> None:
    number = table.mail(ANN, body)
    assert table.stored(number).state == HELD
    assert table.mails_to("eve@evil.example") == []


def test_the_token_and_the_address_together_are_enough(table: Table) -> None:
    to = seat_address(table.office.credentials.seal, table.seat("Red"), JUDGE)
    table.mail(ANN, "ADDRESS ann@new.org", to=to)
    assert "Is this your address?" in text_of(table.last_to("ann@new.org"))


def test_a_vouched_gm_message_waits_for_yes(table: Table) -> None:
    table.vouched.add(GM_ADDRESS)
    table.mail(GM_ADDRESS, "PAUSE", "r1")
    assert table.row().state == RUNNING
    table.reply(table.last_to(GM_ADDRESS), "YES")
    assert table.row().state == PAUSED
    assert "PAUSE" in text_of(table.last_to(GM_ADDRESS))


# --- several addresses --------------------------------------------------------------------------------------


def test_an_address_is_added_with_yes_and_removed_at_once(table: Table) -> None:
    own = table.seat("Red")
    to = seat_address(table.office.credentials.seal, own, JUDGE)
    table.vouched.clear()
    table.mail(ANN, "ADDRESS ADD ann@work.org", to=to)
    table.reply(table.last_to("ann@work.org"), "yes", sender="ann@work.org")
    table.mail("ann@work.org", "go 4", to=to)
    assert "Red will go 4" in text_of(table.last_to("Red"))
    assert table.seat("Red").address == ANN
    table.mail(ANN, "ADDRESS REMOVE ann@work.org", to=to)
    number = table.mail("ann@work.org", "go 5", to=to)
    assert table.stored(number).state == HELD


def test_a_vacation_notice_of_the_new_address_changes_nothing(table: Table) -> None:
    to = seat_address(table.office.credentials.seal, table.seat("Red"), JUDGE)
    table.mail(ANN, "ADDRESS ann@new.org", to=to)
    table.reply(table.last_to("ann@new.org"), "I am away until Monday.", sender="ann@new.org")
    assert table.seat("Red").address == ANN
    table.reply(table.last_to("ann@new.org"), "NO", sender="ann@new.org")
    assert table.seat("Red").address == ANN


def test_a_new_player_does_not_inherit_the_addresses_of_the_last_one(table: Table) -> None:
    own = table.seat("Red")
    with table.store.writing() as session:
        session.add(
            SeatAddress(
                table_key="r1", power="Red", owner=ANN, address="ann@work.org", since_utc=table.clock.now()
            )
        )
        row = session.exec(select(Seat).where(Seat.id == own.id)).one()
        row.address, row.epoch = "new@player.org", row.epoch + 1
    table.vouched.add("ann@work.org")
    table.mail("ann@work.org", "go 6")
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


# --- tokens in our mails -----------------------------------------------------------------------------------


def test_only_delivery_reports_count_at_the_bounce_address(table: Table) -> None:
    table.mail(ANN, "STATUS", to="judge+bounce.1.aaaaaaaaaaaaaaaa@judge.example")
    assert table.mails_to("Red") == []


def test_reminders_and_last_calls_can_be_replied_to_and_show_no_token(table: Table) -> None:
    row = table.row()
    assert row.deadline_utc is not None
    table.clock.moment = row.deadline_utc
    table.clock.passes(hours=-3)
    table.service.look()
    reminder = table.last_to("Red")
    assert "is due in" in str(reminder["Subject"])
    token = seat_tag(table.office.credentials.seal, table.seat("Red")).rpartition("#")[2].rstrip("]")
    assert token in str(reminder["Reply-To"])
    assert token not in str(reminder["Subject"]) + text_of(reminder)
    table.reply(reminder, "go 3")
    assert "Red will go 3" in text_of(table.last_to("Red"))


EVENTS = (
    (ANN, "go 2\nPRESS TO Blue\nhello\nEND\nSTATUS\nHELP\nHISTORY\nFORM\nDIARY\nnever trust Blue\nEND"),
    (ANN, "go nowhere at all"),
    (ANN, "EXTEND please, I am ill"),
    ("bob@y.org", "VOTE DRAW\nAWAY 3 to 10 December\nPREVIEW\nREADY"),
    ("bob@y.org", "RENEW"),
    ("bob@y.org", "PRESS TO ALL\nhello everybody\nEND\nPRESS TO GM\nhelp me\nEND"),
    (GM_ADDRESS, "BROADCAST\nbe nice\nEND"),
    (GM_ADDRESS, "PAUSE"),
    (GM_ADDRESS, "RESUME"),
    (GM_ADDRESS, "EXTEND 24h"),
    (GM_ADDRESS, "RULING\nno cheating\nEND"),
    (GM_ADDRESS, "SET silence wait"),
    (GM_ADDRESS, "LOG"),
    (GM_ADDRESS, "PRESS TO Red\nare you there?\nEND"),
    (GM_ADDRESS, "DEPUTY Dora <dora@d.org>"),
    (GM_ADDRESS, "BECOME Red\ngo 1\nEND"),
    (GM_ADDRESS, "REPLACE Blue with Eve <eve@e.org>"),
)
LATER = (
    (GM_ADDRESS, "ROLLBACK"),
    (GM_ADDRESS, "ROLLFORWARD"),
    (GM_ADDRESS, "EJECT Dark Green"),
    (GM_ADDRESS, "END GAME because we are tired"),
    (GM_ADDRESS, "REOPEN"),
)


WITHOUT_SEAT = ("bulletin", "your seat at r1")  # one is for everybody, the other for somebody who has left


def test_every_mail_to_a_seat_can_be_replied_to_and_none_shows_a_token(table: Table) -> None:
    for sender, body in EVENTS:
        table.clock.passes(minutes=40)
        table.says(sender, body)
    row = table.row()
    assert row.deadline_utc is not None
    table.clock.moment = row.deadline_utc
    table.clock.passes(hours=-3)
    table.service.look()
    table.deadline_passes()
    for sender, body in LATER:
        table.clock.passes(minutes=40)
        table.says(sender, body)
    seen = set()
    for mail in table.post_office.taken:
        kind = mail["Subject"] and re.sub(r"\d+", "", str(mail["Subject"]))
        seen.add(kind)
        shown = f"{mail['Subject']} {text_of(mail)} {mail.get_body(('html',)) or ''}"
        replies = tokens_in([str(mail["Reply-To"])])
        if not any(words in str(mail["Subject"]) for words in WITHOUT_SEAT):
            assert replies, f"no way to reply: {mail['To']} {mail['Subject']}"
        assert not replies & tokens_in([shown]), f"a token is shown: {mail['To']} {mail['Subject']}"
        assert mail["X-Auto-Response-Suppress"] == "All"
    assert len(seen) > 20
