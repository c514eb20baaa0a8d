"""What could a Power order now?  Lines that are lawful each by itself, in the words of orders.

An army's lines carry their own ACTIVATE, so that each can stand on a sheet alone. Only moves to next door,
voyages and strategic moves to a city are listed: of longer ways there are too many.
"""

from collections import Counter
from collections.abc import Iterator

from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, ZONES, Zone, zone_name
from adjudicator.empires.language import standing
from adjudicator.empires.language.activation import Numbered, tried
from adjudicator.empires.language.grammar import plain, spoken
from adjudicator.empires.language.on_file import OrdersOnFile
from adjudicator.empires.language.orders import ArmyOrder
from adjudicator.empires.language.plan import planned, why_no_offensive, why_sheet_refused
from adjudicator.empires.language.reading import kept
from adjudicator.empires.position import (
    FULL,
    REDUCED,
    Army,
    Position,
    hostile,
    in_zone,
    is_out,
    of_power,
)
from adjudicator.empires.resolve import diplomacy, entrenching, gas, phases, recruiting, research
from adjudicator.empires.resolve.combat import superiority, targets
from adjudicator.empires.resolve.movement import is_sailing, straight_path, why_not_march, why_not_straight
from adjudicator.empires.view.wording import in_orders


def choices(position: Position, power: str) -> dict[str, list[str]]:
    """By army and by action, the lawful lines; what stands under one heading is chosen from, not added up."""
    if position.over:
        return {}
    position = phases.as_if_in_turn(position, power)
    found = {"RECRUIT": [f"RECRUIT {item}" for item in recruits(position)]}
    for army in of_power(position.armies, power):
        lines = [f"ACTIVATE {line}" for line in army_lines(position, army) if is_lawful(position, line)]
        found.setdefault(called(position, army), lines)
    found |= {
        "RESEARCH": [f"RESEARCH {name}" for name in research.possible(position, power)],
        "ENTRENCH": [f"ENTRENCH {zone_name(zone)}" for zone in trenches(position)],
        "DIPLOMACY": list(markers(position)),
        "MISSIONS": ["MISSIONS"],
        "GAS": [f"GAS {zone_name(zone)}" for zone in gassed(position)],
        "OFFENSIVE": [f"OFFENSIVE {line}" for line in offensives(position)],
        "turn": ["PASS"],
    }
    return {what: lines for what, lines in found.items() if lines}


def form(position: Position, power: str) -> list[str]:
    """The Power's standing orders, and the sheet kept for it, in its own turn at least PASS; a lawful letter.

    PASS stands last, so that actions written above it count. Out of turn there is none: a letter that only
    changes standing orders files no sheet. Where no sheet is kept, the armies and what the Power may do stand
    behind "#", to be completed.
    """
    letter: OrdersOnFile = kept(position, power)
    idle = ("PASS",) if power == position.power else ()
    technologies = [] if position.is_prepared else [f"TECHNOLOGIES {', '.join(_technologies(letter))}"]
    drafts = () if letter.lines or position.over else _drafts(phases.as_if_in_turn(position, power))
    return [*technologies, *standing.in_words(letter.standing), *drafts, *(letter.lines or idle)]


def _drafts(position: Position) -> Iterator[str]:
    """The Power's pieces written in; a line counts once its "#" is taken away."""
    power = position.power
    most, steps = BOARD.powers[power].actions, recruiting.steps_of(position, power)
    yield f"# {most} actions; take away the # before what you want, and complete it:"
    yield f"# RECRUIT full in ..., in ..., reinforce ...   # {steps.general} steps"
    yield "# ACTIVATE"
    own = of_power(position.armies, power)
    for name, number in Counter(called(position, army) for army in own).items():
        many = f"   # {number} of them" if number > 1 else ""
        yield f"#   {name} - ...{many}"
    possible = research.possible(position, power)
    if possible:
        yield f"# RESEARCH {' / '.join(possible)}"
    yield "# ENTRENCH ..."
    ways = list(markers(position))
    if ways:
        yield f"# {' / '.join([ways[0], *(way.removeprefix('DIPLOMACY ') for way in ways[1:])])}"
    yield "# MISSIONS"
    yield from (f"# {name}" for name in _extras(position))


