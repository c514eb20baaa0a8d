"""What of a record may a reader know?  And which adjustments are public?"""

from collections.abc import Callable, Iterable, Mapping

from adjudicator.middle_earth.actions import Power
from adjudicator.middle_earth.record import News, Record, Result


def results(record: Record | None, reader: Power | None) -> tuple[Result, ...]:
    """His own and the public ones."""
    rows = record.results if record else ()
    return tuple(one for one in rows if one.public or one.power == reader)


def news(record: Record | None, reader: Power | None) -> tuple[News, ...]:
    told = record.news if record else ()
    return tuple(one for one in told if one.readers is None or reader in one.readers)


def adjustments(powers: Iterable[Power], number: Callable[[Power], int]) -> Mapping[Power, int]:
    """The builds and removals (below 0) that are due, of those who have any."""
    return {power: due for power in powers if (due := number(power))}
