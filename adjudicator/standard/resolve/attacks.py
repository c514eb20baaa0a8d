"""Attacks, supports and convoys of a movement. Standard 6 to 8.

Orders that do not match are already void here, and whatever depends on no other order is decided.
"""

from collections.abc import Sequence
from typing import Final, cast

from adjudicator.core.position import Unit
from adjudicator.core.solving import NO, OPEN, YES
from adjudicator.standard.language.orders import Action, Convoy, Hold, Move, Order, SupportHold, SupportMove
from adjudicator.standard.resolve import convoys
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.strengths import NOBODY, Battle, standing

NOWHERE: Final = -1
WhyVoid = tuple[str, int]  # why an order is void, and because of whom (or NOBODY)
Convoying = dict[tuple[int, int], list[int]]  # by journey (from, to): the fleets that are ordered to convoy


def set_out(board: Tables, units: tuple[Unit, ...], orders: Sequence[Order]) -> Battle:
    """Set up the battle, deciding only what depends on no other order."""
    battle = Battle(units, board)
    actions = _heard(battle, orders, board)
    battle.orders = actions
    moves: list[int] = []
    helps: list[int] = []
    defences: list[int] = []
    convoys: list[int] = []
    move, support_move, support_hold, convoy = Move, SupportMove, SupportHold, Convoy
    for unit, order in enumerate(actions):
        kind = type(order)
        if kind is move:
            moves.append(unit)
        elif kind is support_move:
            helps.append(unit)
        elif kind is support_hold:
            defences.append(unit)
        elif kind is convoy:
            convoys.append(unit)
    _set_out_moves(battle, moves, _convoying(battle, convoys, board), board)
    for unit in helps:
        _set_out_support(battle, unit, _set_out_help(battle, unit, board))
    for unit in defences:
        _set_out_support(battle, unit, _set_out_defence(battle, unit, board))
    _answer_hopeless_moves(battle)
    return battle


def _heard(battle: Battle, orders: Sequence[Order], board: Tables) -> list[Action]:
    """Return for each unit the order of its own power; a unit without one holds.  Standard 6.2."""
    units, occupants, number = battle.units, battle.occupants, board.number
    move, support_move, support_hold, convoy, hold = Move, SupportMove, SupportHold, Convoy, Hold
    heard: list[Action | None] = [None] * len(units)
    for order in orders:
        kind = type(order)
        # One by one: a set would compute the hash of the kind.
        if (
            kind is not move
            and kind is not support_move
            and kind is not support_hold
            and kind is not hold
            and kind is not convoy
        ):
            continue
        action = cast(Action, order)
        own = action.unit
        unit = occupants[number[own.place]]
        if unit != NOBODY and own == units[unit]:
            heard[unit] = action
    for unit in range(len(units)):
        if heard[unit] is None:
            heard[unit] = hold(units[unit])
    return cast(list[Action], heard)


def _set_out_moves(battle: Battle, moves: list[int], convoying: Convoying, board: Tables) -> None:
    targets, attackers = battle.targets, battle.attackers
    for unit in moves:
        order = cast(Move, battle.orders[unit])
        station = battle.stations[unit]
        target = station.moves.get(order.target, NOWHERE)
        if station.kind == "A" and (target == NOWHERE or convoying or order.by_convoy):
            target = _set_out_journey(battle, unit, order, convoying, board)
        if target == NOWHERE:
            battle.void[unit] = ("impossible", NOBODY)
            continue
        targets[unit] = target
        if attackers[target]:
            attackers[target].append(unit)
        else:
            attackers[target] = [unit]
            battle.goals.append(target)
    _open_moves(battle)
    for journey, fleets in convoying.items():
        _check_convoys(battle, journey, fleets)


def _set_out_journey(battle: Battle, unit: int, order: Move, convoying: Convoying, board: Tables) -> int:
    """Return the destination of an army that may go by convoy; NOWHERE if it is out of reach."""
    origin, target = battle.at[unit], board.number[order.target]
    fleets = convoying.get((origin, target), [])
    if not fleets and not order.by_convoy and target in board.army_moves[origin]:
        return target
    if target in board.waters or target == origin:
        return NOWHERE  # no convoy goes there
    _set_out_convoy(battle, unit, order, fleets, board)
    return target


def _convoying(battle: Battle, fleets: list[int], board: Tables) -> Convoying:
    """Return those of *fleets*, all ordered to convoy, that are at sea."""
    convoying: Convoying = {}
    for unit in fleets:
        order = cast(Convoy, battle.orders[unit])
        if battle.at[unit] in board.convoying:
            journey = (board.number[order.army], board.number[order.target])
            convoying.setdefault(journey, []).append(unit)
        else:
            battle.void[unit] = ("impossible", NOBODY)
    return convoying


def _set_out_convoy(battle: Battle, unit: int, order: Move, fleets: list[int], board: Tables) -> None:
    """Add the question whether a route exists, if the army goes by convoy."""
    origin, target = battle.at[unit], board.number[order.target]
    seas = {battle.at[fleet]: fleet for fleet in fleets}
    may_march = target in board.army_moves[origin]
    if may_march and not _is_meant(battle, unit, order, (origin, target), seas):
        return
    battle.way[unit] = len(battle.answers)
    battle.convoyed.append(unit)
    battle.fleets[unit] = seas
    battle.answers.append(OPEN if convoys.reaches(board, origin, target, seas) else NO)


