"""Which centre does the Ranger neutralise?  (HB 3.8(c))"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, SECOND, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded


def neutralise(f: TurnState) -> None:
    """After the second moves and their retreats; if it fails nothing is disclosed."""
    token = f.token("R")
    if token is None or not isinstance(token.order, act.Neutralise):
        return
    f.said[token.said].waits = False
    place = token.place
    owner = f.owners.get(place)
    if owner is None or not _may(f, token, owner):
        f.come(token, Failed("nothing"))
        return
    del f.owners[place]
    f.neutralised.append(place)
    if owner not in f.ranger_foes:
        f.ranger_foes.append(owner)
    f.publish(token)
    f.come(token, Succeeded())
    f.tell("neutralised", None, place=place, power=owner)


def _may(f: TurnState, token: Token, owner: str) -> bool:
    moved_in = token.entered in (FIRST, SECOND) and token.place == token.path[-1]
    free = not ground.is_fortress(token.place) and f.part_in(token.place) is None
    return moved_in and owner != token.power and free
