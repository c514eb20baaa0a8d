"""Phase two: second moves of Cavalry (XIII 6f.3 to 6f.14; part S, step 6)."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import battle_lines, movement, supports
from adjudicator.downfall_xiii.resolve.battle_lines import BattleLine
from adjudicator.downfall_xiii.resolve.supports import Aid
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language.orders import SupportSecond
from adjudicator.middle_earth.resolve.battle import Battle, Support
from adjudicator.middle_earth.resolve.outcomes import (
    Failed,
    Succeeded,
    SupportCut,
    Void,
    after_first_step,
)


def phase_two(turn: TurnState) -> None:
    """Resolve all second moves at once, on the board as phase one left it."""
    helpers = [(stack, stack.order) for stack in turn.stacks if type(stack.order) is SupportSecond]
    riders = [stack for stack in turn.stacks if len(stack.path) == 2]
    for stack in turn.stacks:
        stack.joins = False
        if stack in riders and not _rides_on(turn, stack):
            riders.remove(stack)
            stack.path = stack.path[:1]
            if stack.here and stack.entered:
                stack.set_outcome(Failed("no way", reached=stack.path[0]))
    if not riders:
        for helper, _ in helpers:
            helper.set_outcome(Void("does not move"))
        return
    line = battle_lines.draw_up(turn, phase=2)
    if turn.raising:
        line.battle.sealed.add(movement.VALE)  # 6b.6
    aids = [aid for helper, order in helpers if (aid := _support(turn, line.battle, helper, order))]
    line.battle.fight()
    _apply(turn, line, aids)


def _rides_on(turn: TurnState, stack: ActingStack) -> bool:
    """Return whether the first move succeeded, or it held, and it was not dislodged (6f.7)."""
    first, second = stack.path
    if not stack.here or (first and (stack.entered != 1 or stack.place != first)):
        return False
    return ground.may_step("C", stack.place, second, turn.barred(stack.power))


def _support(turn: TurnState, battle: Battle, helper: ActingStack, order: SupportSecond) -> Aid | None:
    """Add the support of a C that has neither moved nor supported and was not dislodged (6f.5)."""
    if supports.is_paralysed(turn, helper):
        helper.set_outcome(Void("paralysed"))
        return None
    target = order.path[-1]
    reaches = ground.may_step("C", helper.place, target, turn.barred(helper.power))
    if tuple(helper.counts) != ("C",) or not helper.here or not reaches:
        helper.set_outcome(Void("impossible"))
        return None
    movers = [
        stack
        for stack in turn.stacks
        if stack.attack >= 0
        and battle.attacks[stack.attack].target == target
        and stack.origin == order.supported.place
        and stack is not helper
    ]
    if not movers:
        helper.set_outcome(Void("does not move"))
        return None
    if turn.are_opposed(movers[0].power, helper.power):
        helper.set_outcome(Void("opposed"))
        return None
    strength = supports.strength(turn, helper)
    battle.supports.append(
        Support(helper.place, target, strength, battle_lines.BIT[helper.power], movers[0].attack)
    )
    return Aid(len(battle.supports) - 1, helper)


def _apply(turn: TurnState, line: BattleLine, aids: list[Aid]) -> None:
    battle = line.battle
    for aid in aids:
        by = line.leader(battle.cutter(aid.number))
        given = battle.given(aid.number) or by is None
        aid.by.set_outcome(Succeeded() if given or by is None else SupportCut(turn.name(by)))
    movers = [stack for stack in turn.stacks if stack.here and stack.attack >= 0]
    beaten = movement.beaten_stacks(turn, line)
    for stack in movers:
        outcome = battle_lines.outcome(turn, line, stack)
        movement.set_move_outcome(stack, after_first_step(outcome, stack.path[0]))
    for stack, (origins, by) in beaten.items():
        movement.dislodge(turn, stack, origins, by)
    for stack in movers:
        if battle.succeeded(stack.attack):
            movement.advance(stack, stack.path[1], 2)
    turn.contested |= battle_lines.contested(turn, battle)
