"""Motions to end the game by agreement (XIII 10.4). Eliminations are public, so motions reveal nothing."""

from adjudicator.core.game import Motion
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.middle_earth.resolve.agreement import draw, survivors


def motions(state: State) -> tuple[Motion, ...]:
    """Return the motion for a draw of all powers that are not eliminated; there is no concession."""
    if state.over:
        return ()
    return (draw(survivors(ground.POWERS, state.eliminated)),)
