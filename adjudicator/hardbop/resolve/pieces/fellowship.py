"""When do the Ents march?  (HB 3.9)"""

from adjudicator.hardbop.ground import FANGORN, ISENGARD
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import SECOND
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded
from adjudicator.middle_earth.resolve.pieces import GOOD

STOPPERS = ("Sauron", "Saruman", "Nazgul")  # 3.9(b)


def march(f: TurnState) -> None:
    """Before the second moves; only the Elves learn of a failure (3.9(b), 3.9(c))."""
    token = f.token("Fe")
    if token is None or not isinstance(token.order, act.MarchWithEnts):
        return
    stopped = any(one.kind in STOPPERS for one in f.tokens_in(ISENGARD))
    if stopped or token.origin != FANGORN or f.isengard == "destroyed":
        f.come(token, Failed("ents"))
        return
    f.isengard = "destroyed"
    f.garrisons_gone.add(ISENGARD)
    f.owners.pop(ISENGARD, None)
    f.tell("ents.march", None)
    token.entered_from, token.place, token.entered = token.place, ISENGARD, SECOND
    f.publish(token)
    f.come(token, Succeeded())
    there = f.part_in(ISENGARD)
    if there is not None and f.align(there.power) != GOOD:
        losses.lose_part(f, there, "ents")
