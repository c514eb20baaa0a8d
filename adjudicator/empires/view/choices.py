"""The legal orders of a Power, each legal by itself, and the form that lists them.

An army's lines carry their own ACTIVATE, so that each can be a sheet alone. Only moves to neighbouring zones,
voyages and strategic moves to a city are listed: there are too many longer paths.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import assert_never

from adjudicator.core.language.words import listed
from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, ZONES, Zone, partner, zone_name
from adjudicator.empires.language import standing
from adjudicator.empires.language.activation import Numbered, armies_used, capacity, tried
from adjudicator.empires.language.grammar import parse_line, plain
from adjudicator.empires.language.on_file import OrdersOnFile
from adjudicator.empires.language.orders import ACTIONS, COMMANDS, ArmyOrder, Command, Recruit
from adjudicator.empires.language.parsing import said
from adjudicator.empires.language.plan import (
    Accepted,
    Block,
    Plan,
    Refused,
    pauses_left,
    planned,
    sheet_lines,
    why_no_offensive,
    why_sheet_refused,
)
from adjudicator.empires.language.reading import stored
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
from adjudicator.empires.resolve import diplomacy, entrenching, gas, phases, recruiting, research
from adjudicator.empires.resolve.actions import actions_left, why_no_action
from adjudicator.empires.resolve.combat import superiority, targets
from adjudicator.empires.resolve.movement import ends_as, is_sailing, straight_goals, why_not_march
from adjudicator.empires.sentences import say
from adjudicator.empires.view import stakes
from adjudicator.empires.view.wording import SPEECH, in_orders

ANY_ARMY = "Army"  # as an order names one by its zone alone
FULL_ARMY, REDUCED_ARMY = "full", "reduced"  # as an item of RECRUIT begins
CEDE = "cede"  # at the end of a move


def choices(position: Position, power: str) -> dict[str, list[str]]:
    """Return the legal lines by army and by action; a player chooses one of each group."""
    if position.over:
        return {}
    position = phases.as_if_in_turn(position, power)
    found: dict[str, list[str]] = {}
    if not position.is_prepared:
        found["TECHNOLOGIES"] = _sets_of_technologies(power)
    for command in _open_commands(position):
        found |= _choices_of(position, command)
    return {heading: lines for heading, lines in found.items() if lines}


def _open_commands(position: Position) -> list[Command]:
    """Return all commands without the actions that the Power cannot take any more; PAUSE divides a turn."""
    closed = {name for name in ACTIONS if why_no_action(position, name.capitalize())}
    return [command for command in COMMANDS if command not in closed]


def _sets_of_technologies(power: str) -> list[str]:
    """Return the lines of the set-up, the default first. 2.3"""
    every = combinations(BOARD.powers[power].technologies, research.SET_UP)
    lawful = [names for names in every if not research.why_not_at_the_start(power, names)]
    lawful.sort(key=lambda names: names != research.AT_THE_START)
    return [f"TECHNOLOGIES {', '.join(names)}" for names in lawful]


def _choices_of(  # noqa: C901, PLR0911  (one case per command)
    position: Position, command: Command
) -> Mapping[str, list[str]]:
    match command:
        case "RECRUIT":
            items = recruits(position)
            return {command: [f"RECRUIT {item}" for item in (*items, *_as_reduced(items))]}
        case "ACTIVATE":
            return _activations(position)
        case "RESEARCH":
            return {command: [f"RESEARCH {name}" for name in research.possible(position, position.power)]}
        case "ENTRENCH":
            return {command: [f"ENTRENCH {zone_name(zone)}" for zone in trenches(position)]}
        case "DIPLOMACY":
            return {command: list(markers(position))}
        case "MISSIONS":
            return {command: ["MISSIONS"]}
        case "GAS":
            return {command: [f"GAS {zone_name(zone)}" for zone in gassed(position)]}
        case "OFFENSIVE":
            return {command: [f"OFFENSIVE {line}" for line in offensives(position)]}
        case "PAUSE":
            return {}  # PAUSE only divides a sheet
        case "PASS":
            return {say("end_of_turn"): ["PASS"]}
        case _ as never:
            assert_never(never)


def _activations(position: Position) -> Mapping[str, list[str]]:
    """Return the lines of each army, by its name; of armies with the same name, those of the first."""
    found: dict[str, list[str]] = {}
    for army in _idle(position):
        lawful = [line for line in army_lines(position, army) if is_lawful(position, line)]
        lines = [*lawful, *air_lines(position, lawful), *tank_lines(position, lawful)]
        found.setdefault(called(position, army), [f"ACTIVATE {line}" for line in lines])
    for army in _to_take_back(position):
        lines = [f"ACTIVATE {line}" for line in _ways_home(position, army)]
        found.setdefault(called(position, army), lines)
    return found


def alike(position: Position, power: str) -> dict[str, int]:
    """Return how many armies have the same name, by the entries of `choices` that stand for several."""
    position = phases.as_if_in_turn(position, power)
    number = Counter(called(position, army) for army in _idle(position))
    return {name: count for name, count in number.items() if count > 1}


def _idle(position: Position) -> list[Army]:
    """Return the armies of the Power in turn that were not activated before PAUSE."""
    own = of_power(position.armies, position.power)
    return [army for army in own if army.id not in position.turn.activated]


def form(position: Position, power: str) -> list[str]:
    """Return the Power's standing orders and its stored sheet, in its own turn at least PASS.

    The result is a legal message. PASS comes last, so that actions written above it count; out of turn
    there is none, because a message with standing orders alone files no sheet. The armies and the actions
    that are left are listed as comments to complete, and a line of the sheet that is refused as things stand
    is a comment, too. After the last turn of the Power in the game nothing is left to order.
    """
    if not position.over and stakes.next_turn(position, power) > BOARD.turns:
        return []
    on_file = stored(position, power)
    ahead = phases.as_if_in_turn(position, power)
    idle = (f"# {say('form_pass')}", "PASS") if power == position.power else ()
    technologies = [] if position.is_prepared else [f"TECHNOLOGIES {', '.join(_technologies(on_file))}"]
    heading = f"# {say('form_standing')}"
    above = [*technologies, heading, *standing.in_words(on_file.standing)]
    if position.over or not on_file.lines:
        return [*above, *(() if position.over else _drafts(ahead)), *(on_file.lines or idle)]
    plan = planned(ahead, sheet_lines(said(on_file.lines)))
    return [*above, *_marked(on_file.lines, plan), *_drafts_besides(ahead, plan)]


def _marked(lines: Sequence[str], plan: Plan) -> Iterator[str]:
    """Yield the lines of a sheet; those that are refused as comments."""
    accepted = {one.number for one in plan.verdicts if isinstance(one, Accepted)}
    refused = {one.number for one in plan.verdicts if isinstance(one, Refused)} - accepted
    if refused:
        yield f"# {say('form_refused', count=len(refused))}"
    for number, line in enumerate(lines, 1):
        yield f"# {line.strip()}   # {say('form_refused_line')}" if number in refused else line


def _drafts_besides(position: Position, plan: Plan) -> Iterator[str]:
    """Yield what is left besides a sheet: its ACTIVATE may have room, and actions may be left."""
    after = plan.position
    armies = [f"{name} - ..." for name in Counter(_armies_by_name(after))]
    blocks = [step for step in plan.steps if isinstance(step, Block) and not step.extra]
    room = capacity(position) - _armies_in(blocks[0]) if len(blocks) == 1 else 0
    if armies and room > 0:
        yield f"# {say('form_joins', count=room)}"
        yield from (f"#   {army}" for army in armies)
    if actions_left(after) > 0 and not plan.is_paused:
        yield f"# {say('form_also', count=actions_left(after))}"
        commands = [*_late_recruit(position, plan), *_open_commands(after)]
        drafts = [line for command in commands for line in _drafts_of(after, command)]
        yield from (f"# {line}" for line in drafts)


def _late_recruit(position: Position, plan: Plan) -> list[Command]:
    """Return RECRUIT for a sheet without it: what is added becomes the first action. 7.3"""
    accepted = (one.order for one in plan.verdicts if isinstance(one, Accepted))
    is_there = "RECRUIT" in _open_commands(plan.position) or any(isinstance(one, Recruit) for one in accepted)
    return ["RECRUIT"] if "RECRUIT" in _open_commands(position) and not is_there else []


def _armies_in(block: Block) -> int:
    """Return how many armies an Activation takes."""
    return sum(armies_used(action.order) for action in block.actions)


def advised(position: Position, power: str) -> tuple[str, str]:
    """Return the technologies that a newcomer may choose before season 1, and why. 2.3"""
    if position.is_prepared or power in position.chosen:
        return "", ""
    return f"TECHNOLOGIES {', '.join(research.AT_THE_START)}", say("technologies_why")


def _drafts(position: Position) -> Iterator[str]:
    yield f"# {_how_many(position)}"
    for command in _open_commands(position):
        for line in _drafts_of(position, command):
            yield f"# {line}"
    if position.turn.follows:
        yield f"# {say('form_condition', power=SPEECH.named(partner(position.power)))}"


def _how_many(position: Position) -> str:
    """Return how many actions the Power has, or has left after PAUSE."""
    left = actions_left(position)
    if left < 1:
        return say("form_nothing_left")
    return say("form_rest", count=left) if position.turn.actions else say("form_begins", count=left)


def _drafts_of(position: Position, command: Command) -> Iterator[str]:  # noqa: C901  (one case per command)
    match command:
        case "RECRUIT":
            steps = recruiting.steps_of(position, position.power).general
            yield f"RECRUIT full in ..., reduced in ..., reinforce ...   # {say('form_steps', count=steps)}"
        case "ACTIVATE":
            yield from _activation_draft(position)
        case "RESEARCH":
            names = research.possible(position, position.power)
            yield from [f"RESEARCH {' / '.join(names)}"] if names else []
        case "ENTRENCH":
            yield "ENTRENCH ..."
        case "DIPLOMACY":
            ways = [way.removeprefix("DIPLOMACY ") for way in markers(position)]
            yield from [f"DIPLOMACY {' / '.join(ways)}"] if ways else []
        case "MISSIONS":
            yield command
        case "GAS":
            zones = [zone_name(zone) for zone in gassed(position)]
            yield from [f"GAS {' / '.join(zones)}   # {say('form_no_action')}"] if zones else []
        case "OFFENSIVE":
            if not why_no_offensive(position):
                yield f"OFFENSIVE   # {say('form_offensive')}"
        case "PAUSE":
            yield from _pause_draft(position)
        case "PASS":
            pass  # it is the last line of the form
        case _ as never:
            assert_never(never)


def _activation_draft(position: Position) -> Iterator[str]:
    yield f"ACTIVATE   # {say('form_armies', most=capacity(position))}"
    ceding = _ceding_by_zone(position)
    for name, number in Counter(_armies_by_name(position)).items():
        several = [say("form_several", number=number)] if number > 1 else []
        notes = [*several, *(note for zone, note in ceding.items() if name.endswith(f" {zone_name(zone)}"))]
        yield f"  {name} - ..." + (f"   # {'; '.join(notes)}" if notes else "")
    home = dict.fromkeys(army.zone for army in _to_take_back(position) if _ways_home(position, army))
    yield from (f"  {ANY_ARMY} {zone_name(zone)} => ...   # {say('form_takes_back')}" for zone in home)


def _ceding_by_zone(position: Position) -> dict[Zone, str]:
    """Return by the zones in which armies are named where their next step would cede them. 14.1"""
    found: dict[Zone, str] = {}
    for army in _idle(position):
        goals = [zone for zone in _near(army) if _ceding(position, army, zone)]
        goals = [zone for zone in goals if not why_not_march(position, army, (zone,), False, ())]
        if goals := [zone for zone in goals if _may_walk_in(position, army, zone)]:
            names = listed(map(zone_name, goals), "or")
            found[position.turn.named_at.get(army.id, army.zone)] = say("form_cedes", zones=names)
    return found


def _pause_draft(position: Position) -> list[str]:
    left = pauses_left(position)
    return [f"PAUSE   # {say('form_pause', count=left)}"] if left and actions_left(position) > 1 else []


def _armies_by_name(position: Position) -> Iterator[str]:
    """Yield how the form names each army that may be ordered: by its zone alone if all there are alike."""
    names: dict[Zone, list[str]] = {}
    for army in _idle(position):
        zone = position.turn.named_at.get(army.id, army.zone)
        names.setdefault(zone, []).append(called(position, army))
    for zone, here in names.items():
        yield from here if len({*here}) > 1 else [f"{ANY_ARMY} {zone_name(zone)}"] * len(here)


def _technologies(on_file: OrdersOnFile) -> tuple[str, ...]:
    return on_file.technologies or research.AT_THE_START


# ---- the actions


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


def _as_reduced(items: Sequence[str]) -> list[str]:
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


# ---- armies


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
    for zone in _near(army):
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


def _near(army: Army) -> list[Zone]:
    ports = [zone for zone in BOARD.ports if is_sailing(army, (zone,), False)]
    return [*ZONES[army.zone].neighbours, *ports]


def move_lines(position: Position, army: Army) -> list[str]:
    name = called(position, army)
    zones = [zone for zone in _near(army) if not why_not_march(position, army, (zone,), False, ())]
    return [
        f"{name} - {zone_name(zone)}{_ceding(position, army, zone)}"
        for zone in zones
        if _may_walk_in(position, army, zone)
    ]


def _ceding(position: Position, army: Army, zone: Zone) -> str:
    """Return what a move says that cedes the army, "" if it does not. 14.1"""
    return "" if ends_as(position, army, zone) == army.power else f" {CEDE}"


def _may_walk_in(position: Position, army: Army, zone: Zone) -> bool:
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
    return [line for army in _to_take_back(position) for line in _ways_home(position, army)]


def _to_take_back(position: Position) -> list[Army]:
    """Return the armies that the Power in turn has ceded and may still move in this turn."""
    if position.power != GERMANY:
        return []
    austrian = of_power(position.armies, AUSTRIA)
    return [army for army in austrian if army.is_ceded and army.id not in position.turn.activated]


def _ways_home(position: Position, army: Army) -> list[str]:
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
