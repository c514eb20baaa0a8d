"""Wait for events that must happen; only a test that fails waits as long as the limit."""

import signal
import time
from collections.abc import Callable

LONG = 60  # seconds; a busy machine may pause for some


def end_in_good_order() -> None:
    """Make SIGTERM and SIGHUP raise SystemExit, so that no server of this process is left running."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


def until(is_so: Callable[[], object], seconds: float = LONG) -> bool:
    """Wait until *is_so* is true; return False if it takes too long."""
    end = time.monotonic() + seconds
    while not (so := is_so()) and time.monotonic() < end:
        time.sleep(0.01)
    return bool(so)
