"""Who attacks, helps and convoys whom in a movement?  Standard 6 to 8.

Orders that do not go together are void here already, and what hangs on no other order is answered.
"""

from collections.abc import Mapping, Sequence

from adjudicator.solving import NO, OPEN, YES
from adjudicator.standard import convoys
from adjudicator.standard.battle import NOBODY, Battle, standing
from adjudicator.standard.orders import Action, Convoy, Move, SupportHold, SupportMove
from adjudicator.standard.tables import Tables, tables

NOWHERE = -1
WhyVoid = tuple[str, int]  # why an order is void, and because of whom (or NOBODY)


def set_out(orders: Sequence[Action]) -> Battle:
    """The battle before anything is decided that hangs on another order."""
    board = tables()
    at = [board.number[order.unit.place] for order in orders]
    occupants = [NOBODY] * len(board.provinces)
    for unit, province in enumerate(at):
        occupants[province] = unit
    battle = Battle(
        orders=orders,
        at=at,
        targets=[NOBODY] * len(at),
        answers=[YES] * len(at),
        helpers={},
        against={},
        occupants=occupants,
        attackers={},
        way={},
        fleets={},
        void={},
        paradox=set(),
    )
    _set_out_moves(battle, board)
    _set_out_supports(battle, board)
    _answer_hopeless_moves(battle)
    return battle


def _set_out_moves(battle: Battle, board: Tables) -> None:
    targets, attackers = battle.targets, battle.attackers
    convoying = _convoying(battle, board)
    for unit, order in enumerate(battle.orders):
        if type(order) is not Move:
            continue
        own = order.unit
        target = board.near[own.kind][own.place].get(order.target, NOWHERE)
        if own.kind == "A" and (target == NOWHERE or order.by_convoy or convoying):
            target = _set_out_journey(battle, unit, order, convoying)
        if target == NOWHERE:
            battle.void[unit] = ("impossible", NOBODY)
            continue
        targets[unit] = target
        if target in attackers:
            attackers[target].append(unit)
        else:
            attackers[target] = [unit]
    _open_moves(battle)
    for journey, fleets in convoying.items():
        _check_convoys(battle, journey, fleets)


def _set_out_journey(
    battle: Battle, unit: int, order: Move, convoying: Mapping[tuple[int, int], Sequence[int]]
) -> int:
    """Where an army is bound that may go by convoy; NOWHERE if it can get there in no way."""
    board, origin = tables(), battle.at[unit]
    target = board.number[order.target]
    may_march = target in board.army_moves[origin]
    if may_march and not order.by_convoy and (origin, target) not in convoying:
        return target
    if not _is_shore(battle, unit, target):
        return NOWHERE
    _set_out_convoy(battle, unit, order, convoying.get((origin, target), ()))
    return target


def _is_shore(battle: Battle, unit: int, target: int) -> bool:
    """Could some convoy take the unit there?"""
    return target not in tables().waters and target != battle.at[unit]


def _convoying(battle: Battle, board: Tables) -> dict[tuple[int, int], list[int]]:
    """The fleets at sea that are ordered to convoy, by the journey."""
    convoying: dict[tuple[int, int], list[int]] = {}
    for unit, order in enumerate(battle.orders):
        if type(order) is not Convoy:
            continue
        if order.unit.kind == "F" and battle.at[unit] in board.waters:
            journey = (board.number[order.army], board.number[order.target])
            convoying.setdefault(journey, []).append(unit)
        else:
            battle.void[unit] = ("impossible", NOBODY)
    return convoying


def _set_out_convoy(battle: Battle, unit: int, order: Move, fleets: Sequence[int]) -> None:
    """The question whether there is a way, if the army is to go by convoy."""
    origin, target = battle.at[unit], tables().number[order.target]
    seas = {battle.at[fleet]: fleet for fleet in fleets}
    may_march = target in tables().army_moves[origin]
    if may_march and not _is_meant(battle, order, (origin, target), seas):
        return
    battle.way[unit] = len(battle.answers)
    battle.fleets[unit] = seas
    battle.answers.append(OPEN if convoys.reaches(origin, target, seas) else NO)


def _is_meant(battle: Battle, order: Move, journey: tuple[int, int], seas: dict[int, int]) -> bool:
    """Is it meant to go by convoy, though it could march?  Standard 8.4; DATC 4.A.3."""
    if order.by_convoy:
        return True
    own = [sea for sea, fleet in seas.items() if battle.orders[fleet].unit.power == order.unit.power]
    at_sea = _fleets_at_sea(battle) if own else []
    return any(convoys.is_of_use(sea, *journey, at_sea) for sea in own)


