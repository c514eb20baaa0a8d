"""Tables of the games: the games that are played, their seats, orders and turns."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import JSON, Text, UniqueConstraint
from sqlmodel import Field, Session, col, select

from pbem.store.rows import Row, UtcTime
from pbem.store.states import RUNNING

SHORTEST_REST = timedelta(hours=1)


class GameTable(Row, table=True):
    """One game that is played. *position* is the game's own text.

    *state*: forming, until all seats are taken; running; paused; held; over. *house* has the `HouseRules`
    that differ from the defaults.
    """

    __tablename__ = "tables"
    key: str = Field(primary_key=True)
    game: str
    title: str
    gm_name: str
    gm_address: str
    options: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    pace: str
    zone: str = "UTC"
    seed: str
    start: str = Field(sa_type=Text)
    position: str = Field(sa_type=Text)
    number: int  # of the turn that is due
    deadline_utc: datetime | None = Field(default=None, sa_type=UtcTime)  # as announced
    final_utc: datetime | None = Field(default=None, sa_type=UtcTime, index=True)  # including grace
    deadline_why: list[dict[str, Any]] = Field(
        default_factory=list, sa_type=JSON, sa_column_kwargs={"server_default": "[]"}
    )  # its reasons
    state: str = Field(default=RUNNING, index=True)
    held_reason: str = ""
    notified_waiting: int = 0  # the turn for which the GM was notified that the game waits for an inlet
    claimed_until_utc: datetime | None = Field(default=None, sa_type=UtcTime)
    created_utc: datetime = Field(sa_type=UtcTime)
    house: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    edition: int = 0  # how often it was rolled back
    moves: int = 0  # how often its deadline was moved, or its position corrected
    is_run_asked: bool = False  # run it now, even if orders are missing
    paused_left_s: float | None = None  # paused: the time that was left
    paused_until_utc: datetime | None = Field(default=None, sa_type=UtcTime)  # the pause ends by itself
    reminded_until_utc: datetime | None = Field(
        default=None, sa_type=UtcTime
    )  # reminders due until then were sent
    gm_epoch: int = 1  # in the game master's token, like a seat's


class Seat(Row, table=True):
    """A power and the player who plays it; a vacant power has no row.

    *epoch* is part of the signed token: raising it makes the old tokens void. *preferences* are those of SET.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("table_key", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    player: str
    address: str = Field(index=True)  # lower case
    zone: str = "UTC"
    epoch: int = 1
    missed: int = 0  # turns in a row without orders
    bounces: int = 0  # mails in a row that bounced
    suspended_utc: datetime | None = Field(default=None, sa_type=UtcTime)  # no mail is sent there since then
    preferences: dict[str, str] = Field(default_factory=dict, sa_type=JSON)


def left_after_pause(table: GameTable) -> timedelta:
    """Return the time that a paused game gets back."""
    return max(timedelta(seconds=table.paused_left_s or 0), SHORTEST_REST)


class OrderLines(Row, table=True):
    """The order lines of one message for one seat and turn; the sheet on file is these, read in order."""

    __tablename__ = "order_lines"
    __table_args__ = (UniqueConstraint("incoming_id", "table_key", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    incoming_id: int = Field(foreign_key="incoming_messages.id")
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    power: str
    received_utc: datetime = Field(sa_type=UtcTime)
    clears: bool = False
    lines: list[str] = Field(default_factory=list, sa_type=JSON)


class OrderSheet(Row, table=True):
    """What a power has on file for a turn; *orders* is the game's own text."""

    __tablename__ = "order_sheets"
    __table_args__ = (UniqueConstraint("table_key", "number", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key")
    number: int
    power: str
    orders: str = Field(sa_type=Text)
    complete: bool = False
    received_utc: datetime = Field(sa_type=UtcTime)  # of the last message in it


class AdjudicatedTurn(Row, table=True):
    """A turn that was run: the unique key is why it is run once."""

    __tablename__ = "turns"
    __table_args__ = (UniqueConstraint("table_key", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key")
    number: int
    name: str
    phase: str
    orders: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    record: str = Field(sa_type=Text)
    before: str = Field(default="", sa_type=Text)  # the position before the turn
    position: str = Field(sa_type=Text)  # after the turn
    nmr_powers: list[str] = Field(default_factory=list, sa_type=JSON)
    closed_utc: datetime = Field(sa_type=UtcTime)  # messages received until then counted
    adjudicated_utc: datetime = Field(sa_type=UtcTime)


def seats_of(session: Session, table_key: str) -> list[Seat]:
    """Return the seats of a table in the order in which they were taken."""
    return list(session.exec(select(Seat).where(Seat.table_key == table_key).order_by(col(Seat.id))))


def sheets_of(session: Session, table_key: str, number: int) -> dict[str, OrderSheet]:
    """Return what each power has on file for that turn."""
    wanted = select(OrderSheet).where(OrderSheet.table_key == table_key, OrderSheet.number == number)
    as_stored = wanted.order_by(OrderSheet.power).execution_options(
        populate_existing=True
    )  # see `pbem.tables.order_sheets`
    return {sheet.power: sheet for sheet in session.exec(as_stored)}
