"""The legal orders of a Power, each legal by itself, by kinds of orders.

An army's lines carry their own ACTIVATE, so that each can be a sheet alone. Only moves to neighbouring zones,
voyages and strategic moves to a city are listed: there are too many longer paths.
"""

from collections.abc import Iterator, Sequence

from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, ZONES, Zone, zone_name
from adjudicator.empires.language.activation import Numbered, tried
from adjudicator.empires.language.grammar import parse_line, plain
from adjudicator.empires.language.orders import ACTIONS, COMMANDS, ArmyOrder, Command
from adjudicator.empires.language.plan import planned, why_no_offensive, why_sheet_refused
from adjudicator.empires.position import (
    FULL,
    REDUCED,
    Army,
    Position,
    hostile,
    in_zone,
    is_out,
    may_use,
    of_power,
)
from adjudicator.empires.resolve import diplomacy, entrenching, gas, recruiting
from adjudicator.empires.resolve.actions import why_no_action
from adjudicator.empires.resolve.combat import superiority, targets
from adjudicator.empires.resolve.movement import ends_as, is_sailing, straight_goals, why_not_march
from adjudicator.empires.view.wording import in_orders

ANY_ARMY = "Army"  # as an order names one by its zone alone
FULL_ARMY, REDUCED_ARMY = "full", "reduced"  # as an item of RECRUIT begins
CEDE = "cede"  # at the end of a move


def open_commands(position: Position) -> list[Command]:
    """Return all commands without the actions that the Power cannot take any more; PAUSE divides a turn."""
    closed = {name for name in ACTIONS if why_no_action(position, name.capitalize())}
    return [command for command in COMMANDS if command not in closed]


def idle(position: Position) -> list[Army]:
    """Return the armies of the Power in turn that were not activated before PAUSE."""
    own = of_power(position.armies, position.power)
    return [army for army in own if army.id not in position.turn.activated]


def recruits(position: Position) -> list[str]:
    """Return items of RECRUIT, each as if it were the only one."""
    power, steps = position.power, recruiting.steps_of(position, position.power)
    items = [
        f"reinforce {army.size + ' ' if army.size else ''}{army.nation} in {zone_name(army.zone)}"
        for army in position.armies
        if army.counter.power == power and army.steps == REDUCED and not army.cut
    ]
    if steps.general < 1:
        return items
    for counter in BOARD.counters.values():
        if counter.power != power:
            continue
        for zone in ZONES:
            if not recruiting.why_not_there(position, counter, zone):
                step = FULL_ARMY if steps.general >= FULL and counter.nation != "American" else ""
                kind = " ".join(filter(None, (step, counter.size, counter.nation)))
                items.append(f"{kind} in {zone_name(zone)}")
    return items


def as_reduced(items: Sequence[str]) -> list[str]:
    """Return the items of new full armies as items of reduced ones, which may be placed there as well."""
    begins = f"{FULL_ARMY} "
    return [f"{REDUCED_ARMY} {one.removeprefix(begins)}" for one in items if one.startswith(begins)]


def trenches(position: Position) -> list[Zone]:
    return [zone for zone in entrenching.sites(position) if not entrenching.why_not(position, zone)]


def markers(position: Position) -> Iterator[str]:
    for track in BOARD.tracks.values():
        for forward, way in ((True, "forward"), (False, "back")):
            if not diplomacy.why_not(position, track, forward):
                yield f"DIPLOMACY {track.name} {way}"


def gassed(position: Position) -> list[Zone]:
    if gas.why_not_yet(position):
        return []
    zones = dict.fromkeys(army.zone for army in hostile(position.armies, position.power))
    return [zone for zone in zones if gas.victims(position, zone)]


def offensives(position: Position) -> list[str]:
    if why_no_offensive(position):
        return []
    own = of_power(position.armies, position.power)
    lines = [line for army in own if army.counter.technology for line in attack_lines(position, army)]
    return [line for line in dict.fromkeys(lines) if is_lawful(position, line, extra=True)]


def called(position: Position, army: Army) -> str:
    """Return how an order of its Power names the army: "full German Army Metz"."""
    return f"{in_orders(army)} {zone_name(position.turn.named_at.get(army.id, army.zone))}"


def army_lines(position: Position, army: Army) -> list[str]:
    """Return the orders to the army alone: attacks, moves to neighbours, voyages, strategic moves."""
    if army.id in position.turn.activated:
        return []
    return [*attack_lines(position, army), *move_lines(position, army), *strategic_lines(position, army)]


