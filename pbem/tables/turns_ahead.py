"""The turn of a power, also where it is still to come: in games whose powers play in turn."""

from adjudicator.core.game import Due, Game, Power, State, WithTurns


def own_due(game: Game, state: State, due: Due, power: Power) -> Due:
    """Return what is *due*, by the name of *power*'s own turn; if that is to come, as it would be now."""
    is_to_come = game.card.plays_in_turn and power not in due.owed and not due.over
    if is_to_come and isinstance(game, WithTurns):
        return game.due(game.ahead(state, power)).of(power)
    return due.of(power)
