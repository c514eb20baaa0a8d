"""Whose support in normal movement is lawful, for what, and how strong?

(HB 3.2(b), 3.7(f), 5.2(b), 5.5, 8(b))
"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.battle_lines import BIT, Aid, BattleLine
from adjudicator.hardbop.resolve.order_collection import SUPPORTS
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import ActingUnit, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.battle import Support
from adjudicator.middle_earth.resolve.outcomes import Void
from adjudicator.middle_earth.resolve.pieces import EVIL


def line_up(f: TurnState, line: BattleLine) -> None:
    """Add all lawful supports; the others are void and their units stand."""
    everybody: list[Holder] = [*f.here(), *(token for token in f.tokens if token.here)]
    for helper in [one for one in everybody if isinstance(one.order, SUPPORTS)]:
        found = _support(f, line, helper)
        if isinstance(found, str):
            fail(f, helper, found)
            continue
        line.battle.supports.append(found)
        said = tuple(helper.said) if isinstance(helper, ActingUnit) else (helper.said,)
        line.aids.append(Aid(len(line.battle.supports) - 1, helper, said))
        if isinstance(helper, Token):
            f.publish(helper)  # 3.7(c)


def fail(f: TurnState, helper: Holder, why: str) -> None:
    """A void support; a Cavalry's second one fails with it (4.4(d))."""
    f.come(helper, Void(why))
    helper.order = None
    if isinstance(helper, ActingUnit):
        helper.failed = True


def _support(f: TurnState, line: BattleLine, helper: Holder) -> Support | str:
    if isinstance(helper, ActingUnit) and helper.paralysed:
        return "paralysed"
    if isinstance(helper, Token) and helper.kind != "Gandalf":
        return "impossible"
    match helper.order:
        case act.SupportGarrison(place=place):
            return _for_garrison(f, helper, place)
        case act.SupportHold(supported=supported):
            return _for_hold(f, line, helper, supported)
        case act.SupportMove(supported=supported, path=path):
            return _for_move(f, line, helper, supported, path[-1] if _is_voyage(path) else path[0])
    return "impossible"


def _is_voyage(path: tuple[Place, ...]) -> bool:
    return len(path) > 1 and path[0] in ground.WATER


def _for_garrison(f: TurnState, helper: Holder, place: Place) -> Support | str:
    owner = f.garrison_of(place)
    if owner is None:
        return "no such unit"
    if owner and not may_help(f, helper, owner):
        return "opposed"
    if not reaches(helper, place, place):
        return "impossible"
    return made(f, helper, place, -1, garrison=True)


def _for_hold(f: TurnState, line: BattleLine, helper: Holder, supported: Unit) -> Support | str:
    part = next(iter(_named(f, supported)), None)
    if part is None:
        return "no such unit"
    if part.number in line.attacks:
        return "moves"
    if not may_help(f, helper, part.power):
        return "opposed"
    return made(f, helper, part.place, -1) if reaches(helper, part.place, part.place) else "impossible"


def _named(f: TurnState, unit: Unit) -> list[ActingUnit]:
    return [p for p in f.parts if p.place == unit.place and p.here and unit.kind in ("", p.kind)]


def _for_move(
    f: TurnState, line: BattleLine, helper: Holder, supported: Unit, target: Place
) -> Support | str:
    there = _named(f, supported)
    movers = [
        p
        for p in there
        if p.number in line.attacks and line.battle.attacks[line.attacks[p.number]].target == target
    ]
    if not movers:
        return "does not move" if there else "no such unit"
    mover = movers[0]
    if not may_help(f, helper, mover.power):
        return "opposed"
    if not reaches(helper, target, mover.place):
        return "impossible"
    return made(f, helper, target, line.attacks[mover.number])


def may_help(f: TurnState, helper: Holder, power: Power) -> bool:
    """8(b); Gandalf helps Good and Neutral units (3.7(f))."""
    if isinstance(helper, Token):
        return f.align(power) != EVIL
    return not f.are_opposed(helper.power, power)


def reaches(helper: Holder, target: Place, origin: Place) -> bool:
    return ground.may_support(helper.kind, helper.place, target, origin)


def made(f: TurnState, helper: Holder, target: Place, attack: int, garrison: bool = False) -> Support:
    strength = f.standing_strength(helper) if isinstance(helper, ActingUnit) else 1
    made = Support(helper.place, target, strength, BIT[helper.power], attack)
    made.garrison = garrison
    return made
