"""Motions to end the game by agreement (HB V4)."""

from adjudicator.core.game import Motion
from adjudicator.hardbop import ground
from adjudicator.hardbop.position import State
from adjudicator.hardbop.sentences import form
from adjudicator.middle_earth.resolve.agreement import draw, survivors


def motions(state: State) -> tuple[Motion, ...]:
    """Return a draw of the survivors and, once the Ring has been worn, a concession to each of them."""
    if state.over:
        return ()
    alive = survivors(ground.POWERS, state.eliminated)
    if not state.ring_worn:
        return (draw(alive),)
    return (draw(alive), *(_concession(power, alive) for power in alive))


def _concession(power: str, alive: tuple[str, ...]) -> Motion:
    others = tuple(one for one in alive if one != power)
    named = ", ".join(map(ground.SPEECH.named, others))
    wording = ground.SPEECH.sentence(form("concession"), power=power, others=named)
    return Motion(f"concede {power}", wording, others, (power,))
