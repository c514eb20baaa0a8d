"""Remember former holders of seats, so that a message from one of them gets a fitting answer.

Former game masters and deputies are recorded like players, under the name of the seat that they had ("GM",
"GM2"). That alone does not keep them from playing: what they have looked at does
(`pbem.commands.seats.all_seeing`).
"""

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import FormerSeat

LED = "led"  # `FormerSeat.reason`


def remember_leader(session: Session, table: GameTable, seat: Seat, now: datetime) -> None:
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


def of_address(session: Session, address: str) -> list[tuple[FormerSeat, GameTable]]:
    """Return the seats that somebody had, as a player, a game master or a deputy, the last one first."""
    wanted = (
        select(FormerSeat, GameTable)
        .join(GameTable)
        .where(FormerSeat.address == address.lower(), FormerSeat.power != "")
    )
    return list(session.exec(wanted.order_by(col(FormerSeat.id).desc())))
