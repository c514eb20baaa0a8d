"""How may the players agree to end the game?  10.4; who is eliminated was told to everybody."""

from adjudicator.core.game import Motion
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State


def motions(state: State) -> tuple[Motion, ...]:
    """A draw of all who are not eliminated; the rules know no concession."""
    if state.over:
        return ()
    alive = tuple(power for power in ground.POWERS if power not in state.eliminated)
    sentence = f"All survivors share the game as a draw ({', '.join(alive)}); all of them must vote for it."
    return (Motion("draw", sentence, alive, alive),)
