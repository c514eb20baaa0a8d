"""Which aviation and tanks of a sheet will surely bring nothing?  10.0.7, 10.4, 10.5, 9.1.6, for its writer.

The attack stands without them and no mission is spent; that depends on no dice, so its Power is told at once.
"""

from collections.abc import Iterator

from adjudicator.empires import aviation
from adjudicator.empires.activation import Action
from adjudicator.empires.plan import Block, Plan
from adjudicator.empires.position import Army, Position, army_of
from adjudicator.empires.wording import army_name, army_order


def warnings(plan: Plan) -> list[str]:
    """A sentence for each such extra, in the order of the sheet."""
    found: list[str] = []
    has_flown = plan.position.turn.air_used
    for action in _attacks(plan):
        found += _of(plan.position, action, has_flown)
        has_flown = has_flown or bool(action.order.attack and action.order.attack.air)
    return found


def _attacks(plan: Plan) -> Iterator[Action]:
    blocks = [step for step in plan.steps if isinstance(step, Block)]
    return (action for block in blocks for action in block.actions if action.assault)


def _of(position: Position, action: Action, has_flown: bool) -> Iterator[str]:
    assault = action.assault
    army = army_of(position, assault.attacker) if assault else None
    if assault is None or army is None:
        return
    order = army_order(action.order, public=True)
    against = _why_not_by_air(position, army, action, has_flown) if assault.air else ""
    if against:
        yield f"{order}: without aviation; {against}."
    against = _why_no_tanks(position, army) if assault.tanks else ""
    if against:
        yield f"{order}: without tanks; {against}."


def _why_not_by_air(position: Position, army: Army, action: Action, has_flown: bool) -> str:
    if not army.counter.technology:
        return f"it does not help the {army_name(army)} (10.0.7)"
    if action.assault and aviation.is_landing_at_gallipoli(action.zone, action.assault.by_sea):
        return "it does not help a landing at Gallipoli (9.1.6)"
    if has_flown:
        return "it flies in one attack a turn, the first that asks for it (10.4.1)"
    return "" if position.missions.get(army.power, 0) else f"{army.power} has no missions (10.4.1)"


def _why_no_tanks(position: Position, army: Army) -> str:
    if not army.counter.technology:
        return f"they do not go with the {army_name(army)} (10.0.7)"
    return "" if position.missions.get(army.power, 0) else f"{army.power} has no missions (10.5.1)"
