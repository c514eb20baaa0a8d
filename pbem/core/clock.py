"""The clock. Only the scheduler and the inlets ask; everything else is given a time.

Where several nodes share a database they go by its clock: their own may be minutes apart, and what is due,
and whose a claim is, must be the same for all.
"""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present, with a time zone."""


class SystemClock:
    """The clock of this machine, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)
