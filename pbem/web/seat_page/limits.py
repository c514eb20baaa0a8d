"""Rate limits, counted in memory: with several nodes, each node counts separately."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from threading import Lock

MOST_KEYS = 10_000


class Limit:
    """Allow something at most *most* times *within* a length of time, separately for each key."""

    def __init__(self, most: int, within: timedelta) -> None:
        self._most, self._within = most, within
        self._done: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._lock = Lock()

    def allows(self, key: str, now: datetime) -> bool:
        """Count once more for *key*; if that exceeds the limit, return False and do not count it."""
        with self._lock:
            done = self._done.setdefault(key, deque(maxlen=self._most))
            self._done.move_to_end(key)
            if len(self._done) > MOST_KEYS:
                self._done.popitem(last=False)
            if len(done) == self._most and done[0] > now - self._within:
                return False
            done.append(now)
            return True
