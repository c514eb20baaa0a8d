"""The position after a movement. Standard 7 and 8."""

from collections.abc import Collection, Sequence
from typing import cast

from msgspec.structs import replace

from adjudicator.core.board import NEUTRAL
from adjudicator.core.outcomes import Destroyed, Outcome
from adjudicator.core.outcomes import Dislodged as WasDislodged
from adjudicator.core.position import Dislodged, Place, Position, Unit
from adjudicator.core.solving import YES
from adjudicator.standard.language.orders import Action, Move, Order
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.causes import contested, dislodged_by, outcomes
from adjudicator.standard.resolve.decisions import resolve
from adjudicator.standard.resolve.record import Result
from adjudicator.standard.resolve.retreats import closed, open_to
from adjudicator.standard.resolve.strengths import NOBODY, Battle


def judge(
    board: Tables, position: Position, orders: Sequence[Order]
) -> tuple[Position, tuple[Result, ...], Collection[str]]:
    """Return the position with retreats owed, the results, and the powers that owed orders."""
    battle = resolve(board, position.units, orders)
    actions = battle.orders
    owing, beaten = dict.fromkeys(battle.powers), dislodged_by(battle)
    came = outcomes(battle, beaten)
    units = _moved(battle)
    if not beaten:
        after = replace(position, units=tuple(units), contested=())
        return after, _results(actions, came), owing
    standing = tuple(unit for number, unit in enumerate(units) if number not in beaten)
    after = replace(position, units=standing, contested=_contested(battle))
    shut, waiting = closed(board, after), []
    for victim in sorted(beaten):
        row = _dislodged(battle, victim, beaten[victim])
        if row.unit.power != NEUTRAL and open_to(board, row, shut):
            waiting.append(row)
        else:
            came[victim] = _stranded(came[victim])
    return replace(after, dislodged=tuple(waiting)), _results(actions, came), owing


def _results(orders: list[Action], came: list[Outcome]) -> tuple[Result, ...]:
    result = Result
    return tuple([result(order, came[unit]) for unit, order in enumerate(orders)])


def _moved(battle: Battle) -> list[Unit]:
    """Return each unit at its new place; dislodged units stay where they were."""
    answers, orders, new = battle.answers, battle.orders, Unit
    powers, stations, units = battle.powers, battle.stations, list(battle.units)
    for number, target in enumerate(battle.targets):
        if target != NOBODY and answers[number] == YES:
            order = cast(Move, orders[number])
            units[number] = new(powers[number], stations[number].kind, order.target)
    return units


def _contested(battle: Battle) -> tuple[Place, ...]:
    names = battle.board.provinces
    return tuple(names[province] for province in contested(battle))


def _dislodged(battle: Battle, victim: int, attacker: int) -> Dislodged:
    """Return the dislodged units; a convoyed attacker bars no retreat. Standard 9.2."""
    came_from = None if battle.way[attacker] != NOBODY else battle.board.provinces[battle.at[attacker]]
    return Dislodged(battle.units[victim], came_from)


def _stranded(outcome: Outcome) -> Outcome:
    return Destroyed("no retreat", outcome.by) if isinstance(outcome, WasDislodged) else outcome
