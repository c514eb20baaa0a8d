"""The march of the Ents (HB 3.9)."""

from adjudicator.hardbop.ground import FANGORN, ISENGARD
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import SECOND
from adjudicator.middle_earth.language.orders import MarchWithEnts
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded
from adjudicator.middle_earth.resolve.pieces import GOOD

STOPPERS = ("Sauron", "Saruman", "Nazgul")  # 3.9(b)


def march(turn: TurnState) -> None:
    """March before the second moves. Only the Elves learn of a failure (3.9(b), 3.9(c))."""
    piece = turn.piece("Fe")
    if piece is None or not isinstance(piece.order, MarchWithEnts):
        return
    stopped = any(one.kind in STOPPERS for one in turn.pieces_in(ISENGARD))
    if stopped or piece.origin != FANGORN or turn.isengard == "destroyed":
        turn.set_outcome(piece, Failed("ents"))
        return
    turn.isengard = "destroyed"
    turn.garrisons_gone.add(ISENGARD)
    turn.owners.pop(ISENGARD, None)
    turn.add_news("ents.march", None)
    piece.entered_from, piece.place, piece.entered = piece.place, ISENGARD, SECOND
    turn.publish(piece)
    turn.set_outcome(piece, Succeeded())
    there = turn.unit_in(ISENGARD)
    if there is not None and turn.align(there.power) != GOOD:
        losses.lose_unit(turn, there, "ents")
