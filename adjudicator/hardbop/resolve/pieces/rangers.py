"""Neutralising by the Ranger (HB 3.8(c))."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, SECOND, ActingPiece
from adjudicator.middle_earth.language.orders import Neutralise
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded


def neutralise(turn: TurnState) -> None:
    """Neutralise after the second moves and their retreats. A failure discloses nothing."""
    piece = turn.piece("R")
    if piece is None or not isinstance(piece.order, Neutralise):
        return
    turn.given[piece.given].waits = False
    place = piece.place
    owner = turn.owners.get(place)
    if owner is None or not _may(turn, piece, owner):
        there = turn.unit_in(place)
        turn.set_outcome(piece, Failed("nothing", turn.name(there) if there else None))
        return
    del turn.owners[place]
    turn.neutralised.append(place)
    if owner not in turn.ranger_foes:
        turn.ranger_foes.append(owner)
    turn.publish(piece)
    turn.set_outcome(piece, Succeeded())
    turn.add_news("neutralised", None, place=place, power=owner)


def _may(turn: TurnState, piece: ActingPiece, owner: str) -> bool:
    moved_in = piece.entered in (FIRST, SECOND) and piece.place == piece.path[-1]
    free = not ground.is_fortress(piece.place) and turn.unit_in(piece.place) is None
    return moved_in and owner != piece.power and free
