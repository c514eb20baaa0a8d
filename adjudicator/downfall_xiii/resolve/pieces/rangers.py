"""Neutralising by Rangers (XIII 6h.3)."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, TurnState
from adjudicator.middle_earth.language.orders import Neutralise, Place
from adjudicator.middle_earth.resolve.outcomes import Void


def neutralise(turn: TurnState) -> None:
    for piece in turn.pieces:
        order = piece.order
        if type(order) is Neutralise and not piece.dead and not _neutralise(turn, piece, order.path[-1]):
            there = next(iter(turn.stacks_in(order.path[-1])), None)
            piece.set_outcome(Void("nothing", turn.name(there) if there else None))


def _neutralise(turn: TurnState, ranger: ActingPiece, place: Place) -> bool:
    """Neutralise an owned centre that it entered, without fortress or ordinary unit. Return success."""
    owner = turn.owners.get(place)
    if not ranger.here or not ranger.entered or ranger.place != place or owner is None:
        return False
    if ground.is_fortress(place, turn.fortresses_gone) or turn.stacks_in(place):
        return False
    del turn.owners[place]
    ranger.shown = True
    if ranger.given:
        ranger.given.public = True
    held = turn.grudges.get(ranger.power, ())
    turn.grudges[ranger.power] = tuple(sorted({*held, owner}))
    turn.add_news("neutralised", None, place=place, power=owner)
    return True
