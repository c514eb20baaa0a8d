"""Motions to end the game by agreement (XIII 10.4). Eliminations are public, so motions reveal nothing."""

from adjudicator.core.game import Motion
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.sentences import say


def motions(state: State) -> tuple[Motion, ...]:
    """Return the motion for a draw of all powers that are not eliminated; there is no concession."""
    if state.over:
        return ()
    alive = tuple(power for power in ground.POWERS if power not in state.eliminated)
    sentence = say("draw_of_survivors", powers=", ".join(alive))
    return (Motion("draw", sentence, alive, alive),)
