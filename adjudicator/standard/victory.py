"""Who has won?  Standard 12."""

from adjudicator import board
from adjudicator.position import Position
from adjudicator.standard import census
from adjudicator.standard.tables import tables


def goal() -> int:
    """The supply centres that win the game, as the board says."""
    return int(board.load("adjudicator.standard").extra["victory"]["centres"])


def winners(position: Position) -> tuple[str, ...]:
    """The power that owns enough supply centres after an autumn, if there is one."""
    enough, owned = goal(), census.centres(position)
    return tuple([power for power, own in tables().powers.items() if owned[own] >= enough])
