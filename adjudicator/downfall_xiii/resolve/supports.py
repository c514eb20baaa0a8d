"""Supports: legality, target and strength (XIII 1.3, 4.9, 5.3, 6a.i, 6b.i, 6c.4, 9.2)."""

from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import battle_lines, company
from adjudicator.downfall_xiii.resolve.battle_lines import BattleLine
from adjudicator.downfall_xiii.resolve.order_collection import SUPPORTS
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, TurnState
from adjudicator.middle_earth.language.orders import (
    Disembark,
    Place,
    Power,
    SupportGarrison,
    SupportHold,
    SupportMove,
    SupportSecond,
    Unit,
)
from adjudicator.middle_earth.resolve.battle import Battle, Support
from adjudicator.middle_earth.resolve.outcomes import VoidReason
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL

Helper = ActingStack | ActingPiece
Named = dict[Place, list[ActingStack]]
HELPS: Final = (*SUPPORTS, SupportSecond)


class Aid:
    """A support that takes part in the battle under *number*."""

    def __init__(self, number: int, by: Helper) -> None:
        self.number = number
        self.by = by


def line_up(turn: TurnState, line: BattleLine) -> list[Aid]:
    """Add all legal supports of phase one. The others are void, and their units hold."""
    helpers: list[Helper] = [stack for stack in turn.stacks if type(stack.order) in SUPPORTS]
    helpers.sort(key=lambda stack: "Dead" in stack.counts)  # type: ignore[union-attr]  # no pieces yet
    helpers += [t for t in turn.pieces if type(t.order) in SUPPORTS and t.stack is None]
    named = _by_name(turn) if helpers else {}
    aids = []
    for helper in helpers:
        found = _void(turn, helper) or _support(turn, line, named, helper)
        if isinstance(found, str):
            helper.void(found)
            continue
        line.battle.supports.append(found)
        aids.append(Aid(len(line.battle.supports) - 1, helper))
        _note(helper)
    return aids


def _by_name(turn: TurnState) -> Named:
    """Return stacks by every area by which a support may name them; landings also by their sea area."""
    found: dict[Place, list[ActingStack]] = {}
    for stack in turn.stacks:
        found.setdefault(stack.place, []).append(stack)
        if stack.origin != stack.place:
            found.setdefault(stack.origin, []).append(stack)
        if type(stack.order) is Disembark and stack.order.unit.place not in (
            stack.origin,
            stack.place,
        ):
            found.setdefault(stack.order.unit.place, []).append(stack)
    return found


def _note(helper: Helper) -> None:
    if isinstance(helper, ActingPiece):
        helper.shown = True  # 6a.i: it used one of its powers
        if helper.given:
            helper.given.public = True
    else:
        helper.supported = True


def _void(turn: TurnState, helper: Helper) -> VoidReason | None:
    if isinstance(helper, ActingPiece):
        return None if helper.kind in company.PROTECTORS else "impossible"
    if helper.fleet is not None:
        return "impossible"
    if is_paralysed(turn, helper):
        return "paralysed"
    if turn.raising and helper.place == "MVa":
        return "nothing"
    return None


def is_paralysed(turn: TurnState, stack: ActingStack) -> bool:
    """Return whether it is a paralysed single unit that Gandalf does not shield (6c.4, 6c.5)."""
    return (
        (stack.power, stack.origin) in turn.paralysed
        and not turn.is_full(stack)
        and not _is_immune(turn, stack)
    )


def _is_immune(turn: TurnState, stack: ActingStack) -> bool:
    """Return whether Gandalf shares its area at the start, moves with it, or supports it (6a.iv, 6c.5)."""
    gandalf = turn.piece("Gandalf")
    if gandalf is None:
        return False
    helps = (
        isinstance(gandalf.order, SupportHold | SupportMove) and gandalf.order.supported.place == stack.origin
    )
    return gandalf.origin == stack.origin or gandalf in stack.company or helps


