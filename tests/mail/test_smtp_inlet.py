"""A message by SMTP or LMTP arrives complete, is stored before it is accepted, and nothing else gets in."""

import asyncio
import logging
import re
import smtplib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.inbound import smtp_session
from pbem.inbound.inlet import InletUnreachable, Reception, may_be_address
from pbem.inbound.smtp import SmtpInlet, text_bytes
from pbem.inbound.smtp_replies import Replies
from pbem.inbound.smtp_session import Dialogue, SmtpSettings
from pbem.store.arrival import Arrival
from tests.support.waiting import LONG, until

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)
MESSAGE = b"From: alice@players.example\r\nSubject: std3\r\n\r\nA Paris - Burgundy\r\n"
JUDGE = "judge@judge.example"
ROOT = Path(__file__).parents[2]


class Post:
    """Store messages in memory; can be made to fail or to be slow."""

    def __init__(self) -> None:
        self.stored: list[Arrival] = []
        self.together: list[int] = []  # how many in each transaction
        self.failure: Exception | None = None
        self.confusion: Exception | None = None
        self.may_write = threading.Event()
        self.may_write.set()
        self.now = NOON

    def keep(self, *arrivals: Arrival) -> None:
        assert self.may_write.wait(LONG)
        if self.failure:
            raise self.failure
        if any(b"poison" in arrival.raw for arrival in arrivals):
            raise ValueError("this message cannot be kept")
        self.together.append(len(arrivals))
        self.stored += arrivals

    def context(self) -> Reception:
        return Reception(self.keep, self.is_ours, lambda *_: False, lambda _: None)

    def is_ours(self, address: str) -> bool:
        if self.confusion:
            raise self.confusion
        return re.fullmatch(r"judge(\+.*)?@judge\.example", address) is not None


@pytest.fixture
def office() -> Post:
    return Post()


Open = Callable[..., SmtpInlet]


@pytest.fixture
def opened(office: Post) -> Iterator[Open]:
    running = []

    def open_inlet(**settings: Any) -> SmtpInlet:
        inlet = SmtpInlet(SmtpSettings(port=0, **settings), office.context(), lambda: office.now)
        inlet.start()
        running.append(inlet)
        return inlet

    yield open_inlet
    for inlet in running:
        inlet.stop()


@pytest.fixture
def inlet(opened: Open) -> SmtpInlet:
    return opened()


def context(inlet: SmtpInlet) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG)


def mail(inlet: SmtpInlet, raw: bytes = MESSAGE, *to: str, sender: str = "alice@players.example") -> None:
    with context(inlet) as session:
        session.sendmail(sender, to or (JUDGE,), raw)


def said(inlet: SmtpInlet, *lines: bytes) -> list[bytes]:
    """The dialogue by hand: every reply, the last line of each."""
    address = ("127.0.0.1", inlet.port)
    with socket.create_connection(address, timeout=LONG) as line, line.makefile("rb") as file:
        replies = [_reply(file.readline)]
        for text in lines:
            line.sendall(text + b"\r\n")
            replies.append(_reply(file.readline))
        return replies


def said_at_once(inlet: SmtpInlet, text: bytes) -> list[bytes]:
    """Every reply until the inlet hangs up, to *text* that ends with QUIT and waits for none of them."""
    address = ("127.0.0.1", inlet.port)
    with socket.create_connection(address, timeout=LONG) as line, line.makefile("rb") as file:
        line.sendall(text)
        return list(iter(partial(_reply, file.readline), b""))


def _reply(readline: Callable[[], bytes]) -> bytes:
    for text in iter(readline, b""):
        if text[3:4] != b"-":
            return text.rstrip()
    return b""


def test_a_message_is_stored_as_it_came_with_the_time_it_was_received(office: Post, inlet: SmtpInlet) -> None:
    mail(inlet, MESSAGE, "judge+france.std3.k3q9@judge.example")
    assert office.stored == [
        Arrival(
            MESSAGE, "alice@players.example", ("judge+france.std3.k3q9@judge.example",), NOON, "smtp", None
        )
    ]


def test_eight_bit_messages_and_lines_of_any_length_are_stored_unchanged(
    office: Post, inlet: SmtpInlet
) -> None:
    raw = MESSAGE + "Ä é 写道 ".encode() * 20_000 + b"\r\n.dot\r\n..\r\n" + bytes(range(128, 256)) + b"\r\n"
    with context(inlet) as session:
        session.sendmail("zoë@players.example", [JUDGE], raw, mail_options=["SMTPUTF8", "BODY=8BITMIME"])
    assert office.stored[0].raw == raw
    assert office.stored[0].envelope_from == "zoë@players.example"


