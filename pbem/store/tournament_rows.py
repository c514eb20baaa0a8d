"""Tables of tournaments: an event, and which tables belong to it."""

from datetime import datetime

from sqlmodel import Field

from pbem.store.database import Row, UtcTime


class Tournament(Row, table=True):
    """Several tables of one event. Who plays is in their seats; the *seed* decided the lot and is public.

    *scoring* is one of `pbem.tables.tournament_scores.SYSTEMS`.
    """

    __tablename__ = "tournaments"
    key: str = Field(primary_key=True)
    title: str
    scoring: str
    seed: str
    created_utc: datetime = Field(sa_type=UtcTime)


class TournamentTable(Row, table=True):
    """A table of an event, the *number*-th from 1."""

    __tablename__ = "tournament_tables"
    table_key: str = Field(foreign_key="tables.key", primary_key=True)
    tournament: str = Field(foreign_key="tournaments.key", index=True)
    number: int
