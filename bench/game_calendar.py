"""Calculate how long a game takes by mail: when its phases are run, by the deadlines of `pbem`.

Every phase lasts until its deadline; nights, rest days and grace are left out. The exception is a part of a
turn that ends with PAUSE: if its power plays first among those that owe orders, it is run as soon as it is
sent. With *is_prompt* that is when a third of the time to the deadline has passed, otherwise at the deadline.
"""

from datetime import UTC, datetime, timedelta

from adjudicator.core.game import Due
from pbem.core.dates.lengths import read_length
from pbem.core.deadlines import After, Deadline, Pace, due
from pbem.core.part_deadlines import after_rest, of_rest, turn_deadline
from pbem.tables.house_rules import HouseRules

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
SHARE = 1 / 3  # of the time to the deadline, after which a prompt part is sent
PAUSE = read_length(HouseRules().pause_time)


class GameCalendar:
    """The deadlines of one game whose phases last that many *hours*."""

    def __init__(self, hours: float, *, is_prompt: bool = True) -> None:
        self._pace, self._is_prompt = Pace(After(timedelta(hours=hours))), is_prompt
        self._last, self._next = START, due(START, "", self._pace)

    def run(self, before: Due, after: Due) -> None:
        """Run the phase *before*, which *after* follows."""
        now = self._next.due_utc
        is_at_once = after.is_rest and after.phase == next(iter(before.owed)) and not before.waits_for_all
        if is_at_once and self._is_prompt:
            now = self._last + (now - self._last) * SHARE
        self._last, self._next = now, self._following(after, now)

    def _following(self, after: Due, now: datetime) -> Deadline:
        whole = turn_deadline(self._next.why)
        if after.is_rest:
            return of_rest(now, after.phase, self._pace, PAUSE, whole or self._next.due_utc)
        return after_rest(now, after.phase, self._pace, whole) if whole else due(now, "", self._pace)

    @property
    def days(self) -> float:
        """Return how long the game has taken so far."""
        return (self._last - START) / timedelta(days=1)
