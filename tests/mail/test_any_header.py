"""Any bytes in any header: the message is processed, and the next ordinary one is answered at once.

ANY_HEADER_EXAMPLES sets how many messages are tried; `make long` tries ten thousand.
"""

import os
import smtplib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.cli import tables
from pbem.commands.answers import to_senders
from pbem.inbound.inlet import addressed_to, returned_to, written_by
from pbem.intake import failures, intake
from pbem.intake.understanding import ParsedMessage
from pbem.outbound import delivery
from pbem.outbound.delivery import DeliveryResult, MailToSend, Verdict
from pbem.store.arrival import Arrival
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import DONE, FAILED, HELD, WAITING
from pbem.tables import notices, opening
from pbem.tables.people.reply_addresses import is_ours
from pbem.turns import nmr, turn
from tests.support.race import Race
from tests.support.table import JUDGE, Table, text_of

EXAMPLES = int(os.environ.get("ANY_HEADER_EXAMPLES", "25"))

HEADERS = (
    *("From", "Sender", "Reply-To", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References"),
    *("Return-Path", "Delivered-To", "X-Original-To", "Auto-Submitted", "Precedence", "List-Id"),
    *("Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "MIME-Version"),
    *("Authentication-Results", "DKIM-Signature", "X-Downfall-Loop", "Any"),
)
PIECES = (
    *(b"jos\xe9@x.example", "jösé@exämple.net".encode(), b"ann@x.org", b"a@x..example", b"@", b"<", b">"),
    *(b'"', b"\\", b"\x00", b"\r", b"\r\n ", b"=?utf-8?q?=00=E9?=", b"=?utf-16?b?2AA=?=", b"=?x?b?////?="),
    *(
        b"judge@judge.example",
        b"judge+france.r1.aaaaaaaaaaaaaaaa@judge.example",
        b"[r1 Red #aaaaaaaaaaaaaaaa]",
    ),
    *(
        b"\xff\xfe\x00\xd8",
        b"\xed\xa0\x80",
        "\u212aate@x.org".encode(),
        "a@stra\u00dfe.de".encode(),
        b"(",
        b";",
    ),
    *(
        b"multipart/mixed; boundary=x",
        b"text/html; charset=utf-7",
        b"base64",
        b"9" * 400,
        b"a" * 300 + b"@x.y",
    ),
)
VALUES = st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=30)), max_size=5).map(b"".join)
GIVEN = st.lists(st.tuples(st.sampled_from(HEADERS), VALUES), min_size=1, max_size=5)


def raw_message(given: list[tuple[str, bytes]], body: bytes) -> bytes:
    """A message with these headers, as they are, above ordinary ones."""
    names = {name for name, _ in given}
    usual = {"From": b"zed@q.org", "To": JUDGE.encode(), "Subject": b"r1"}
    lines = [(name, value) for name, value in usual.items() if name not in names]
    return (
        b"".join(name.encode() + b": " + value + b"\r\n" for name, value in [*given, *lines]) + b"\r\n" + body
    )


@pytest.fixture(scope="module")
def house() -> Iterator[Table]:
    """One service for all examples."""
    with TemporaryDirectory() as folder:
        own = Table(Path(folder))
        messages = own.settings.messages.model_copy(update={"answers_an_hour": 1_000_000})
        own.settings = own.settings.model_copy(update={"messages": messages})
        own.restart()
        own.opens()
        yield own
        own.store.close()


def is_answered_at_once(table: Table) -> bool:
    table.post_office.forget()
    table.clock.passes(seconds=1)
    number = table.mail("ann@x.org", "go 5")
    return table.stored(number).state == DONE and "Red will go 5" in text_of(table.last_to("Red"))


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(
    given=GIVEN,
    envelope=st.sampled_from(["zed@q.org", "", "<>", "jos\udce9@x.example"]),
    body=st.sampled_from([b"HELP\r\n", b"go 3\r\n"]),
)
def test_any_bytes_in_any_header_do_not_affect_other_messages(
    house: Table, given: list[tuple[str, bytes]], envelope: str, body: bytes
) -> None:
    raw = raw_message(given, body)
    recipients = addressed_to(raw, partial(is_ours, judge=JUDGE)) or (JUDGE,)
    assert isinstance(returned_to(raw), str)
    assert len(written_by(raw)) == 2
    number = house.store.store_message(Arrival(raw, envelope, recipients, house.clock.now(), "smtp"))
    house.service.look()
    stored = house.stored(number)
    assert stored.state not in (WAITING, FAILED), stored.fault
    assert is_answered_at_once(house)


