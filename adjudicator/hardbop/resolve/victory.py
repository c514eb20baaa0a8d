"""Who has won by counting, and who is out?  (HB V2, V3; V1 is in `wearing`)"""

from fractions import Fraction

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.pieces import GOOD

WITH_THE_RING = Fraction(1, 2)
WITHOUT = Fraction(3, 4)


def count(turn: TurnState) -> None:
    """At the end of every turn II: centres on the board, and units on it, hidden ones too."""
    if turn.over:
        return
    for power in ground.POWERS:
        share = _share_needed(turn, power)
        if share is not None and power not in turn.eliminated and _has_more(turn, power, share):
            turn.winners, turn.over = (power,), True
            turn.add_news("victory", None, power=power)


def _share_needed(turn: TurnState, power: Power) -> Fraction | None:
    """V3(a): a Neutral or Evil power that carries it and does not wear it cannot win so."""
    if turn.holder is None or turn.holder.power != power:
        return WITHOUT
    if turn.ring.how == "worn" or turn.align(power) == GOOD:
        return WITH_THE_RING
    return None if options.is_default(turn.before.options, options.CARRIER) else WITHOUT


def _has_more(turn: TurnState, power: Power, share: Fraction) -> bool:
    centres = len(ground.CENTRES) - (turn.isengard == "destroyed")
    owned = sum(owner == power for owner in turn.owners.values())
    units = [unit.power for unit in turn.here() if unit.place != ground.OFF]
    units += [piece.power for piece in turn.pieces if piece.here]
    return owned > share * centres and units.count(power) > share * len(units)


def count_out(turn: TurnState) -> None:
    """A power without centre and unit of any kind is out of the game (6.2(b))."""
    for power in ground.POWERS:
        if power not in turn.eliminated and not turn.in_the_game(power):
            turn.eliminated.append(power)
            turn.add_news("out", None, power=power)
