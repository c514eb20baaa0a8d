"""Phase two: which second moves of Cavalry succeed?  (XIII 6f.3 to 6f.14; part S, step 6)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import battle_lines, movement, supports
from adjudicator.downfall_xiii.resolve.battle_lines import Lines
from adjudicator.downfall_xiii.resolve.supports import Aid
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.battle import Battle, Support
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded, SupportCut, Void


def phase_two(f: TurnState) -> None:
    """All second moves at once, against the board as phase one left it."""
    helpers = [(part, part.act) for part in f.parts if isinstance(part.act, act.SupportSecond)]
    riders = [part for part in f.parts if len(part.path) == 2]
    for part in f.parts:
        part.joins = False
        if part in riders and not _rides_on(f, part):
            riders.remove(part)
            part.path = part.path[:1]
            if part.here and part.entered:
                part.come(Failed("no way"))
    if not riders:
        for helper, _ in helpers:
            helper.come(Void("does not move"))
        return
    drawn = battle_lines.draw_up(f, phase=2)
    if f.raising:
        drawn.battle.sealed.add(movement.VALE)  # 6b.6
    aids = [aid for helper, order in helpers if (aid := _support(f, drawn.battle, helper, order))]
    drawn.battle.fight()
    _apply(f, drawn, aids)


def _rides_on(f: TurnState, part: ActingStack) -> bool:
    """6f.7: the first move succeeded (or it held), and it was not dislodged."""
    first, second = part.path
    if not part.here or (first and (part.entered != 1 or part.place != first)):
        return False
    return ground.may_step("C", part.place, second, f.barred(part.power))


def _support(f: TurnState, battle: Battle, helper: ActingStack, order: act.SupportSecond) -> Aid | None:
    """6f.5: only C that have neither moved nor supported, and still stand."""
    if supports.is_paralysed(f, helper):
        helper.come(Void("paralysed"))
        return None
    target = order.path[-1]
    reaches = ground.may_step("C", helper.place, target, f.barred(helper.power))
    if tuple(helper.men) != ("C",) or not helper.here or not reaches:
        helper.come(Void("impossible"))
        return None
    movers = [
        part
        for part in f.parts
        if part.attack >= 0
        and battle.attacks[part.attack].target == target
        and part.origin == order.supported.place
        and part is not helper
    ]
    if not movers:
        helper.come(Void("does not move"))
        return None
    if f.are_opposed(movers[0].power, helper.power):
        helper.come(Void("opposed"))
        return None
    strength = supports.strength(f, helper)
    battle.supports.append(
        Support(helper.place, target, strength, battle_lines.BIT[helper.power], movers[0].attack)
    )
    return Aid(len(battle.supports) - 1, helper)


def _apply(f: TurnState, drawn: Lines, aids: list[Aid]) -> None:
    battle = drawn.battle
    for aid in aids:
        by = drawn.leader(battle.cutter(aid.number))
        given = battle.given(aid.number) or by is None
        aid.by.come(Succeeded() if given or by is None else SupportCut(f.name(by)))
    movers = [part for part in f.parts if part.here and part.attack >= 0]
    beaten = movement.beaten_parts(f, drawn)
    for part in movers:
        movement.tell_move(part, battle_lines.outcome(f, drawn, part))
    for part, (origins, by) in beaten.items():
        movement.dislodge(f, part, origins, by)
    for part in movers:
        if battle.succeeded(part.attack):
            movement.advance(part, part.path[1], 2)
    f.contested |= battle_lines.contested(f, battle)
