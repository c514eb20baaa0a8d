"""Forged, stolen, repeated and guessed messages, and what happens to them."""

from email.message import EmailMessage

import pytest

from pbem.intake.token_guesses import MOST_GUESSES
from pbem.outbound.bounces import MOST_BOUNCES
from pbem.store.rows import id_of
from pbem.store.states import HELD, SUSPENDED
from pbem.tables.identity import gm_seat
from pbem.tables.people import reply_addresses
from pbem.tables.people.reply_addresses import seat_address, seat_tag
from tests.support.gamemaster import GM_ADDRESS, answers_to_gm, gm, got, news_to
from tests.support.table import JUDGE, Table, answer, as_mail, text_of


def again(mail: EmailMessage, message_id: str) -> bytes:
    """The same message under another Message-ID."""
    copy = as_mail(mail.as_bytes())
    copy.replace_header("Message-ID", message_id)
    return copy.as_bytes()


# --- messages that name a table where their sender has no seat ----------------------------------------------


@pytest.fixture
def beside(table: Table) -> Table:
    """Zed plays at r2 alone; r1 is a table of others."""
    table.vouched.add("zed@z.org")
    table.opens("r2", players={"Red": "zed@z.org"})
    return table


@pytest.mark.parametrize(
    ("subject", "body"),
    [("r1 orders", "go 3"), ("hello", "GAME r1\ngo 3"), ("hello", "SIGN ON Rr1 secret\ngo 3"),
     ("r1", "READY"), ("Re: r1 Lap 1", "PRESS TO BULLETIN\nHello all\nEND")],
)  # fmt: skip
def test_orders_for_another_table_are_not_filed_at_my_own(beside: Table, subject: str, body: str) -> None:
    told = answer(beside, "zed@z.org", body, subject)
    assert "Your message names r1, where you have no seat; you have one in r2." in told
    assert "nothing in it was done" in told
    beside.deadline_passes("r2")
    assert "Your own step was 0" in text_of(beside.reports_to("zed@z.org")[-1])


def test_a_reply_that_names_a_table_of_others_is_for_neither(beside: Table) -> None:
    beside.reply(beside.last_to("zed@z.org"), "GAME r1\ngo 3")
    assert "reply to a report of r2, but has a line GAME r1" in text_of(beside.last_to("zed@z.org"))


@pytest.mark.parametrize("subject", ["r1", "my orders"])
@pytest.mark.parametrize("leave", ["REPLACE Red with Eve <eve@v.org>", "EJECT Red", ""])
def test_a_former_player_learns_it(table: Table, leave: str, subject: str) -> None:
    table.mail("ann@x.org", "STATUS")
    old = table.last_to("ann@x.org")
    if leave:
        gm(table, leave)
    else:
        answer(table, "ann@x.org", "RESIGN Red", "r1")
    told = answer(table, "ann@x.org", "go 3", subject)
    assert "You no longer have your seat at r1 (Red). Nothing in your message was done." in told
    assert "OBSERVE r1 alone on a line gets you the bulletins." in told
    table.reply(old, "go 3")
    assert "You no longer have your seat at r1 (Red)." in text_of(table.last_to("ann@x.org"))


@pytest.mark.parametrize("subject", ["hello", "my 3 orders for r9", "Spring 1901", "Re: r2, as in r1"])
def test_other_words_in_a_subject_do_no_harm(beside: Table, subject: str) -> None:
    beside.opens("spring", players={"Red": "eve@v.org"})
    assert "Red will go 3" in answer(beside, "zed@z.org", "go 3", subject)


def test_a_subject_that_names_a_table_of_others_is_enough_to_join_it(beside: Table) -> None:
    assert "r1 is full" in answer(beside, "zed@z.org", "JOIN", "r1")


# --- replayed messages --------------------------------------------------------------------------------------


def test_a_replayed_message_does_not_restore_old_orders(table: Table) -> None:
    caught = table.message("ann@x.org", "go 2")
    table.post_in(caught.as_bytes(), "ann@x.org")
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 5")
    number = table.post_in(again(caught, "<other@evil.example>"), "ann@x.org")
    assert "repeats message" in table.stored(number).note
    assert "arrived a second time" in text_of(table.last_to("Red"))
    table.deadline_passes()
    assert "Your own step was 5" in text_of(table.report_to("Red"))


