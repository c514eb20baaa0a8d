"""The Nazgul: paralysing, and driven out by Gandalf (HB 3.7(e), 3.10, 7.3(e))."""

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import NOT_MOVED, ActingPiece, ActingUnit
from adjudicator.middle_earth.language.orders import (
    Paralyse,
    Place,
    Power,
    SupportHold,
    SupportMove,
    SupportSecond,
)
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded
from adjudicator.middle_earth.resolve.pieces import EVIL


def paralyse(turn: TurnState) -> None:
    """Paralyse at the start of step ii (3.10(h)). The Nazgul is disclosed even if it is stopped."""
    piece = turn.piece("Nazgul")
    if piece is None or not isinstance(piece.order, Paralyse):
        return
    place = piece.order.target.place
    unit = turn.unit_in(place)
    if unit is None or not is_in_reach(piece.place, place):
        turn.set_outcome(piece, Failed("out of reach"))
        return
    immune = unit.size > 1 or bool(turn.leaders(unit))
    shield = None if immune else _shield(turn, unit)
    if not immune and shield is None:
        unit.paralysed = True
        turn.publish(piece)
        turn.set_outcome(piece, Succeeded())
        return
    turn.set_outcome(piece, Failed("immune"))
    if options.is_default(turn.before.options, options.STOPPED):
        turn.publish(piece)
        if shield is not None:
            turn.add_sighting(shield, None, "shield")


def is_in_reach(start: Place, place: Place) -> bool:
    """Return whether *place* is its own space, one step away, or a sea on its coast."""
    return place == start or ground.may_step("Nazgul", start, place) or _is_shore(start, place)


def _is_shore(start: Place, place: Place) -> bool:
    return place in ground.WATER and place in ground.FLEET[start]


def _shield(turn: TurnState, unit: ActingUnit) -> ActingPiece | None:
    """Return Gandalf if he is in the space of *unit* or supports it (3.7(e))."""
    gandalf = turn.piece("Gandalf")
    if gandalf is None or turn.align(unit.power) == EVIL:
        return None
    order = gandalf.order
    if gandalf.place == unit.place:
        return gandalf
    if isinstance(order, SupportHold | SupportMove | SupportSecond) and order.supported.place == unit.origin:
        return gandalf
    return None


def flee(turn: TurnState, entered: int) -> None:
    """Drive the Nazgul out of Gandalf's space, to its first open preference (3.10(d), 3.10(j))."""
    nazgul, gandalf = turn.piece("Nazgul"), turn.piece("Gandalf")
    if nazgul is None or gandalf is None or nazgul.place != gandalf.place:
        return
    place = nazgul.place
    came_from = gandalf.entered_from if gandalf.entered != NOT_MOVED else ""
    open_ = sorted(ground.steps("Nazgul", place) - {came_from})
    goal = next((one for one in (*turn.flights, *open_) if one in open_), "")
    if nazgul.shown:  # as if they had not met
        turn.add_sighting(nazgul, None, "led" if nazgul.leads >= 0 else "power")
        nazgul.shown = False
    nazgul.leads, nazgul.stays = -1, True
    turn.add_news("nazgul.driven", _both(gandalf.power, nazgul.power), place=place)
    if turn.holder is nazgul:
        ring.take(turn, gandalf)  # 7.3(e): it counts as dislodged
    if nazgul.given >= 0 and turn.given[nazgul.given].waits:  # it loses its second move only
        turn.given[nazgul.given].waits = False
        turn.set_outcome(nazgul, Failed("barred" if turn.given[nazgul.given].public else "gandalf"))
    if not goal:
        losses.lose_piece(turn, nazgul, "driven out")
        return
    nazgul.entered_from, nazgul.place, nazgul.entered = place, goal, entered
    turn.add_news("nazgul.flees", (nazgul.power,), place=goal)


def _both(one: Power, other: Power) -> tuple[Power, ...]:
    return tuple(sorted({one, other}))
