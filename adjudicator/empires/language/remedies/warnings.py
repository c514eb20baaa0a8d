"""Warnings about a sheet: aviation and tanks without missions (10.4.1, 10.5.1), too many actions (7.1).

The attack is made without them. What the nation, the tiles or the zone of an attack rule out is refused when
the line is read (`activation`, 10.0.7).
"""

from collections.abc import Container, Iterator, Sequence

from adjudicator.core.language.words import Refusal
from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, ZONES, Zone, zone_name
from adjudicator.empires.language.activation import Action
from adjudicator.empires.language.branching import possible_branches
from adjudicator.empires.language.conditions import ANYBODY, ME, US, Condition, holder
from adjudicator.empires.language.orders import (
    ActionOrder,
    Activate,
    ArmyOrder,
    Conditional,
    Pass,
    Pause,
    SheetOrder,
)
from adjudicator.empires.language.plan import (
    WITHOUT_ARMIES,
    WITHOUT_RECRUITS,
    Accepted,
    Block,
    Plan,
    Refused,
    pauses_left,
)
from adjudicator.empires.position import Position, of_power
from adjudicator.empires.resolve.actions import action_name
from adjudicator.empires.resolve.deciding import Scene, holds
from adjudicator.empires.resolve.movement import CEDING
from adjudicator.empires.seasons import year
from adjudicator.empires.sentences import say
from adjudicator.empires.view.wording import army_name, order_words


def warnings_without_missions(plan: Plan) -> list[str]:
    """Return a sentence for each such extra, in the order of the sheet."""
    blocks = [step for step in plan.steps if isinstance(step, Block)]
    actions = [action for block in blocks for action in block.actions]
    return [warning for action in actions for warning in _warnings_of(action, plan.position.power)]


def warnings_of_headings(plan: Plan) -> list[str]:
    """Return a sentence for headings under which nothing is accepted: the lines below them say why."""
    refused = [one.fault for one in plan.verdicts if isinstance(one, Refused)]
    empty = [fault for fault in (WITHOUT_RECRUITS, WITHOUT_ARMIES) if fault in refused]
    return [f"{fault.reason} {fault.remedy}" for fault in empty]


def warnings_of_pause(plan: Plan, orders: Sequence[SheetOrder | Refusal]) -> list[str]:
    """Return a sentence if PAUSE ends the turn, because nothing is left to order after it."""
    passes = [
        one.number for one in plan.verdicts if isinstance(one, Accepted) and isinstance(one.order, Pass)
    ]
    return [say("pause_is_not_needed") for number in passes if isinstance(orders[number], Pause)]


def warnings_of_ceding(before: Position, plan: Plan) -> list[str]:
    """Return a sentence for each army that the sheet cedes: the lines need not say so. 14.1"""
    own = {army.id for army in of_power(before.armies, before.power)}
    ceded = [army for army in plan.position.armies if army.id in own and army.power != before.power]
    return [say("is_ceded_where_it_ends", army=army_name(army), zone=zone_name(army.zone)) for army in ceded]


def warnings_of_possible_ceding(
    before: Position, plan: Plan, orders: Sequence[SheetOrder | Refusal]
) -> list[str]:
    """Return a sentence for each zone whose control at the start of the turn decides on ceding. 14.1

    Its line depends on a condition that does not hold now, or the turn of Austria-Hungary comes before.
    """
    if before.power != GERMANY or year(before.season) < CEDING:
        return []
    sure = {army.zone for army in of_power(plan.position.armies, AUSTRIA) if army.is_ceded}
    refused = {one.number for one in plan.verdicts if isinstance(one, Refused)}
    kept = [order for number, order in enumerate(orders) if number not in refused]
    goals = dict.fromkeys(order.path[-1] for one in kept for order in _army_orders(one) if order.path)
    return [
        say("may_be_ceded_where_it_ends", zone=zone_name(zone))
        for zone in goals
        if zone not in sure and _may_be_austrian(before, zone)
    ]


