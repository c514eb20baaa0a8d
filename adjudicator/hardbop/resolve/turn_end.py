"""Orders of later sheets, and outcomes when a turn waits or ends (HB 9(a), 9(c))."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.position import ADJUSTMENT
from adjudicator.hardbop.resolve.order_collection import sheet
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState, unit_of
from adjudicator.hardbop.resolve.units import FIRST, AtTheEnd
from adjudicator.middle_earth.language.orders import Move
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void


def take_late_orders(turn: TurnState) -> None:
    """Add standing orders of a later sheet, and orders for steps xii and xiii of adjustments (9(c))."""
    for power in ground.POWERS:
        if power in turn.eliminated:
            continue
        kept = standing.after(turn.before.standing.get(power, ()), sheet(turn, power).orders)
        turn.standing = {
            **{p: o for p, o in turn.standing.items() if p != power},
            **({power: kept} if kept else {}),
        }
        if turn.before.phase == ADJUSTMENT:
            _take_anew(turn, power)


def _take_anew(turn: TurnState, power: str) -> None:
    for order in sheet(turn, power).orders:
        if isinstance(order, standing.ANEW):
            turn.at_end.append(AtTheEnd(power, order, turn.add_order(power, order, public=False), late=True))


def add_first_moves(turn: TurnState) -> None:
    """Publish the first moves of those who go on in step vi."""
    for unit in turn.units:
        if len(unit.path) == 2 and unit.path[0] and unit.entered == FIRST and unit.here and not unit.failed:
            given = turn.add_order(unit.power, Move(unit_of(unit), unit.path[:1]), public=True)
            turn.given[given].outcome = Succeeded()


def settle(turn: TurnState) -> None:
    """Set the outcome of orders that have none at the end of the turn."""
    ring.void_passes(turn)
    for one in turn.given:
        one.waits = False
        if one.outcome is None:
            at_end = isinstance(one.order, standing.AT_THE_END)
            one.outcome = Void("nothing") if at_end else Succeeded()
