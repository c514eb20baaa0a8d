"""Who has won?  Standard 12."""

from adjudicator.position import Position
from adjudicator.standard import census
from adjudicator.standard.tables import Tables


def winners(board: Tables, position: Position) -> tuple[str, ...]:
    """The power that owns enough supply centres after an autumn, if there is one."""
    enough, owned = board.facts.goal, census.centres(board, position)
    return tuple([power for power, own in board.powers.items() if owned[own] >= enough])