def _army_orders(order: SheetOrder | Refusal | None) -> Iterator[ArmyOrder]:
    match order:
        case ArmyOrder():
            yield order
        case Activate():
            yield from _army_orders(order.order)
        case Conditional():
            yield from (*_army_orders(order.order), *_army_orders(order.otherwise))


def _may_be_austrian(before: Position, zone: Zone) -> bool:
    """Return whether Austria-Hungary controls the zone, or may take it in a turn before this one. 3.5"""
    holder = before.control.get(zone, "")
    if holder == AUSTRIA:
        return True
    near = {zone, *ZONES[zone].neighbours}
    is_near = any(army.zone in near for army in of_power(before.armies, AUSTRIA))
    return before.turn.follows and is_near and holder != GERMANY


def _warnings_of(action: Action, power: str) -> Iterator[str]:
    if action.assault is None or action.has_missions:
        return
    order = order_words(action.order, public=True)
    if action.assault.air:
        yield say("aviation_does_not_help_because_has", order=order, power=power)
    if action.assault.tanks:
        yield say("tanks_do_not_help_because_has", order=order, power=power)


def warnings_of_own_turn(before: Position, plan: Plan, orders: Sequence[SheetOrder | Refusal]) -> list[str]:
    """Return a sentence for each condition that waits for what a line above it does: it cannot. S.11"""
    reached: set[Zone] = set()
    unmet = {one.number for one in plan.decided if one.fate.is_met is False}
    found: dict[str, None] = {}
    for number, order in enumerate(orders):
        if isinstance(order, Conditional) and number in unmet:
            found |= dict.fromkeys(one.words for one in order.conditions if _waits(before, one, reached))
        reached |= _reached(order)
    may_pause = pauses_left(before) != 0
    return [_of_own_turn(f'"{words}"', may_pause=may_pause) for words in found]


def _of_own_turn(condition: str, *, may_pause: bool) -> str:
    if may_pause:
        return say("condition_of_own_turn", condition=condition)
    return say("condition_of_own_turn_alone", condition=condition)


def _waits(before: Position, condition: Condition, reached: Container[Zone]) -> bool:
    """Return whether it asks for what the Power's own armies in *reached* zones may bring about."""
    if condition.zone not in reached or holds(Scene(before, before.power), condition):
        return False
    is_own = condition.who in (ANYBODY, ME, US) or holder(condition.who) == before.power
    match condition.kind:
        case "control" | "attack":
            return not condition.is_denied and is_own
        case "empty":
            return not condition.is_denied
        case "armies":  # more of its own armies, or fewer of others
            is_less = condition.is_denied != (condition.how == "fewer")
            return is_less != is_own or condition.how == "exactly" or condition.who == ANYBODY
        case _:
            return False


def _reached(order: SheetOrder | Refusal) -> set[Zone]:
    armies = order.order if isinstance(order, Activate) else order
    return {armies.path[-1] if armies.path else armies.army.zone} if isinstance(armies, ArmyOrder) else set()


def warnings_of_branches(before: Position, plan: Plan, orders: Sequence[SheetOrder | Refusal]) -> list[str]:
    """Return a warning if, depending on its conditions, the sheet has more actions than the Power.

    Lines that are refused as things stand are left out in any case.
    """
    refused = {one.number for one in plan.verdicts if isinstance(one, Refused) and one.item is None}
    kept = [order for number, order in enumerate(orders) if number not in refused]
    if not any(isinstance(order, Conditional) for order in kept):
        return []
    power, most = before.power, BOARD.powers[before.power].actions
    number = len(before.turn.actions) + max(map(_actions_in, possible_branches(kept)))
    return [say("too_many_in_a_branch", number=number, power=power, most=most)] if number > most else []


def _actions_in(branch: Sequence[SheetOrder]) -> int:
    return sum(isinstance(order, ActionOrder) and bool(action_name(order)) for order in branch)
