"""Victory by counting, and powers out of the game (HB V2, V3; V1 is in `pieces/wearing.py`)."""

from collections.abc import Mapping
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
    has_it = turn.holder is not None and turn.holder.power == power
    return share_needed(turn.ring.how if has_it else "", turn.align(power), turn.before.options)


def share_needed(has_it: str, alignment: str, chosen: Mapping[str, str]) -> Fraction | None:
    """Return the share that a power needs; None if it carries the Ring without wearing it (V3(a)).

    *has_it* is "worn" or "carried" if the power has the Ring, else "".
    """
    if not has_it:
        return WITHOUT
    if has_it == "worn" or alignment == GOOD:
        return WITH_THE_RING
    return None if options.is_default(chosen, options.CARRIER) else WITHOUT


def centres_on_board(isengard: str) -> int:
    return len(ground.CENTRES) - (isengard == "destroyed")


def _has_more(turn: TurnState, power: Power, share: Fraction) -> bool:
    centres = centres_on_board(turn.isengard)
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
