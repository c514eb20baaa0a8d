"""Mail that the relay accepts, defers, refuses, or never answers."""

import asyncio
import contextlib
import re
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from msgspec.structs import replace

from pbem.core.error_text import plain_reason
from pbem.core.sentences import in_words, sentence
from pbem.core.tls import Security
from pbem.outbound.delivery import Delivery, DeliveryResult, MailToSend, Relay, Verdict
from tests.support.ports import free_port
from tests.support.threaded_server import SmtpServer
from tests.support.waiting import LONG

RAW = b"From: judge@judge.example\nAuto-Submitted: auto-generated\nSubject: std3\n\n.A Paris - Burgundy\n"
PASSWORD = "quite-secret"  # noqa: S105 - of a relay that lives as long as the test
VERP = "judge-bounce+17@judge.example"


class Office:
    """A relay with prescribed answers: for each address, or for the whole message."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, tuple[str, ...], bytes]] = []
        self.answers: dict[str, str] = {}
        self.to_letters = "250 OK"
        self.to_senders = "250 OK"
        self.sessions = 0
        self.mails_a_session = 1000
        self.hangs_up_after_letter = False
        self.wanted_at_once, self.at_once = 0, 0  # messages wait until this many have come
        self.are_all_there = asyncio.Event()

    async def handle_EHLO(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, session: Any, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.sessions += 1
        session.host_name = hostname
        session.mails = 0
        return responses

    async def handle_MAIL(  # noqa: N802 - same
        self, server: Any, session: Any, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if session.mails >= self.mails_a_session:
            server.transport.close()
            return "421 too many"
        session.mails += 1
        envelope.mail_from, envelope.mail_options = address, options
        return self.to_senders

    async def handle_RCPT(  # noqa: N802 - same
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - same
        self.at_once += 1
        if self.at_once >= self.wanted_at_once:
            self.are_all_there.set()
        await self.are_all_there.wait()
        if self.to_letters.startswith("250"):
            sender, raw = str(envelope.mail_from), bytes(envelope.original_content or b"")
            self.taken.append((sender, tuple(envelope.rcpt_tos), raw))
        if self.hangs_up_after_letter:
            server.transport.abort()
        return self.to_letters


@pytest.fixture
def office() -> Office:
    return Office()


Open = Callable[..., Delivery]


@pytest.fixture
def delivery_to(office: Office) -> Iterator[Open]:
    with contextlib.ExitStack() as stack:

        def open_delivery(
            *, user: str = "", password: str = "", sessions: int = 2, **settings: Any
        ) -> Delivery:
            running = stack.enter_context(SmtpServer(office, **settings))
            relay = Relay(
                port=running.port, user=user, password=password, sessions=sessions, timeout_seconds=LONG
            )
            delivery = Delivery(relay)
            stack.callback(delivery.close)
            return delivery

        yield open_delivery


@pytest.fixture
def delivery(delivery_to: Open) -> Delivery:
    return delivery_to()


def mail_to(*recipients: str, key: int = 1, raw: bytes = RAW) -> MailToSend:
    return MailToSend(key, VERP, recipients or ("alice@players.example",), raw)


def fate(delivery: Delivery, one: MailToSend) -> DeliveryResult:
    ((_, fates),) = delivery.deliver([one])
    return fates[one.recipients[0]]


def test_a_mail_leaves_with_its_own_bounce_address(office: Office, delivery: Delivery) -> None:
    assert fate(delivery, mail_to()) == DeliveryResult(Verdict.SENT)
    assert office.taken == [(VERP, ("alice@players.example",), RAW.replace(b"\n", b"\r\n"))]


def test_line_ends_are_normalised_so_that_nothing_is_smuggled(office: Office, delivery: Delivery) -> None:
    fate(delivery, mail_to(raw=b"Subject: x\r\n\r\na\r.\rb\n.\nc\r\n"))
    assert office.taken[0][2] == b"Subject: x\r\n\r\na\r\n.\r\nb\r\n.\r\nc\r\n"


def test_the_null_sender_is_sent_as_an_empty_address(office: Office, delivery: Delivery) -> None:
    fate(delivery, MailToSend(1, "", ("alice@players.example",), RAW))
    assert office.taken[0][0] == "<>"


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("550 5.1.1 no such player", Verdict.NEVER),
        ("553 bad name", Verdict.NEVER),
        ("450 4.2.0 greylisted", Verdict.AGAIN),
        ("452 4.2.2 mailbox full", Verdict.AGAIN),
        ("552 5.2.2 mailbox full", Verdict.AGAIN),
        ("530 5.7.0 authentication required", Verdict.AGAIN),
    ],
)
def test_the_relays_reply_about_a_recipient(
    office: Office, delivery: Delivery, answer: str, verdict: Verdict
) -> None:
    office.answers["alice@players.example"] = answer
    assert fate(delivery, mail_to()) == DeliveryResult(verdict, answer)
    assert office.taken == []


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("554 5.7.1 looks like spam", Verdict.NEVER),
        ("552 5.3.4 too large", Verdict.NEVER),
        ("451 4.3.0 disk full", Verdict.AGAIN),
    ],
)
def test_the_relays_reply_about_the_message(
    office: Office, delivery: Delivery, answer: str, verdict: Verdict
) -> None:
    office.to_letters = answer
    assert fate(delivery, mail_to()) == DeliveryResult(verdict, answer)


def test_a_reply_about_the_sender_does_not_count_against_the_mail(office: Office, delivery: Delivery) -> None:
    office.to_senders = "550 5.7.1 <judge-bounce+17@judge.example> may not send"
    assert fate(delivery, mail_to()) == DeliveryResult(
        Verdict.AGAIN, "550 5.7.1 <judge-bounce+…@judge.example> may not send"
    )


def test_half_of_the_recipients_refused(office: Office, delivery: Delivery) -> None:
    players = [f"p{number}@players.example" for number in range(4)]
    office.answers = {"p1@players.example": "550 unknown", "p3@players.example": "451 later"}
    ((_, fates),) = delivery.deliver([mail_to(*players)])
    verdicts = [fates[player].verdict for player in players]
    assert verdicts == [Verdict.SENT, Verdict.NEVER, Verdict.SENT, Verdict.AGAIN]
    assert office.taken[0][1] == ("p0@players.example", "p2@players.example")


def test_a_refused_mail_leaves_the_session_fit_for_the_next(office: Office, delivery_to: Open) -> None:
    delivery = delivery_to(sessions=1)
    office.answers["p1@players.example"] = "550 unknown"
    mails = [mail_to(f"p{number}@players.example", key=number) for number in range(3)]
    fates = {one.key: next(iter(fates.values())).verdict for one, fates in delivery.deliver(mails)}
    assert fates == {0: Verdict.SENT, 1: Verdict.NEVER, 2: Verdict.SENT}
    assert office.sessions == 1


def test_sessions_stay_open_and_are_used_side_by_side(office: Office, delivery_to: Open) -> None:
    delivery = delivery_to(sessions=3)
    office.wanted_at_once = 3
    mails = [replace(mail_to(key=number), is_answer=number < 10) for number in range(30)]
    assert sorted(one.key for one, _ in delivery.deliver(mails)) == list(range(30))
    assert fate(delivery, mail_to()).verdict is Verdict.SENT
    assert (office.sessions, len(office.taken)) == (3, 31)


def test_reports_leave_a_session_to_answers(office: Office, delivery_to: Open) -> None:
    delivery = delivery_to(sessions=3)
    office.wanted_at_once = 2
    assert len(list(delivery.deliver([mail_to(key=number) for number in range(20)]))) == 20
    assert office.sessions == 2


def test_a_relay_that_hangs_up_between_mails_costs_nothing(office: Office, delivery_to: Open) -> None:
    delivery = delivery_to(sessions=1)
    office.mails_a_session = 2
    results = list(delivery.deliver([mail_to(key=number) for number in range(5)]))
    assert all(fates["alice@players.example"] == DeliveryResult(Verdict.SENT) for _, fates in results)
    assert (office.sessions, len(office.taken)) == (3, 5)


def test_a_relay_that_closes_at_a_recipient_is_recognised(office: Office, delivery: Delivery) -> None:
    office.answers["alice@players.example"] = "421 4.7.0 enough for now"
    assert fate(delivery, mail_to()) == DeliveryResult(Verdict.AGAIN, "421 4.7.0 enough for now")


def test_a_session_idle_for_long_is_asked_first(
    office: Office, delivery: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    fate(delivery, mail_to())
    monkeypatch.setattr("pbem.outbound.delivery.STALE_SECONDS", 0.0)
    assert fate(delivery, mail_to()).verdict is Verdict.SENT
    assert office.sessions == 1


def test_a_message_without_an_answer_is_retried(office: Office, delivery: Delivery) -> None:
    office.hangs_up_after_letter = True
    lost = fate(delivery, mail_to())
    assert lost.verdict is Verdict.AGAIN
    assert in_words(lost.reason, None).startswith("connection lost: ")


def test_a_dead_relay_is_asked_once_and_is_not_a_failed_try_of_the_mails() -> None:
    delivery = Delivery(Relay(port=free_port(), sessions=1, timeout_seconds=LONG))
    results = list(delivery.deliver([mail_to(key=number) for number in range(3)]))
    delivery.close()
    fates = [fates["alice@players.example"] for _, fates in results]
    assert {one.verdict for one in fates} == {Verdict.NOT_TRIED}
    assert sum("Connection refused" in in_words(one.reason, None) for one in fates) == 1


def test_a_relay_that_never_greets_times_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        relay = Relay(port=silent.getsockname()[1], timeout_seconds=0.1)
        delivery = Delivery(relay)
        assert fate(delivery, mail_to()) == DeliveryResult(
            Verdict.NOT_TRIED, "Connection unexpectedly closed: timed out"
        )
        delivery.close()


def test_a_wrong_password_is_reported_without_the_password(office: Office, delivery_to: Open) -> None:
    def refuse(server: Any, session: Any, envelope: Any, mechanism: str, login: LoginPassword) -> AuthResult:
        return AuthResult(success=False, handled=False, message=f"535 not {login.password.decode()}")

    delivery = delivery_to(user="judge", password=PASSWORD, authenticator=refuse, auth_require_tls=False)
    refused = fate(delivery, mail_to())
    assert refused.verdict is Verdict.NOT_TRIED
    assert "535" in in_words(refused.reason, None)
    assert PASSWORD not in in_words(refused.reason, None) + repr(delivery.relay)


def test_starttls_is_required(office: Office) -> None:
    with SmtpServer(office) as running:
        delivery = Delivery(Relay(port=running.port, security=Security.STARTTLS, timeout_seconds=LONG))
        refused = fate(delivery, mail_to())
        delivery.close()
    assert refused == DeliveryResult(Verdict.NOT_TRIED, "STARTTLS extension not supported by server.")
    assert office.taken == []


@pytest.mark.parametrize("address", ["alice", "a\r\nRCPT TO:<b@x.example>@x.example", "", "a b@x.example"])
def test_an_invalid_address_is_never_sent_to_the_relay(
    office: Office, delivery: Delivery, address: str
) -> None:
    ((_, fates),) = delivery.deliver([mail_to(address, "bob@players.example")])
    assert fates[address] == DeliveryResult(Verdict.NEVER, sentence("delivery", "no_address"))
    assert fates["bob@players.example"].verdict is Verdict.SENT
    assert office.taken[0][1] == ("bob@players.example",)


def test_addresses_outside_ascii_need_a_relay_that_supports_them(office: Office, delivery_to: Open) -> None:
    zoe = mail_to("zoë@players.example")
    assert fate(delivery_to(enable_SMTPUTF8=True), zoe).verdict is Verdict.SENT
    assert fate(delivery_to(), zoe).verdict is Verdict.NEVER


def test_reasons_are_one_bounded_line() -> None:
    assert plain_reason(b"550 5.1.1\r\n <judge+mordor.k3q9@h.example>: unknown\x07") == (
        "550 5.1.1 <judge+…@h.example>: unknown"
    )
    assert len(plain_reason("x" * 1_000)) == 200
    assert plain_reason(TimeoutError()) == "TimeoutError"
    assert not re.search("pass word", plain_reason("no pass word", "pass word"))