def test_a_bounce_has_the_null_sender(office: Post, inlet: SmtpInlet) -> None:
    mail(inlet, MESSAGE, sender="<>")
    assert office.stored[0].envelope_from == ""


def test_size_is_advertised_and_what_is_larger_refused_before_it_is_sent(office: Post, opened: Open) -> None:
    inlet = opened(message_bytes=10_240)
    with context(inlet) as session:
        session.ehlo()
        assert session.esmtp_features["size"] == "10240"
        code, text = session.mail("alice@players.example", ["SIZE=10241"])
    assert (code, text[:45]) == (552, b"5.3.4 The message is larger than 10 KiB; plea")


@pytest.mark.parametrize("body", [b"A PAR - BUR\r\n" * 2_000, b"x" * 20_000, b"x" * 2_000_000])
def test_a_sender_who_does_not_ask_first_gets_the_reply_after_the_message(
    office: Post, opened: Open, body: bytes
) -> None:
    inlet = opened(message_bytes=10_240)
    with context(inlet) as session:
        session.helo()
        session.mail("alice@players.example")
        session.rcpt(JUDGE)
        code, text = session.data(MESSAGE + body)
        assert (code, b"larger than 10 KiB" in text) == (552, True)
        session.sendmail("alice@players.example", JUDGE, MESSAGE)  # and the session goes on
    assert [arrival.raw for arrival in office.stored] == [MESSAGE]


def test_a_message_without_end_is_cut_off(office: Post, opened: Open) -> None:
    inlet = opened(message_bytes=10_240, drained_bytes=50_000)
    with context(inlet) as session:
        session.helo()
        session.mail("alice@players.example")
        session.rcpt(JUDGE)
        with pytest.raises((smtplib.SMTPServerDisconnected, OSError)):
            session.data(b"x" * 60_000_000)
    assert office.stored == []


def test_more_text_than_anybody_writes_is_refused_but_not_a_picture(office: Post, opened: Open) -> None:
    inlet = opened(text_bytes=10_240)
    picture = EmailMessage()
    picture.set_content("A Paris - Burgundy")
    picture.add_attachment(b"\x89PNG" * 10_000, maintype="image", subtype="png")
    mail(inlet, picture.as_bytes())
    wall = EmailMessage()
    wall.set_content("A Paris - Burgundy\n" * 1_000)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        mail(inlet, wall.as_bytes())
    assert refused.value.smtp_code == 552
    assert len(office.stored) == 1


def test_text_is_measured_after_decoding_and_never_raises() -> None:
    message = EmailMessage()
    message.set_content("é" * 1_000, cte="base64")
    assert text_bytes(message.as_bytes(), 10) == 2_001
    broken = (
        b"Content-Type: multipart/mixed; boundary=x\r\nContent-Transfer-Encoding: nonsense\r\n\r\n--x\r\n"
    )
    assert text_bytes(broken * 500, 10) >= 0


def test_when_the_message_cannot_be_stored_the_sender_tries_again_and_learns_nothing(
    office: Post, inlet: SmtpInlet
) -> None:
    office.failure = RuntimeError("db is locked at /var/lib/secret")
    with pytest.raises(smtplib.SMTPDataError) as refused:
        mail(inlet)
    assert refused.value.smtp_code == 451
    assert b"db is locked" not in refused.value.smtp_error
    assert inlet.trouble == "a message could not be stored: db is locked at /var/lib/secret"
    office.failure = None
    mail(inlet)
    assert len(office.stored) == 1
    assert inlet.trouble is None


def test_an_error_in_asking_whose_address_it_is_is_451_too(office: Post, inlet: SmtpInlet) -> None:
    office.confusion = RuntimeError("secret")
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        mail(inlet)
    assert refused.value.recipients[JUDGE] == (
        451,
        b"4.3.0 The message could not be stored just now; please try again later",
    )


@pytest.mark.parametrize(
    "address",
    [
        "no-at-sign",
        "nobody@judge.example",
        "@judge.example",
        "judge@",
        "judge+" + "x" * 65 + "@judge.example",
        "judge@" + "x" * 300 + ".example",
        "judge@players.example",
    ],
)
def test_nobody_of_that_name_is_refused_at_once(office: Post, inlet: SmtpInlet, address: str) -> None:
    with context(inlet) as session:
        session.ehlo()
        session.mail("alice@players.example")
        code, _ = session.rcpt(address)
        assert code in (550, 553)
        assert session.rcpt(JUDGE)[0] == 250
    assert office.stored == []


