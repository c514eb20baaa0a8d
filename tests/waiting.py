"""How long does a test wait for what must come?  Only a fault lasts as long."""

import time
from collections.abc import Callable

LONG = 60  # seconds; a busy machine may stand still for some


def until(is_so: Callable[[], object], seconds: float = LONG) -> bool:
    """Was it so in time?"""
    end = time.monotonic() + seconds
    while not (so := is_so()) and time.monotonic() < end:
        time.sleep(0.01)
    return bool(so)