def _fleets_at_sea(battle: Battle) -> list[int]:
    waters = tables().waters
    return [province for province in battle.at if province in waters]


def _open_moves(battle: Battle) -> None:
    """A move waits for an answer if anybody else is concerned; what no order can change is settled here."""
    for unit, question in battle.way.items():
        if battle.answers[question] == OPEN and not _is_threatened(battle, unit):
            battle.answers[question] = YES
    answers, occupants, way = battle.answers, battle.occupants, battle.way
    for target, attackers in battle.attackers.items():
        if len(attackers) > 1 or occupants[target] != NOBODY or attackers[0] in way:
            for unit in attackers:
                answers[unit] = OPEN


def _is_threatened(battle: Battle, unit: int) -> bool:
    return any(sea in battle.attackers for sea in battle.fleets[unit])


def _check_convoys(battle: Battle, journey: tuple[int, int], fleets: Sequence[int]) -> None:
    origin, target = journey
    army = battle.occupants[origin]
    if army in battle.way and battle.targets[army] == target:
        return
    for fleet in fleets:
        battle.void[fleet] = ("no such convoy", army)


def _set_out_supports(battle: Battle, board: Tables) -> None:
    for unit, order in enumerate(battle.orders):
        if type(order) is SupportMove:
            why = _set_out_help(battle, unit, order, board)
        elif type(order) is SupportHold:
            why = _set_out_defence(battle, unit, order, board)
        else:
            continue
        if why:
            battle.void[unit] = why
        elif battle.at[unit] in battle.attackers:
            battle.answers[unit] = standing(battle, unit)


def _set_out_help(battle: Battle, unit: int, order: SupportMove, board: Tables) -> WhyVoid | None:
    """Write a support down with the move that gets it; or why it is void, and because of whom."""
    own, helped = order.unit, battle.occupants[board.number[order.supported]]
    if helped == NOBODY:
        return ("no such unit", NOBODY)
    into = board.helps[own.kind][own.place].get(order.target)
    if into is None:
        return ("impossible", NOBODY)
    if battle.targets[helped] != into or helped == unit:
        return ("does not move", helped)
    if "/" in order.target and _is_other_coast(order, battle.orders[helped]):
        return ("other coast", helped)
    battle.against[unit] = into
    battle.helpers.setdefault(helped, []).append(unit)
    return None


def _set_out_defence(battle: Battle, unit: int, order: SupportHold, board: Tables) -> WhyVoid | None:
    """Write a support down with the unit that stays; or why it is void, and because of whom."""
    own, helped = order.unit, battle.occupants[board.number[order.supported]]
    if helped == NOBODY:
        return ("no such unit", NOBODY)
    if order.supported not in board.helps[own.kind][own.place]:
        return ("impossible", NOBODY)
    if battle.targets[helped] != NOBODY:
        return ("moves", helped)
    battle.helpers.setdefault(helped, []).append(unit)
    return None


def _is_other_coast(support: SupportMove, move: Action) -> bool:
    """A coast that a support names must be the fleet's.  DATC 4.B.4."""
    return move.unit.kind == "F" and isinstance(move, Move) and support.target != move.target


def _answer_hopeless_moves(battle: Battle) -> None:
    """A move without support fails against a unit that stays, or a rival whose way nobody can bar."""
    targets, occupants, helpers = battle.targets, battle.occupants, battle.helpers
    for target, attackers in battle.attackers.items():
        victim = occupants[target]
        if victim != NOBODY and targets[victim] == NOBODY:
            kept_out: Sequence[int] = attackers
        elif len(attackers) > 1:
            kept_out = _kept_out_by_rivals(battle, attackers, victim)
        else:
            continue
        for unit in kept_out:
            if unit not in helpers:
                battle.answers[unit] = NO


def _kept_out_by_rivals(battle: Battle, attackers: Sequence[int], victim: int) -> Sequence[int]:
    """Those of *attackers* that have a rival whose way nobody can bar."""
    leaves_for = NOBODY if victim == NOBODY else battle.targets[victim]
    sure = [unit for unit in attackers if unit not in battle.way and battle.at[unit] != leaves_for]
    if len(sure) != 1:
        return attackers if sure else ()
    return [unit for unit in attackers if unit != sure[0]]
