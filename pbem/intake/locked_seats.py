"""Lock the tables and seats of a message while it is settled.

After a message was parsed, its turn may have been run, and its player may have left. So tables and seats are
read again, with the tables locked, in the transaction in which the message is settled.
"""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import and_, bindparam
from sqlmodel import Session, col, select

from pbem.store.game_tables import GameTable, Seat
from pbem.store.prepared_queries import PreparedQuery
from pbem.tables import identity

LOCKED = PreparedQuery(
    select(col(GameTable.key)).where(GameTable.key == bindparam("table")).with_for_update()
)
SEATED = (  # built once: building takes longer than running
    select(GameTable, Seat)
    .outerjoin(
        Seat,
        and_(
            col(Seat.table_key) == col(GameTable.key),
            col(Seat.power).in_(bindparam("powers", expanding=True)),
        ),
    )
    .where(col(GameTable.key).in_(bindparam("tables", expanding=True)))
)

Seated = Mapping[tuple[str, str], tuple[GameTable, Seat]]
"""By the names of table and power."""


def lock(session: Session, keys: Iterable[str]) -> None:
    """Lock these tables until the transaction ends.

    All nodes lock them in the same order, to avoid deadlocks.
    """
    for key in sorted(keys):
        LOCKED.first(session, table=key)


def locked_table(session: Session, key: str) -> GameTable | None:
    """Lock the table until the transaction ends; return it as it is now."""
    lock(session, [key])
    return session.get(GameTable, key)


def seated(session: Session, seats: Sequence[Seat]) -> Seated:
    """Return the tables and the seats as they are now, by their names, with one query.

    A game master's seat has no row; the seat of a player who has left is missing.
    """
    if not seats:
        return {}
    wanted = {"tables": [seat.table_key for seat in seats], "powers": [seat.power for seat in seats]}
    found = session.exec(SEATED, params=wanted).all()
    tables = {table.key: table for table, _ in found}
    leading = [seat for seat in seats if identity.is_gm(seat.power)]
    playing = {(row.table_key, row.power): (tables[row.table_key], row) for _, row in found if row}
    return playing | {(seat.table_key, seat.power): (tables[seat.table_key], seat) for seat in leading}


def still_speaks(seat: Seat, places: Seated) -> bool:
    """Return whether the seat has the same player and reply address as when a message was parsed."""
    _, now = places.get((seat.table_key, seat.power), (None, None))
    return now is not None and now.epoch == seat.epoch
