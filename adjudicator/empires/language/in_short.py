"""Abbreviate the lines of a sheet, each with the army that it means, for the page of a seat."""

from collections.abc import Iterator, Mapping

from adjudicator.empires.ground import zone_name
from adjudicator.empires.language.activation import Action
from adjudicator.empires.language.plan import Accepted, Block, Plan
from adjudicator.empires.position import Army, Position
from adjudicator.empires.view.wording import in_orders, notation


def in_short(position: Position, plan: Plan) -> Mapping[int, str]:
    """Return the lines of armies by their numbers: "full German Army Metz - Verdun attacks".

    An army that is recruited by the same sheet is named as the line names it.
    """
    words = {one.number: notation(one.order) for one in plan.verdicts if isinstance(one, Accepted)}
    armies = {army.id: army for army in position.armies}
    for action in _actions(plan):
        army = armies.get(_first(action))
        if army and action.order.army.number == 1:
            words[action.number] = notation(action.order, _named(position, army))
    return words


def _actions(plan: Plan) -> Iterator[Action]:
    for step in plan.steps:
        if isinstance(step, Block):
            yield from step.actions


def _first(action: Action) -> int:
    """Return the id of the army that moves or attacks."""
    return action.assault.attacker if action.assault else action.marches[0].army


def _named(position: Position, army: Army) -> str:
    return f"{in_orders(army)} {zone_name(position.turn.named_at.get(army.id, army.zone))}"