def attack_lines(position: Position, army: Army) -> list[str]:
    """Return attacks in its zone and in neighbouring zones, alone and with an army of its own zone."""
    name = called(position, army)
    lines = []
    if not is_out(position, army) and targets(position, army.zone, army.power):
        lines += _with_support(position, army, army.zone, f"{name} attacks")
    for zone in next_zones(army):
        if targets(position, zone, army.power) and not why_not_march(position, army, (zone,), False, ()):
            lines += _with_support(position, army, zone, f"{name} - {zone_name(zone)} attacks")
    return lines


def _with_support(position: Position, army: Army, zone: Zone, line: str) -> list[str]:
    mates = [a for a in of_power(in_zone(position, army.zone), army.power) if a.id != army.id]
    mates.sort(key=lambda mate: mate.id in position.turn.activated)
    coming = 0 if zone == army.zone else 1 + bool(mates)
    spare = superiority(position, zone, army.power) + coming
    if mates and spare > 0:
        return [line, f"{line} with {called(position, mates[0])}"]
    return [line]


def air_lines(position: Position, lines: Sequence[str]) -> list[str]:
    """Return those of the legal *lines* that can be an attack with aviation, for each bid. 10.4"""
    held = position.missions.get(position.power, 0)
    if not held or not may_use(position, position.power, "Aviation"):
        return []
    helped = [line for line in lines if is_lawful(position, f"{line} air 1")]
    return [f"{line} air {bid}" for line in helped for bid in range(1, held + 1)]


def tank_lines(position: Position, lines: Sequence[str]) -> list[str]:
    """Return those of the legal *lines* that can be an attack with tanks. 10.5"""
    if not position.missions.get(position.power) or not may_use(position, position.power, "Tanks 1"):
        return []  # without a mission they do not help
    return [f"{line} tanks" for line in lines if is_lawful(position, f"{line} tanks")]


def next_zones(army: Army) -> list[Zone]:
    """Return the zones that one step can reach: the neighbours, and ports by sea."""
    ports = [zone for zone in BOARD.ports if is_sailing(army, (zone,), False)]
    return [*ZONES[army.zone].neighbours, *ports]


def move_lines(position: Position, army: Army) -> list[str]:
    name = called(position, army)
    zones = [zone for zone in next_zones(army) if not why_not_march(position, army, (zone,), False, ())]
    return [
        f"{name} - {zone_name(zone)}{ceding_word(position, army, zone)}"
        for zone in zones
        if may_walk_in(position, army, zone)
    ]


def ceding_word(position: Position, army: Army, zone: Zone) -> str:
    """Return what a move says that cedes the army, "" if it does not. 14.1"""
    return "" if ends_as(position, army, zone) == army.power else f" {CEDE}"


def may_walk_in(position: Position, army: Army, zone: Zone) -> bool:
    """Return whether the army may enter without an attack. 9.1.12"""
    here = in_zone(position, zone)
    return bool(of_power(here, army.power)) or not hostile(here, army.power)


def strategic_lines(position: Position, army: Army) -> list[str]:
    """Return strategic moves to the cities that its Power controls."""
    name = called(position, army)
    goals = [zone for zone, facts in ZONES.items() if facts.city and position.control.get(zone) == army.power]
    return [f"{name} => {zone_name(zone)}" for zone in straight_goals(position, army, goals)]


def taking_back(position: Position) -> list[str]:
    """Return orders that bring ceded armies home. 14.3"""
    return [line for army in to_take_back(position) for line in ways_home(position, army)]


def to_take_back(position: Position) -> list[Army]:
    """Return the armies that the Power in turn has ceded and may still move in this turn."""
    if position.power != GERMANY:
        return []
    austrian = of_power(position.armies, AUSTRIA)
    return [army for army in austrian if army.is_ceded and army.id not in position.turn.activated]


def ways_home(position: Position, army: Army) -> list[str]:
    lines = [
        f"{called(position, army)} => {zone_name(zone)}"
        for zone, facts in ZONES.items()
        if facts.city and position.control.get(zone) == GERMANY
    ]
    return [line for line in lines if is_lawful(position, line)]


def is_lawful(position: Position, line: str, extra: bool = False) -> bool:
    """Return whether the line can be the only one of an Activation."""
    order = parse_line(plain(line))
    if not isinstance(order, ArmyOrder):
        return False
    return not tried(position, [Numbered(1, order)], extra, frozenset()).refused


def must_attack(position: Position) -> bool:
    """Return whether the Power owes an attack that it could make. 9.0.8"""
    return why_sheet_refused(position, planned(position, ())) is not None
