"""DEFAULT: orders on file for every deadline that passes without a message.

They are stored as written and read again for each turn: those that are legal then count, the rest waits for
another turn. Any sheet on file replaces all of them.
"""

from collections.abc import Container, Mapping, Sequence

from sqlmodel import Session, select

from adjudicator.core.game import TAKEN, Game, Orders, Power, ReadLine, State
from pbem.store.player_tables import DefaultOrders

Defaults = Mapping[Power, Sequence[str]]
"""The lines of each power that has default orders."""


def stored(session: Session, table_key: str) -> Defaults:
    """Return the default orders of a table."""
    rows = session.exec(select(DefaultOrders).where(DefaultOrders.table_key == table_key))
    return {row.power: tuple(row.lines) for row in rows}


def sheets(game: Game, state: State, on_file: Container[Power], defaults: Defaults) -> dict[Power, Orders]:
    """Return a sheet for each power that sent nothing and has default orders for this turn."""
    due = game.due(state)
    silent = [power for power in (*due.owed, *due.asked) if power in defaults and power not in on_file]
    read = {power: game.read(state, power, None, defaults[power]) for power in silent}
    return {power: reading.orders for power, reading in read.items() if _any_taken(reading.lines)}


def _any_taken(lines: Sequence[ReadLine]) -> bool:
    return any(line.verdict == TAKEN for line in lines)
