"""Caches by content, with a limit on their size."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Cache(Generic[Thing]):
    """The most recently used values, whose weights add up to *most* at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._things: OrderedDict[str, tuple[Thing, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> Thing | None:
        with self._lock:
            if key not in self._things:
                return None
            self._things.move_to_end(key)
            return self._things[key][0]

    def put(self, key: str, thing: Thing, weight: int) -> None:
        with self._lock:
            self._drop(key)
            self._things[key] = thing, weight
            self._weight += weight
            while self._weight > self._most and len(self._things) > 1:
                self._drop(next(iter(self._things)))

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
            self._weight = 0

    def _drop(self, key: str) -> None:
        if key in self._things:
            self._weight -= self._things.pop(key)[1]
