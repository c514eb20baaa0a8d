"""What every row of the database is made of: its base class, moments in UTC, ids."""

from datetime import UTC, datetime
from typing import Protocol

from sqlalchemy import DateTime, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlmodel import SQLModel


class UtcTime(TypeDecorator[datetime]):
    """A moment, stored in UTC and returned aware. Raises ValueError for one without a time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Row(SQLModel):
    """A row of a table. SQLModel never validates rows, so pydantic's validators are not built."""

    model_config = {"defer_build": True}


class Numbered(Protocol):
    """A row whose id the database chooses."""

    id: int | None


def id_of(row: Numbered) -> int:
    """Return the id of a row that is in the database. Raises ValueError for another."""
    if row.id is None:
        raise ValueError("the row has not been written yet")
    return row.id
