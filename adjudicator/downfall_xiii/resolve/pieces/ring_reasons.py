"""Why an order for the Ring had no effect, as far as the player who gave it knows."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import (
    DestroyRing,
    PassRing,
    Place,
    Power,
    PutOnRing,
    Standable,
    ThrowRing,
    Unit,
)
from adjudicator.middle_earth.resolve.outcomes import VoidReason


def why_void(turn: TurnState, player: Power, order: Standable) -> VoidReason:
    """Return why *order* had no effect. Whether the units of others have the Ring is not disclosed."""
    if not isinstance(order, PassRing | ThrowRing | PutOnRing | DestroyRing):
        return "nothing"
    if any(turn.commander(power) == player for power in ground.POWERS if power != player):
        return "nothing"  # it may be for a unit that *player* commands (9.7)
    holder = turn.holder
    if holder is None or holder.power != player or not ring.is_meant(turn, player, order.unit):
        return _without_ring(turn, player, order.unit)
    return "worn" if turn.ring.how == "worn" else _of_holder(order, holder.place)


def _of_holder(order: PassRing | ThrowRing | PutOnRing | DestroyRing, place: Place) -> VoidReason:
    match order:
        case PassRing(receiver=None) if order.place == place:
            return "nobody there"
        case PassRing(receiver=Unit()):
            return "no receiver"
        case PassRing() | ThrowRing():
            return "not near"
        case PutOnRing():
            return "may not wear"
        case DestroyRing():
            return "not in Oro"


def _without_ring(turn: TurnState, player: Power, unit: Unit) -> VoidReason:
    mine = [one for one in ring.everybody(turn) if one.power == player and ring.is_named(one, unit)]
    if not mine:
        return "nothing"
    return "no ring" if any(one.here for one in mine) else "gone"
