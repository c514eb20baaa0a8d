"""Supports in normal movement: legality, target and strength.

(HB 3.2(b), 3.7(f), 5.2(b), 5.5, 8(b))
"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.battle_lines import BIT, Aid, BattleLine
from adjudicator.hardbop.resolve.order_collection import SUPPORTS
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit
from adjudicator.middle_earth.language.orders import (
    Place,
    Power,
    SupportGarrison,
    SupportHold,
    SupportMove,
    Unit,
)
from adjudicator.middle_earth.resolve.battle import Support
from adjudicator.middle_earth.resolve.outcomes import Void, VoidReason
from adjudicator.middle_earth.resolve.pieces import EVIL


def line_up(turn: TurnState, line: BattleLine) -> None:
    """Add all legal supports. The others are void, and their units stand."""
    everybody: list[Holder] = [*turn.here(), *(piece for piece in turn.pieces if piece.here)]
    for helper in [one for one in everybody if isinstance(one.order, SUPPORTS)]:
        found = _support(turn, line, helper)
        if isinstance(found, str):
            fail(turn, helper, found)
            continue
        line.battle.supports.append(found)
        given = tuple(helper.given) if isinstance(helper, ActingUnit) else (helper.given,)
        line.aids.append(Aid(len(line.battle.supports) - 1, helper, given))
        if isinstance(helper, ActingPiece):
            turn.publish(helper)  # 3.7(c)


def fail(turn: TurnState, helper: Holder, why: VoidReason) -> None:
    """Void a support. The second support of a Cavalry fails with it (4.4(d))."""
    turn.set_outcome(helper, Void(why))
    helper.order = None
    if isinstance(helper, ActingUnit):
        helper.failed = True


def _support(turn: TurnState, line: BattleLine, helper: Holder) -> Support | VoidReason:
    if isinstance(helper, ActingUnit) and helper.paralysed:
        return "paralysed"
    if isinstance(helper, ActingPiece) and helper.kind != "Gandalf":
        return "impossible"
    match helper.order:
        case SupportGarrison(place=place):
            return _for_garrison(turn, helper, place)
        case SupportHold(supported=supported):
            return _for_hold(turn, line, helper, supported)
        case SupportMove(supported=supported, path=path):
            return _for_move(turn, line, helper, supported, path[-1] if _is_voyage(path) else path[0])
    return "impossible"


def _is_voyage(path: tuple[Place, ...]) -> bool:
    return len(path) > 1 and path[0] in ground.WATER


def _for_garrison(turn: TurnState, helper: Holder, place: Place) -> Support | VoidReason:
    owner = turn.garrison_of(place)
    if owner is None:
        return "no such unit"
    if owner and not may_help(turn, helper, owner):
        return "opposed"
    if not reaches(helper, place, place):
        return "impossible"
    return made(turn, helper, place, -1, garrison=True)


def _for_hold(turn: TurnState, line: BattleLine, helper: Holder, supported: Unit) -> Support | VoidReason:
    unit = next(iter(_named(turn, supported)), None)
    if unit is None:
        return "no such unit"
    if unit.number in line.attacks:
        return "moves"
    if not may_help(turn, helper, unit.power):
        return "opposed"
    return made(turn, helper, unit.place, -1) if reaches(helper, unit.place, unit.place) else "impossible"


def _named(turn: TurnState, unit: Unit) -> list[ActingUnit]:
    return [p for p in turn.units if p.place == unit.place and p.here and unit.kind in ("", p.kind)]


def _for_move(
    turn: TurnState, line: BattleLine, helper: Holder, supported: Unit, target: Place
) -> Support | VoidReason:
    there = _named(turn, supported)
    movers = [
        p
        for p in there
        if p.number in line.attacks and line.battle.attacks[line.attacks[p.number]].target == target
    ]
    if not movers:
        return "does not move" if there else "no such unit"
    mover = movers[0]
    if not may_help(turn, helper, mover.power):
        return "opposed"
    if not reaches(helper, target, mover.place):
        return "impossible"
    return made(turn, helper, target, line.attacks[mover.number])


def may_help(turn: TurnState, helper: Holder, power: Power) -> bool:
    """Return whether it may help *power* (8(b)); Gandalf helps Good and Neutral units (3.7(f))."""
    if isinstance(helper, ActingPiece):
        return turn.align(power) != EVIL
    return not turn.are_opposed(helper.power, power)


def reaches(helper: Holder, target: Place, origin: Place) -> bool:
    return ground.may_support(helper.kind, helper.place, target, origin)


def made(turn: TurnState, helper: Holder, target: Place, attack: int, garrison: bool = False) -> Support:
    strength = turn.standing_strength(helper) if isinstance(helper, ActingUnit) else 1
    made = Support(helper.place, target, strength, BIT[helper.power], attack)
    made.garrison = garrison
    return made
