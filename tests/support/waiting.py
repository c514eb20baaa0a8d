"""How long does a test wait for what must come?  Only a fault lasts as long."""

import signal
import time
from collections.abc import Callable

LONG = 60  # seconds; a busy machine may stand still for some


def end_in_good_order() -> None:
    """Have SIGTERM and SIGHUP end us as Ctrl-C does, so that no server which we began is left running."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


def until(is_so: Callable[[], object], seconds: float = LONG) -> bool:
    """Was it so in time?"""
    end = time.monotonic() + seconds
    while not (so := is_so()) and time.monotonic() < end:
        time.sleep(0.01)
    return bool(so)