# --- addresses that are not ASCII --------------------------------------------------------------------------

LATIN = (
    "From: josé@x.example\r\nTo: judge@judge.example\r\nSubject: hello\r\nMessage-ID: <%d@x>\r\n\r\nHi\r\n"
)


def keep(table: Table, raw: bytes) -> int:
    return table.store.store_message(Arrival(raw, "any@x.example", (JUDGE,), table.clock.now(), "smtp"))


@pytest.mark.parametrize("charset", ["latin-1", "utf-8"])
def test_twenty_messages_from_an_address_outside_ascii_delay_nobody_and_no_turn(
    table: Table, charset: str
) -> None:
    numbers = [keep(table, (LATIN % number).encode(charset)) for number in range(20)]
    own = table.mail("ann@x.org", "go 5")
    assert [table.stored(number).state for number in (*numbers, own)] == [DONE] * 21
    assert "Red will go 5" in text_of(table.last_to("Red"))
    for number in range(20, 40):
        keep(table, (LATIN % number).encode(charset))
    table.deadline_passes()
    assert len(table.turns()) == 1


def test_such_an_address_is_answered_where_the_relay_takes_it(table: Table) -> None:
    keep(table, (LATIN % 1).encode())
    table.service.look()
    (raw,) = table.post_office.raws
    assert "\r\nTo: <josé@x.example>\r\n".encode() in raw
    (parcel,) = [row for row in table.outbox() if not row.recipient.isascii()]
    assert parcel.recipient == "josé@x.example"


def test_an_address_of_an_international_domain_is_answered_in_ascii(table: Table) -> None:
    keep(table, (LATIN % 1).replace("josé@x.example", "José <jose@EXÄMPLE.net>").encode())
    table.service.look()
    assert b"To: jose@xn--exmple-cua.net\r\n" in table.post_office.raws[0]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("jöhn@exämple.net", "many mail servers do not accept"),
        ("a@x..example", '"a@x..example" is not an address; write name@host.'),
        ("john@exämple.net", "I have asked john@xn--exmple-cua.net."),
    ],
)
def test_a_new_address_that_cannot_receive_mail_is_refused_in_a_sentence(
    table: Table, said: str, answer: str
) -> None:
    assert answer in text_of(table.says("ann@x.org", f"ADDRESS {said}"))


@pytest.mark.parametrize("address", ["jöhn@exämple.net", "a@x..example", "a@straße.de"])
def test_no_table_is_opened_for_an_address_that_cannot_be_written_to(table: Table, address: str) -> None:
    players = [opening.Player("Red", address, "Jöhn")]
    with pytest.raises(opening.CannotOpen, match=address):
        opening.open_table(opening.Plan("r2", "race", "gm@w.org", players), table.office, table.clock.now())


# --- failures do not spread --------------------------------------------------------------------------------


def fall(*_: object, **__: object) -> Any:
    raise RuntimeError("a fault of ours\nin two lines")


@pytest.mark.parametrize(
    "broken", [(to_senders, "answer_failed"), (notices, "message_failed"), (failures, "_set_aside")]
)
def test_an_error_while_a_message_is_set_aside_affects_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch, broken: tuple[ModuleType, str]
) -> None:
    monkeypatch.setattr(*broken, fall)
    bad, good = keep(table, raw_message([], b"crash")), table.message("bob@y.org", "go 2").as_bytes()
    messages = [keep(table, table.message("ann@x.org", "crash the reader").as_bytes()), keep(table, good)]
    table.deadline_passes()
    assert [table.stored(number).state for number in (bad, *messages)] == [DONE, FAILED, DONE]
    assert "fell over its own feet" in table.stored(messages[0]).fault
    assert len(table.turns()) == 1


