"""Each message of an IMAP folder comes in once, in time, whatever happens to the connection."""

import asyncio
import contextlib
import socket
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from proxyprotocol.reader import ProxyProtocolReader
from pymap.backend.dict import DictBackend
from pymap.imap import IMAPServer
from pysasl.hashing import Cleartext

from pbem.core.tls import Security
from pbem.inbound.imap import ImapAccount, ImapInlet
from pbem.inbound.inlet import InletUnreachable, Reception, SetAside, wait_seconds
from pbem.store.arrival import Arrival
from tests.support.ports import free_port
from tests.support.threaded_server import Threaded
from tests.support.waiting import LONG, until

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)
PASSWORD = "quite-secret"  # noqa: S105 - of a mail server that lives as long as the test


def message(number: int, body: str = "A Paris - Burgundy") -> bytes:
    return (
        f"Return-Path: <alice+news@players.example>\r\n"
        f"Delivered-To: <judge+france.k3q9@judge.example>\r\n"
        f"From: Alice <alice@players.example>\r\nTo: judge@judge.example\r\n"
        f"Message-ID: <{number}@players.example>\r\nSubject: std3\r\n\r\n{body}\r\n"
    ).encode()


class Post:
    """Store messages in memory, each Message-ID once; can be made to fail."""

    def __init__(self) -> None:
        self.stored: dict[bytes, Arrival] = {}
        self.uids: set[str] = set()
        self.told: list[SetAside] = []
        self.offered = 0
        self.spoilt: Callable[[Arrival], bool] = lambda _: False
        self.has_letter = threading.Event()

    def keep(self, *arrivals: Arrival) -> None:
        (arrival,) = arrivals
        self.offered += 1
        if self.spoilt(arrival):
            raise RuntimeError("db is locked")
        self.stored.setdefault(arrival.raw.split(b"Message-ID: ")[1].split(b"\r\n")[0], arrival)
        self.uids.add(str(arrival.uid))
        self.has_letter.set()

    def context(self) -> Reception:
        return Reception(
            keep=self.keep,
            is_ours=lambda address: address.endswith("@judge.example"),
            is_stored=lambda _, uid: uid in self.uids,
            tell=self.told.append,
        )


class Server(Threaded):
    """An IMAP server in a thread, and a wire to it that can be cut."""

    def __init__(self) -> None:
        super().__init__(self._serving)

    async def _serving(self, _: asyncio.AbstractEventLoop) -> asyncio.Server:
        nothing = dict.fromkeys(("cert", "key", "passlib_cfg", "proxy_protocol", "inherited_sockets"))
        user = {"demo_data": False, "demo_user": "judge", "demo_password": PASSWORD}
        args = Namespace(host="127.0.0.1", port=0, debug=False, tls=False, **nothing, **user)
        backend, config = await DictBackend.init(args, hash_context=Cleartext())
        config.apply_context()
        reader = ProxyProtocolReader(config.proxy_protocol)
        serve = reader.get_callback(IMAPServer(backend.login, config))
        return await asyncio.start_server(serve, "127.0.0.1", 0)

    @contextlib.contextmanager
    def client(self) -> Iterator[Any]:
        with IMAPClient("127.0.0.1", self.port, ssl=False, timeout=LONG) as client:
            client.login("judge", PASSWORD)
            yield client

    def put(self, messages: Sequence[bytes], folder: str = "INBOX", when: datetime = NOON) -> None:
        with self.client() as client:
            for raw in messages[:1]:
                client.append(folder, raw, msg_time=when)
            if messages[1:]:
                client.multiappend(folder, [{"msg": raw, "date": when} for raw in messages[1:]])

    def count(self, folder: str) -> int:
        with self.client() as client:
            return int(client.folder_status(folder)[b"MESSAGES"])


