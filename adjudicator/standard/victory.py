"""Who has won?  Standard 12."""

from collections import Counter

from adjudicator import board
from adjudicator.position import Position


def goal() -> int:
    """The supply centres that win the game, as the board says."""
    return int(board.load("adjudicator.standard").extra["victory"]["centres"])


def winners(position: Position) -> tuple[str, ...]:
    """The power that owns enough supply centres after an autumn, if there is one."""
    owned, enough = Counter(position.owners.values()), goal()
    return tuple(power for power in board.load("adjudicator.standard").powers if owned[power] >= enough)
