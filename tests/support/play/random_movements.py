"""Draw random movements for tests: many units close together, with conflicting orders."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from random import Random

from adjudicator.core import board
from adjudicator.core.position import Unit
from adjudicator.standard.language.orders import Action, Convoy, Hold, Move, SupportHold, SupportMove

BOARD = board.load("adjudicator.standard")


def battle(random: Random) -> list[Action]:
    """Return an order for each of 8 to 36 units of two to five powers; several move to the same provinces."""
    units = _units(random)
    if not units:
        return battle(random)
    wanted = random.sample([BOARD.province_of(unit.place) for unit in units], k=min(len(units), 4))
    moves = {
        unit: _move(random, unit, wanted) for unit in units if random.random() < random.choice((0.4, 0.6))
    }
    moves |= _convoyed(random, units)
    moving = {unit: move for unit, move in moves.items() if move is not None}
    orders: dict[Unit, Action] = dict(moving)
    for unit in units:
        orders.setdefault(unit, _helping(random, unit, units, moving))
    return [orders[unit] for unit in units]


WATERS = (
    ("ENG", "NTH", "IRI", "MAO", "NWG", "HEL", "SKA", "NAO"),
    ("ION", "TYS", "ADR", "AEG", "EAS", "LYO", "WES"),
)


def sea_battle(random: Random) -> list[Action]:
    """Return convoys in adjacent seas, with fleets near the landings that support or attack them."""
    waters = random.choice(WATERS)
    first = random.choice(waters)
    beside = [sea for sea in waters if sea in _by_fleet(first)]
    seas = [first, *random.sample(beside, k=min(len(beside), random.choice((0, 1, 1, 2))))]
    powers = random.sample(BOARD.powers, k=random.choice((2, 3, 4, 5)))
    orders: dict[str, Action] = {}
    attacked: dict[str, str] = {}
    for sea in seas:
        origin, landing = random.sample(_shores(sea), k=2)
        if {origin, landing, sea} & orders.keys() - {landing}:
            continue
        orders[sea] = Convoy(Unit(random.choice(powers), "F", sea), origin, landing)
        orders[origin] = Move(Unit(random.choice(powers), "A", origin), landing, random.random() < 0.5)
        for attacker in _attackers(random, sea, {*orders, *seas}):
            if attacker != landing:
                attacked[sea] = attacker
                orders[attacker] = Move(Unit(random.choice(powers), "F", attacker), sea)
    _add_landings(random, orders, attacked, powers)
    _add_helpers(random, orders, attacked, powers)
    return list(orders.values())


def _attackers(random: Random, sea: str, taken: AbstractSet[str]) -> list[str]:
    """Return places adjacent to *sea* from which fleets attack the fleet there."""
    free = [
        other for other in sorted(_by_fleet(sea)) if other not in taken and not BOARD.provinces[other].coasts
    ]
    return random.sample(free, k=min(len(free), random.choice((0, 1, 1, 1, 2))))


def _add_landings(
    random: Random, orders: dict[str, Action], attacked: dict[str, str], powers: Sequence[str]
) -> None:
    """Add a fleet in the province where a convoy lands, if it is free."""
    for order in list(orders.values()):
        if (
            isinstance(order, Convoy)
            and order.target not in orders
            and not BOARD.provinces[order.target].coasts
        ):
            orders[order.target] = _at_the_landing(
                random, Unit(random.choice(powers), "F", order.target), attacked, orders
            )


def _shores(sea: str) -> list[str]:
    return [other for other in sorted(_by_fleet(sea)) if not BOARD.provinces[other].is_water]


def _at_the_landing(
    random: Random, unit: Unit, attacked: dict[str, str], orders: dict[str, Action]
) -> Action:
    """Return a support for an attack on a convoying fleet, or for the fleet itself, if possible."""
    choices: list[Action] = []
    for sea in sorted(_by_fleet(unit.place)):
        if sea in attacked:
            choices.append(SupportMove(unit, attacked[sea], sea))
        if sea in orders:
            choices.append(SupportHold(unit, sea))
    return random.choice(choices) if choices else Hold(unit)


def _add_helpers(
    random: Random, orders: dict[str, Action], attacked: dict[str, str], powers: Sequence[str]
) -> None:
    """Add units nearby that support or attack the others."""
    near = sorted(
        {other for at in orders for other in (*_by_fleet(at), *BOARD.army_neighbours[at])} - orders.keys()
    )
    for at in random.sample(near, k=min(len(near), random.randint(0, 6))):
        province = BOARD.provinces[at]
        if province.coasts:
            continue
        kind = "F" if province.is_water or (_by_fleet(at) and random.random() < 0.6) else "A"
        unit = Unit(random.choice(powers), kind, at)
        reach = {BOARD.province_of(goal) for goal in _goals(unit)}
        helped: list[Action] = [
            SupportMove(unit, other, order.target)
            for other, order in orders.items()
            if isinstance(order, Move) and BOARD.province_of(order.target) in reach
        ]
        staying: list[Action] = [SupportHold(unit, other) for other in orders if other in reach]
        moves: list[Action] = [Move(unit, goal) for goal in _goals(unit) if goal in orders]
        orders[at] = random.choice([*helped, *helped, *staying, *moves, Hold(unit)])


def _units(random: Random) -> list[Unit]:
    powers = random.sample(BOARD.powers, k=random.choice((2, 2, 3, 3, 4, 5)))
    centre = random.choice(tuple(BOARD.provinces))
    near = _near(centre, random.choice((2, 2, 3)))
    count = min(len(near), random.randint(8, 36))
    units = []
    for name in random.sample(near, k=count):
        province = BOARD.provinces[name]
        fleet_places = [
            place
            for place in BOARD.places
            if BOARD.fleet_neighbours[place] and BOARD.province_of(place) == name
        ]
        kind = "F" if province.is_water or (fleet_places and random.random() < 0.3) else "A"
        place = random.choice(fleet_places) if kind == "F" else name
        units.append(Unit(random.choice(powers), kind, place))
    return units


def _near(centre: str, steps: int) -> list[str]:
    reached = {centre: 0}
    waiting = [centre]
    for here in waiting:
        beside = {*BOARD.army_neighbours[here], *_by_fleet(here)}
        for other in sorted(beside - reached.keys()):
            if reached[here] < steps:
                reached[other] = reached[here] + 1
                waiting.append(other)
    return waiting


def _by_fleet(province: str) -> set[str]:
    return {
        BOARD.province_of(other)
        for place in BOARD.places
        if BOARD.province_of(place) == province
        for other in BOARD.fleet_neighbours[place]
    }


def _goals(unit: Unit) -> Sequence[str]:
    return BOARD.army_neighbours[unit.place] if unit.kind == "A" else BOARD.fleet_neighbours[unit.place]


def _move(random: Random, unit: Unit, wanted: Sequence[str]) -> Move | None:
    goals = _goals(unit)
    if not goals:
        return None
    hot = [goal for goal in goals if BOARD.province_of(goal) in wanted]
    return Move(unit, random.choice(hot if hot and random.random() < 0.8 else goals))


def _convoyed(random: Random, units: Sequence[Unit]) -> dict[Unit, Move | None]:
    """Return moves of armies by convoy, over one sea or two, also to neighbouring provinces."""
    armies = [unit for unit in units if unit.kind == "A" and _by_fleet(unit.place)]
    seas = [unit.place for unit in units if BOARD.provinces[BOARD.province_of(unit.place)].is_water]
    moves: dict[Unit, Move | None] = {}
    for army in armies:
        shores = [
            shore
            for sea in seas
            if army.place in _by_fleet(sea)
            for other in (sea, *[s for s in seas if s in _by_fleet(sea)])
            for shore in sorted(_by_fleet(other))
            if not BOARD.provinces[shore].is_water and shore != army.place
        ]
        if shores and random.random() < 0.6:
            moves[army] = Move(army, random.choice(shores), by_convoy=random.random() < 0.5)
    return moves


def _helping(random: Random, unit: Unit, units: Sequence[Unit], moving: dict[Unit, Move]) -> Action:
    """Return an order that helps another unit (a support that mostly matches, or a convoy), or a hold."""
    reach = {BOARD.province_of(goal) for goal in _goals(unit)}
    possible: list[Action] = [Hold(unit)]
    for other in units:
        at = BOARD.province_of(other.place)
        move = moving.get(other)
        if move and BOARD.province_of(move.target) in reach and other != unit:
            possible.extend([SupportMove(unit, at, move.target)] * 3)
        if at in reach and random.random() < 0.5:
            possible.append(SupportHold(unit, at))
        if move and other.kind == "A" and BOARD.provinces[BOARD.province_of(unit.place)].is_water:
            possible.extend([Convoy(unit, at, move.target)] * (2 if move.by_convoy else 1))
    return random.choice(possible)
