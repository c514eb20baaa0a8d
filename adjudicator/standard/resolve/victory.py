"""Victory. Standard 13."""

from adjudicator.core.position import Position
from adjudicator.standard.resolve import counts
from adjudicator.standard.resolve.board_tables import Tables


def winners(board: Tables, position: Position) -> tuple[str, ...]:
    """Return the powers with enough supply centres after an autumn; the board decides ties."""
    enough, owned = board.facts.goal, counts.centres(board, position)
    found = tuple([power for power, own in board.powers.items() if owned[own] >= enough])
    if len(found) < 2 or board.facts.victory.tie == "shared":
        return found
    most = max(owned)
    ahead = tuple([power for power in found if owned[board.powers[power]] == most])
    return ahead if len(ahead) == 1 or board.facts.victory.tie == "the most" else ()
