"""What is told of orders when a turn waits, and when it is over?  (HB 9(a), 9(c))"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.position import ADJUSTMENT
from adjudicator.hardbop.resolve.order_collection import sheet
from adjudicator.hardbop.resolve.turn_state import TurnState, unit_of
from adjudicator.hardbop.resolve.units import FIRST, AtTheEnd
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void


def take_late_orders(f: TurnState) -> None:
    """Standing orders of a later sheet; and on that of the adjustments steps xii and xiii anew (9(c))."""
    for power in ground.POWERS:
        if power in f.eliminated:
            continue
        kept = standing.after(f.before.standing.get(power, ()), sheet(f, power).orders)
        f.standing = {
            **{p: o for p, o in f.standing.items() if p != power},
            **({power: kept} if kept else {}),
        }
        if f.before.phase == ADJUSTMENT:
            _take_anew(f, power)


def _take_anew(f: TurnState, power: str) -> None:
    for order in sheet(f, power).orders:
        if isinstance(order, standing.ANEW):
            f.at_end.append(AtTheEnd(power, order, f.say(power, order, public=False), late=True))


def tell_first_moves(f: TurnState) -> None:
    """Those who go on in step vi: their first moves are public now."""
    for part in f.parts:
        if len(part.path) == 2 and part.path[0] and part.entered == FIRST and part.here and not part.failed:
            said = f.say(part.power, act.Move(unit_of(part), part.path[:1]), public=True)
            f.said[said].outcome = Succeeded()


def settle(f: TurnState) -> None:
    """Whatever was not told comes to an end with the turn."""
    for one in f.said:
        one.waits = False
        if one.outcome is None:
            at_end = isinstance(one.order, standing.AT_THE_END)
            one.outcome = Void("nothing") if at_end else Succeeded()
