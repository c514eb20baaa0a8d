"""Measure how quickly a receiver accepts messages.

A separate process sends the messages, as other machines would, each over a new connection and CONNECTIONS at
a time. That process is started before the measurement, and neither side looks up its host name.
"""

import multiprocessing
import smtplib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from time import perf_counter

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.ports import free_port
from tests.support.waiting import LONG

CONNECTIONS = 20

Posted = tuple[str, str, bytes]  # sender, recipient and the message
Post = Callable[[Sequence[Posted], int], float]
"""Sends all these messages to a port; returns the wall-clock seconds until the last was accepted."""

A_PROCESS = partial(ProcessPoolExecutor, 1, multiprocessing.get_context("spawn"))


class Sink:
    """A mail server that accepts everything and stores nothing."""

    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        return "250 OK"


@contextmanager
def receiver_of(handler: object) -> Iterator[int]:
    """Context manager: run a plain aiosmtpd server with *handler*; yield its port."""
    receiver = Controller(
        handler, hostname="127.0.0.1", port=free_port(), server_hostname="localhost", ready_timeout=LONG
    )
    receiver.start()
    try:
        yield receiver.port
    finally:
        receiver.stop()


def null_receiver() -> AbstractContextManager[int]:
    """Return a context manager that runs a receiver which stores nothing, and yields its port."""
    return receiver_of(Sink())


@contextmanager
def senders(begin: Callable[[], Executor] = A_PROCESS) -> Iterator[Post]:
    """Context manager: yield a function that sends messages; it raises an smtplib error if one is refused."""
    with begin() as outside:
        outside.submit(post_all, (), 0).result()  # waits until the process has started
        yield lambda messages, port: outside.submit(post_all, messages, port).result()


def post_all(messages: Sequence[Posted], port: int) -> float:
    begun = perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for _ in pool.map(partial(_post, port), messages):
            pass
    return perf_counter() - begun


def _post(port: int, message: Posted) -> None:
    sender, to, raw = message
    with smtplib.SMTP("127.0.0.1", port, "senders.example", timeout=60) as session:
        session.sendmail(sender, [to], raw)
