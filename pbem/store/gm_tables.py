"""Tables of the game master: the GM log, deputies, and rows that a rollback has set aside.

A row of the log is never changed or deleted: a wrong action is followed by another one.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Text, UniqueConstraint
from sqlmodel import Field

from pbem.store.rows import Row, UtcTime


class GmActionRow(Row, table=True):
    """An action of a game master, the host or the service at a table, in a sentence for everybody.

    *by* is "the game master", "the host" or "the service". *for_bulletin* is true until it is printed in the
    bulletin of turn *printed*.
    """

    __tablename__ = "gm_actions"
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int  # of the turn that was due
    done_utc: datetime = Field(sa_type=UtcTime)
    by: str
    word: str  # "EXTEND", as in `gamemaster.reading.ACTIONS`
    sentence: str = Field(sa_type=Text)
    reason: str = Field(default="", sa_type=Text)
    incoming_id: int | None = Field(default=None, foreign_key="incoming_messages.id")
    for_bulletin: bool = False
    printed: int | None = None


class Deputy(Row, table=True):
    """A deputy of the game master, and the commands that the deputy may use.

    A deputy who was asked to take over may ACCEPT. *number* is part of the seat's name ("GM2"), *epoch* of
    its token, as with a player's seat.
    """

    __tablename__ = "deputies"
    __table_args__ = (UniqueConstraint("table_key", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    name: str
    address: str = Field(index=True)  # lower case
    rights: list[str] = Field(default_factory=list, sa_type=JSON)
    epoch: int = 1


class SupersededRow(Row, table=True):
    """A row that a rollback set aside: *kind* is its table's name, *row* all its columns.

    Of the kind "missed" it has the powers whose players had sent no orders for the turn, each with the epoch
    of its seat.
    """

    __tablename__ = "superseded_rows"
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    edition: int  # of the table, before the rollback
    number: int  # of the turn to which the row belongs
    kind: str
    row: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    superseded_utc: datetime = Field(sa_type=UtcTime)