def test_an_error_while_a_message_is_given_up_affects_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = keep(table, table.message("ann@x.org", "go 1").as_bytes())
    with table.store.writing() as session:
        session.get_one(StoredMessage, bad).tries = intake.MOST_TRIES
    monkeypatch.setattr(notices, "message_failed", fall)
    good = table.mail("bob@y.org", "go 2")
    assert [table.stored(bad).state, table.stored(good).state] == [FAILED, DONE]


def test_a_fault_that_stops_many_messages_at_once_stops_only_its_own(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [keep(table, table.message("ann@x.org", f"go {step}").as_bytes()) for step in (1, 2, 3)]
    settled = intake._settle_all

    def settle_all(together: Sequence[ParsedMessage], *rest: Any) -> None:
        if any(one.stored.id == numbers[1] for one in together):
            raise RuntimeError("something that nobody thought of")
        settled(together, *rest)

    monkeypatch.setattr(intake, "_settle_all", settle_all)
    table.service.look()
    assert [table.stored(number).state for number in numbers] == [DONE, FAILED, DONE]


def test_game_master_and_host_get_the_true_cause_each_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Race, "read", fall)
    number = table.mail("ann@x.org", "go 5")
    assert "The game master and the host have been notified." in text_of(table.last_to("Red"))
    cause = "The cause: RuntimeError: a fault of ours in two lines"
    for who in ("gm@w.org", "host@judge.example"):
        assert cause in text_of(table.last_to(who))
    to_host = table.last_to("host@judge.example")
    assert to_host["Subject"] == f"Message {number} could not be processed"  # it answers nothing
    assert to_host["In-Reply-To"] is None
    assert "Traceback (most recent call last)" in table.stored(number).fault
    table.post_office.forget()
    table.clock.passes(minutes=1)
    assert failures.again(number, table.office)
    table.service.look()
    assert [len(table.mails_to(who)) for who in ("gm@w.org", "host@judge.example", "Red")] == [1, 1, 0]


def test_the_host_learns_that_a_message_failed_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as faulty:
        faulty.setattr(Race, "read", fall)
        number = table.mail("ann@x.org", "go 5")
        with pytest.raises(typer.Exit) as ended:
            tables.again(table.office, number)
    assert ended.value.exit_code == 1
    said = " ".join(capsys.readouterr().err.split())
    assert f"message {number} failed again: RuntimeError: a fault of ours in two lines" in said
    tables.again(table.office, number)
    assert f"message {number} was processed again: orders" in " ".join(capsys.readouterr().out.split())


def test_a_table_that_cannot_be_understood_stops_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.opens("r2")
    is_due = turn._is_due

    def is_due_but_r2(*given: Any) -> bool:
        if given[2].key == "r2":
            fall()
        return is_due(*given)

    monkeypatch.setattr(turn, "_is_due", is_due_but_r2)
    table.deadline_passes()
    assert (len(table.turns()), table.row("r2").state) == (1, HELD)
    assert any("RuntimeError: a fault of ours" in text_of(mail) for mail in table.mails_to("gm@w.org"))


def test_reminders_that_fail_at_one_table_stop_no_turn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nmr, "_remind_table", fall)
    table.clock.passes(hours=60)
    table.service.look_at_tables_awake()
    table.deadline_passes()
    assert len(table.turns()) == 1


def test_a_mail_that_cannot_be_delivered_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def handed_over(_session: object, one: MailToSend, **_: object) -> dict[str, DeliveryResult]:
        return fall() if one.key == 1 else {one.recipients[0]: DeliveryResult(Verdict.SENT)}

    monkeypatch.setattr(delivery, "_handed_over", handed_over)
    monkeypatch.setattr(delivery.Delivery, "_opened", lambda _: smtplib.SMTP())
    postman = delivery.Delivery(delivery.Relay())
    mails = [MailToSend(number, "", ("ann@x.org",), b"a word") for number in (1, 2)]
    fates = {one.key: found["ann@x.org"].verdict for one, found in postman.deliver(mails)}
    postman.close()
    assert fates == {1: Verdict.AGAIN, 2: Verdict.SENT}
