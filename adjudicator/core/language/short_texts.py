"""Remember what was found out about short texts; long ones would take too much memory."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

KEPT_TEXTS = 2048  # of each function
LONGEST_KEPT = 300  # characters

Found = TypeVar("Found")


def remembered(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """Decorate a function of a text, which always finds the same of the same text."""
    kept = lru_cache(maxsize=KEPT_TEXTS)(find)

    @wraps(find)
    def found(text: str) -> Found:
        return kept(text) if len(text) <= LONGEST_KEPT else find(text)

    return found
