"""How strong is everybody in a movement, as far as is known?  Standard 7; the strengths of the DATC, 5.B.

Units are known by their number in the list of orders, provinces by their number on the board. A unit's order
is one question: does it move, is its support given? A convoyed army has a second: is there a way? A strength
is the least and the greatest that the answers so far allow.
"""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.solving import NO, OPEN, YES
from adjudicator.standard.orders import Action

NOBODY = -1


class Battle(Struct, gc=False):
    """A movement set out so that it can be decided. By unit, unless said otherwise; dicts have only some."""

    orders: Sequence[Action]
    at: list[int]  # the province
    targets: list[int]  # of a move that is not void, else NOBODY
    answers: list[int]  # does it move, is the support given; behind them, question by question, the ways
    helpers: dict[int, list[int]]  # those who support just what the unit does
    against: dict[int, int]  # of a support for a move: the province into which it helps
    occupants: list[int]  # by province, NOBODY where it is empty
    attackers: dict[int, list[int]]  # by province
    way: dict[int, int]  # of a convoyed move: the question whether there is a way
    fleets: dict[int, dict[int, int]]  # of a convoyed move: its seas, each with its fleet
    void: dict[int, tuple[str, int]]  # why an order is void, and because of whom (or NOBODY)
    paradox: set[int]  # questions of the ways that would have decided over themselves


def _way(battle: Battle, unit: int) -> int:
    """Can the moving unit get there at all?  DATC 5.B.4."""
    question = battle.way.get(unit)
    return YES if question is None else battle.answers[question]


def standing(battle: Battle, unit: int) -> int:
    """Is the support given?  YES and NO as far as the answers so far can tell.  DATC 5.B.2."""
    power, against = battle.orders[unit].unit.power, battle.against.get(unit, NOBODY)
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
    for helper in battle.helpers.get(unit, ()):
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
    for helper in battle.helpers.get(unit, ()):
        if orders[helper].unit.power != power:
            answer = battle.answers[helper]
            least += answer == YES
            greatest += answer != NO
    return least, greatest
