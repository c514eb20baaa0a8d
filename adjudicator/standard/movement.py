"""What does the board look like after the movement?  Standard 7 and 8."""

from collections.abc import Mapping, Sequence
from typing import cast, get_args

from msgspec.structs import replace

from adjudicator.outcomes import Destroyed, Outcome
from adjudicator.outcomes import Dislodged as WasDislodged
from adjudicator.position import Dislodged, Place, Position, Unit
from adjudicator.solving import YES
from adjudicator.standard.battle import NOBODY, Battle
from adjudicator.standard.causes import contested, dislodged_by, outcomes
from adjudicator.standard.deciding import resolve
from adjudicator.standard.orders import Action, Hold, Move, Order
from adjudicator.standard.record import Result
from adjudicator.standard.retreats import places
from adjudicator.standard.tables import tables

ACTIONS = frozenset(get_args(Action))


def judge(position: Position, orders: Sequence[Order]) -> tuple[Position, tuple[Result, ...]]:
    """The position in which retreats are owed, and what came of each unit's order."""
    actions = with_holds(position.units, orders)
    battle = resolve(actions)
    beaten = dislodged_by(battle)
    after = replace(
        position,
        units=_standing(battle, beaten),
        contested=_contested(battle) if beaten else (),
    )
    results = [
        Result(action, outcome) for action, outcome in zip(actions, outcomes(battle, beaten), strict=True)
    ]
    if not beaten:
        return after, tuple(results)
    waiting = {victim: _dislodged(battle, victim, attacker) for victim, attacker in beaten.items()}
    stranded = {victim for victim, row in waiting.items() if not places(after, row)}
    after = replace(after, dislodged=tuple(waiting[unit] for unit in sorted(waiting) if unit not in stranded))
    for victim in stranded:
        results[victim] = Result(actions[victim], _stranded(results[victim].outcome))
    return after, tuple(results)


def with_holds(units: Sequence[Unit], orders: Sequence[Order]) -> list[Action]:
    """One order for each unit, in the order of *units*: who has none holds.  Standard 6.2."""
    given = {order.unit.place: order for order in cast(Sequence[Action], orders) if type(order) in ACTIONS}
    actions: list[Action] = []
    for unit in units:
        order = given.get(unit.place)
        actions.append(order if order is not None and order.unit == unit else Hold(unit))
    return actions


def _standing(battle: Battle, beaten: Mapping[int, int]) -> tuple[Unit, ...]:
    """Who stands where when all have moved; the dislodged stand nowhere."""
    units = [order.unit for order in battle.orders]
    for number, order in enumerate(battle.orders):
        if type(order) is Move and battle.targets[number] != NOBODY and battle.answers[number] == YES:
            units[number] = Unit(order.unit.power, order.unit.kind, order.target)
    return (
        tuple(unit for number, unit in enumerate(units) if number not in beaten) if beaten else tuple(units)
    )


def _contested(battle: Battle) -> tuple[Place, ...]:
    names = tables().provinces
    return tuple(names[province] for province in contested(battle))


def _dislodged(battle: Battle, victim: int, attacker: int) -> Dislodged:
    """From a convoyed attacker no way is barred.  Standard 9.2."""
    came_from = None if attacker in battle.way else tables().provinces[battle.at[attacker]]
    return Dislodged(battle.orders[victim].unit, came_from)


def _stranded(outcome: Outcome) -> Outcome:
    return Destroyed("no retreat", outcome.by) if isinstance(outcome, WasDislodged) else outcome
