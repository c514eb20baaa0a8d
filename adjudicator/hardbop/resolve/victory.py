"""Who has won by counting, and who is out?  (HB V2, V3; V1 is in `wearing`)"""

from fractions import Fraction

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.pieces import GOOD

WITH_THE_RING = Fraction(1, 2)
WITHOUT = Fraction(3, 4)


def count(f: TurnState) -> None:
    """At the end of every turn II: centres on the board, and units on it, hidden ones too."""
    if f.over:
        return
    for power in ground.POWERS:
        share = _share_needed(f, power)
        if share is not None and power not in f.eliminated and _has_more(f, power, share):
            f.winners, f.over = (power,), True
            f.tell("victory", None, power=power)


def _share_needed(f: TurnState, power: Power) -> Fraction | None:
    """V3(a): a Neutral or Evil power that carries it and does not wear it cannot win so."""
    if f.holder is None or f.holder.power != power:
        return WITHOUT
    if f.ring.how == "worn" or f.align(power) == GOOD:
        return WITH_THE_RING
    return None if options.is_default(f.before.options, options.CARRIER) else WITHOUT


def _has_more(f: TurnState, power: Power, share: Fraction) -> bool:
    centres = len(ground.CENTRES) - (f.isengard == "destroyed")
    owned = sum(owner == power for owner in f.owners.values())
    units = [part.power for part in f.here() if part.place != ground.OFF]
    units += [token.power for token in f.tokens if token.here]
    return owned > share * centres and units.count(power) > share * len(units)


def count_out(f: TurnState) -> None:
    """A power without centre and unit of any kind is out of the game (6.2(b))."""
    for power in ground.POWERS:
        if power not in f.eliminated and not f.in_the_game(power):
            f.eliminated.append(power)
            f.tell("out", None, power=power)
