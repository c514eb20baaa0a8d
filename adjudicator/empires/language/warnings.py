"""Warnings about aviation and tanks for which a Power has no missions (10.4.1, 10.5.1).

The attack stands without them. What an attack cannot have by its nation, tiles or place is refused when it is
read (`activation`, 10.0.7).
"""

from collections.abc import Iterator

from adjudicator.empires.language.activation import Action
from adjudicator.empires.language.plan import Block, Plan
from adjudicator.empires.position import Position, army_of
from adjudicator.empires.view.wording import army_order


def warnings(plan: Plan) -> list[str]:
    """A sentence for each such extra, in the order of the sheet."""
    found: list[str] = []
    for action in _attacks(plan):
        found += _of(plan.position, action)
    return found


def _attacks(plan: Plan) -> Iterator[Action]:
    blocks = [step for step in plan.steps if isinstance(step, Block)]
    return (action for block in blocks for action in block.actions if action.assault)


def _of(position: Position, action: Action) -> Iterator[str]:
    assault = action.assault
    army = army_of(position, assault.attacker) if assault else None
    if assault is None or army is None or position.missions.get(army.power, 0):
        return
    order = army_order(action.order, public=True)
    if assault.air:
        yield f"{order}: without aviation; {army.power} has no missions (10.4.1)."
    if assault.tanks:
        yield f"{order}: without tanks; {army.power} has no missions (10.5.1)."