class Wire:
    """A way to the server that can be cut, after that many bytes or at once, or carries few at once."""

    def __init__(self, port: int, bytes_to_go: int, at_a_time: int = 4096) -> None:
        self.to, self.bytes_to_go, self.at_a_time = port, bytes_to_go, at_a_time
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.ends: list[socket.socket] = []
        self.calls = 0
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                self.calls += 1
                self.ends.append(near)
                far = socket.create_connection(("127.0.0.1", self.to))
                self.ends.append(far)
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            sink.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            while piece := source.recv(self.at_a_time):
                self.bytes_to_go -= len(piece)
                if self.bytes_to_go < 0:
                    break
                sink.sendall(piece)
                time.sleep(0.01 if self.at_a_time < 4096 else 0)
        self.cut([source, sink])

    def cut(self, ends: Sequence[socket.socket] | None = None) -> None:
        for end in self.ends if ends is None else ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.cut()
        for end in self.ends:
            end.close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def context() -> Post:
    return Post()


Start = Callable[..., ImapInlet]


@pytest.fixture
def inlet_of(server: Server, context: Post) -> Iterator[Start]:
    made: list[ImapInlet] = []

    def make(port: int | None = None, **settings: Any) -> ImapInlet:
        account = ImapAccount(
            host="127.0.0.1",
            user="judge",
            password=settings.pop("password", PASSWORD),
            port=port or server.port,
            security=Security.NONE,
            timeout_seconds=LONG,
            **settings,
        )
        made.append(ImapInlet(account, context.context()))
        return made[-1]

    yield make
    for inlet in made:
        inlet.stop()


