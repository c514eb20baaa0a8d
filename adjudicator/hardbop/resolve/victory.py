"""Victory by counting, and powers out of the game (HB V2, V3; V1 is in `pieces/wearing.py`)."""

from fractions import Fraction

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.pieces import GOOD

WITH_THE_RING = Fraction(1, 2)
WITHOUT = Fraction(3, 4)


def count(turn: TurnState) -> None:
    """Count centres and units, hidden ones too, at the end of every turn II."""
    if turn.over:
        return
    for power in ground.POWERS:
        share = _share_needed(turn, power)
        if share is not None and power not in turn.eliminated and _has_more(turn, power, share):
            turn.winners, turn.over = (power,), True
            turn.add_news("victory", None, power=power)


def _share_needed(turn: TurnState, power: Power) -> Fraction | None:
    """Return the share *power* needs; None if it carries the Ring without wearing it (V3(a))."""
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
    """Eliminate powers without a centre or unit of any kind (6.2(b))."""
    for power in ground.POWERS:
        if power not in turn.eliminated and not turn.in_the_game(power):
            turn.eliminated.append(power)
            turn.add_news("out", None, power=power)
