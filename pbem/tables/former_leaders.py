"""Remember who ran a table or was a deputy there: when they write as such, they are told who runs it now.

They are recorded among the former seats, under the name of the seat that they had ("GM", "GM2"). That alone
does not keep them from playing: what they have looked at does (`pbem.commands.seats.all_seeing`).
"""

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import FormerSeat

LED = "led"  # `FormerSeat.reason`


def remember(session: Session, table: GameTable, seat: Seat, now: datetime) -> None:
    """Record that the person who has *seat* as game master or deputy no longer has it."""
    session.add(
        FormerSeat(
            table_key=table.key,
            power=seat.power,
            player=seat.player,
            address=seat.address,
            epoch=seat.epoch,
            reason=LED,
            number=table.number,
            left_utc=now,
        )
    )
    session.flush()


def led_once_by(session: Session, address: str) -> list[tuple[FormerSeat, GameTable]]:
    """Return the seats that somebody had as game master or deputy, the last one first."""
    wanted = (
        select(FormerSeat, GameTable)
        .join(GameTable)
        .where(FormerSeat.address == address.lower(), FormerSeat.reason == LED)
    )
    return list(session.exec(wanted.order_by(col(FormerSeat.id).desc())))
