"""Victory by centres (XIII 10). The Fire and Sauron's victory are in `pieces/wearing.py`."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import TurnState

CENTRES_TO_WIN = 35


def count(turn: TurnState) -> None:
    """Count actual, whole centres after an Autumn turn (10.1)."""
    for power in ground.POWERS:
        if turn.actual_centres(power) >= CENTRES_TO_WIN and not turn.over:
            turn.winners, turn.over = (power,), True
            turn.add_news("victory", None, power=power, number=str(turn.actual_centres(power)))