@pytest.mark.parametrize(
    "line", [b"RCPT TO:<@@>", b"RCPT TO:<(>", b'RCPT TO:<"', b"RCPT TO:<a@[>", b"RCPT TO:<,>"]
)
def test_invalid_addresses_are_refused_permanently(inlet: SmtpInlet, line: bytes) -> None:
    reply = said(inlet, b"EHLO x", b"MAIL FROM:<a@players.example>", line)[-1]
    assert reply[:1] == b"5"


def test_too_many_recipients_are_asked_to_come_again(office: Post, opened: Open) -> None:
    inlet = opened(recipients=2)
    with context(inlet) as session:
        refused = session.sendmail(
            "a@players.example", [f"judge+{n}@judge.example" for n in range(3)], MESSAGE
        )
    assert refused["judge+2@judge.example"][0] == 452
    assert office.stored[0].recipients == ("judge+0@judge.example", "judge+1@judge.example")


def test_a_nonstandard_end_of_data_does_not_end_the_message(office: Post, inlet: SmtpInlet) -> None:
    for mark in (b"\n.\r\n", b"\r\n.\n", b"\n.\n", b"\r.\r", b"\r.\r\n", b"\r\n.\r"):
        smuggled = mark + b"MAIL FROM:<gm@judge.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n"
        replies = said(
            inlet,
            b"EHLO x",
            b"MAIL FROM:<a@players.example>",
            b"RCPT TO:<judge@judge.example>",
            b"DATA",
            MESSAGE + smuggled + b"forged\r\n.",
            b"QUIT",
        )
        assert [reply[:3] for reply in replies] == [b"220", b"250", b"250", b"250", b"354", b"250", b"221"]
        assert office.stored.pop().raw.endswith(b"forged\r\n")
        assert office.stored == []


def test_a_slow_disk_does_not_delay_other_sessions(office: Post, inlet: SmtpInlet) -> None:
    office.may_write.clear()
    with ThreadPoolExecutor(1) as other:
        sending = other.submit(mail, inlet)
        with context(inlet) as session:
            assert session.noop()[0] == 250
            assert not sending.done()
        office.may_write.set()
        sending.result(LONG)
    assert len(office.stored) == 1


def test_messages_that_came_while_others_were_stored_are_stored_together(
    office: Post, inlet: SmtpInlet
) -> None:
    assert _answers_to_all(office, inlet, [MESSAGE] * 4) == [250] * 4
    assert office.together == [1, 3]


def test_messages_of_one_moment_are_stored_together(office: Post, inlet: SmtpInlet) -> None:
    envelope = Envelope()
    envelope.rcpt_tos = [JUDGE]

    async def both() -> tuple[str, str]:
        first = inlet.take(envelope, MESSAGE)
        inlet._writer.submit(bool).result(LONG)  # the writer has done all that it was asked
        return await asyncio.gather(first, inlet.take(envelope, MESSAGE))

    asyncio.run_coroutine_threadsafe(both(), inlet._loop).result(LONG)
    assert office.together == [2]


def test_a_message_that_cannot_be_stored_does_not_affect_others(office: Post, inlet: SmtpInlet) -> None:
    messages = [MESSAGE, MESSAGE, MESSAGE + b"poison\r\n", MESSAGE]
    assert sorted(_answers_to_all(office, inlet, messages)) == [250, 250, 250, 451]
    assert office.together == [1, 1, 1]
    assert [arrival.raw for arrival in office.stored] == [MESSAGE] * 3


def _answers_to_all(office: Post, inlet: SmtpInlet, messages: Sequence[bytes]) -> list[int]:
    """Return the replies to the senders; all but the first message arrive while it is being stored."""
    office.may_write.clear()
    with ThreadPoolExecutor(len(messages)) as senders:
        answers = []
        for raw in messages:
            answers.append(senders.submit(_answer_to, inlet, raw))
            in_hand_and_waiting = [1, len(answers) - 1]  # the first and the others
            assert until(partial(_are_taken, inlet, in_hand_and_waiting))
        office.may_write.set()
        return [answer.result(LONG) for answer in answers]


def _are_taken(inlet: SmtpInlet, wanted: Sequence[int]) -> bool:
    return [len(inlet._being_stored), len(inlet._waiting)] == wanted