def test_the_same_words_written_again_are_another_message(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 5")
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 2")
    assert "Red will go 2" in text_of(table.last_to("Red"))


def test_the_same_words_to_two_tables_in_one_second_are_two_messages(table: Table) -> None:
    table.opens("r2")
    messages = [table.message("ann@x.org", "go 2", key) for key in ("r1", "r2")]
    messages[1].replace_header("Date", str(messages[0]["Date"]))
    numbers = [table.post_in(mail.as_bytes(), "ann@x.org") for mail in messages]
    assert [(table.stored(number).table_key, table.stored(number).note) for number in numbers] == [
        ("r1", "orders"),
        ("r2", "orders"),
    ]


def test_the_same_message_under_its_own_id_is_one_message(table: Table) -> None:
    caught = table.message("ann@x.org", "go 2")
    first = table.post_in(caught.as_bytes(), "ann@x.org")
    mails = len(table.post_office.taken)
    assert table.post_in(caught.as_bytes(), "ann@x.org") == first
    assert len(table.post_office.taken) == mails


def test_a_replayed_message_of_the_gm_extends_nothing_twice(table: Table) -> None:
    to = seat_address(table.office.credentials.seal, gm_seat(table.row()), JUDGE)
    caught = table.message(GM_ADDRESS, "EXTEND 24h", "r1", to)
    table.post_in(caught.as_bytes(), GM_ADDRESS, to)
    before = table.row().deadline_utc
    table.post_in(again(caught, "<other@evil.example>"), GM_ADDRESS, to)
    assert table.row().deadline_utc == before
    assert "arrived a second time" in text_of(table.last_to(GM_ADDRESS))


def test_a_message_that_only_asks_may_be_repeated(table: Table) -> None:
    caught = table.message("ann@x.org", "STATUS")
    table.post_in(caught.as_bytes(), "ann@x.org")
    table.post_in(again(caught, "<other@x.org>"), "ann@x.org")
    assert len([mail for mail in table.mails_to("Red") if "On file" in text_of(mail)]) == 2


# --- forged and guessed ------------------------------------------------------------------------------------

TRICKS = [
    '"ann@x.org" <eve@evil.example>',
    "ann@x.org <eve@evil.example>",
    "=?utf-8?q?ann=40x.org?= <eve@evil.example>",
    '"Ann <ann@x.org>" <eve@evil.example>',
]


@pytest.mark.parametrize("sender", TRICKS)
def test_a_display_name_speaks_for_nobody(table: Table, sender: str) -> None:
    table.vouched.add("eve@evil.example")
    number = table.mail(sender, "go 6")
    table.deadline_passes()
    assert table.stored(number).note == "refused"
    assert "Your own step was 0" in text_of(table.report_to("Red"))


def test_a_stolen_subject_without_its_token_is_worth_nothing(table: Table) -> None:
    table.mail("eve@evil.example", "go 6", "Re: r1 Lap 1, day: All go [r1 Red #aaaaaaaaaaaaaaaa]")
    table.mail("eve@evil.example", "PAUSE", "r1: notice [r1 GM #aaaaaaaaaaaaaaaa]")
    table.deadline_passes()
    assert "Your own step was 0" in text_of(table.report_to("Red"))


def test_a_stolen_token_is_worth_nothing_in_a_subject_and_needs_a_yes_in_an_address(table: Table) -> None:
    own = table.seat("Red")
    table.mail("eve@evil.example", "go 6", f"Re: whatever {seat_tag(table.office.credentials.seal, own)}")
    assert table.mails_to("Red") == []
    number = table.mail(
        "eve@evil.example", "go 6", to=seat_address(table.office.credentials.seal, own, JUDGE)
    )
    assert table.stored(number).state == HELD
    assert "comes from an address that is not registered for your seat" in text_of(table.last_to("Red"))
    assert "go 6" not in "".join(text_of(mail) for mail in table.mails_to("eve@evil.example"))
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


def test_a_forged_from_is_held_and_the_player_is_asked(table: Table) -> None:
    table.vouched.clear()
    number = table.mail("ann@x.org", "go 6")
    assert table.stored(number).state == HELD
    assert "Nothing proves that you sent it" in text_of(table.last_to("Red"))


@pytest.mark.parametrize("asked", ["STATUS", "LOG", "PLAYERS", "REPORT", "HELP"])
def test_a_forger_of_the_gm_cannot_exceed_the_answers_per_hour(table: Table, asked: str) -> None:
    most = table.settings.messages.answers_an_hour
    numbers = [table.mail(GM_ADDRESS, asked) for _ in range(3 * most)]
    assert len(answers_to_gm(table)) == most
    assert "nothing proves the sender" in table.stored(numbers[-1]).note
    gm(table, "PLAYERS")
    assert len(answers_to_gm(table)) == most + 1, "what the GM writes with their token is answered as usual"


@pytest.mark.parametrize("address", [GM_ADDRESS, "ann@x.org"])
def test_a_forger_of_a_sender_cannot_cause_more_maps_than_answers(table: Table, address: str) -> None:
    table.with_pictures()
    table.vouched.clear()
    most = table.settings.messages.answers_an_hour
    for _ in range(3 * most):
        table.mail(address, "MAP")
    assert len(table.mails_to(address)) == 2 * most  # the map, and the answer that says so
    table.clock.passes(minutes=61)
    table.mail(address, "STATUS")
    assert len(table.mails_to(address)) == 2 * most + 1


def test_a_gm_who_is_asked_about_a_message_may_ask_for_help_first(table: Table) -> None:
    number = table.mail(GM_ADDRESS, "ROLLBACK because a message was lost")
    asked = table.last_to(GM_ADDRESS)
    assert "If you did not, reply with NO, and it is dropped." in text_of(asked)
    table.reply(asked, "HELP ROLLBACK\nSTATUS", GM_ADDRESS)
    assert "ROLLBACK" in text_of(table.last_to(GM_ADDRESS))
    assert "Status of r1" in text_of(table.last_to(GM_ADDRESS))
    assert table.stored(number).state == HELD
    table.reply(asked, "STATUS\nPAUSE", GM_ADDRESS)
    assert "neither YES nor NO" in text_of(table.last_to(GM_ADDRESS))
    assert table.row().state != "paused"


def test_forged_orders_above_the_limit_are_held_too(table: Table) -> None:
    table.vouched.clear()
    for _ in range(table.settings.messages.answers_an_hour):
        table.mail("ann@x.org", "STATUS")
    assert table.stored(table.mail("ann@x.org", "go 6")).state == HELD


def test_a_sender_who_guesses_addresses_is_soon_not_answered_and_the_host_is_notified(table: Table) -> None:
    for number in range(MOST_GUESSES + 5):
        token = f"{'a' * 14}{number // 10 % 4 + 2}2"
        table.mail(f"eve{number}@evil.example", "go 6", "x", f"judge+red.r1.{token}@judge.example")
    assert (
        len([mail for mail in table.post_office.taken if "evil.example" in str(mail["To"])]) == MOST_GUESSES
    )
    hosts = [mail for mail in table.mails_to("host@judge.example") if "is guessing" in str(mail["Subject"])]
    assert len(hosts) == 1
    table.mail("ann@x.org", "go 3")
    assert "Red will go 3" in text_of(table.last_to("Red"))


def test_an_hour_later_everybody_is_answered_again(table: Table) -> None:
    for number in range(MOST_GUESSES + 1):
        table.mail(f"eve{number}@evil.example", "go 6", "x", "judge+red.r1.aaaaaaaaaaaaaaaa@judge.example")
    table.clock.passes(hours=2)
    table.mail("fay@far.example", "go 6", "x", "judge+red.r1.aaaaaaaaaaaaaaaa@judge.example")
    assert len(table.mails_to("fay@far.example")) == 1


# --- what is written into mails ----------------------------------------------------------------------------


def test_a_subject_cannot_add_a_header(table: Table) -> None:
    table.mail("ann@x.org", "go 3", "r1 =?utf-8?q?x=0D=0ABcc:_eve=40evil.example?=")
    mail = table.last_to("Red")
    assert mail["Bcc"] is None
    assert table.mails_to("eve@evil.example") == []


def test_a_name_and_a_reason_cannot_add_a_header_or_html(table: Table) -> None:
    gm(
        table,
        "REPLACE Red with <b>Eve</b> {{ 7*7 }} <dora@v.org> because <script>alert(1)</script> {{ 7*7 }}",
    )
    gm(table, "REPLACE Red with Eve Bcc: x <dora@v.org> because <script>alert(1)</script> {{ 7*7 }}")
    mail = news_to(table, "Blue", "new player")
    html = mail.get_body(("html",))
    assert html is not None
    assert "<script>" not in html.get_content()
    assert "{{ 7*7 }}" in text_of(mail)
    assert mail["Bcc"] is None


def test_a_broadcast_is_text_and_nothing_else(table: Table) -> None:
    gm(table, "BROADCAST\n<img src=x onerror=alert(1)>\n{% for x in y %}\nEND")
    mail = news_to(table, "Red", "from the game master")
    html = mail.get_body(("html",))
    assert html is not None
    assert "<img" not in html.get_content()
    assert "{% for x in y %}" in text_of(mail)


# --- mailboxes that bounce ---------------------------------------------------------------------------


def bounce(table: Table, recipient: str, number: int) -> None:
    parcel = [p for p in table.outbox() if p.recipient == recipient][-1]
    to = reply_addresses.bounce_address(table.office.credentials.seal, id_of(parcel), JUDGE)
    table.post_in(
        (
            f"From: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: Undelivered Mail Returned to Sender\n"
            f"Auto-Submitted: auto-replied\nMIME-Version: 1.0\nMessage-ID: <b{number}@mx.example>\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
            "--b\nContent-Type: text/plain\n\nNobody of that name.\n\n"
            "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
            f"Final-Recipient: rfc822; {recipient}\nAction: failed\nStatus: 5.1.1\n\n--b--\n"
        ).encode(),
        "",
        to,
    )


def is_suspended(table: Table) -> bool:
    return table.seat("Red").suspended_utc is not None


def bounces(table: Table, count: int) -> None:
    for number in range(count):
        gm(table, f"BROADCAST\nNumber {number}.\nEND")
        bounce(table, "ann@x.org", number)
        table.clock.passes(minutes=1)


def test_three_bounces_in_a_row_suspend_a_seats_mail_and_the_gm_is_notified(table: Table) -> None:
    bounces(table, MOST_BOUNCES)
    assert is_suspended(table)
    assert "accepts no mail" in str(news_to(table, GM_ADDRESS, "accepts no mail")["Subject"])
    table.post_office.forget()
    table.deadline_passes()
    assert table.mails_to("Red") == []
    assert table.reports_to("Blue")
    assert {p.state for p in table.outbox("report") if p.power == "Red" and p.number == 2} == {SUSPENDED}


def test_a_message_from_there_lets_everything_leave(table: Table) -> None:
    bounces(table, MOST_BOUNCES)
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.post_office.forget()
    table.mail("ann@x.org", "go 3")
    assert not is_suspended(table)
    assert table.reports_to("Red")
    assert "Red will go 3" in text_of(table.last_to("Red")) or got(table, "Red", "Re: r1")


def test_an_action_of_the_gm_releases_it_too(table: Table) -> None:
    bounces(table, MOST_BOUNCES)
    assert "gets mail again" in gm(table, "MAIL Red")
    assert not is_suspended(table)
    assert "is not suspended" in gm(table, "MAIL Red")


def test_a_message_in_between_resets_the_count(table: Table) -> None:
    bounces(table, MOST_BOUNCES - 1)
    table.mail("ann@x.org", "STATUS")
    gm(table, "BROADCAST\nOnce more.\nEND")
    bounce(table, "ann@x.org", 91)
    assert not is_suspended(table)


def test_a_bounce_that_somebody_made_up_counts_nothing(table: Table) -> None:
    for number in range(5):
        gm(table, f"BROADCAST\nNumber {number}.\nEND")
        parcel = [p for p in table.outbox() if p.recipient == "ann@x.org"][-1]
        to = f"judge+bounce.{parcel.id}.aaaaaaaaaaaaaaaa@judge.example"
        raw = f"From: MAILER-DAEMON@evil.example\nTo: {to}\nAuto-Submitted: auto-replied\n"
        table.post_in(f"{raw}Message-ID: <f{number}@evil.example>\n\nNo.\n".encode(), "", to)
        table.clock.passes(minutes=1)
    assert not is_suspended(table)
