"""What stays as long as the program does?  It need not be looked through for garbage, not even at the end."""

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
