"""An opponent for measurements on the standard map, written from the published description of DumbBot.

DumbBot is by David Norman. The value of a province depends on its centre, on the centres up to ten steps
away, and on the strength of the power and of its strongest rival next to it. Units go to the province
with the greatest value, or sometimes to the next best; a unit whose destination is taken supports the other.
"""

from collections.abc import Mapping, Sequence

from adjudicator.core.game import Facts, Game, Power, State
from adjudicator.robots.chance import Chance
from adjudicator.robots.geography import Geography, Standing, geography_of
from adjudicator.robots.proposals import helpers, is_move, moved

STEPS = 10
SPREAD = 5  # divides a value that spreads to the neighbours
SPREADS = {
    "Spring": (700, 300, (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)),
    "Autumn": (600, 400, (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)),
}  # for attack, defence, and by the number of steps
WINTER = (1000, 30, 10, 6, 5, 4, 3, 2, 1, 1)
STRENGTH, COMPETITION = 1000, 1000
OTHER_CHANCE, OTHER_PART = 50, 500  # how often the next best is chosen, and how close it must be


class Board:
    """The values of provinces for one power, as DumbBot computes them."""

    def __init__(self, game: Game, state: State, power: Power) -> None:
        self.power, self.land = power, geography_of(game, state)
        facts = game.describe(state)
        self.phase, self.season = facts["state"]["phase"], facts["state"]["season"]
        self.units = _units(self.land, facts)
        centres = facts["centres"]
        self.owners = {self.land.place(name): one for one, names in centres.items() for name in names}
        self.sizes = {one: _size(len(names)) for one, names in centres.items()}
        self._steps = {water: self._spread(by_water=water) for water in (False, True)}

    def value(self, place: str, *, by_water: bool) -> float:
        """Return the value of *place* for a unit."""
        levels = self._steps[by_water].get(place, [0.0] * STEPS)
        if self.phase == "adjustment":
            return sum(weight * level for weight, level in zip(WINTER, levels, strict=True))
        weights = SPREADS.get(self.season, SPREADS["Autumn"])[2]
        worth = sum(weight * level for weight, level in zip(weights, levels, strict=True))
        strength, competition = self.around(place)
        return worth + STRENGTH * strength - COMPETITION * competition

    def around(self, place: str) -> tuple[int, int]:
        """Return how many units of the power could be at *place*, and how many of the strongest rival."""
        counts = {one: sum(self._reaches(unit, place) for unit in own) for one, own in self.units.items()}
        rivals = [count for one, count in counts.items() if one != self.power]
        return counts.get(self.power, 0), max(rivals, default=0)

    def _reaches(self, unit: Standing, place: str) -> bool:
        return place in (unit.place, *self.land.near(unit.place, by_water=unit.kind == "F"))

    def _own_value(self, place: str) -> float:
        owner = self.owners.get(place)
        attack, defence, _ = SPREADS.get(self.season, SPREADS["Autumn"])
        if place not in self.land.centres:
            return 0.0
        if owner == self.power:
            beside = [self.sizes.get(one, 0) for one in self._rivals_beside(place)]
            return float(defence * max(beside, default=0))
        return float(attack * self.sizes.get(owner or "", _size(0)))

    def _rivals_beside(self, place: str) -> list[Power]:
        return [
            one
            for one, own in self.units.items()
            if one != self.power and any(self._reaches(unit, place) for unit in own)
        ]

    def _spread(self, *, by_water: bool) -> dict[str, list[float]]:
        now = {place: self._own_value(place) / 1000 for place in self.land.places}
        found = {place: [value] for place, value in now.items()}
        for _ in range(STEPS - 1):
            now = {
                place: (now[place] + sum(now[other] for other in self.land.near(place, by_water=by_water)))
                / SPREAD
                for place in self.land.places
            }
            for place, value in now.items():
                found[place].append(value)
        return found


def _size(centres: int) -> int:
    return centres * centres + 4 * centres + 16


def _units(land: Geography, facts: Facts) -> dict[Power, list[Standing]]:
    return {power: [land.standing(text) for text in texts] for power, texts in facts["units"].items()}


