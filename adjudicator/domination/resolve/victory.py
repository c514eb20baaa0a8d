"""Decide whether the game is over, and who has won. Clause 7."""

from adjudicator.domination.position import (
    Position,
    cities,
    cities_to_win,
    data_of,
    income,
    morale,
    player_order,
)
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say


def by_cities(state: TurnState) -> None:
    """End the game at once if a player has enough cities; 7.1."""
    wanted = cities_to_win(state.settings)
    for player in state.order:
        if len(state.cities(player)) >= wanted and not state.over:
            state.over, state.winners = True, (player,)
            state.report("won by cities", player, number=str(len(state.cities(player))))


def by_morale(state: TurnState) -> None:
    """End the game after the final turn: the highest morale wins, a tie is shared; 7.2, 7.3."""
    position = state.position()
    scores = {player: morale(position, player) for player in state.settings.seats}
    best = max(scores.values())
    state.over, state.winners = True, tuple(player for player in scores if scores[player] == best)
    for player, score in scores.items():
        state.report("morale", player, number=str(score))


def exhausted(position: Position) -> list[tuple[str, str]]:
    """Return each player who causes the final turn, and why; 7.2."""
    least = data_of(position).rules.exhaustion_income
    reasons = []
    for player in player_order(position):
        if position.reserves[player] <= 0:
            reasons.append((player, say("has_no_unit_left_in_reserve")))
        elif not cities(position, player):
            reasons.append((player, say("controls_no_city")))
        elif income(position, player) < least:
            reasons.append((player, say("has_income_below", least=least)))
    return reasons
