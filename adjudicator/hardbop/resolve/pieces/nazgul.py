"""Whom does the Nazgul paralyse, and what if Gandalf comes upon it?  (HB 3.7(e), 3.10, 7.3(e))"""

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.order_collection import SUPPORTS
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import NOT_MOVED, ActingUnit, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded
from adjudicator.middle_earth.resolve.pieces import EVIL


def paralyse(f: TurnState) -> None:
    """First of all in step ii, by where all stand then (3.10(h)). It is disclosed even if it is stopped."""
    token = f.token("Nazgul")
    if token is None or not isinstance(token.order, act.Paralyse):
        return
    unit = token.order.target
    part = f.part_in(unit.place)
    if part is None or not is_in_reach(token.place, unit.place):
        f.come(token, Failed("out of reach"))
        return
    immune = part.size > 1 or bool(f.leaders(part))
    shield = None if immune else _shield(f, part)
    if not immune and shield is None:
        part.paralysed = True
        f.publish(token)
        f.come(token, Succeeded())
        return
    f.come(token, Failed("immune"))
    if options.is_default(f.before.options, options.STOPPED):
        f.publish(token)
        if shield is not None:
            f.see(shield, None, "shield")


def is_in_reach(start: Place, place: Place) -> bool:
    """Its own space, or one step of its own; a fleet at sea beside it, too."""
    return place == start or ground.may_step("Nazgul", start, place) or _is_shore(start, place)


def _is_shore(start: Place, place: Place) -> bool:
    return place in ground.WATER and place in ground.FLEET[start]


def _shield(f: TurnState, part: ActingUnit) -> Token | None:
    """3.7(e): Gandalf in its space, or Gandalf supporting it."""
    gandalf = f.token("Gandalf")
    if gandalf is None or f.align(part.power) == EVIL:
        return None
    order = gandalf.order
    helps = isinstance(order, SUPPORTS) and getattr(order, "supported", None) is not None
    helped = helps and order.supported.place == part.origin  # type: ignore[union-attr] # helps says so
    second = isinstance(order, act.SupportSecond) and order.supported.place == part.origin
    return gandalf if gandalf.place == part.place or helped or second else None


def flee(f: TurnState, entered: int) -> None:
    """3.10(d), 3.10(j): where it stands with Gandalf it retreats at once, as its sheet prefers."""
    nazgul, gandalf = f.token("Nazgul"), f.token("Gandalf")
    if nazgul is None or gandalf is None or nazgul.place != gandalf.place:
        return
    place = nazgul.place
    came_from = gandalf.entered_from if gandalf.entered != NOT_MOVED else ""
    open_ = sorted(ground.steps("Nazgul", place) - {came_from})
    goal = next((one for one in (*f.flights, *open_) if one in open_), "")
    if nazgul.shown:  # as it would be told of, had nobody come
        f.see(nazgul, None, "led" if nazgul.leads >= 0 else "power")
        nazgul.shown = False
    nazgul.leads, nazgul.stays = -1, True
    f.tell("nazgul.driven", _both(gandalf.power, nazgul.power), place=place)
    if f.holder is nazgul:
        ring.take(f, gandalf)  # 7.3(e): it counts as dislodged
    if nazgul.said >= 0 and f.said[nazgul.said].waits:  # its second move is lost; what it did is done
        f.said[nazgul.said].waits = False
        f.come(nazgul, Failed("barred" if f.said[nazgul.said].public else "gandalf"))
    if not goal:
        losses.lose_token(f, nazgul, "driven out")
        return
    nazgul.entered_from, nazgul.place, nazgul.entered = place, goal, entered
    f.tell("nazgul.flees", (nazgul.power,), place=goal)


def _both(one: Power, other: Power) -> tuple[Power, ...]:
    return tuple(sorted({one, other}))
