"""Step xiii: putting on the Ring, its consequences, and the Fire (HB 7.4, 7.5, 7.7, V1)."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import Ring
from adjudicator.hardbop.resolve.alignments import turn_to
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import ActingUnit, AtTheEnd
from adjudicator.middle_earth.language.orders import DestroyRing, Power, PutOnRing
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD

SARUMANS_STRENGTH = 2  # 7.4(b)


def destroy_or_wear_ring(turn: TurnState) -> None:
    """Destroy the Ring, or else put it on."""
    for one in turn.at_end:
        if isinstance(one.order, DestroyRing):
            _come(turn, one, _destroy(turn, one, one.order))
    for one in turn.at_end:
        if isinstance(one.order, PutOnRing):
            _come(turn, one, _put_on(turn, one, one.order))


def _come(turn: TurnState, one: AtTheEnd, worked: bool) -> None:
    turn.given[one.given].outcome = Succeeded() if worked else Void(ring.why_void(turn, one))
    turn.given[one.given].public = worked


def _destroy(turn: TurnState, one: AtTheEnd, order: DestroyRing) -> bool:
    holder = turn.holder
    if holder is None or turn.ring.how != "carried" or holder.place != ground.FIRE:
        return False
    if not ring.is_meant(turn, one, holder, order.unit):
        return False
    turn.ring, turn.holder = Ring("destroyed"), None
    turn.add_news("ring.destroyed", None, power=holder.power, place=ground.FIRE)
    turn.winners = tuple(
        p for p in ground.POWERS if p != "Mordor" and p not in turn.eliminated and turn.in_the_game(p)
    )
    turn.over = True
    return True


def _put_on(turn: TurnState, one: AtTheEnd, order: PutOnRing) -> bool:
    holder = turn.holder
    if (
        holder is None
        or turn.ring.how != "carried"
        or turn.over
        or not ring.is_meant(turn, one, holder, order.unit)
    ):
        return False
    if turn.align(holder.power) == GOOD or not may_wear(turn, holder):
        return False
    turn.ring, turn.ring_worn = Ring("worn"), True
    turn.add_news("ring.worn", None, power=holder.power, unit=ring.kind_name(holder), place=holder.place)
    if holder.power == "Mordor":
        turn.winners, turn.over = ("Mordor",), True
        return True
    _grow(turn, holder)
    turn_to(turn, holder.power, EVIL)
    _weaken_mordor(turn, holder.power)
    return True


def may_wear(turn: TurnState, holder: Holder) -> bool:
    """Return whether *holder* may put it on (7.4(a) to 7.4(c))."""
    match holder.power:
        case "Mordor":
            return holder.kind == "Sauron"
        case "Saruman":
            himself = turn.piece("Saruman")
            return holder is himself or (himself is None and isinstance(holder, ActingUnit))
        case "Dwarves" | "Umbar":
            return isinstance(holder, ActingUnit)
    return False


def _grow(turn: TurnState, holder: Holder) -> None:
    if isinstance(holder, ActingUnit):
        holder.size += holder.kind in ground.ARMIES
        return
    there = turn.unit_in(holder.place)
    if there is None and holder.place not in ground.WATER:
        number = len(turn.units)
        army = ActingUnit(number, holder.power, "A", holder.place, holder.place, SARUMANS_STRENGTH)
        turn.units.append(army)
        turn.add_news("ring.army", None, power=holder.power, place=holder.place)
    elif there is not None and there.power == holder.power and there.kind in ground.ARMIES:
        there.size += SARUMANS_STRENGTH


def _weaken_mordor(turn: TurnState, wearer: Power) -> None:
    """Take Mordor's strength, off-board centres and Nazgul (7.5)."""
    for unit in turn.units:
        if unit.power == "Mordor":
            unit.size = 1
    turn.offboard_centres = 0
    turn.nazgul_controller = wearer
    for piece in turn.pieces:
        if piece.kind == "Nazgul":
            piece.power = wearer
    turn.add_news("mordor.weaker", None, power=wearer)
