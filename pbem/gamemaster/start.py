"""BEGIN: start a table before it is full."""

from collections.abc import Sequence

from pbem.commands import joining
from pbem.core.lists import listed
from pbem.core.templating import when
from pbem.store.database import FORMING, seats_of
from pbem.tables import opening
from pbem.tables.gm_actions import GmContext, NotDone, Order


def begin(gm: GmContext, order: Order) -> Sequence[str]:
    """BEGIN: with those who have joined; the other powers have no player."""
    table, session = gm.table, gm.session
    if table.state != FORMING:
        raise NotDone(f"{table.key} is {table.state}; it has begun.")
    if not joining.applicants_of(session, table.key):
        raise NotDone(f"nobody has joined {table.key} yet.")
    joining.begin(session, gm.office, table, gm.now)
    seated = [seat.power for seat in seats_of(session, table.key)]
    empty = [power for power in opening.powers_of(gm.office, table) if power not in seated]
    without = f" Without a player: {listed(empty)}." if empty else ""
    gm.write_down(order, f"The game was begun by the game master's word.{without}", for_bulletin=True)
    until = f", first orders by {when(table.deadline_utc, table.zone)}" if table.deadline_utc else ""
    return [f"{table.key} has begun{until}.{without} Everybody has the first position."]
