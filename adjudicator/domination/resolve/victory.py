"""Whether the game is over, and who has won. Clause 7."""

from adjudicator.domination.position import (
    Position,
    cities,
    cities_to_win,
    data_of,
    income,
    morale,
    player_order,
)
from adjudicator.domination.resolve.turn_state import Table


def by_cities(table: Table) -> None:
    """A player with cities enough ends the game at once; 7.1."""
    wanted = cities_to_win(table.settings)
    for player in table.order:
        if len(table.cities(player)) >= wanted and not table.over:
            table.over, table.winners = True, (player,)
            table.tell("won by cities", player, number=str(len(table.cities(player))))


def by_morale(table: Table) -> None:
    """The final turn has been fought: the highest morale wins, and a tie is shared; 7.2, 7.3."""
    position = table.position()
    scores = {player: morale(position, player) for player in table.settings.seats}
    best = max(scores.values())
    table.over, table.winners = True, tuple(player for player in scores if scores[player] == best)
    for player, score in scores.items():
        table.tell("morale", player, number=str(score))


def exhausted(position: Position) -> list[tuple[str, str]]:
    """Who starts the final turn, and why; 7.2."""
    least = data_of(position).rules.exhaustion_income
    reasons = []
    for player in player_order(position):
        if position.reserves[player] <= 0:
            reasons.append((player, "has no unit left in reserve"))
        elif not cities(position, player):
            reasons.append((player, "controls no city"))
        elif income(position, player) < least:
            reasons.append((player, f"has an income below {least}"))
    return reasons
