"""Our inlets and our delivery with the servers and mail programs that people really use.

Postfix and Dovecot are started on loopback by tests/mailnet.sh, once for all tests here; s-nail and neomutt
are the players' mail programs.
"""

import contextlib
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

from pbem.core.tls import Security
from pbem.inbound.imap import ImapAccount, ImapInlet
from pbem.inbound.inlet import InletUnreachable, Reception, SetAside
from pbem.inbound.smtp import SmtpInlet
from pbem.inbound.smtp_session import SmtpSettings
from pbem.outbound.delivery import Delivery, DeliveryResult, MailToSend, Relay, Verdict
from pbem.store.arrival import Arrival
from tests.support.dovecot import bodies, missing
from tests.support.ports import free_port
from tests.support.waiting import LONG, until

SCRIPT = Path(__file__).parents[1] / "support" / "mailnet.sh"
NEEDED = ("dovecot", "postfix", "s-nail", "neomutt", "script", "swaks")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
MISSING = [name for name in NEEDED if shutil.which(name, path=PATH) is None]
MISSING += missing("imapd", "lmtpd", "sieve")
SECRET = "secret"  # noqa: S105 - of mailboxes that live as long as the test
VERP = "judge-bounce+17@judge.example"

pytestmark = [
    pytest.mark.mailnet,
    pytest.mark.skipif(os.geteuid() != 0, reason="Postfix is started by root only"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (.ci/run installs them)"),
]


class World:
    """The mail servers, and the ports at which we are expected."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = ("SMTP", "IMAP", "DELIVERY", "JUDGE", "JUDGE_LMTP")
        self.ports = {name: free_port() for name in names}

    def do(self, *words: str) -> str:
        environment = {f"MAILNET_{name}": str(port) for name, port in self.ports.items()}
        done = run([str(SCRIPT), *words], MAILNET_DIR=str(self.folder), **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextlib.contextmanager
    def box(self, who: str, folder: str = "INBOX") -> Iterator[Any]:
        with IMAPClient("127.0.0.1", self.ports["IMAP"], ssl=False, timeout=LONG) as client:
            client.login(who, SECRET)
            client.select_folder(folder)
            yield client

    def messages(self, who: str, folder: str = "INBOX") -> list[Message]:
        with self.box(who, folder) as client:
            return [message_from_bytes(body) for body in bodies(client)]

    def write(self, who: str, to: str, body: str, subject: str = "std3") -> None:
        """A message by s-nail, as many write from a shell."""
        settings = f"-S mta=smtp://127.0.0.1:{self.ports['SMTP']} -S smtp-auth=none"
        command = f"s-nail -:/ -S v15-compat {settings} -S from={who}@players.example -s {subject} {to}"
        done = run(shlex.split(command), body)
        assert done.returncode == 0, done.stderr

    def reply_by_s_nail(self, who: str, command: str, body: str) -> None:
        """A reply by s-nail to the last message in the mailbox; "reply to all" passes over Reply-To."""
        box = self.folder / f"{who}.mbox"
        box.write_bytes(b"From judge Mon Nov 23 09:00:00 2026\n" + self.messages(who)[-1].as_bytes() + b"\n")
        box.chmod(0o644)
        settings = f"-S mta=smtp://127.0.0.1:{self.ports['SMTP']} -S smtp-auth=none"
        settings += " -S reply-to-honour=yes" if command == "replysender" else ""
        call = f"s-nail -:/ -S v15-compat {settings} -S from={who}@players.example -~ -# -R -f {box}"
        done = run(shlex.split(call), f"{command} 1\n{body}\n~.\nexit\n")
        assert done.returncode == 0, done.stderr

    def answer(self, who: str, orders: str, key: str = "<reply>") -> None:
        """A reply by neomutt to the last message in the mailbox, the quote left above the orders."""
        home = Path(tempfile.mkdtemp(dir=self.folder))
        editor = home / "editor"
        editor.write_text(f"#!/bin/sh\nprintf '%s\\n' {shlex.quote(orders)} >> \"$1\"\n")
        editor.chmod(0o755)
        (home / "rc").write_text(
            f'set folder="imap://{who}@127.0.0.1:{self.ports["IMAP"]}/" spoolfile="+INBOX"\n'
            f'set imap_user="{who}" imap_pass="{SECRET}" ssl_starttls=no ssl_force_tls=no\n'
            f'set smtp_url="smtp://127.0.0.1:{self.ports["SMTP"]}/" from="{who}@players.example"\n'
            "set envelope_from=yes copy=no reply_to=yes include=yes fast_reply=yes wait_key=no quit=yes\n"
            f'set header_cache="" abort_unmodified=no editor="{editor}"\n'
        )
        keys = f"<last-entry>{key}<send-message><quit>"
        command = f"neomutt -n -F {home}/rc -e 'push \"{keys}\"'"
        done = run(["script", "-qec", command, "/dev/null"], HOME=str(home), TERM="vt100")
        assert done.returncode == 0, done.stdout


def run(command: list[str], given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        input=given,
        env={"PATH": PATH, "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        timeout=3 * LONG,
        check=False,
    )


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    folder = Path(tempfile.mkdtemp(prefix="mailnet."))
    folder.chmod(0o755)  # the servers run as users of their own
    running = World(folder)
    try:
        running.do("up")
        yield running
    finally:
        running.do("down")
        shutil.rmtree(folder, ignore_errors=True)


class Post:
    """Store messages in memory; can be made to fail that many times."""

    def __init__(self) -> None:
        self.stored: list[Arrival] = []
        self.told: list[SetAside] = []
        self.failures = 0
        self.news = threading.Condition()

    def keep(self, *arrivals: Arrival) -> None:
        with self.news:
            self.news.notify_all()
            if self.failures:
                self.failures -= 1
                raise RuntimeError("disk full")
            self.stored.extend(arrivals)

    def context(self) -> Reception:
        return Reception(
            self.keep, lambda address: address.startswith("judge"), self.is_stored, self.told.append
        )

    def is_stored(self, _: str, uid: str) -> bool:
        return any(one.uid == uid for one in self.stored)

    def first(self) -> Arrival:
        with self.news:
            assert self.news.wait_for(lambda: self.stored, LONG), "no message came"
        return self.stored[0]


@pytest.fixture
def context() -> Post:
    return Post()


@contextlib.contextmanager
def receiving(world: World, context: Post, **credentials: Any) -> Iterator[SmtpInlet]:
    name = "JUDGE_LMTP" if credentials.get("speaks_lmtp") else "JUDGE"
    inlet = SmtpInlet(
        SmtpSettings(port=world.ports[name], **credentials), context.context(), lambda: datetime.now(UTC)
    )
    inlet.start()
    try:
        yield inlet
    finally:
        inlet.stop()


@pytest.fixture
def inlet_of(world: World, context: Post) -> Iterator[Callable[..., ImapInlet]]:
    made: list[ImapInlet] = []

    def make(**settings: Any) -> ImapInlet:
        account = ImapAccount(
            host="127.0.0.1",
            port=world.ports["IMAP"],
            user="judge",
            password=SECRET,
            security=Security.NONE,
            timeout_seconds=LONG,
            **settings,
        )
        made.append(ImapInlet(account, context.context()))
        return made[-1]

    yield make
    for inlet in made:
        inlet.stop()
    for folder in ("INBOX", "Judged", "Too large"):
        _empty(world, "judge", folder)


def _empty(world: World, who: str, folder: str = "INBOX") -> None:
    with world.box(who) as client:
        if client.folder_exists(folder):
            client.select_folder(folder)
            client.delete_messages(client.search())
            client.expunge()


def send(world: World, to: str, **headers: str) -> DeliveryResult:
    """A report as the service sends it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "The Judge <judge@judge.example>", to, "std3 Spring 1901"
    if "Reply_To" not in headers:
        mail["Reply-To"] = "judge+france.std3.k3q9@judge.example"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content("France:\n  A Paris - Picardy   bounced\n\nOrders are due on Friday.\n")
    delivery = Delivery(Relay(port=world.ports["SMTP"]))
    ((_, fates),) = delivery.deliver([MailToSend(17, VERP, (to,), mail.as_bytes())])
    delivery.close()
    return fates[to]


def now_in_whole_seconds() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


@pytest.mark.parametrize(("domain", "speaks_lmtp"), [("judge.example", False), ("lmtp.judge.example", True)])
def test_orders_by_s_nail_through_postfix(
    world: World, context: Post, domain: str, speaks_lmtp: bool
) -> None:
    before = datetime.now(UTC)
    with receiving(world, context, speaks_lmtp=speaks_lmtp):
        world.write(
            "alice", f"judge+france.std3.k3q9@{domain}", "A Paris - Burgundy\nA Marseille tient – é\n"
        )
        arrival = context.first()
    assert arrival.envelope_from == "alice@players.example"
    assert arrival.recipients == (f"judge+france.std3.k3q9@{domain}",)
    assert before <= arrival.received <= datetime.now(UTC)
    message = message_from_bytes(arrival.raw)
    assert (
        message.get_payload(decode=True)
        == b"A Paris - Burgundy\r\nA Marseille tient \xe2\x80\x93 \xc3\xa9\r\n"
    )


def test_a_message_that_could_not_be_stored_comes_again(world: World, context: Post) -> None:
    context.failures = 1
    with receiving(world, context):
        world.write("alice", "judge@judge.example", "A Paris - Burgundy")
        assert context.first().envelope_from == "alice@players.example"
    assert context.failures == 0


def test_a_huge_message_comes_back_to_the_player_with_our_words(world: World, context: Post) -> None:
    _empty(world, "alice")
    with receiving(world, context, text_bytes=20_480):
        world.write("alice", "judge@judge.example", "A Paris - Burgundy\n" * 5_000)
        assert until(lambda: world.messages("alice"))
    bounce = world.messages("alice")[0].as_string()
    assert "larger than 20 KiB; please send your orders as plain text" in " ".join(bounce.split())
    assert context.stored == []


def test_a_message_to_nobody_comes_back_to_the_player_not_to_us(world: World, context: Post) -> None:
    _empty(world, "alice")
    with receiving(world, context):
        world.write("alice", "nobody@judge.example", "A Paris - Burgundy")
        assert until(lambda: world.messages("alice"))
    assert "There is nobody by that name here" in " ".join(world.messages("alice")[0].as_string().split())
    assert context.stored == []


def test_a_report_is_answered_by_neomutt_with_the_quote_left_in(world: World, context: Post) -> None:
    _empty(world, "bob")
    with receiving(world, context):
        assert send(world, "bob@players.example", Auto_Submitted="auto-generated") == DeliveryResult(
            Verdict.SENT
        )
        assert until(lambda: world.messages("bob"))
        world.answer("bob", "A Paris - Burgundy")
        arrival = context.first()
    assert arrival.recipients == ("judge+france.std3.k3q9@judge.example",)
    body = message_from_bytes(arrival.raw).get_payload(decode=True)
    assert isinstance(body, bytes)
    assert b"wrote:\r\n> France:\r\n>   A Paris - Picardy" in body
    assert body.rstrip().endswith(b"A Paris - Burgundy")


OF_PRESS = "judge+germany.std3.aaaaaaaaaaaaaaaa.bbbbbbbb@judge.example"
TO_ALL = "judge+all.bbbbbbbb@judge.example"


@pytest.mark.parametrize(
    ("program", "command", "expected"),
    [
        ("neomutt", "<reply>", {OF_PRESS}),
        ("neomutt", "<group-reply>", {OF_PRESS, TO_ALL}),
        ("s-nail", "replysender", {OF_PRESS}),
        ("s-nail", "replyall", {"judge@judge.example", TO_ALL}),
    ],
)
def test_a_reply_to_press_goes_to_its_conversation_and_one_to_all_to_all(
    world: World, context: Post, program: str, command: str, expected: set[str]
) -> None:
    """The addresses are those of Reply-To and Cc in a press message, by whatever program it is answered."""
    _empty(world, "bob")
    with receiving(world, context):
        press = {
            "Reply_To": OF_PRESS,
            "Cc": TO_ALL,
            "Message_ID": f"<{program}.{len(command)}@judge.example>",
        }
        assert send(world, "bob@players.example", **press) == DeliveryResult(Verdict.SENT)
        assert until(lambda: world.messages("bob"))
        if program == "neomutt":
            world.answer("bob", "Gladly.", command)
        else:
            world.reply_by_s_nail("bob", command, "Gladly.")
        context.first()
        until(lambda: {one for arrival in context.stored for one in arrival.recipients} >= expected)
    assert {one for arrival in context.stored for one in arrival.recipients} == expected
    headers = message_from_bytes(context.stored[0].raw)
    assert all(one in f"{headers['To']} {headers['Cc']}" for one in expected)


def test_a_report_to_nobody_comes_back_to_its_own_bounce_address(world: World, context: Post) -> None:
    with receiving(world, context):
        assert (
            send(world, "nobody@players.example").verdict is Verdict.SENT
        )  # by the relay, not yet by Dovecot
        arrival = context.first()
    assert (arrival.envelope_from, arrival.recipients) == ("", (VERP,))
    bounce = message_from_bytes(arrival.raw)
    assert bounce.get_content_type() == "multipart/report"
    assert "nobody@players.example" in bounce.as_string()


def test_an_autoresponder_stays_silent_because_the_report_says_what_it_is(
    world: World, context: Post
) -> None:
    _empty(world, "carol")
    world.do("away", "carol", "A Paris - Burgundy")
    with receiving(world, context):
        send(world, "carol@players.example", Auto_Submitted="auto-generated", Message_ID="<1@judge.example>")
        assert until(lambda: len(world.messages("carol")) == 1)
        send(world, "carol@players.example", Message_ID="<2@judge.example>")  # this one does not say it
        arrival = context.first()
    world.do("back", "carol")
    answer = message_from_bytes(arrival.raw)
    assert "<2@judge.example>" in str(answer["In-Reply-To"]) + str(answer["References"])
    assert str(answer["Auto-Submitted"]).startswith("auto-replied")
    assert len(context.stored) == 1


def test_messages_in_dovecot_are_announced_and_taken(
    world: World, context: Post, inlet_of: Callable[..., ImapInlet]
) -> None:
    before = now_in_whole_seconds()
    inlet_of(poll_seconds=3600).start()
    world.write("alice", "judge+france.std3.k3q9@imap.judge.example", "A Paris - Burgundy")
    arrival = context.first()
    assert arrival.recipients == ("judge+france.std3.k3q9@imap.judge.example",)
    assert arrival.envelope_from == "alice@players.example"
    assert before <= arrival.received <= datetime.now(UTC) + timedelta(seconds=1)
    assert until(lambda: not world.messages("judge"))
    assert len(world.messages("judge", "Judged")) == 1
    world.write("alice", "judge@imap.judge.example", "A Paris - Picardy")
    assert until(lambda: len(context.stored) == 2)


def test_dovecot_hanging_up_is_survived(
    world: World, context: Post, inlet_of: Callable[..., ImapInlet]
) -> None:
    inlet_of(poll_seconds=3600).start()
    world.write("alice", "judge@imap.judge.example", "A Paris - Burgundy")
    context.first()
    world.do("hang-up", "judge")
    world.write("alice", "judge@imap.judge.example", "A Paris - Picardy")
    assert until(lambda: len(context.stored) == 2)


def test_messages_with_new_uids_in_dovecot_are_read_again(
    world: World, context: Post, inlet_of: Callable[..., ImapInlet]
) -> None:
    inlet = inlet_of(done_folder=None)
    world.write("alice", "judge@imap.judge.example", "A Paris - Burgundy")
    assert until(lambda: world.messages("judge"))
    inlet.empty_until(datetime.now(UTC))
    inlet.empty_until(datetime.now(UTC))
    assert len(context.stored) == 1
    world.do("renumber", "judge")
    inlet.empty_until(datetime.now(UTC))
    first, second = context.stored
    assert first.raw == second.raw  # the store knows it by its Message-ID
    assert first.uid != second.uid


def test_five_thousand_messages_in_dovecot_at_first_start(
    world: World, context: Post, inlet_of: Callable[..., ImapInlet]
) -> None:
    inlet_of().empty_until(datetime.now(UTC))  # so that all folders are there
    context.stored.clear()
    new = world.folder / "boxes/mail/judge/new"
    owner = new.stat()
    for number in range(5_000):
        path = new / f"1700000000.M{number}.old"
        path.write_bytes(b"Message-ID: <%d@players.example>\nTo: judge@x.example\n\nhi\n" % number)
        os.chown(path, owner.st_uid, owner.st_gid)
        os.utime(path, (1_700_000_000 + number, 1_700_000_000 + number))
    inlet_of().empty_until(datetime.now(UTC))
    assert len({one.raw for one in context.stored}) == len(context.stored) == 5_000
    assert {one.received.timestamp() - 1_700_000_000 for one in context.stored} == set(range(5_000))
    with world.box("judge") as client:
        assert client.folder_status("Judged")[b"MESSAGES"] == 5_000
        assert client.search() == []


def test_a_huge_message_in_dovecot_is_set_aside(
    world: World, context: Post, inlet_of: Callable[..., ImapInlet]
) -> None:
    world.write("alice", "judge@imap.judge.example", "A Paris - Burgundy\n" * 5_000)
    assert until(lambda: world.messages("judge"))
    inlet_of(message_bytes=20_000).empty_until(datetime.now(UTC))
    (told,) = context.told
    assert (told.sender, told.subject, told.where) == ("alice@players.example", "std3", "Too large")
    assert (context.stored, len(world.messages("judge", "Too large"))) == ([], 1)


def test_a_wrong_password_is_refused_in_words_without_it(world: World, context: Post) -> None:
    account = ImapAccount(
        host="127.0.0.1",
        port=world.ports["IMAP"],
        user="judge",
        password="wrong-but-secret",  # noqa: S106 - a wrong one
        security=Security.NONE,
    )
    with pytest.raises(InletUnreachable, match="Authentication failed") as refused:
        ImapInlet(account, context.context()).empty_until(datetime.now(UTC))
    assert "wrong-but-secret" not in str(refused.value)


def test_any_dialogue_of_swaks_ends_in_a_plain_answer(world: World, context: Post) -> None:
    with receiving(world, context) as inlet:
        server = f"swaks --server 127.0.0.1:{inlet.port} --from a@players.example --body x"
        recipients = ("judge@judge.example", "nobody@judge.example")
        codes = [run([*shlex.split(server), "--to", to]).returncode for to in recipients]
    assert codes == [0, 24]  # 24: no recipient was accepted
    assert len(context.stored) == 1
