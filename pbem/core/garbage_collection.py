"""Exempt what lives as long as the program from garbage collection."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the collector; afterwards exempt all objects that exist from collection."""
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_at_work:
            gc.enable()
