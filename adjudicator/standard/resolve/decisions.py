"""Decide which orders of a movement succeed. Standard 7 and 8.

`causes.py` finds afterwards why an order failed.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from adjudicator.core.position import Unit
from adjudicator.core.solving import NO, OPEN, YES, solve
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve import convoys
from adjudicator.standard.resolve.attacks import set_out
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.strengths import (
    NOBODY,
    Battle,
    attack,
    hold,
    is_head_to_head,
    prevent,
    standing,
)


def resolve(board: Tables, units: tuple[Unit, ...], orders: Sequence[Order]) -> Battle:
    """Resolve the orders of *units*, all on the board. `Battle.answers` is then YES or NO for each."""
    battle = set_out(board, units, orders)
    if OPEN in battle.answers:
        solve(battle.answers, partial(_decide, battle), _dependants(battle), partial(_back_up, battle))
    return battle


def _decide(battle: Battle, question: int) -> int:
    if question >= len(battle.at):
        return _decide_way(battle, question)
    if battle.targets[question] == NOBODY:
        return standing(battle, question)
    return _decide_move(battle, question)


def _decide_way(battle: Battle, question: int) -> int:
    """Decide whether a chain of fleets is left, as far as dislodgements are known."""
    unit = battle.convoyed[question - len(battle.at)]
    origin, target = battle.at[unit], battle.targets[unit]
    seas = {sea: _is_dislodged(battle, sea) for sea in battle.fleets[unit]}
    if convoys.reaches(
        battle.board, origin, target, [sea for sea, dislodged in seas.items() if dislodged == NO]
    ):
        return YES
    if convoys.reaches(
        battle.board, origin, target, [sea for sea, dislodged in seas.items() if dislodged != YES]
    ):
        return OPEN
    return NO


def _is_dislodged(battle: Battle, province: int) -> int:
    """Decide whether a unit that does not move is dislodged."""
    answers = [battle.answers[attacker] for attacker in battle.attackers[province]]
    return YES if YES in answers else OPEN if OPEN in answers else NO


def _decide_move(battle: Battle, unit: int) -> int:
    """Return YES if its least strength beats all opposition, NO if its greatest cannot. DATC 5.B.1."""
    target = battle.targets[unit]
    victim = battle.occupants[target]
    least, greatest = attack(battle, unit, victim)
    if not greatest:
        return NO
    answer = YES if least else OPEN  # an open route alone is not success, datc.6g20
    if victim != NOBODY:
        at_least, at_most = hold(battle, unit, victim)
        if greatest <= at_least:
            return NO
        if least <= at_most:
            answer = OPEN
    for rival in battle.attackers[target]:
        if rival == unit:
            continue
        at_least, at_most = prevent(battle, rival, victim)
        if greatest <= at_least:
            return NO
        if least <= at_most:
            answer = OPEN
    return answer


def _dependants(battle: Battle) -> list[list[int]]:
    """Return for each question the moves, supports and routes that may depend on it."""
    nobody: list[int] = []
    dependants = [nobody] * len(battle.answers)
    for unit, target in enumerate(battle.targets):
        if battle.answers[unit] != OPEN:
            continue
        if target == NOBODY:
            dependants[unit] = _concerned(battle, battle.helped[unit])
        else:
            dependants[unit] = battle.attackers[battle.at[unit]] + _support_in(battle, target)
    for unit in battle.convoyed:
        target, question = battle.targets[unit], battle.way[unit]
        dependants[question] = battle.attackers[target] + _support_in(battle, target)
        for sea in battle.fleets[unit]:
            for attacker in battle.attackers[sea]:
                dependants[attacker] = [*dependants[attacker], question]
    return dependants


def _concerned(battle: Battle, unit: int) -> list[int]:
    """Return the moves that are affected if *unit* gets a support."""
    target = battle.targets[unit]
    if target == NOBODY:
        return battle.attackers[battle.at[unit]]
    opponent = battle.occupants[target]
    if opponent != NOBODY and is_head_to_head(battle, unit, opponent):
        return [*battle.attackers[target], opponent]
    return battle.attackers[target]


def _support_in(battle: Battle, province: int) -> list[int]:
    unit = battle.occupants[province]
    return [unit] if unit != NOBODY and battle.targets[unit] == NOBODY else []


def _back_up(battle: Battle, knot: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Let moves in a circle all succeed; let convoys in a paradox fail (Szykman)."""
    ways = [question for question in knot if question >= len(battle.at)]
    battle.paradox.update(ways)
    return [(question, NO) for question in ways] or [(question, YES) for question in knot]
