"""Exempt what lives as long as the program from garbage collection."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """The collector rests; all that is there at the end stays, and is not looked through again."""
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_at_work:
            gc.enable()
