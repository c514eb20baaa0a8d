"""The winner. Standard 12."""

from adjudicator.core.position import Position
from adjudicator.standard.resolve import counts
from adjudicator.standard.resolve.board_tables import Tables


def winners(board: Tables, position: Position) -> tuple[str, ...]:
    """The power that owns enough supply centres after an autumn, if there is one."""
    enough, owned = board.facts.goal, counts.centres(board, position)
    return tuple([power for power, own in board.powers.items() if owned[own] >= enough])
