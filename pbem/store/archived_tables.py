"""Tables that were moved to a file. A row of each remains, so that its name is not used again."""

from datetime import datetime

from sqlmodel import Field

from pbem.store.rows import Row, UtcTime


class ArchivedTable(Row, table=True):
    """A finished table whose rows are in a file: `pbem import` brings them back."""

    __tablename__ = "archived_tables"
    key: str = Field(primary_key=True)
    title: str
    turns: int
    is_public: bool  # its pages are in the archive on the web
    created_utc: datetime = Field(sa_type=UtcTime)
    archived_utc: datetime = Field(sa_type=UtcTime)
