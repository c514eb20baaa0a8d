"""Automatic mail is neither answered nor executed; orders through a list or a relay count."""

from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from sqlmodel import select

from pbem.messages.message import Sureness, read
from pbem.store.game_tables import Seat
from pbem.store.states import DONE, HELD
from pbem.tables.people.reply_addresses import seat_address
from tests.mail.test_incoming_messages import EXPECTED, MESSAGES
from tests.support.table import JUDGE, Table, text_of
from tests.support.thorough import every

ORDERS = "go 4\n"


def invitation(table: Table) -> EmailMessage:
    table.mail("ann@x.org", "STATUS")
    mail = table.last_to("Red")
    table.post_office.forget()
    return mail


def reply_raw(table: Table, raw: bytes, sender: str = "ann@x.org") -> int:
    """*raw* comes to the reply address of Red."""
    to = str(invitation(table)["Reply-To"])
    return table.post_in(b"To: " + to.encode() + b"\n" + raw, sender, to)


CALENDAR = (
    b"From: ann@x.org\nSubject: Accepted: deadline\nMessage-ID: <c1@x.org>\nMIME-Version: 1.0\n"
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\ngo 4\n\n--b\n"
    b"Content-Type: text/calendar%s\n\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\n--b--\n"
)


@pytest.mark.parametrize(
    "headers",
    [
        {"List_Id": "<players.lists.example>", "List_Post": "<mailto:p@lists.example>"},
        {"Precedence": "bulk"},
        {"Precedence": "list"},
        {"List_Unsubscribe": "<https://relay.example/u/1>"},
        {"Return_Path": "<>"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_orders_with_a_token_count_through_a_list_or_a_relay(table: Table, headers: dict[str, str]) -> None:
    asked = invitation(table)
    number = table.mail("ann@x.org", ORDERS, subject="orders", to=str(asked["Reply-To"]), **headers)
    (confirmation,) = table.post_office.taken
    assert "ann@x.org" in str(confirmation["To"])
    assert "Red will go 4" in text_of(confirmation)
    assert table.stored(number).note == "orders"
    table.deadline_passes()
    assert "Your own step was 4." in text_of(table.report_to("Red"))


def test_orders_without_an_envelope_sender_count(table: Table) -> None:
    raw = b"From: ann@x.org\nSubject: orders\nMessage-ID: <e1@x.org>\n\ngo 4\n"
    reply_raw(table, raw, "<>")
    assert "Red will go 4" in text_of(table.last_to("Red"))


@pytest.mark.parametrize("parameter", [b"; method=REPLY", b""])
def test_orders_in_the_comment_of_a_calendar_answer_count(table: Table, parameter: bytes) -> None:
    reply_raw(table, CALENDAR % parameter)
    assert "Red will go 4" in text_of(table.last_to("Red"))


def test_the_registered_address_learns_of_orders_from_an_unanswerable_address(table: Table) -> None:
    asked = invitation(table)
    table.mail("noreply@relay.example", ORDERS, to=str(asked["Reply-To"]))
    assert table.mails_to("noreply@relay.example") == []
    assert len(table.mails_to("Red")) == 1
    assert "go 4" in text_of(table.last_to("Red"))


@pytest.mark.parametrize(
    "body", ["hello everybody\n", "HELP\n", "STATUS\n", "NAME Machine\n", "RENEW\n", "Your digest of today\n"]
)
def test_a_list_that_says_no_order_is_not_answered(table: Table, body: str) -> None:
    asked = invitation(table)
    table.mail("ann@x.org", body, to=str(asked["Reply-To"]), Precedence="bulk")
    assert table.post_office.taken == []


def test_a_list_without_a_token_is_ignored(table: Table) -> None:
    number = table.mail("ann@x.org", ORDERS, Precedence="bulk")
    assert table.post_office.taken == []
    assert table.stored(number).state == DONE


def test_orders_through_a_list_count_once(table: Table) -> None:
    to = str(invitation(table)["Reply-To"])
    mail = table.message("ann@x.org", ORDERS, to=to, Precedence="bulk")
    table.post_in(mail.as_bytes(), "ann@x.org", to)
    del mail["Message-ID"]
    mail["Message-ID"] = "<another@relay.example>"
    table.post_in(mail.as_bytes(), "ann@x.org", to)
    assert len(table.post_office.taken) == 1


def test_a_message_that_may_be_a_machines_changes_no_player(table: Table) -> None:
    asked = invitation(table)
    body = "go 4\nNAME Machine\nADDRESS eve@evil.org\nRENEW\nREADY\n"
    table.mail("ann@x.org", body, to=str(asked["Reply-To"]), Precedence="bulk")
    (confirmation,) = table.post_office.taken
    assert text_of(confirmation).count("looks like an automatic one") == 3
    assert "Red will go 4" in text_of(confirmation)
    assert str(confirmation["Reply-To"]) == str(asked["Reply-To"])


def test_a_game_master_is_ignored_through_a_list(table: Table) -> None:
    table.mail("gm@w.org", "HELP", subject="r1")
    table.vouched.add("gm@w.org")
    table.mail("gm@w.org", "STATUS", subject="r1")
    to = str(table.last_to("gm@w.org")["Reply-To"])
    table.post_office.forget()
    table.mail("gm@w.org", "PAUSE", to=to, Precedence="bulk")
    assert table.post_office.taken == []
    assert table.row().state == "running"


def test_a_message_through_a_list_confirms_nothing(table: Table) -> None:
    table.vouched.clear()
    number = table.mail("ann@x.org", ORDERS)
    asked = table.last_to("Red")
    table.reply(asked, "YES", Precedence="bulk")
    table.reply(asked, "YES", Auto_Submitted="auto-replied")
    assert table.stored(number).state == HELD
    assert JUDGE in str(asked["From"])


# --- loops -------------------------------------------------------------------------------------------------


def loop(table: Table, who: str, body: str, *, minutes: float, rounds: int = 150) -> int:
    """A program at *who* answers each mail of ours, which it copies unmarked: how often it was answered."""
    for count in range(rounds):
        table.clock.passes(minutes=minutes)
        table.service.look()
        unread = table.mails_to(who)
        if not unread:
            return count
        table.post_office.forget()
        table.reply(unread[-1], body.replace("COPY", text_of(unread[-1])), sender=who)
    return rounds


@pytest.mark.parametrize("minutes", every(2, [0.1, 14, 61]))
@pytest.mark.parametrize(
    "body", every(4, ["Merci !", "go 4\nCOPY", "HELP", "STATUS", "READY", "", "name Ann"])
)
def test_a_loop_with_a_program_that_is_not_known_as_one_ends(table: Table, body: str, minutes: float) -> None:
    table.row()
    table.opens(
        "r2", pace="900h", players={"Red": "dan@z.org", "Blue": "bob@y.org", "Dark Green": "cyd@z.org"}
    )
    table.vouched.add("dan@z.org")
    table.post_office.forget()
    table.mail("dan@z.org", "STATUS", subject="r2")
    assert loop(table, "dan@z.org", body, minutes=minutes, rounds=60) < 40
    table.post_office.forget()
    for _ in range(12):
        table.clock.passes(hours=2)
        table.service.look()
    assert table.mails_to("dan@z.org") == []


def test_a_loop_with_a_game_master_ends(table: Table) -> None:
    table.vouched.add("gm@w.org")
    table.mail("gm@w.org", "STATUS")
    assert loop(table, "gm@w.org", "Your message is dear to us.", minutes=0.1) <= 10


def test_a_person_who_was_taken_for_a_loop_counts_again_with_the_first_order(table: Table) -> None:
    for number in range(30):
        table.clock.passes(minutes=20)
        table.mail("ann@x.org", f"hm {number}")
    table.post_office.forget()
    table.mail("ann@x.org", "hm")
    assert table.mails_to("Red") == []
    table.mail("ann@x.org", "go 3")
    assert "Red will go 3" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "hm")
    assert len(table.mails_to("Red")) == 2


# --- a hostile pass: real-looking automatic mail to the reply address of a seat ----------------------------

MACHINES = sorted(
    name
    for name, expected in EXPECTED.items()
    if expected.get("kind", "player") not in ("player", "empty", "unreadable")
)
DARING = b"\nREADY\ngo 9\nNAME Machine\nRENEW\nVOTE DRAW\nHELP\n"


@pytest.fixture(scope="module")
def hostile_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    own = Table(tmp_path_factory.mktemp("hostile"))
    own.opens()
    own.post_office.forget()
    yield own
    own.store.close()


def address_of_red(table: Table) -> str:
    table.post_office.forget()
    with table.store.reading() as session:
        seat = session.exec(select(Seat).where(Seat.power == "Red")).one()
    return seat_address(table.office.credentials.seal, seat, JUDGE)


@pytest.mark.parametrize("name", MACHINES)
def test_no_machine_is_answered_at_the_address_of_a_seat(hostile_table: Table, name: str) -> None:
    table = hostile_table
    to = address_of_red(table)
    raw = MESSAGES[name].replace(b"judge+gondor.g7.k3q9@downfall.example", to.encode())
    sender = "<>" if b"Return-Path: <>" in raw else "tom@players.example"
    table.post_in(raw, sender, to)
    assert [str(mail["Subject"]) for mail in table.post_office.taken] == []


@pytest.mark.parametrize(
    "name", [name for name in MACHINES if read(MESSAGES[name]).automation is Sureness.CERTAIN]
)
def test_no_certain_machine_acts_even_with_orders(hostile_table: Table, name: str) -> None:
    table = hostile_table
    to = address_of_red(table)
    raw = MESSAGES[name].replace(b"judge+gondor.g7.k3q9@downfall.example", to.encode())
    number = table.post_in(raw.rstrip(b"-\n") + DARING, "tom@players.example", to)
    assert table.post_office.taken == []
    assert table.stored(number).note not in ("orders", "no orders in it")


@pytest.mark.parametrize("headers", [{"Precedence": "bulk"}, {"List_Id": "<desk.corp.example>"}])
def test_what_a_program_copies_of_our_mail_is_no_order(table: Table, headers: dict[str, str]) -> None:
    table.mail("ann@x.org", "go 4")
    confirmation = table.last_to("Red")
    body = confirmation.get_body(("plain",))
    assert body is not None
    copied = f"We have your message:\n\n{body.get_content()}\ngo 9\n"
    table.mail("ann@x.org", "go 5")
    table.post_office.forget()
    table.mail("desk@corp.example", copied, to=str(confirmation["Reply-To"]), **headers)
    assert table.post_office.taken == []
    table.deadline_passes()
    assert "Your own step was 5." in text_of(table.report_to("Red"))


@pytest.mark.parametrize("body", ["go 9\n", "go 9\nSTATUS\n", "READY\ngo 9\n"])
def test_struck_out_orders_are_never_filed(table: Table, body: str) -> None:
    asked = invitation(table)
    page = "".join(f"<div><s>{line}</s></div>" for line in body.splitlines())
    for headers in ({}, {"Precedence": "bulk"}):
        mail = table.message("ann@x.org", body, to=str(asked["Reply-To"]), **headers)
        mail.add_alternative(f"<html><body>{page}</body></html>", subtype="html")
        table.post_in(mail.as_bytes(), "ann@x.org", str(asked["Reply-To"]))
    assert not any("Red will go 9" in text_of(mail) for mail in table.post_office.taken)
