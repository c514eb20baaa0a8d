"""Reliability: the share of their deadlines that a person meets, at all tables of this host.

Each turn records, in its own transaction, which players owed orders and whether they sent some. A record
weighs half as much after every half-life (setting `players.half_life_days`), so a missed deadline matters
less over time. Everybody starts with `HEAD_START` met deadlines, which do not fade.

Who missed a deadline may be secret, if the bulletin does not name them or players are hidden. The records of
such a table count when the game is over and its players are named, or never.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem.store.game_tables import AdjudicatedTurn, GameTable, Seat
from pbem.store.player_tables import DeadlineRecord
from pbem.store.states import OVER
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office

HEAD_START = 2.0  # deadlines met
FEWEST = 3  # deadlines below which somebody is new: a percentage would mean nothing


class Reliability(Struct, frozen=True):
    """The reliability of a person; *percent* is None for a newcomer."""

    met: int = 0
    missed: int = 0
    percent: int | None = None

    def meets(self, least: int) -> bool:
        """Return whether it is enough for a table that asks for *least* percent; newcomers may join."""
        return self.percent is None or self.percent >= least


def record(
    session: Session, table: GameTable, number: int, owed: Sequence[tuple[Seat, bool]], now: datetime
) -> None:
    """Record which of *owed* met the deadline of turn *number*; a turn run again replaces its records."""
    wanted = select(DeadlineRecord).where(
        DeadlineRecord.table_key == table.key, DeadlineRecord.number == number
    )
    for row in session.exec(wanted):
        session.delete(row)
    session.flush()
    for seat, is_met in owed:
        session.add(
            DeadlineRecord(
                table_key=table.key,
                number=number,
                power=seat.power,
                address=seat.address,
                is_met=is_met,
                passed_utc=now,
            )
        )


def moved(session: Session, old: str, new: str, table_key: str, power: str) -> None:
    """Move the records of a seat to its player's new address."""
    wanted = select(DeadlineRecord).where(
        DeadlineRecord.table_key == table_key, DeadlineRecord.power == power, DeadlineRecord.address == old
    )
    for row in session.exec(wanted):
        row.address = new


def reliability(session: Session, office: Office, address: str, now: datetime) -> Reliability:
    """Return the public reliability of the person with *address*."""
    wanted = (
        select(DeadlineRecord, GameTable)
        .join(GameTable, col(GameTable.key) == col(DeadlineRecord.table_key))
        .join(
            AdjudicatedTurn,
            (col(AdjudicatedTurn.table_key) == col(DeadlineRecord.table_key))
            & (col(AdjudicatedTurn.number) == col(DeadlineRecord.number)),
        )
        .where(DeadlineRecord.address == address.lower())
    )
    rows = [row for row, table in session.exec(wanted) if is_public(table)]
    half_life = timedelta(days=office.settings.players.half_life_days)
    return of_records([(row.is_met, now - row.passed_utc) for row in rows], half_life)


def is_public(table: GameTable) -> bool:
    """Return whether everybody may know who met the deadlines of *table*."""
    rules, is_over = house_rules(table), table.state == OVER
    are_named = rules.names == "shown" or (is_over and rules.reveal)
    return are_named and (rules.late == "named" or is_over)


def of_records(records: Iterable[tuple[bool, timedelta]], half_life: timedelta) -> Reliability:
    """Compute reliability from deadlines, met or not, each with its age."""
    weights = [(is_met, 0.5 ** max(age / half_life, 0.0)) for is_met, age in records]
    met = sum(is_met for is_met, _ in weights)
    if len(weights) < FEWEST:
        return Reliability(met, len(weights) - met)
    good = HEAD_START + sum(weight for is_met, weight in weights if is_met)
    whole = HEAD_START + sum(weight for _, weight in weights)
    return Reliability(met, len(weights) - met, round(100 * good / whole))


def met_until(known: Reliability, least: int) -> int:
    """Return about how many deadlines must be met in a row to reach *least* percent."""
    if known.meets(least):
        return 0
    percent = known.percent or 0
    whole = HEAD_START + known.met + known.missed
    bad = whole * (100 - percent) / 100
    return max(1, round(bad * 100 / max(100 - least, 1) - whole)) if least < 100 else 0