@pytest.fixture
def idling(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Counts how often IDLE was begun: this server overlooks messages that come at the very moment."""
    begun = threading.Semaphore(0)
    idle: Callable[..., None] = IMAPClient.idle

    def noted_idle(client: Any) -> None:
        idle(client)
        begun.release()

    monkeypatch.setattr(IMAPClient, "idle", noted_idle)
    return begun


def test_a_message_is_stored_with_the_time_the_mail_server_had_it(
    server: Server, context: Post, inlet_of: Start
) -> None:
    server.put([message(1)], when=NOON - timedelta(hours=3))
    inlet_of().empty_until(NOON)
    arrival = context.stored[b"<1@players.example>"]
    assert arrival.raw == message(1)
    assert arrival.received == NOON - timedelta(hours=3)
    assert arrival.received.utcoffset() == timedelta(0)
    assert arrival.envelope_from == "alice+news@players.example"
    assert arrival.recipients == ("judge+france.k3q9@judge.example", "judge@judge.example")
    assert (server.count("INBOX"), server.count("Judged")) == (0, 1)


def test_a_message_is_not_marked_before_it_is_stored(server: Server, context: Post, inlet_of: Start) -> None:
    server.put([message(1)])
    context.spoilt = lambda _: True
    with pytest.raises(InletUnreachable, match="no message could be stored"):
        inlet_of().empty_until(NOON)
    with server.client() as client:
        client.select_folder("INBOX")
        assert client.search("UNSEEN") == client.search("ALL") != []


def test_a_message_that_cannot_be_stored_does_not_hold_up_the_others(
    server: Server, context: Post, inlet_of: Start
) -> None:
    server.put([message(number) for number in range(3)])
    context.spoilt = lambda arrival: b"<1@" in arrival.raw
    with pytest.raises(InletUnreachable, match="1 message could not be stored"):
        inlet_of().empty_until(NOON)
    assert sorted(context.stored) == [b"<0@players.example>", b"<2@players.example>"]
    assert (server.count("INBOX"), server.count("Judged")) == (1, 2)
    context.spoilt = lambda _: False
    inlet_of().empty_until(NOON)
    assert len(context.stored) == 3


def test_dying_between_storing_and_moving_is_harmless(
    server: Server, context: Post, inlet_of: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.put([message(1)])
    with monkeypatch.context() as power, pytest.raises(InletUnreachable, match="power failure"):
        power.setattr(IMAPClient, "move", _dies)
        inlet_of().empty_until(NOON)
    assert (len(context.stored), server.count("INBOX")) == (1, 1)
    inlet_of().empty_until(NOON)
    assert (context.offered, server.count("INBOX"), server.count("Judged")) == (1, 0, 1)


def _dies(*_: object) -> None:
    raise OSError("power failure")


def test_another_connection_that_moves_messages_first_is_no_trouble(
    server: Server, context: Post, inlet_of: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three messages one is gone when they are to be moved; Dovecot then moves none of them."""
    move = IMAPClient.move

    def moved_by_others(client: Any, uids: Sequence[int], folder: str) -> None:
        monkeypatch.setattr(IMAPClient, "move", move)
        client.move(uids[:1], folder)
        raise IMAPClientError("move failed: [EXPUNGEISSUED] Some of the requested messages no longer exist")

    monkeypatch.setattr(IMAPClient, "move", moved_by_others)
    server.put([message(1), message(2), message(3)])
    inlet = inlet_of()
    inlet.empty_until(NOON)
    assert (len(context.stored), server.count("INBOX"), inlet.trouble) == (3, 2, None)
    inlet.empty_until(NOON)
    assert (context.offered, server.count("INBOX"), server.count("Judged")) == (3, 0, 3)


def test_only_one_connection_at_a_time_moves_messages(
    server: Server, context: Post, inlet_of: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dovecot left a message twice in the other folder when both moved it at once."""
    move, at_work, most = IMAPClient.move, [0], [0]

    def slowly(client: Any, uids: Sequence[int], folder: str) -> None:
        at_work[0] += 1
        most[0] = max(most[0], at_work[0])
        time.sleep(0.05)
        move(client, uids, folder)
        at_work[0] -= 1

    monkeypatch.setattr(IMAPClient, "move", slowly)
    server.put([message(1), message(2)])
    inlet = inlet_of()
    looks = [threading.Thread(target=inlet.empty_until, args=(NOON,)) for _ in range(3)]
    for look in looks:
        look.start()
    for look in looks:
        look.join()
    assert (most, server.count("Judged"), len(context.stored)) == ([1], 2, 2)


def test_the_server_announces_a_new_message(
    server: Server, context: Post, inlet_of: Start, idling: threading.Semaphore
) -> None:
    inlet = inlet_of(poll_seconds=3600)
    inlet.start()
    for number in range(2):
        assert idling.acquire(timeout=LONG)
        context.has_letter.clear()
        server.put([message(number)])
        assert context.has_letter.wait(LONG)
    assert inlet.trouble is None


def test_an_announcement_that_comes_in_pieces_is_no_fault_of_the_connection(
    server: Server, context: Post, inlet_of: Start, idling: threading.Semaphore
) -> None:
    wire = Wire(server.port, 10**9, at_a_time=5)
    inlet = inlet_of(wire.port, poll_seconds=3600)
    inlet.start()
    assert idling.acquire(timeout=LONG)
    server.put([message(1)])
    assert context.has_letter.wait(LONG)
    assert idling.acquire(timeout=LONG)
    assert (inlet.trouble, wire.calls) == (None, 1)
    inlet.stop()
    wire.close()


def test_a_message_that_arrives_between_the_search_and_idle_is_not_missed(
    server: Server, context: Post, inlet_of: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    search: Callable[..., Any] = IMAPClient.search
    late = iter([message(1)])

    def search_and_then_one_comes(client: Any, criteria: str) -> Any:
        found = search(client, criteria)
        for raw in late:
            server.put([raw])
            client.noop()  # the server tells of it now, in an answer to something else
        return found

    monkeypatch.setattr(IMAPClient, "search", search_and_then_one_comes)
    inlet_of(poll_seconds=3600).start()
    assert context.has_letter.wait(LONG)


def test_the_folder_is_polled_if_the_server_announces_nothing(
    server: Server, context: Post, inlet_of: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IMAPClient, "has_capability", lambda *_: False)
    inlet_of(poll_seconds=0.05).start()
    server.put([message(1)])
    assert context.has_letter.wait(LONG)
    server.put([message(2)])
    assert until(lambda: len(context.stored) == 2)
    assert server.count("INBOX") == 2  # neither MOVE nor UIDPLUS: they stay, and are not taken again
    assert context.offered == 2


def test_idle_is_renewed_and_stopped(inlet_of: Start, idling: threading.Semaphore) -> None:
    inlet = inlet_of(poll_seconds=0.1)
    begun = time.monotonic()
    inlet.start()
    for _ in range(3):
        assert idling.acquire(timeout=LONG)
    assert time.monotonic() - begun >= 0.2
    inlet.stop()
    assert not inlet._thread.is_alive()


def test_a_connection_lost_while_waiting_is_opened_again(
    server: Server, context: Post, inlet_of: Start, idling: threading.Semaphore
) -> None:
    wire = Wire(server.port, 10**9)
    inlet_of(wire.port, poll_seconds=3600).start()
    assert idling.acquire(timeout=LONG)
    wire.cut()
    assert idling.acquire(timeout=LONG)
    server.put([message(1)])
    assert context.has_letter.wait(LONG)
    assert wire.calls >= 2
    wire.close()


@pytest.mark.parametrize("bytes_to_go", [30, 400, 900, 20_000, 150_000])
def test_a_connection_lost_in_the_middle_loses_nothing(
    server: Server, context: Post, inlet_of: Start, bytes_to_go: int
) -> None:
    server.put([message(number, "x" * 5_000) for number in range(60)])
    wire = Wire(server.port, bytes_to_go)
    with pytest.raises(InletUnreachable, match="could not be emptied up to Fri 4 Dec 2026, 12:00 UTC"):
        inlet_of(wire.port, batch_messages=10).empty_until(NOON)
    wire.close()
    inlet_of().empty_until(NOON)
    assert (len(context.stored), server.count("INBOX"), server.count("Judged")) == (60, 0, 60)


def test_messages_with_new_uids_are_read_again_and_recognised(
    server: Server, context: Post, inlet_of: Start
) -> None:
    with server.client() as client:
        client.create_folder("Post")
    inlet = inlet_of(folder="Post", done_folder=None)
    server.put([message(1)], "Post")
    inlet.empty_until(NOON)
    inlet.empty_until(NOON)
    assert context.offered == 1
    with server.client() as client:
        client.delete_folder("Post")
        client.create_folder("Post")
    server.put([message(1), message(2)], "Post")
    inlet.empty_until(NOON)
    assert (context.offered, len(context.stored), len(context.uids)) == (3, 2, 3)


def test_a_full_mailbox_at_first_start_is_taken_in_batches(
    server: Server, context: Post, inlet_of: Start
) -> None:
    server.put([message(number) for number in range(500)])
    inlet_of(batch_messages=150).empty_until(NOON)
    assert (len(context.stored), context.offered) == (500, 500)
    assert (server.count("INBOX"), server.count("Judged")) == (0, 500)


def test_a_huge_message_is_set_aside_unread_and_reported(
    server: Server, context: Post, inlet_of: Start
) -> None:
    server.put([message(1, "x" * 20_000), message(2)])
    inlet_of(message_bytes=10_000).empty_until(NOON)
    assert list(context.stored) == [b"<2@players.example>"]
    size = len(message(1, "x" * 20_000))
    facts = [(one.where, one.size_bytes, one.sender, one.subject) for one in context.told]
    assert facts == [("Too large", size, "alice@players.example", "std3")]
    assert (server.count("INBOX"), server.count("Too large"), server.count("Judged")) == (0, 1, 1)


def test_a_wrong_password_is_reported_without_the_password(
    server: Server, context: Post, inlet_of: Start
) -> None:
    inlet = inlet_of(password="wrong-but-secret")  # noqa: S106 - a wrong one
    with pytest.raises(InletUnreachable) as refused:
        inlet.empty_until(NOON)
    assert "wrong-but-secret" not in str(refused.value)
    assert "wrong-but-secret" not in repr(inlet.account)
    assert inlet.trouble
    assert len(inlet.trouble) <= 200
    assert "b'" not in inlet.trouble
    assert inlet.is_refused


def test_a_server_that_is_down_is_reported_and_tried_again(context: Post) -> None:
    nowhere = free_port()
    account = ImapAccount(host="127.0.0.1", user="judge", password="x", port=nowhere, security=Security.NONE)  # noqa: S106 - nobody asks for it
    inlet = ImapInlet(account, context.context())
    inlet.start()
    assert until(lambda: inlet.trouble is not None)
    with pytest.raises(InletUnreachable, match="Connection refused"):
        inlet.empty_until(NOON)
    inlet.stop()


def test_waits_grow_and_are_bounded() -> None:
    assert [wait_seconds(failures) for failures in (1, 2, 3, 4, 7, 1000)] == [1, 2, 4, 8, 60, 60]