def _is_meant(battle: Battle, unit: int, order: Move, journey: tuple[int, int], seas: dict[int, int]) -> bool:
    """Return whether it goes by convoy although it could go by land. Standard 8.4; DATC 4.A.3."""
    if order.by_convoy:
        return True
    own = [sea for sea, fleet in seas.items() if battle.powers[fleet] == battle.powers[unit]]
    at_sea = _fleets_at_sea(battle) if own else []
    return any(convoys.is_of_use(battle.board, sea, *journey, at_sea) for sea in own)


def _fleets_at_sea(battle: Battle) -> list[int]:
    convoying, stations = battle.board.convoying, battle.stations
    return [
        province
        for unit, province in enumerate(battle.at)
        if province in convoying and stations[unit].kind == "F"
    ]


def _open_moves(battle: Battle) -> None:
    """Leave moves open that depend on others; settle what no order can change."""
    answers, occupants, way = battle.answers, battle.occupants, battle.way
    for unit in battle.convoyed:
        if answers[way[unit]] == OPEN and not _is_threatened(battle, unit):
            answers[way[unit]] = YES
    for target in battle.goals:
        attackers = battle.attackers[target]
        if len(attackers) > 1 or occupants[target] != NOBODY or way[attackers[0]] != NOBODY:
            for unit in attackers:
                answers[unit] = OPEN


def _is_threatened(battle: Battle, unit: int) -> bool:
    return any(battle.attackers[sea] for sea in battle.fleets[unit])


def _check_convoys(battle: Battle, journey: tuple[int, int], fleets: list[int]) -> None:
    origin, target = journey
    army = battle.occupants[origin]
    if army != NOBODY and battle.way[army] != NOBODY and battle.targets[army] == target:
        return
    for fleet in fleets:
        battle.void[fleet] = ("no such convoy", army)


def _set_out_support(battle: Battle, unit: int, why: WhyVoid | None) -> None:
    if why is not None:
        battle.void[unit] = why
    elif battle.attackers[battle.at[unit]]:
        battle.answers[unit] = standing(battle, unit)


def _set_out_help(battle: Battle, unit: int, board: Tables) -> WhyVoid | None:
    """Record a support for its move, or why it is void and because of whom."""
    order = cast(SupportMove, battle.orders[unit])
    helped = battle.occupants[board.number[order.supported]]
    if helped == NOBODY:
        return ("no such unit", NOBODY)
    into = battle.stations[unit].helps.get(order.target, NOWHERE)
    if into == NOWHERE:
        return ("impossible", NOBODY)
    if battle.targets[helped] != into or helped == unit:
        return ("does not move", helped)
    if battle.stations[helped].kind == "F" and _is_other_coast(order, cast(Move, battle.orders[helped])):
        return ("other coast", helped)
    battle.against[unit] = into
    _help(battle, unit, helped)
    return None


def _set_out_defence(battle: Battle, unit: int, board: Tables) -> WhyVoid | None:
    """Record a support for a unit that stays, or why it is void and because of whom."""
    order = cast(SupportHold, battle.orders[unit])
    helped = battle.occupants[board.number[order.supported]]
    if helped == NOBODY:
        return ("no such unit", NOBODY)
    if order.supported not in battle.stations[unit].helps:
        return ("impossible", NOBODY)
    if battle.targets[helped] != NOBODY:
        return ("moves", helped)
    _help(battle, unit, helped)
    return None


def _help(battle: Battle, unit: int, helped: int) -> None:
    battle.helped[unit] = helped
    if battle.helpers[helped]:
        battle.helpers[helped].append(unit)
    else:
        battle.helpers[helped] = [unit]


def _is_other_coast(support: SupportMove, move: Move) -> bool:
    """Return whether a support names another coast than the fleet's. DATC 4.B.4."""
    return "/" in support.target and support.target != move.target


def _answer_hopeless_moves(battle: Battle) -> None:
    """Fail moves without support against a unit that stays, or a rival whose route is certain."""
    targets, occupants, helpers = battle.targets, battle.occupants, battle.helpers
    for target in battle.goals:
        attackers, victim = battle.attackers[target], occupants[target]
        if victim != NOBODY and targets[victim] == NOBODY:
            kept_out = attackers
        elif len(attackers) > 1:
            kept_out = _kept_out_by_rivals(battle, attackers, victim)
        else:
            continue
        for unit in kept_out:
            if not helpers[unit]:
                battle.answers[unit] = NO


def _kept_out_by_rivals(battle: Battle, attackers: list[int], victim: int) -> list[int]:
    """Return those of *attackers* that have a rival whose route is certain."""
    leaves_for = NOBODY if victim == NOBODY else battle.targets[victim]
    sure = [unit for unit in attackers if battle.way[unit] == NOBODY and battle.at[unit] != leaves_for]
    if len(sure) != 1:
        return attackers if sure else []
    return [unit for unit in attackers if unit != sure[0]]
