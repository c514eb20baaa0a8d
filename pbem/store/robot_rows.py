"""Tables of computer players: which seats they have, the sheets they wrote, and practice tables."""

from datetime import datetime

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field

from pbem.store.rows import Row, UtcTime

PRACTICE_KEY = "practice-"  # how the keys of practice tables begin


class RobotSeat(Row, table=True):
    """A power that a robot plays until a person takes it over."""

    __tablename__ = "robot_seats"
    __table_args__ = (UniqueConstraint("table_key", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    level: str
    since_utc: datetime = Field(sa_type=UtcTime)


class RobotSheet(Row, table=True):
    """The sheet that a robot wrote for a power; *position* is the SHA-256 of the position it was written for.

    *gains* are what each line is worth to the robot, by which HINT says why.
    """

    __tablename__ = "robot_sheets"
    __table_args__ = (UniqueConstraint("table_key", "number", "power", "position"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    power: str
    position: str
    lines: list[str] = Field(default_factory=list, sa_type=JSON)
    gains: list[float] = Field(default_factory=list, sa_type=JSON)
    made_utc: datetime = Field(sa_type=UtcTime)


class PracticeTable(Row, table=True):
    """A private table of one player, *address*, against robots of *level*."""

    __tablename__ = "practice_tables"
    table_key: str = Field(primary_key=True, foreign_key="tables.key")
    address: str = Field(index=True)  # lower case
    level: str
    moved_utc: datetime = Field(sa_type=UtcTime)  # when its last turn was run
