"""A lock that one `pbem serve` holds on an SQLite database, in a file of its own beside it.

Two would each send the mails and run the turns that the other has claimed. The system releases the lock when
the process ends, however it ends; the file stays. PostgreSQL has no such lock: several nodes share a database
there.
"""

from pathlib import Path
from typing import TextIO

from pbem.core.sentences import sentence
from pbem.store.engine import StoreFault, file_of

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

ENDING = "-serve"  # SQLite's own files end with -wal and -shm


class ServingLock:
    """The lock, held from its creation until `release` or the end of the process.

    Raises StoreFault if another process has it.
    """

    def __init__(self, url: str) -> None:
        self._held = _opened(file_of(url))
        if self._held is not None:
            _lock(self._held, url)

    def release(self) -> None:
        if self._held is not None:
            self._held.close()


def _opened(database: Path | None) -> TextIO | None:
    """Return the open file of the lock; None where there is none."""
    if database is None or fcntl is None:
        return None
    try:
        return database.with_name(database.name + ENDING).open("a", encoding="utf-8")
    except OSError:  # neither can the database be written, which is reported when it is opened
        return None


def _lock(held: TextIO, url: str) -> None:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        held.close()
        said = sentence("database", "served", file=file_of(url)).words(None)
        raise StoreFault(said, is_lasting=False) from fault
    except OSError:  # a file system without locks
        return
