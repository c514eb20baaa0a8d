"""Carry out a plan step by step, with dice; what has become impossible is void (9.0.5)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.core.language.words import NotAllowed
from adjudicator.empires.ground import Zone, zone_name
from adjudicator.empires.language.activation import (
    WITH_MANOEUVRE,
    Action,
    March,
    bare_zones,
    moved,
    unattacked,
    why_not_moved,
)
from adjudicator.empires.language.orders import ArmyOrder, Gas, Pause, RecruitItem, SingleLine
from adjudicator.empires.language.plan import Block, Plan, PlannedAction, Recruiting, opened
from adjudicator.empires.position import Fought, Position, army_of
from adjudicator.empires.record import Combat, Event, Step
from adjudicator.empires.resolve import obligations, recruiting
from adjudicator.empires.resolve.actions import acted, action_name, carry_out
from adjudicator.empires.resolve.combat import fight, shown, superiority, target
from adjudicator.empires.sentences import say
from adjudicator.empires.view.wording import army_name, order_words

SUCCEEDS, VOID = "succeeds", "void"
MANOEUVRE, OFFENSIVE = "Manoeuvre", "Offensive"


class ExecutedStep(NamedTuple):
    """The position after the *steps*."""

    position: Position
    steps: tuple[Step, ...]


def executed(position: Position, plan: Plan, dice: Dice) -> ExecutedStep:
    """Return the position after the plan, and every step of it."""
    steps: list[Step] = []
    for planned in plan.steps:
        position, new = _step(position, planned, dice)
        steps += new
    return ExecutedStep(position, tuple(steps))


def _step(position: Position, planned: Recruiting | Block | PlannedAction, dice: Dice) -> ExecutedStep:
    match planned:
        case Recruiting(items=items):
            return _recruited(position, items)
        case PlannedAction(order=order):
            return _done(position, order)
        case Block():
            return _activated(position, planned, dice)
        case _ as never:
            assert_never(never)


def _recruited(position: Position, items: Sequence[RecruitItem]) -> ExecutedStep:
    left = recruiting.steps_of(position, position.power)
    for item in items:
        for _ in range(item.army.number):
            position, left = recruiting.recruit(position, item, left)
    steps = tuple(Step(order_words(item), SUCCEEDS) for item in items)
    return ExecutedStep(acted(position, "Recruit"), steps)


def _done(position: Position, order: SingleLine) -> ExecutedStep:
    reading, hidden = _readings(order)
    try:
        after, events = carry_out(position, order)
    except NotAllowed as fault:
        is_own = isinstance(order, Gas)  # 10.0.6
        step = Step(reading, VOID, hidden, fault.reason.rstrip("."), is_own=is_own)
        return ExecutedStep(acted(position, action_name(order)), (step,))
    if not isinstance(order, Pause):
        after = acted(after, action_name(order))
    return ExecutedStep(after, (Step(reading, SUCCEEDS, hidden, events=events),))


def _readings(order: SingleLine | ArmyOrder) -> tuple[str, str]:
    """Return the order in words, and what others read instead, "" for the same."""
    reading, public = order_words(order), order_words(order, public=True)
    return reading, public if public != reading else ""


# ---- an Activation


class _Marched(NamedTuple):
    position: Position
    void: Mapping[March, str]  # why a march was not made


def _activated(position: Position, block: Block, dice: Dice) -> ExecutedStep:
    marched = _marched(opened(position, block.extra), block.actions)
    position = _used(marched.position, block)
    spare: dict[Zone, int] = {
        action.zone: superiority(position, action.zone, position.power)
        for action in block.actions
        if action.zone
    }
    steps = []
    for action in block.actions:
        position, step = _action(position, action, marched.void, spare, dice)
        steps.append(replace(step, is_extra=block.extra))
    return ExecutedStep(position, tuple(steps))


def _used(position: Position, block: Block) -> Position:
    """Mark the armies as activated, and technologies as seen that the Activation needed. 10.0.6"""
    armies = [march.army for action in block.actions for march in action.marches]
    for action in block.actions:
        if action.assault:
            armies += [action.assault.attacker, *action.assault.supporters]
    ids = tuple(dict.fromkeys((*position.turn.activated, *armies)))
    position = replace(position, turn=replace(position.turn, activated=ids))
    if block.extra:
        position = shown(position, position.power, OFFENSIVE)
    strategic = sum(march.strategic for action in block.actions for march in action.marches)
    if len(dict.fromkeys(armies)) + strategic >= WITH_MANOEUVRE:
        position = shown(position, position.power, MANOEUVRE)
    return position


def _marched(before: Position, actions: Sequence[Action]) -> _Marched:
    """Make all moves of the Activation, but none among enemies where nobody attacks. 9.1.12"""
    barred: dict[March, str] = {}
    while True:
        position, void, made = before, dict(barred), []
        for march in [march for action in actions for march in action.marches]:
            against = void.get(march) or _why_not(position, march)
            if against:
                void[march] = against
            else:
                position = moved(position, march)
                made.append(march)
        zones = unattacked(bare_zones(before, made), [a for a in actions if not _is_stuck(a, void)])
        late = [march for march in made if march.path[-1] in zones]
        if not late:
            return _Marched(position, void)
        barred |= {march: say("nobody_attacks_in", zone=zone_name(march.path[-1])) for march in late}


def _why_not(position: Position, march: March) -> str:
    if army_of(position, march.army) is None:
        return say("army_is_gone")
    return why_not_moved(position, march, ())


def _is_stuck(action: Action, void: Mapping[March, str]) -> bool:
    """Return whether the attacker of the line did not get there."""
    return action.assault is not None and any(
        march in void for march in action.marches if march.army == action.assault.attacker
    )


def _action(
    position: Position, action: Action, void: Mapping[March, str], spare: dict[Zone, int], dice: Dice
) -> tuple[Position, Step]:
    events = _crossings(position, action, void)
    stopped = [void[march] for march in action.marches if march in void]
    why = stopped[0] if stopped else ""
    combat: Combat | None = None
    if action.assault and not why:
        position, combat, why = _assault(position, action, spare, dice)
    outcome = VOID if why else combat.outcome if combat else SUCCEEDS
    reading, hidden = _readings(action.order)
    arrow, joined = _arrow(position, action, void), _joined(position, action, void)
    return position, Step(reading, outcome, hidden, why, combat, events, arrow, joined)


def _arrow(position: Position, action: Action, void: Mapping[March, str]) -> tuple[Zone, ...]:
    """Return the zones through which the army of the line went; of several, the first."""
    helpers = action.assault.supporters if action.assault else ()
    made = [march for march in action.marches if march not in void and march.army not in helpers]
    return (_began(position, made[0], action), *made[0].path) if made else ()


def _joined(position: Position, action: Action, void: Mapping[March, str]) -> tuple[tuple[Zone, Zone], ...]:
    """Return from where to where each supporter moved in."""
    helpers = action.assault.supporters if action.assault else ()
    made = [march for march in action.marches if march not in void and march.army in helpers]
    return tuple((_began(position, march, action), march.path[-1]) for march in made)


def _began(position: Position, march: March, action: Action) -> Zone:
    return position.turn.named_at.get(march.army, action.order.army.zone)


def _crossings(position: Position, action: Action, void: Mapping[March, str]) -> tuple[Event, ...]:
    """Return the events of armies ceded or taken back by this line. 14.1, 14.3"""
    events = []
    for march in action.marches:
        army = army_of(position, march.army)
        if army is None or march in void:
            continue
        if march.taken_back:
            events.append(Event("taken_back", army.power, army.zone, army_name(army)))
        elif army.power != position.power:
            events.append(Event("ceded", army.power, army.zone, army_name(army)))
    return tuple(events)


def _assault(
    position: Position, action: Action, spare: dict[Zone, int], dice: Dice
) -> tuple[Position, Combat | None, str]:
    """Return the position, the combat, and why there is none, if there is none. 9.0.5"""
    assault, attack = action.assault, action.order.attack
    if assault is None or attack is None:
        return position, None, ""
    number = len(assault.supporters)
    if number > spare[action.zone]:
        zone = zone_name(action.zone)
        return position, None, say("armies_in_do_not_exceed_enemy", zone=zone)
    defender = target(position, action.zone, position.power, attack.target)
    if isinstance(defender, str):
        return position, None, defender
    spare[action.zone] -= number
    is_dutiful = obligations.counts(position, defender)
    after, combat = fight(position, assault, defender, dice)
    fought = Fought(position.power, action.zone, combat.outcome == SUCCEEDS)
    turn = replace(after.turn, dutiful=after.turn.dutiful + is_dutiful, combats=(*after.turn.combats, fought))
    return replace(after, turn=turn), combat, ""
