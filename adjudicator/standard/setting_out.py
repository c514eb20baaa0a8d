"""Who attacks, helps and convoys whom in a movement?  Standard 6 to 8.

Orders that do not go together are void here already, and what hangs on no other order is answered.
"""

from collections.abc import Sequence

from adjudicator.solving import NO, OPEN, YES
from adjudicator.standard import convoys
from adjudicator.standard.battle import NOBODY, Battle, standing
from adjudicator.standard.orders import Action, Convoy, Move, SupportHold, SupportMove
from adjudicator.standard.tables import tables


def set_out(orders: Sequence[Action]) -> Battle:
    """The battle before anything is decided that hangs on another order."""
    number = tables().number
    at = [number[order.unit.place] for order in orders]
    battle = Battle(
        orders=orders,
        at=at,
        targets=[NOBODY] * len(at),
        answers=[YES] * len(at),
        helpers=[[] for _ in at],
        against=[NOBODY] * len(at),
        occupants={province: unit for unit, province in enumerate(at)},
        attackers={},
        way={},
        fleets={},
        void={},
        paradox=set(),
    )
    _set_out_moves(battle)
    _set_out_supports(battle)
    _answer_hopeless_moves(battle)
    return battle


def _set_out_moves(battle: Battle) -> None:
    board, at, targets, attackers = tables(), battle.at, battle.targets, battle.attackers
    convoying = _convoying(battle)
    for unit, order in enumerate(battle.orders):
        if type(order) is not Move:
            continue
        target = board.number[order.target]
        if order.unit.kind == "F":
            if order.target not in board.fleet_moves[order.unit.place]:
                battle.void[unit] = ("impossible", NOBODY)
                continue
        elif target not in board.army_moves[at[unit]] or order.by_convoy or (at[unit], target) in convoying:
            if not _is_shore(battle, unit, target):
                battle.void[unit] = ("impossible", NOBODY)
                continue
            _set_out_convoy(battle, unit, order, convoying.get((at[unit], target), ()))
        targets[unit] = target
        if target in attackers:
            attackers[target].append(unit)
        else:
            attackers[target] = [unit]
    _open_moves(battle)
    for journey, fleets in convoying.items():
        _check_convoys(battle, journey, fleets)


def _is_shore(battle: Battle, unit: int, target: int) -> bool:
    """Could some convoy take the unit there?"""
    return target not in tables().waters and target != battle.at[unit]


def _convoying(battle: Battle) -> dict[tuple[int, int], list[int]]:
    """The fleets at sea that are ordered to convoy, by the journey."""
    board = tables()
    convoying: dict[tuple[int, int], list[int]] = {}
    for unit, order in [(unit, order) for unit, order in enumerate(battle.orders) if type(order) is Convoy]:
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
        if len(attackers) > 1 or target in occupants or attackers[0] in way:
            for unit in attackers:
                answers[unit] = OPEN


def _is_threatened(battle: Battle, unit: int) -> bool:
    return any(sea in battle.attackers for sea in battle.fleets[unit])


def _check_convoys(battle: Battle, journey: tuple[int, int], fleets: Sequence[int]) -> None:
    origin, target = journey
    army = battle.occupants.get(origin, NOBODY)
    if army in battle.way and battle.targets[army] == target:
        return
    for fleet in fleets:
        battle.void[fleet] = ("no such convoy", army)


def _set_out_supports(battle: Battle) -> None:
    for unit, order in enumerate(battle.orders):
        if type(order) is not SupportMove and type(order) is not SupportHold:
            continue
        why = _set_out_support(battle, unit, order)
        if why:
            battle.void[unit] = why
        elif battle.at[unit] in battle.attackers:
            battle.answers[unit] = standing(battle, unit)


def _set_out_support(battle: Battle, unit: int, order: SupportMove | SupportHold) -> tuple[str, int] | None:
    """Write the support down with the one who gets it; or why it is void, and because of whom."""
    board = tables()
    helped = battle.occupants.get(board.number[order.supported], NOBODY)
    if helped == NOBODY:
        return ("no such unit", NOBODY)
    into = board.number[order.target if type(order) is SupportMove else order.supported]
    own = order.unit
    if into not in (board.army_moves[battle.at[unit]] if own.kind == "A" else board.fleet_reach[own.place]):
        return ("impossible", NOBODY)
    if type(order) is SupportMove:
        if battle.targets[helped] != into or helped == unit:
            return ("does not move", helped)
        if _is_other_coast(order, battle.orders[helped]):
            return ("other coast", helped)
        battle.against[unit] = into
    elif battle.targets[helped] != NOBODY:
        return ("moves", helped)
    battle.helpers[helped].append(unit)
    return None


def _is_other_coast(support: SupportMove, move: Action) -> bool:
    """A coast that a support names must be the fleet's.  DATC 4.B.4."""
    if "/" not in support.target or move.unit.kind == "A" or not isinstance(move, Move):
        return False
    return support.target != move.target


def _answer_hopeless_moves(battle: Battle) -> None:
    """A move without support fails against a unit that stays, or a rival whose way nobody can bar."""
    targets, occupants, helpers = battle.targets, battle.occupants, battle.helpers
    for target, attackers in battle.attackers.items():
        victim = occupants.get(target, NOBODY)
        stays = victim != NOBODY and targets[victim] == NOBODY
        if not stays and len(attackers) == 1:
            continue
        leaves_for = NOBODY if victim == NOBODY else targets[victim]
        sure = [unit for unit in attackers if unit not in battle.way and battle.at[unit] != leaves_for]
        for unit in attackers:
            if not helpers[unit] and (stays or len(sure) > 1 or (sure and sure[0] != unit)):
                battle.answers[unit] = NO
