"""Step xiii: who may put on the Ring, and what follows?  The Fire, too.  (HB 7.4, 7.5, 7.7, V1)"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import Ring
from adjudicator.hardbop.resolve.alignments import turn_to
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import ActingUnit, AtTheEnd
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD

SARUMANS_STRENGTH = 2  # 7.4(b)


def last_deeds(f: TurnState) -> None:
    """The Ring is destroyed, or else put on, by who has it now."""
    for one in f.at_end:
        if isinstance(one.order, act.DestroyRing):
            _come(f, one, _destroy(f, one, one.order))
    for one in f.at_end:
        if isinstance(one.order, act.PutOnRing):
            _come(f, one, _put_on(f, one, one.order))


def _come(f: TurnState, one: AtTheEnd, worked: bool) -> None:
    f.said[one.said].outcome = Succeeded() if worked else Void("nothing")
    f.said[one.said].public = worked


def _destroy(f: TurnState, one: AtTheEnd, order: act.DestroyRing) -> bool:
    holder = f.holder
    if holder is None or f.ring.how != "carried" or holder.place != ground.FIRE:
        return False
    if not ring.is_meant(f, one, holder, order.unit):
        return False
    f.ring, f.holder = Ring("destroyed"), None
    f.tell("ring.destroyed", None, power=holder.power, place=ground.FIRE)
    f.winners = tuple(
        p for p in ground.POWERS if p != "Mordor" and p not in f.eliminated and f.in_the_game(p)
    )
    f.over = True
    return True


def _put_on(f: TurnState, one: AtTheEnd, order: act.PutOnRing) -> bool:
    holder = f.holder
    if holder is None or f.ring.how != "carried" or f.over or not ring.is_meant(f, one, holder, order.unit):
        return False
    if f.align(holder.power) == GOOD or not may_wear(f, holder):
        return False
    f.ring, f.ring_worn = Ring("worn"), True
    f.tell("ring.worn", None, power=holder.power, unit=ring.kind_name(holder), place=holder.place)
    if holder.power == "Mordor":
        f.winners, f.over = ("Mordor",), True
        return True
    _grow(f, holder)
    turn_to(f, holder.power, EVIL)
    _weaken_mordor(f, holder.power)
    return True


def may_wear(f: TurnState, holder: Holder) -> bool:
    """7.4(a) to 7.4(c)"""
    match holder.power:
        case "Mordor":
            return holder.kind == "Sauron"
        case "Saruman":
            himself = f.token("Saruman")
            return holder is himself or (himself is None and isinstance(holder, ActingUnit))
        case "Dwarves" | "Umbar":
            return isinstance(holder, ActingUnit)
    return False


def _grow(f: TurnState, holder: Holder) -> None:
    if isinstance(holder, ActingUnit):
        holder.size += holder.kind in ground.ARMIES
        return
    there = f.part_in(holder.place)
    if there is None and holder.place not in ground.WATER:
        number = len(f.parts)
        army = ActingUnit(number, holder.power, "A", holder.place, holder.place, SARUMANS_STRENGTH)
        f.parts.append(army)
        f.tell("ring.army", None, power=holder.power, place=holder.place)
    elif there is not None and there.power == holder.power and there.kind in ground.ARMIES:
        there.size += SARUMANS_STRENGTH


def _weaken_mordor(f: TurnState, wearer: Power) -> None:
    """7.5"""
    for part in f.parts:
        if part.power == "Mordor":
            part.size = 1
    f.offboard_centres = 0
    f.nazgul_controller = wearer
    for token in f.tokens:
        if token.kind == "Nazgul":
            token.power = wearer
    f.tell("mordor.weaker", None, power=wearer)
