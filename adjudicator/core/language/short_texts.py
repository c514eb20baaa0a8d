"""Cache what functions return for short texts; long ones would take too much memory."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

KEPT_TEXTS = 2048  # of each function
LONGEST_KEPT = 300  # characters

Found = TypeVar("Found")
_FORGET: list[Callable[[], None]] = []


def remembered(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """Decorate a pure function of a text with a cache."""
    kept = lru_cache(maxsize=KEPT_TEXTS)(find)
    _FORGET.append(kept.cache_clear)

    @wraps(find)
    def found(text: str) -> Found:
        return kept(text) if len(text) <= LONGEST_KEPT else find(text)

    return found


def forget_all() -> None:
    """Clear the caches of all these functions, so that every text is new to them."""
    for forget in _FORGET:
        forget()
