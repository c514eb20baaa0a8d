"""What is due for one power, even before its turn, in games whose powers play in turn."""

from msgspec.structs import replace

from adjudicator.core.game import Due, Game, Own, Power, State, WithTurns


def own_due(game: Game, state: State, due: Due, power: Power) -> Due:
    """Return *due* for *power*, with the name of its turn; if that is to come, as if it had come now."""
    is_to_come = game.card.plays_in_turn and power not in due.owed and not due.over
    if is_to_come and isinstance(game, WithTurns):
        return game.due(game.ahead(state, power)).of(power)
    return due.of(power)


def with_own_turn(game: Game, state: State, due: Due, power: Power) -> Due:
    """Return *due* with the name of the turn for which *power* can order now, even if it is to come."""
    coming = own_due(game, state, due, power)
    return (
        replace(due, own={**due.own, power: Own(coming.turn, coming.phase)})
        if coming.turn != due.turn
        else due
    )
