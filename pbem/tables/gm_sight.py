"""What a game master may know about a table that is not public.

House rules (`gm_reads`) may keep orders and hidden pieces from the game master. Whoever plays at the table
never gets them as game master or deputy, whatever the house rules say.
"""

from sqlmodel import Session

from pbem.store.game_tables import GameTable, seats_of
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import gm_seat, is_registered


def plays(session: Session, table: GameTable, address: str) -> bool:
    """Return whether *address* is registered for a seat of *table*."""
    return any(is_registered(session, seat, address) for seat in seats_of(session, table.key))


def gm_plays(session: Session, table: GameTable) -> bool:
    """Return whether the game master has a seat at *table*."""
    return plays(session, table, gm_seat(table).address)


def sees_all(session: Session, table: GameTable, address: str = "") -> bool:
    """Return whether *address* may be shown orders and hidden pieces; "" means the game master's."""
    own = address or gm_seat(table).address
    return house_rules(table).gm_reads == "all" and not plays(session, table, own)


def gets_all_press(session: Session, table: GameTable) -> bool:
    """Return whether the game master gets a copy of every press message."""
    return house_rules(table).gm_press == "all" and not gm_plays(session, table)
