"""The clock. Only the scheduler and the inlets read it; everything else is given a time.

Nodes that share a database use its clock: their own may be minutes apart, and they must agree on what is due
and who holds a claim.
"""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the present, with a time zone."""


class SystemClock:
    """The clock of this machine, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)
