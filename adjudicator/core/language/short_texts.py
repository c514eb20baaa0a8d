"""Remember what was found out about short texts; long ones would take too much memory."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

KEPT_TEXTS = 2048  # of each function
LONGEST_KEPT = 300  # characters

Found = TypeVar("Found")
_FORGET: list[Callable[[], None]] = []


def remembered(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """Decorate a function of a text, which always finds the same of the same text."""
    kept = lru_cache(maxsize=KEPT_TEXTS)(find)
    _FORGET.append(kept.cache_clear)

    @wraps(find)
    def found(text: str) -> Found:
        return kept(text) if len(text) <= LONGEST_KEPT else find(text)

    return found


def forget_all() -> None:
    """Forget what was found out about all texts, so that they are new to every function."""
    for forget in _FORGET:
        forget()