def _answer_to(inlet: SmtpInlet, raw: bytes) -> int:
    try:
        mail(inlet, raw)
    except smtplib.SMTPDataError as refused:
        return refused.smtp_code
    return 250


def test_emptying_waits_for_messages_in_time_and_for_no_others(office: Post, inlet: SmtpInlet) -> None:
    office.may_write.clear()
    with ThreadPoolExecutor(1) as other:
        sending = other.submit(mail, inlet)
        assert until(lambda: inlet._unkept(NOON))
        inlet.empty_until(NOON - timedelta(seconds=1))
        with pytest.raises(InletUnreachable, match="1 messages are still being written"):
            inlet.empty_until(NOON, patience_seconds=0.01)
        threading.Timer(0.05, office.may_write.set).start()
        inlet.empty_until(NOON)
        assert len(office.stored) == 1
        sending.result(LONG)


def test_one_address_cannot_take_all_the_sessions(opened: Open) -> None:
    inlet = opened(sessions_per_address=2)
    with context(inlet), context(inlet):
        with pytest.raises(smtplib.SMTPConnectError) as refused:
            context(inlet)
        assert refused.value.smtp_code == 421
    with context(inlet) as session:
        assert session.noop()[0] == 250


def test_a_silent_session_is_closed(opened: Open) -> None:
    inlet = opened(idle_seconds=0.1)
    with context(inlet) as session, pytest.raises(smtplib.SMTPServerDisconnected):
        session.getreply()


@pytest.mark.parametrize("limit", ["idle_seconds", "session_seconds"])
def test_a_peer_that_sends_commands_and_no_message_is_cut_off(opened: Open, limit: str) -> None:
    inlet = opened(**{limit: 0.5})
    with context(inlet) as session, pytest.raises(smtplib.SMTPServerDisconnected):
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            session.noop()
            session.mail("alice@players.example")
            session.rset()
            time.sleep(0.05)


def test_a_session_with_messages_ends_at_its_time_too(opened: Open, office: Post) -> None:
    inlet = opened(session_seconds=0.5)
    with context(inlet) as session, pytest.raises(smtplib.SMTPServerDisconnected):
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            session.sendmail("alice@players.example", JUDGE, MESSAGE)
            time.sleep(0.05)
    assert office.stored
    mail(inlet)


def test_a_session_that_reads_nothing_is_closed(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp_session, "LINGER_SECONDS", 0.1)
    inlet = opened(idle_seconds=0.5)
    with socket.create_connection(("127.0.0.1", inlet.port), timeout=1) as line:
        with suppress(TimeoutError, ConnectionError):
            for _ in range(100_000):
                line.sendall(b"HELP\r\n" * 1000)
        assert until(lambda: not inlet._sessions.dialogues)


def test_a_connection_lost_in_the_middle_of_a_message_leaves_nothing(office: Post, inlet: SmtpInlet) -> None:
    with socket.create_connection(("127.0.0.1", inlet.port), timeout=LONG) as line:
        line.sendall(
            b"EHLO x\r\nMAIL FROM:<a@players.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n" + MESSAGE
        )
    mail(inlet)
    assert [arrival.raw for arrival in office.stored] == [MESSAGE]


def test_by_lmtp_each_recipient_has_an_answer(office: Post, opened: Open) -> None:
    inlet = opened(speaks_lmtp=True)
    with smtplib.LMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG) as session:
        session.ehlo()
        session.mail("alice@players.example")
        assert session.rcpt("judge+a@judge.example")[0] == 250
        assert session.rcpt("nobody@judge.example")[0] == 550
        assert session.rcpt("judge+b@judge.example")[0] == 250
        assert session.data(MESSAGE)[0] == 250
        assert session.getreply()[0] == 250
        assert session.noop()[0] == 250
    assert office.stored[0].recipients == ("judge+a@judge.example", "judge+b@judge.example")


def test_by_lmtp_each_recipient_is_refused(office: Post, opened: Open) -> None:
    inlet = opened(speaks_lmtp=True, message_bytes=1_024)
    office.failure = OSError("disk full")
    with smtplib.LMTP("127.0.0.1", inlet.port, "mx.players.example", timeout=LONG) as session:
        for raw, code in ((MESSAGE, 451), (MESSAGE * 100, 552)):
            session.ehlo_or_helo_if_needed()
            session.mail("alice@players.example")
            session.rcpt("judge+a@judge.example")
            session.rcpt("judge+b@judge.example")
            assert session.data(raw)[0] == code
            assert session.getreply()[0] == code