def dumbbot(game: Game, state: State, power: Power, seed: str) -> Sequence[str]:
    """Return the sheet of DumbBot; only for the standard rules."""
    chance = Chance(f"dumbbot {seed} {power} {game.due(state).number}")
    board, choices = Board(game, state, power), game.choices(state, power)
    if board.phase == "movement":
        return _movement(board, choices, chance)
    if board.phase == "adjustment":
        return _adjustment(board, choices)
    return [
        max(orders, key=lambda order: _worth(board, unit, order))
        for unit, orders in choices.items()
        if orders
    ]


def _worth(board: Board, unit: str, order: str) -> float:
    goal = board.land.goal(order) if " - " in order else ""
    return board.value(goal, by_water=_is_fleet(unit)) if goal else float("-inf")


def _is_fleet(unit: str) -> bool:
    return unit.partition(" ")[0] == "F"


def _adjustment(board: Board, choices: Mapping[str, Sequence[str]]) -> list[str]:
    """Build where the value is greatest, remove where it is least; no two in one place."""
    found: list[str] = []
    used: set[str] = set()
    for orders in choices.values():
        usable = [one for one in orders if board.land.goal(one) and board.land.goal(one) not in used]
        if not usable:
            continue
        sign = -1 if usable[0].startswith("Remove") else 1
        order = max(
            usable,
            key=lambda one: sign * board.value(board.land.goal(one), by_water=" F " in one),
        )
        used.add(board.land.goal(order))
        found.append(order)
    return found


def _movement(board: Board, choices: Mapping[str, Sequence[str]], chance: Chance) -> list[str]:
    plan: dict[str, str] = {}
    taken: dict[str, str] = {}  # by destination, the unit that goes or stays there
    waiting = chance.shuffled([unit for unit, orders in choices.items() if orders])
    while waiting:
        unit = waiting.pop(0)
        order, goal, blocker = _wanted(board, (unit, choices[unit]), (taken, waiting), chance)
        if blocker:  # first decide whether that unit leaves
            waiting.remove(blocker)
            waiting[:0] = [blocker, unit]
            taken[f"after {unit}"] = blocker
            continue
        if goal in taken and goal:
            order = _support(choices[unit], plan.get(taken[goal], ""), goal) or _stay(choices[unit])
            goal = board.land.standing(unit).place
        plan[unit] = order
        taken.setdefault(goal, unit)
    return list(plan.values())


def _wanted(
    board: Board,
    own: tuple[str, Sequence[str]],
    so_far: tuple[dict[str, str], list[str]],
    chance: Chance,
) -> tuple[str, str, str]:
    """Return the order of a unit, its destination, and the unit that must be decided first, if any."""
    unit, orders = own
    taken, waiting = so_far
    here = board.land.standing(unit).place
    moves = {board.land.goal(order): order for order in orders if is_move(order) and "convoy" not in order}
    goals = sorted({here, *moves}, key=lambda place: (-board.value(place, by_water=_is_fleet(unit)), place))
    place = _chosen(board, unit, goals, chance)
    if place == here:
        return _stay(orders), here, ""
    occupant = next((other for other in waiting if board.land.standing(other).place == place), "")
    if occupant and f"after {unit}" not in taken and f"after {occupant}" not in taken:
        return moves[place], place, occupant
    if occupant:
        return _stay(orders), here, ""
    return moves[place], place, ""


def _chosen(board: Board, unit: str, goals: Sequence[str], chance: Chance) -> str:
    """Return the best of *goals*; by chance sometimes the next best, and so on."""
    values = [board.value(place, by_water=_is_fleet(unit)) for place in goals]
    at = 0
    while at + 1 < len(goals):
        gap = (values[at] - values[at + 1]) * OTHER_PART / values[at] if values[at] > 0 else 0
        if chance.below(100) < gap or chance.below(100) >= OTHER_CHANCE:
            break
        at += 1
    return goals[at]


def _support(orders: Sequence[str], order: str, goal: str) -> str:
    """Return the support of *order*, or of the unit that stays at *goal*."""
    if is_move(order):
        return next((found for _, found in helpers({"": orders}, order) if moved(found)), "")
    return next((one for one in orders if " S " in one and " - " not in one and one.split()[-1] == goal), "")


def _stay(orders: Sequence[str]) -> str:
    return next((order for order in orders if order.endswith(" H")), orders[0])
