"""Reserve ports for servers that start later, and wait until these listen."""

import atexit
import socket
import sys
import time

from tests.support.waiting import LONG

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """Return a port that stays reserved until this process ends.

    A server that sets SO_REUSEADDR may listen there, repeatedly. Only Linux allows that while the port is
    bound; elsewhere the port is only free at the moment of the call.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind((LOOPBACK, 0))
    port = int(reserved.getsockname()[1])
    if sys.platform == "linux":
        atexit.register(reserved.close)
    else:
        reserved.close()
    return port


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0


def wait_until_listens(port: int, seconds: float = LONG) -> None:
    """Wait until the port accepts connections. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not listens(port):
        if time.monotonic() > end:
            raise TimeoutError(f"nobody listens at port {port} after {seconds} seconds")
        time.sleep(0.01)
