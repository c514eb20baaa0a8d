"""Which centres do Rangers neutralise?  (XIII 6h.3)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.outcomes import Void


def neutralise(f: TurnState) -> None:
    for token in f.tokens:
        order = token.act
        if isinstance(order, act.Neutralise) and not token.dead and not _neutralise(f, token, order.path[-1]):
            token.come(Void("nothing"))


def _neutralise(f: TurnState, ranger: Token, place: Place) -> bool:
    """It must have entered; the centre is no fortress, somebody's, and without an ordinary unit."""
    owner = f.owners.get(place)
    if not ranger.here or not ranger.entered or ranger.place != place or owner is None:
        return False
    if ground.is_fortress(place, f.fortresses_gone) or f.parts_in(place):
        return False
    del f.owners[place]
    ranger.shown = True
    if ranger.said:
        ranger.said.public = True
    held = f.grudges.get(ranger.power, ())
    f.grudges[ranger.power] = tuple(sorted({*held, owner}))
    f.tell("neutralised", None, place=place, power=owner)
    return True
