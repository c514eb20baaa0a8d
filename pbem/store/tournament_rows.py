"""Tournaments and their tables."""

from datetime import datetime

from sqlmodel import Field

from pbem.store.rows import Row, UtcTime


class Tournament(Row, table=True):
    """A tournament. The players are in the seats of its tables; the *seed* of the draw is public.

    *scoring* is one of `pbem.tables.events.tournament_scores.SYSTEMS`.
    """

    __tablename__ = "tournaments"
    key: str = Field(primary_key=True)
    title: str
    scoring: str
    seed: str
    created_utc: datetime = Field(sa_type=UtcTime)


class TournamentTable(Row, table=True):
    """A table of a tournament; *number* counts from 1."""

    __tablename__ = "tournament_tables"
    table_key: str = Field(foreign_key="tables.key", primary_key=True)
    tournament: str = Field(foreign_key="tournaments.key", index=True)
    number: int
