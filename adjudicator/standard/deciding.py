"""Which orders of a movement succeed?  Standard 7 and 8.

Why an order failed is told afterwards, in `causes.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from adjudicator.solving import NO, OPEN, YES, solve
from adjudicator.standard import convoys
from adjudicator.standard.battle import NOBODY, Battle, attack, hold, is_head_to_head, prevent, standing
from adjudicator.standard.orders import Action, SupportHold, SupportMove
from adjudicator.standard.setting_out import set_out
from adjudicator.standard.tables import tables


def resolve(orders: Sequence[Action]) -> Battle:
    """Decide *orders*, one for each unit on the board. `Battle.answers` then says YES or NO for each unit."""
    battle = set_out(orders)
    if OPEN in battle.answers:
        solve(battle.answers, partial(_decide, battle), _dependants(battle), partial(_back_up, battle))
    return battle


def _decide(battle: Battle, question: int) -> int:
    if question >= len(battle.orders):
        return _decide_way(battle, question)
    if battle.targets[question] == NOBODY:
        return standing(battle, question)
    return _decide_move(battle, question)


def _decide_way(battle: Battle, question: int) -> int:
    """Is a chain of fleets left, as far as the answers so far can tell which are dislodged?"""
    unit = next(unit for unit, its_way in battle.way.items() if its_way == question)
    origin, target = battle.at[unit], battle.targets[unit]
    seas = {sea: _is_dislodged(battle, sea) for sea in battle.fleets[unit]}
    if convoys.reaches(origin, target, [sea for sea, dislodged in seas.items() if dislodged == NO]):
        return YES
    if convoys.reaches(origin, target, [sea for sea, dislodged in seas.items() if dislodged != YES]):
        return OPEN
    return NO


def _is_dislodged(battle: Battle, province: int) -> int:
    """Of a unit that does not move: does anybody come in?"""
    return _strongest(battle.answers[attacker] for attacker in battle.attackers.get(province, ()))


def _strongest(answers: Iterable[int]) -> int:
    """YES if one of *answers* is, else OPEN if one of them is, else NO."""
    greatest = NO
    for answer in answers:
        if answer == YES:
            return YES
        if answer == OPEN:
            greatest = OPEN
    return greatest


def _decide_move(battle: Battle, unit: int) -> int:
    """YES if its least strength beats all that may oppose it, NO if its greatest cannot.  DATC 5.B.1."""
    target = battle.targets[unit]
    victim = battle.occupants[target]
    least, greatest = attack(battle, unit, victim)
    if not greatest:
        return NO
    answer = YES if least else OPEN  # with the way open nothing is won yet, datc.6g20
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


def _dependants(battle: Battle) -> list[Sequence[int]]:
    """For each question, the moves, supports and ways whose answer may hang on it."""
    dependants: list[Sequence[int]] = [()] * len(battle.answers)
    convoyed_through = _convoyed_through(battle)
    for unit, answer in enumerate(battle.answers[: len(battle.orders)]):
        if answer != OPEN:
            continue
        target = battle.targets[unit]
        if target == NOBODY:
            dependants[unit] = [
                moved for helped in _helped(battle, unit) for moved in _concerned(battle, helped)
            ]
        else:
            dependants[unit] = [
                *battle.attackers.get(battle.at[unit], ()),
                *_support_in(battle, target),
                *convoyed_through.get(target, ()),
            ]
    for unit, question in battle.way.items():
        target = battle.targets[unit]
        if target != NOBODY:
            dependants[question] = [*battle.attackers[target], *_support_in(battle, target)]
    return dependants


def _helped(battle: Battle, support: int) -> Sequence[int]:
    order = battle.orders[support]
    if isinstance(order, SupportMove | SupportHold):
        return (battle.occupants[tables().number[order.supported]],)
    return ()


def _concerned(battle: Battle, unit: int) -> Iterator[int]:
    """The moves that are easier or harder if *unit* gets a support."""
    target = battle.targets[unit]
    if target == NOBODY:
        yield from battle.attackers.get(battle.at[unit], ())
        return
    yield from battle.attackers[target]
    opponent = battle.occupants[target]
    if opponent != NOBODY and is_head_to_head(battle, unit, opponent):
        yield opponent


def _support_in(battle: Battle, province: int) -> Sequence[int]:
    unit = battle.occupants[province]
    return (unit,) if unit != NOBODY and battle.targets[unit] == NOBODY else ()


def _convoyed_through(battle: Battle) -> dict[int, list[int]]:
    through: dict[int, list[int]] = {}
    for unit, question in battle.way.items():
        for sea in battle.fleets[unit]:
            through.setdefault(sea, []).append(question)
    return through


def _back_up(battle: Battle, knot: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Moves in a circle all succeed; a convoy that decides over itself does not take place (Szykman)."""
    ways = [question for question in knot if question >= len(battle.orders)]
    battle.paradox.update(ways)
    return [(question, NO) for question in ways] or [(question, YES) for question in knot]