def _support(turn: TurnState, line: BattleLine, named: Named, helper: Helper) -> Support | VoidReason:
    order = helper.order
    if type(order) is SupportGarrison:
        return _for_garrison(turn, helper, order.place)
    if type(order) is SupportMove:
        return _for_move(turn, line.battle, helper, _named_by(named, order.supported), order.path[0])
    if type(order) is SupportHold:
        return _for_hold(turn, helper, order.supported.place, _named_by(named, order.supported))
    return "impossible"


def _named_by(named: Named, unit: Unit) -> list[ActingStack]:
    return [stack for stack in named.get(unit.place, ()) if _is_kind(stack, unit.kind)]


def _for_garrison(turn: TurnState, helper: Helper, place: Place) -> Support | VoidReason:
    owner = ground.home_of(place)
    if not battle_lines.resisted(turn, place) or (owner and turn.are_opposed(owner, helper.power)):
        return "no such unit"
    if not _reaches(turn, helper, place, place):
        return "impossible"
    return _made(turn, helper, place, -1, garrison=True)


def _for_hold(
    turn: TurnState, helper: Helper, place: Place, named: Sequence[ActingStack]
) -> Support | VoidReason:
    there = [stack for stack in named if stack.place == place and stack.fleet is None]
    staying = [p for p in there if p.attack < 0]
    if not staying:
        return "moves" if there else "no such unit"
    if not any(_may_help(turn, helper, stack.power) for stack in staying):
        return "opposed"
    return _made(turn, helper, place, -1) if _reaches(turn, helper, place, place) else "impossible"


def _for_move(
    turn: TurnState, battle: Battle, helper: Helper, named: Sequence[ActingStack], target: Place
) -> Support | VoidReason:
    there = [stack for stack in named if stack is not helper]
    movers = [p for p in there if p.attack >= 0 and battle.attacks[p.attack].target == target]
    if not movers:
        return "does not move" if there else "no such unit"
    helped = [p for p in movers if _may_help(turn, helper, p.power)]
    if not helped:
        return "opposed"
    mover = min(helped, key=lambda p: (p.power != helper.power, -p.count))
    if not _reaches(turn, helper, target, mover.place):
        return "impossible"
    return _made(turn, helper, target, mover.attack)


def _is_kind(stack: ActingStack, kind: str) -> bool:
    return (
        not kind
        or kind in stack.counts
        or (kind == "A/F" and stack.is_fleet)
        or (kind == "Aragorn" and "Dead" in stack.counts)
    )


def _may_help(turn: TurnState, helper: Helper, power: Power) -> bool:
    if isinstance(helper, ActingPiece):
        return turn.align(power) in (GOOD, NEUTRAL)  # 6a.i, 6b.i
    return not turn.are_opposed(helper.power, power)


def _reaches(turn: TurnState, helper: Helper, target: Place, origin: Place) -> bool:
    kinds: Iterable[str] = (helper.kind,) if isinstance(helper, ActingPiece) else helper.kinds
    return ground.may_support(kinds, helper.place, target, origin, turn.barred(helper.power))


def _made(turn: TurnState, helper: Helper, target: Place, attack: int, garrison: bool = False) -> Support:
    power, alone = battle_lines.BIT[helper.power], isinstance(helper, ActingPiece)
    made = Support(helper.place, target, strength(turn, helper), power, attack)
    made.garrison, made.stands = garrison, alone
    return made


def strength(turn: TurnState, helper: Helper) -> int:
    """Return 1 for Gandalf and Aragorn, else units, company and personalities without an order (5.4)."""
    if isinstance(helper, ActingPiece):
        return 1
    return company.strength(turn, helper) + sum(
        [_adds(turn, one, helper) for one in turn.pieces_in(helper.place)]
    )


def _adds(turn: TurnState, piece: ActingPiece, helper: ActingStack) -> bool:
    """Return whether it adds to this support: only to one, and to its own power's if several stay (5.4)."""
    if not turn.is_idle_company(piece, helper) or helper.is_at_sea:
        return False
    staying = [stack for stack in turn.stacks_in(helper.place) if stack.fleet is None and not stack.path]
    if len(staying) == 1:
        return True
    own = [p for p in staying if p.power == piece.power and type(p.order) in HELPS]
    return helper in own[:1]
