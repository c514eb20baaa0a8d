"""The part of a record that a reader may know."""

from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.record import News, Record, Result


def results(record: Record | None, reader: Power | None) -> tuple[Result, ...]:
    """Return the reader's own results and the public ones."""
    rows = record.results if record else ()
    return tuple(one for one in rows if one.public or one.power == reader)


def news(record: Record | None, reader: Power | None) -> tuple[News, ...]:
    told = record.news if record else ()
    return tuple(one for one in told if one.readers is None or reader in one.readers)
