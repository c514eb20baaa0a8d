"""Strengths of all units in a movement, as far as known. Standard 7; DATC 5.B.

Units are known by their number in the list of orders, provinces by their number on the board. A unit's order
is one question: does it move, is its support given? A convoyed army has a second: is there a route? A
strength is the least and the greatest value that the answers so far allow.
"""

from typing import Final

from adjudicator.core.position import Unit
from adjudicator.core.solving import NO, OPEN, YES
from adjudicator.standard.language.orders import Action
from adjudicator.standard.resolve.board_tables import Tables

NOBODY: Final = -1


class Battle:
    """The working state of a movement. Sequences are by unit unless noted; dicts have only some units."""

    __slots__ = (
        "against",
        "answers",
        "at",
        "attackers",
        "board",
        "convoyed",
        "fleets",
        "goals",
        "helped",
        "helpers",
        "occupants",
        "orders",
        "paradox",
        "powers",
        "stations",
        "targets",
        "units",
        "void",
        "way",
    )

    def __init__(self, units: tuple[Unit, ...], board: Tables) -> None:
        """Start as if every unit stayed where it is."""
        nobody: list[int] = []  # shared: it is never changed, but replaced by a new list
        count, provinces = len(units), len(board.provinces)
        armies, fleets = board.armies, board.fleets
        self.board = board
        self.units = units
        self.orders: list[Action] = []
        self.powers = [unit.power for unit in units]
        # Within its reach.
        self.stations = [(armies if unit.kind == "A" else fleets)[unit.place] for unit in units]
        self.at = [station.province for station in self.stations]
        self.occupants = [NOBODY] * provinces  # by province, NOBODY if it is empty
        self.attackers = [nobody] * provinces  # by province, the units that move there
        self.goals: list[int] = []  # the provinces to which any unit moves
        self.targets = [NOBODY] * count  # of a move that is not void, else NOBODY
        self.helped = [NOBODY] * count  # of a support that is not void: the unit that gets it
        self.helpers = [nobody] * count  # the units that support its actual order
        self.against = [NOBODY] * count  # of a support for a move: the province of the attack
        # Does it move, is the support given? After these, question by question, the routes.
        self.answers = [YES] * count
        self.way = [NOBODY] * count  # of a convoyed move: the question whether there is a route
        self.convoyed: list[int] = []  # the units with such a question, in the order of the questions
        self.fleets: dict[int, dict[int, int]] = {}  # of a convoyed move: its seas, each with its fleet
        self.paradox: set[int] = set()  # questions of routes in a paradox
        self.void: dict[int, tuple[str, int]] = {}  # why an order is void, and because of whom (or NOBODY)
        for unit, province in enumerate(self.at):
            self.occupants[province] = unit


def has_way(battle: Battle, unit: int) -> int:
    """Return whether the moving unit can get there at all. DATC 5.B.4."""
    question = battle.way[unit]
    return YES if question == NOBODY else battle.answers[question]


def standing(battle: Battle, unit: int) -> int:
    """Return whether the support is given, as far as known. DATC 5.B.2."""
    powers, answers, at = battle.powers, battle.answers, battle.at
    power, against, standing = powers[unit], battle.against[unit], YES
    for attacker in battle.attackers[at[unit]]:
        if powers[attacker] == power:
            continue  # powers do not cut or dislodge their own units
        # An attack from the supported province cuts a support only by dislodging its unit.
        harm = answers[attacker] if at[attacker] == against else has_way(battle, attacker)
        if harm == YES:
            return NO
        if harm == OPEN:
            standing = OPEN
    return standing


def attack(battle: Battle, unit: int, victim: int) -> tuple[int, int]:
    """Return the attack strength against *victim* (or NOBODY). DATC 5.B.8."""
    way = has_way(battle, unit)
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
        least, greatest = _supported_against(battle, unit, battle.powers[victim])
        if leaves == OPEN:
            greatest = _supported(battle, unit)[1]
    return (0 if way == OPEN else least), greatest


def hold(battle: Battle, attacker: int, victim: int) -> tuple[int, int]:
    """Return the strength of *victim* to hold, or to defend head to head. DATC 5.B.5 and 5.B.7."""
    if battle.targets[victim] == NOBODY or is_head_to_head(battle, attacker, victim):
        return _supported(battle, victim)
    answer = battle.answers[victim]
    return (1 if answer == NO else 0), (0 if answer == YES else 1)


def prevent(battle: Battle, rival: int, victim: int) -> tuple[int, int]:
    """Return the strength of *rival*, moving to *victim* (or NOBODY), to prevent others. DATC 5.B.6."""
    way = has_way(battle, rival)
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
    """Return whether both move against each other, neither by convoy; *unit* moves to where *other* is."""
    way = battle.way
    return battle.targets[other] == battle.at[unit] and way[unit] == way[other] == NOBODY


def _supported(battle: Battle, unit: int) -> tuple[int, int]:
    least = greatest = 1
    for helper in battle.helpers[unit]:
        answer = battle.answers[helper]
        least += answer == YES
        greatest += answer != NO
    return least, greatest


def _supported_against(battle: Battle, unit: int, power: str) -> tuple[int, int]:
    """Return the support that counts against a unit of *power*: its own units do not help to dislodge it."""
    powers = battle.powers
    if powers[unit] == power:
        return 0, 0
    least = greatest = 1
    for helper in battle.helpers[unit]:
        if powers[helper] != power:
            answer = battle.answers[helper]
            least += answer == YES
            greatest += answer != NO
    return least, greatest
