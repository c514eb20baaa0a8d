"""Seats that nobody plays: at a running table, and at one that is not full yet. They are public."""

from collections.abc import Collection, Sequence

from sqlmodel import Session, col, select

from adjudicator.core.game import Due, Game
from pbem.store.game_tables import GameTable, seats_of
from pbem.store.player_tables import Applicant
from pbem.store.states import FORMING, OVER
from pbem.tables import opening
from pbem.tables.office import Office


def playing(due: Due, seats: Sequence[str]) -> list[str]:
    """Return the powers that are publicly still in the game."""
    alive = set(due.owed) | {power for motion in due.motions for power in motion.voters}
    return [power for power in seats if power in alive] if alive else list(seats)


def unseated(due: Due, powers: Sequence[str], seated: Collection[str]) -> list[str]:
    """Return the powers in the game that nobody plays; none if the game is over."""
    return [] if due.over else [power for power in playing(due, powers) if power not in seated]


def vacant(session: Session, table: GameTable, game: Game) -> list[str]:
    """Return the powers of a running game that nobody plays."""
    if table.state in (FORMING, OVER):
        return []
    seated = {seat.power for seat in seats_of(session, table.key)}
    return unseated(game.due(table.position), game.card.seats, seated)


def joined_and_wanted(session: Session, office: Office, table: GameTable) -> tuple[int, int]:
    """Return how many have joined a table that is not full yet, and how many it needs."""
    wanted = select(col(Applicant.id)).where(Applicant.table_key == table.key)
    return len(session.exec(wanted).all()), len(opening.hands_of(office, table))