def _extras(position: Position) -> Iterator[str]:
    """What is no action."""
    if not why_no_offensive(position):
        yield "OFFENSIVE   # written like ACTIVATE"
    zones = gassed(position)
    if zones:
        yield f"GAS {' / '.join(zone_name(zone) for zone in zones)}"


def _technologies(letter: OrdersOnFile) -> tuple[str, ...]:
    return letter.technologies or research.AT_THE_START


# ---- the actions


def recruits(position: Position) -> list[str]:
    """Items of RECRUIT, each as if it were the only one."""
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
                step = "full" if steps.general >= FULL and counter.nation != "American" else ""
                kind = " ".join(filter(None, (step, counter.size, counter.nation)))
                items.append(f"{kind} in {zone_name(zone)}")
    return items


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


# ---- armies


def called(position: Position, army: Army) -> str:
    """As an order of its Power names the army: "full German Army Metz"."""
    return f"{in_orders(army)} {zone_name(position.turn.named_at.get(army.id, army.zone))}"


def army_lines(position: Position, army: Army) -> list[str]:
    """What the army alone may be told: attacks, moves to next door, voyages, strategic moves."""
    if army.id in position.turn.activated:
        return []
    return [*attack_lines(position, army), *move_lines(position, army), *strategic_lines(position, army)]


def attack_lines(position: Position, army: Army) -> list[str]:
    """Attacks where it stands and next door, alone and with an army of its own zone."""
    name = called(position, army)
    lines = []
    if not is_out(position, army) and targets(position, army.zone, army.power):
        lines += _with_support(position, army, army.zone, f"{name} attacks")
    for zone in _near(army):
        if targets(position, zone, army.power) and not why_not_march(position, army, (zone,), False, ()):
            lines += _with_support(position, army, zone, f"{name} - {zone_name(zone)} attacks")
    return lines


def _with_support(position: Position, army: Army, zone: Zone, line: str) -> list[str]:
    mates = [a for a in of_power(in_zone(position, army.zone), army.power) if a.id != army.id]
    coming = 0 if zone == army.zone else 1 + bool(mates)
    spare = superiority(position, zone, army.power) + coming
    if mates and spare > 0:
        return [line, f"{line} with {called(position, mates[0])}"]
    return [line]


def _near(army: Army) -> list[Zone]:
    ports = [zone for zone in BOARD.ports if is_sailing(army, (zone,), False)]
    return [*ZONES[army.zone].neighbours, *ports]


def move_lines(position: Position, army: Army) -> list[str]:
    name = called(position, army)
    zones = [zone for zone in _near(army) if not why_not_march(position, army, (zone,), False, ())]
    return [f"{name} - {zone_name(zone)}" for zone in zones if _may_walk_in(position, army, zone)]


def _may_walk_in(position: Position, army: Army, zone: Zone) -> bool:
    """9.1.12"""
    here = in_zone(position, zone)
    return bool(of_power(here, army.power)) or not hostile(here, army.power)


def strategic_lines(position: Position, army: Army) -> list[str]:
    """To the cities of its own Power."""
    name = called(position, army)
    goals = [zone for zone, facts in ZONES.items() if facts.city and position.control.get(zone) == army.power]
    return [f"{name} => {zone_name(zone)}" for zone in goals if _may_go_straight(position, army, zone)]


def _may_go_straight(position: Position, army: Army, zone: Zone) -> bool:
    return bool(straight_path(position, army, zone)) and not why_not_straight(position, army, zone, ())


def taking_back(position: Position) -> list[str]:
    """Ceded armies brought home. 14.3"""
    if position.power != GERMANY:
        return []
    lines = [
        f"{in_orders(army)} {zone_name(army.zone)} => {zone_name(zone)}"
        for army in of_power(position.armies, AUSTRIA)
        if army.is_ceded
        for zone, facts in ZONES.items()
        if facts.city and position.control.get(zone) == GERMANY
    ]
    return [line for line in lines if is_lawful(position, line)]


def is_lawful(position: Position, line: str, extra: bool = False) -> bool:
    """May the line stand alone in an Activation?"""
    order = spoken(plain(line))
    if not isinstance(order, ArmyOrder):
        return False
    return not tried(position, [Numbered(1, order)], extra, frozenset()).refused


def must_attack(position: Position) -> bool:
    """Does the Power owe an attack that it could make?  9.0.8"""
    return why_sheet_refused(position, planned(position, ())) is not None
