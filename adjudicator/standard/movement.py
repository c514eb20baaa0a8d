"""What does the board look like after the movement?  Standard 7 and 8."""

from collections.abc import Sequence
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
from adjudicator.standard.retreats import closed, open_to
from adjudicator.standard.tables import tables

ACTIONS = frozenset(get_args(Action))


def judge(position: Position, orders: Sequence[Order]) -> tuple[Position, tuple[Result, ...]]:
    """The position in which retreats are owed, and what came of each unit's order."""
    actions = with_holds(position.units, orders)
    battle = resolve(actions)
    beaten = dislodged_by(battle)
    came = outcomes(battle, beaten)
    units = _moved(battle, position.units)
    if not beaten:
        return replace(position, units=tuple(units), contested=()), tuple(map(Result, actions, came))
    standing = tuple(unit for number, unit in enumerate(units) if number not in beaten)
    after = replace(position, units=standing, contested=_contested(battle))
    shut, waiting = closed(after), []
    for victim in sorted(beaten):
        row = _dislodged(battle, victim, beaten[victim])
        if open_to(row, shut):
            waiting.append(row)
        else:
            came[victim] = _stranded(came[victim])
    return replace(after, dislodged=tuple(waiting)), tuple(map(Result, actions, came))


def with_holds(units: Sequence[Unit], orders: Sequence[Order]) -> list[Action]:
    """One order for each unit, in the order of *units*: who has none holds.  Standard 6.2."""
    given = {order.unit.place: order for order in cast(Sequence[Action], orders) if type(order) in ACTIONS}
    actions: list[Action] = []
    for unit in units:
        order = given.get(unit.place)
        if order is None or (own := order.unit).power != unit.power or own.kind != unit.kind:
            order = Hold(unit)
        actions.append(order)
    return actions


def _moved(battle: Battle, units: Sequence[Unit]) -> list[Unit]:
    """Each unit where it stands when all have moved, the dislodged as they stood."""
    came = zip(units, battle.orders, battle.targets, battle.answers, strict=False)  # of a unit, then of ways
    return [
        Unit(unit.power, unit.kind, order.target)
        if type(order) is Move and target != NOBODY and answer == YES
        else unit
        for unit, order, target, answer in came
    ]


def _contested(battle: Battle) -> tuple[Place, ...]:
    names = tables().provinces
    return tuple(names[province] for province in contested(battle))


def _dislodged(battle: Battle, victim: int, attacker: int) -> Dislodged:
    """From a convoyed attacker no way is barred.  Standard 9.2."""
    came_from = None if battle.way[attacker] != NOBODY else tables().provinces[battle.at[attacker]]
    return Dislodged(battle.orders[victim].unit, came_from)


def _stranded(outcome: Outcome) -> Outcome:
    return Destroyed("no retreat", outcome.by) if isinstance(outcome, WasDislodged) else outcome
