"""Powers that share a player by the rules of the game; others have a player each."""

from collections.abc import Sequence

from sqlmodel import Session

from adjudicator.core.game import Due
from pbem.store.game_tables import Seat, seats_of


def together(due: Due, seats: Sequence[Seat], power: str) -> list[str]:
    """Return *power* and those that share a player with it by the rules, unless somebody else plays them."""
    players = {seat.power: seat.address for seat in seats}
    return [one for one in due.hand_of(power) if players.get(one) == players.get(power)]


def of_players(due: Due, seats: Sequence[Seat]) -> list[list[Seat]]:
    """Return the *seats*, those of one hand and one player together, in their order."""
    hands: dict[tuple[str, ...], list[Seat]] = {}
    for seat in seats:
        hands.setdefault(tuple(together(due, seats, seat.power)), []).append(seat)
    return list(hands.values())


def other_seats(session: Session, due: Due, seat: Seat) -> list[Seat]:
    """Return the seats of the other powers that the player of *seat* has by the rules of the game."""
    if not due.hands:
        return []
    seats = seats_of(session, seat.table_key)
    own = together(due, seats, seat.power)
    return [one for one in seats if one.power in own and one.power != seat.power]
