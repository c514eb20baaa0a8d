"""At which port may a server listen that is begun later?  At one that nobody else is given meanwhile."""

import atexit
import socket
import sys
import time

from tests.support.waiting import LONG

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """Kept for us until we end: who reuses addresses, as servers do, may listen there, again and again.

    Nobody listens there until then. Only Linux lets others reuse what is kept; elsewhere it was free now.
    """
    stored = socket.socket()
    stored.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    stored.bind((LOOPBACK, 0))
    port = int(stored.getsockname()[1])
    if sys.platform == "linux":
        atexit.register(stored.close)
    else:
        stored.close()
    return port


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0


def wait_until_listens(port: int, seconds: float = LONG) -> None:
    """Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not listens(port):
        if time.monotonic() > end:
            raise TimeoutError(f"nobody listens at port {port} after {seconds} seconds")
        time.sleep(0.05)
