"""Which orders of a movement succeed?  Standard 7 and 8; the strengths are those of the DATC, 5.B.

Units are known by their number in the list of orders, provinces by their number on the board. A unit's order
is one question: does it move, is its support given? A convoyed army has a second: is there a way? Why an
order failed is told afterwards, in `causes.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from adjudicator.solving import NO, OPEN, YES, solve
from adjudicator.standard import convoys
from adjudicator.standard.orders import Action, Convoy, Move, SupportHold, SupportMove
from adjudicator.standard.tables import tables

NOBODY = -1


class Battle(Struct):
    """A movement set out so that it can be decided. Lists are by unit unless said otherwise."""

    orders: Sequence[Action]
    at: list[int]  # the province
    targets: list[int]  # of a move that is not void, else NOBODY
    answers: list[int]  # does it move, is the support given; behind them, question by question, the ways
    helpers: list[list[int]]  # those who support just what the unit does
    against: list[int]  # of a support for a move: the province into which it helps, else NOBODY
    occupants: dict[int, int]  # by province
    attackers: dict[int, list[int]]  # by province
    way: dict[int, int]  # of a convoyed move: the question whether there is a way
    fleets: dict[int, dict[int, int]]  # of a convoyed move: its seas, each with its fleet
    void: dict[int, tuple[str, int]]  # why an order is void, and because of whom (or NOBODY)
    paradox: set[int]  # questions of the ways that would have decided over themselves


def resolve(orders: Sequence[Action]) -> Battle:
    """Decide *orders*, one for each unit on the board. `Battle.answers` then says YES or NO for each unit."""
    battle = set_out(orders)
    if OPEN in battle.answers:
        solve(battle.answers, partial(_decide, battle), _dependants(battle), partial(_back_up, battle))
    return battle


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


# Moves and convoys


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


# Supports


def _set_out_supports(battle: Battle) -> None:
    for unit, order in enumerate(battle.orders):
        if type(order) is not SupportMove and type(order) is not SupportHold:
            continue
        why = _set_out_support(battle, unit, order)
        if why:
            battle.void[unit] = why
        elif battle.at[unit] in battle.attackers:
            battle.answers[unit] = _standing(battle, unit)


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


def _standing(battle: Battle, unit: int) -> int:
    """Is the support given?  YES and NO as far as the answers so far can tell.  DATC 5.B.2."""
    power, against = battle.orders[unit].unit.power, battle.against[unit]
    answers, standing = battle.answers, YES
    for attacker in battle.attackers[battle.at[unit]]:
        if battle.orders[attacker].unit.power == power:
            continue  # nobody cuts or dislodges his own
        # From where it helps to attack a support is cut only by dislodging its unit.
        harm = answers[attacker] if battle.at[attacker] == against else _way(battle, attacker)
        if harm == YES:
            return NO
        if harm == OPEN:
            standing = OPEN
    return standing


def _way(battle: Battle, unit: int) -> int:
    """Can the moving unit get there at all?  DATC 5.B.4."""
    question = battle.way.get(unit)
    return YES if question is None else battle.answers[question]


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


# The questions


def _decide(battle: Battle, question: int) -> int:
    if question >= len(battle.orders):
        return _decide_way(battle, question)
    if battle.targets[question] == NOBODY:
        return _standing(battle, question)
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
    victim = battle.occupants.get(target, NOBODY)
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


# Strengths: the least and the greatest that the answers so far allow


def attack(battle: Battle, unit: int, victim: int) -> tuple[int, int]:
    """The strength to get in where *victim* (or NOBODY) is.  DATC 5.B.8."""
    way = _way(battle, unit)
    if way == NO:
        return 0, 0
    if victim == NOBODY:
        leaves = YES
    elif battle.targets[victim] == NOBODY or is_head_to_head(battle, unit, victim):
        leaves = NO
    else:
        leaves = battle.answers[victim]
    if leaves == YES:
        least, greatest = _supported(battle, unit)
    else:
        least, greatest = _supported_against(battle, unit, battle.orders[victim].unit.power)
        if leaves == OPEN:
            greatest = _supported(battle, unit)[1]
    return (0 if way == OPEN else least), greatest


def hold(battle: Battle, attacker: int, victim: int) -> tuple[int, int]:
    """The strength with which *victim* stays, or meets *attacker* head to head.  DATC 5.B.5 and 5.B.7."""
    if battle.targets[victim] == NOBODY or is_head_to_head(battle, attacker, victim):
        return _supported(battle, victim)
    answer = battle.answers[victim]
    return (1 if answer == NO else 0), (0 if answer == YES else 1)


def prevent(battle: Battle, rival: int, victim: int) -> tuple[int, int]:
    """The strength of *rival*, bound for where *victim* (or NOBODY) is, to keep others out.  DATC 5.B.6."""
    way = _way(battle, rival)
    if way == NO:
        return 0, 0
    least, greatest = _supported(battle, rival)
    if way == OPEN:
        least = 0
    if victim != NOBODY and is_head_to_head(battle, rival, victim):
        beaten = battle.answers[victim]
        return (least if beaten == NO else 0), (0 if beaten == YES else greatest)
    return least, greatest


def is_head_to_head(battle: Battle, unit: int, other: int) -> bool:
    """Do both move against each other, neither by convoy?  *unit* moves to where *other* is."""
    return battle.targets[other] == battle.at[unit] and unit not in battle.way and other not in battle.way


def _supported(battle: Battle, unit: int) -> tuple[int, int]:
    least = greatest = 1
    for helper in battle.helpers[unit]:
        answer = battle.answers[helper]
        least += answer == YES
        greatest += answer != NO
    return least, greatest


def _supported_against(battle: Battle, unit: int, power: str) -> tuple[int, int]:
    """As far as it counts against a unit of *power*, which nobody of that power helps to dislodge."""
    orders = battle.orders
    if orders[unit].unit.power == power:
        return 0, 0
    least = greatest = 1
    for helper in battle.helpers[unit]:
        if orders[helper].unit.power != power:
            answer = battle.answers[helper]
            least += answer == YES
            greatest += answer != NO
    return least, greatest


# What hangs on what


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
    opponent = battle.occupants.get(target, NOBODY)
    if opponent != NOBODY and is_head_to_head(battle, unit, opponent):
        yield opponent


def _support_in(battle: Battle, province: int) -> Sequence[int]:
    unit = battle.occupants.get(province, NOBODY)
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