def test_a_port_in_use_is_reported_at_start(office: Post, inlet: SmtpInlet) -> None:
    second = SmtpInlet(SmtpSettings(port=inlet.port), office.context(), lambda: NOON)
    with pytest.raises(OSError, match="address already in use"):
        second.start()


def test_tokens_are_not_logged(office: Post, inlet: SmtpInlet, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        mail(inlet, MESSAGE, "judge+france.k3q9@judge.example")
    assert len(office.stored) == 1
    assert "k3q9" not in caplog.text


def test_addresses() -> None:
    assert may_be_address("judge+mordor.g7.k3q9@judge.example")
    assert may_be_address("zoë@players.example")
    assert not may_be_address("a b@players.example")
    assert not may_be_address("a\r\n@players.example")


@pytest.mark.parametrize(
    "said",
    [
        "<ann@x.org>",
        "<ann.lee@x.org> SIZE=120",
        "<judge+seat.std1.abcd@judge.example>  BODY=8BITMIME SIZE=7",
        "<a..b@x.org>",
        "<.a@x.org>",
        "<ann@x.org> (hello) SIZE=1",
        "<ann@x.org>SIZE=1",
        "<ann@[127.0.0.1]>",
        '<"ann lee"@x.org>',
        "ann@x.org",
        "<>",
        "<ann>",
        "< ann@x.org >",
        "<@relay.example:ann@x.org>",
    ],
)
def test_a_plain_address_is_read_as_the_library_would(said: str) -> None:
    session = object.__new__(Dialogue)
    assert session._getaddr(said) == _library(session, said)


def _library(session: Dialogue, said: str) -> tuple[str | None, str | None]:
    try:
        return SMTP._getaddr(session, said)
    except (IndexError, ValueError, AttributeError):
        return None, None


@pytest.mark.parametrize("address", ["<a..b@[x>", "<@,>", '<"a@x.org>', "<a@x.org", "<(>", "<\xff@x.org>"])
def test_a_broken_address_is_refused_and_the_session_goes_on(inlet: SmtpInlet, address: str) -> None:
    mail, rcpt = f"MAIL FROM:{address}\r\n".encode(), f"RCPT TO:{address}\r\n".encode()
    replies = said_at_once(inlet, b"EHLO x\r\n" + mail + b"RSET\r\nMAIL FROM:<>\r\n" + rcpt + b"QUIT\r\n")
    codes = [reply[:3] for reply in replies]
    assert codes[:2] == [b"220", b"250"]
    assert codes[3:5] == [b"250", b"250"]
    assert codes[5].startswith(b"5")
    assert codes[6] == b"221"


@pytest.mark.parametrize("lmtp", [False, True])
def test_passwords_are_never_asked_for(opened: Open, lmtp: bool) -> None:
    inlet = opened(speaks_lmtp=lmtp)
    with (smtplib.LMTP if lmtp else smtplib.SMTP)("127.0.0.1", inlet.port) as server:
        server.ehlo("x")
        assert "size" in server.esmtp_features
        assert "auth" not in server.esmtp_features
        assert server.docmd("AUTH", "PLAIN AGFubgBzZWNyZXQ=")[0] >= 500


def test_the_private_members_of_the_library_are_those_of_the_pinned_version(inlet: SmtpInlet) -> None:
    pinned = re.search(r'"aiosmtpd==([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert pinned
    assert metadata.version("aiosmtpd") == pinned[1]
    with socket.create_connection(("127.0.0.1", inlet.port)) as line:
        assert line.recv(3) == b"220"
        (dialogue,) = inlet._sessions.dialogues
        assert isinstance(dialogue._reader, asyncio.StreamReader)
        assert isinstance(dialogue._writer, asyncio.StreamWriter)
        own = {name for name in vars(SMTP) | vars(SMTP(object(), loop=inlet._loop)) if _is_private(name)}
    source = (ROOT / "pbem" / "inbound" / "smtp_session.py").read_text("utf-8")
    used = set(re.findall(r"(?:self|super\(\))\.(_[a-z]\w*)", source))
    assert used & (own | {"_reader", "_writer"}) == {"_reader", "_writer", "_getaddr"}


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_what_follows_a_message_at_once_is_the_next_command(office: Post, inlet: SmtpInlet) -> None:
    start = b"MAIL FROM:<a@players.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n"
    hello, bye = b"EHLO x\r\n", b"QUIT\r\n"
    replies = said_at_once(inlet, hello + start + b"one\r\n.\r\n" + start + b"two\r\n.\r\n" + bye)
    codes = [b"220", b"250", *[b"250", b"250", b"354", b"250"] * 2, b"221"]
    assert [reply[:3] for reply in replies] == codes
    assert [arrival.raw for arrival in office.stored] == [b"one\r\n", b"two\r\n"]


SENT_LETTERS = [
    b".\r\n",
    b"\r\n.\r\n",
    b"..\r\n.\r\n",
    b".a\r\n...\r\n\r\n\r\n.\r\n",
    b"a\r\n.\n.\r.\n\r\n.\r\n",
    b"\n.\r\n.\r\n",
    b"\r.\r\n\r\r\n.\r\n",
    b"x" * 40 + b"\r\n.\r\n",
    b"x" * 39 + b"\r\n.\r\n",
    b"x" * 38 + b"\r\n.\r\n",
    b"x" * 37 + b"\r\n.y\r\n.\r\n",
    b"x" * 500 + b"\r\n" + b"y" * 77 + b"\r\n.\r\n",
]


def test_a_message_is_read_as_the_library_would_in_whatever_pieces_it_comes(opened: Open) -> None:
    most = 40
    inlet = opened(message_bytes=most)
    ours, theirs = inlet._dialogue(), SMTP(object(), data_size_limit=most, loop=inlet._loop)
    for sent in SENT_LETTERS:
        raw = asyncio.run(_read_by(theirs, sent, len(sent)))
        assert {asyncio.run(_read_by(ours, sent, piece)) for piece in (1, 2, 3, 7, len(sent))} == {raw}
    assert raw is None  # the last is too large


async def _read_by(session: SMTP, sent: bytes, piece: int) -> bytes | None:
    """The message as it comes out of DATA, sent in pieces of that many octets; None if it is too large."""
    taken: list[bytes] = []
    refused: list[str | bytes] = []

    async def take(*told: Any) -> str:
        raw = told[-1] if isinstance(session, Dialogue) else told[-1].original_content
        taken.append(raw)
        return "250 OK"

    async def push(status: str | bytes) -> None:
        if status[:3] in ("552", b"552"):
            refused.append(status)

    reader = asyncio.StreamReader()
    session.session, session.envelope = Session(asyncio.get_running_loop()), Envelope()
    session.session.host_name, session.envelope.rcpt_tos = "x", [JUDGE]
    vars(session).update(
        _reader=reader, transport=object(), push=push, take=take, _handle_hooks={"DATA": take}
    )
    reading = asyncio.create_task(session.smtp_DATA(""))
    for start in range(0, len(sent), piece):
        await asyncio.sleep(0)
        reader.feed_data(sent[start : start + piece])
    await reading
    assert len(taken) + len(refused) == 1
    return taken[0] if taken else None


def test_a_connection_made_while_the_inlet_closes_is_closed(inlet: SmtpInlet) -> None:
    """Accepted, and not greeted yet: asyncio does not close such a connection when it is stopped."""
    address = ("127.0.0.1", inlet.port)
    may_go_on, asleep = threading.Event(), threading.Event()

    def stand_still() -> None:
        asleep.set()
        may_go_on.wait(LONG)

    inlet._loop.call_soon_threadsafe(stand_still)
    assert asleep.wait(LONG)
    with ThreadPoolExecutor(1) as other, socket.create_connection(address, timeout=LONG) as line:
        stopping = other.submit(inlet.stop)
        may_go_on.set()
        stopping.result(LONG)
        assert line.recv(100)[:3] in (b"", b"220")


def test_a_refusal_has_the_words_of_the_host_in_ascii(tmp_path: Path, opened: Open) -> None:
    (tmp_path / "sentences").mkdir()
    (tmp_path / "sentences" / "smtp.txt").write_text("{% block nobody %}Unbekannter Empfänger{% endblock %}")
    inlet = opened(own_templates=tmp_path)
    with context(inlet) as session:
        session.helo()
        session.mail("alice@players.example")
        assert session.rcpt("nobody@judge.example") == (550, b"5.1.1 Unbekannter Empf?nger")
        assert session.rcpt("no-at-sign") == (550, b"5.1.3 That is not an email address")


def test_a_refusal_whose_words_cannot_be_read_still_has_its_code(tmp_path: Path) -> None:
    (tmp_path / "sentences").mkdir()
    (tmp_path / "sentences" / "smtp.txt").write_text("{% block nobody %}{{ 1 / 0 }}{% endblock %}")
    assert Replies(tmp_path).nobody() == "550 5.1.1"
    assert Replies(None).nobody().startswith("550 5.1.1 There is nobody by that name here")
