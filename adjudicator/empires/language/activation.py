"""Activations: first all moves, then all combats (9.0).

When a sheet is read, `tried` binds the lines to armies, tries them on the board and refuses lines until the
rest is legal. `execution` then makes the same moves and attacks with dice; what has become impossible is
void (9.0.5).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires.ground import (
    BOARD,
    GERMANY,
    ZONES,
    Zone,
    zone_name,
    zone_names,
)
from adjudicator.empires.language.army_names import army_meant
from adjudicator.empires.language.orders import ArmyOrder, Attack
from adjudicator.empires.language.writing import army_order
from adjudicator.empires.position import (
    Army,
    Position,
    changed,
    hostile,
    in_zone,
    is_out,
    may_use,
    of_power,
    trench_of,
)
from adjudicator.empires.resolve import movement
from adjudicator.empires.resolve.aviation import is_landing_at_gallipoli
from adjudicator.empires.resolve.combat import Assault, superiority, target
from adjudicator.empires.sentences import say

ARMIES, WITH_MANOEUVRE = 3, 4  # 9.0.1, 10.2.1
STRATEGIC_COUNTS = 2  # 9.0.4
ALL_WAYS = say("options_lists_where_each_of_your")


class Numbered(NamedTuple):
    """An army order with the number of its line."""

    number: int
    order: ArmyOrder


class March(NamedTuple):
    """The move of one army. *path* of a strategic move holds only the destination."""

    army: int
    path: tuple[Zone, ...]
    by_sea: bool = False
    strategic: bool = False
    taken_back: bool = False


class Action(NamedTuple):
    """An army order bound to armies on the board."""

    number: int
    order: ArmyOrder
    marches: tuple[March, ...]
    zone: Zone = ""  # of the attack
    assault: Assault | None = None
    has_missions: bool = False  # whether its Power has any at the attack, as far as can be foreseen


class Conditions(NamedTuple):
    """*extra*: the Activation is an Offensive; *doubts*: zones whose armies depend on dice not yet thrown."""

    extra: bool
    doubts: Collection[Zone]


class Trial(NamedTuple):
    """The legal part of an Activation; *position* is after its moves, its targets marked as attacked."""

    position: Position
    actions: tuple[Action, ...]
    refused: Mapping[int, NotAllowed]
    doubts: frozenset[Zone]


def capacity(position: Position) -> int:
    """Return how many armies an Activation may use."""
    return WITH_MANOEUVRE if may_use(position, position.power, "Manoeuvre") else ARMIES


def armies_used(order: ArmyOrder) -> int:
    """Return how many armies of an Activation an order takes, supporters included. 9.0.1, 9.0.4"""
    supporters = sum(army.number for army in order.attack.supporters) if order.attack else 0
    return order.army.number * (STRATEGIC_COUNTS if order.strategic else 1) + supporters


# ---- reading


def tried(position: Position, lines: Sequence[Numbered], extra: bool, doubts: frozenset[Zone]) -> Trial:
    """Refuse lines until the others are legal together. *extra*: the Activation is an Offensive."""
    barred: dict[int, NotAllowed] = {}
    while True:
        trial = _attempt(position, [line for line in lines if line.number not in barred], extra, doubts)
        late = _too_bold(position, trial) or _too_much_support(trial, doubts)
        if not late:
            break
        barred.update(late)
    marked = _with_targets(trial)
    return Trial(marked, trial.actions, {**trial.refused, **barred}, doubts | _new_doubts(trial))


def _attempt(position: Position, lines: Sequence[Numbered], extra: bool, doubts: frozenset[Zone]) -> Trial:
    actions: list[Action] = []
    refused: dict[int, NotAllowed] = {}
    room = capacity(position)
    conditions = Conditions(extra, doubts)
    for line in lines:
        try:
            after, action, used = _bound(position, line, room, conditions)
            _check_target(after, actions, action)
        except NotAllowed as fault:
            refused[line.number] = fault
        else:
            position, room = after, room - used
            actions.append(action)
    return Trial(position, tuple(actions), refused, doubts)


def _bound(
    position: Position, line: Numbered, room: int, conditions: Conditions
) -> tuple[Position, Action, int]:
    """Find and move the line's armies; return also how many of the Activation's armies it uses."""
    order = line.order
    _check_form(order)
    marches: list[March] = []
    position, leaders = _led(position, order, conditions, marches)
    used = len(leaders) * (STRATEGIC_COUNTS if order.strategic else 1)
    if order.attack is None:
        _check_room(used, room, capacity(position))
        return position, Action(line.number, order, tuple(marches)), used
    zone = order.path[-1] if order.path else leaders[0].zone
    _check_attacker(position, leaders[0], order, zone)
    by_sea = movement.is_sailing(leaders[0], order.path, order.by_sea)
    _check_extras(position, leaders[0], order.attack, is_gallipoli=is_landing_at_gallipoli(zone, by_sea))
    position, ids = _supported(position, order.attack, zone, conditions, marches)
    used += len(ids)
    _check_room(used, room, capacity(position))
    attack, has_missions = order.attack, position.missions.get(leaders[0].power, 0) > 0
    # aviation is not used without missions (10.4.3), and perhaps not if it has a condition
    if attack.air and has_missions and not attack.air_if:
        position = replace(position, turn=replace(position.turn, air_used=True))
    assault = Assault(leaders[0].id, ids, attack.air, attack.tanks, attack.loss, by_sea, attack.air_if)
    return position, Action(line.number, order, tuple(marches), zone, assault, has_missions), used


def _with_others_in_support(order: ArmyOrder, attack: Attack) -> ArmyOrder:
    """Return an attack of several armies as that of one, which the others support."""
    one, others = replace(order.army, number=1), replace(order.army, number=order.army.number - 1)
    return replace(order, army=one, attack=replace(attack, supporters=(others, *attack.supporters)))


def _check_form(order: ArmyOrder) -> None:
    """Check what the words of an order rule out, wherever its armies are."""
    if order.attack and order.army.number > 1:
        supported = army_order(_with_others_in_support(order, order.attack)).strip()
        raise NotAllowed(
            say("one_army_attacks_one_army"), say("write_line_for_each_attack", supported=supported)
        )
    if order.strategic and (order.attack or order.by_sea):
        raise NotAllowed(
            say("strategic_move_allows_no_attack_no"),
            say("leave_that_out_or_write_ordinary"),
        )
    if not order.path and not order.attack:
        raise NotAllowed(say("this_army_neither_moves_nor_attacks"), say("write_where_it_goes_or_attacks"))


def _check_room(used: int, room: int, most: int) -> None:
    left = max(0, room)
    if used > room:
        raise NotAllowed(
            say(
                "this_takes_of_activation_armies_are",
                count=left,
                used=str(used),
                left=str(left) if left else "none",
                most=str(most),
            ),
            say("give_it_activation_of_its_own"),
        )


def _led(
    position: Position, order: ArmyOrder, conditions: Conditions, marches: list[March]
) -> tuple[Position, list[Army]]:
    """Move the armies that the line names first along its path."""
    leaders = []
    for _ in range(order.army.number):
        army = army_meant(position, order.army, order)
        _check_may_act(position, army, conditions.extra, fights=order.attack is not None)
        leaders.append(army)
        position = _activated(position, army)
        if order.path:
            march = _march(position, army, order)
            position = _moved(position, march, conditions.doubts, only_moves=order.attack is None)
            marches.append(march)
    return position, leaders


def _march(position: Position, army: Army, order: ArmyOrder) -> March:
    if order.strategic and len(order.path) > 1:
        order = replace(order, path=order.path[-1:])
    is_back = army.power != position.power
    if is_back and not order.strategic:
        raise NotAllowed(say("germany_moves_ceded_army_only"), say("write_army"))
    return March(army.id, order.path, order.by_sea, order.strategic, is_back)


def _supported(
    position: Position, attack: Attack, zone: Zone, conditions: Conditions, marches: list[March]
) -> tuple[Position, tuple[int, ...]]:
    """Return the supporters, after moving in those from other zones. 9.2.3"""
    ids: list[int] = []
    for ref in attack.supporters:
        for _ in range(ref.number):
            army = army_meant(position, ref, None)
            _check_may_act(position, army, conditions.extra, fights=True)
            position = _activated(position, army)
            if army.zone != zone:
                march = March(army.id, (zone,))
                position = _moved(position, march, conditions.doubts)
                marches.append(march)
            ids.append(army.id)
    return position, tuple(ids)


def _check_attacker(position: Position, leader: Army, order: ArmyOrder, zone: Zone) -> None:
    if len(order.path) > 1:
        raise NotAllowed(
            say("army_that_attacks_must_come_straight"),
            say("let_it_only_move_or_choose", zone=zone_name(zone)),
        )
    now = next(army for army in position.armies if army.id == leader.id)
    if now.power != leader.power:
        raise NotAllowed(
            say("it_is_ceded_in_and_does", zone=zone_name(zone)),
            say("let_it_only_move_or_attack"),
        )


def _check_extras(position: Position, leader: Army, attack: Attack, *, is_gallipoli: bool) -> None:
    """Refuse aviation and tanks that this attack cannot have, whatever the dice. 10.0.7, 10.4.1"""
    against = {}
    if attack.air:
        against["air"] = _why_no_air(position, leader, is_gallipoli=is_gallipoli)
    if attack.tanks:
        against["tanks"] = _why_no_tile(position, leader, "Tanks 1")
    against = {name: reason for name, reason in against.items() if reason}
    if against:
        raise NotAllowed(
            " ".join(dict.fromkeys(against.values())), say("leave_out", against=" and ".join(against))
        )


def _why_no_air(position: Position, leader: Army, *, is_gallipoli: bool) -> str:
    missing = _why_no_tile(position, leader, "Aviation")
    if missing:
        return missing
    if is_gallipoli:
        return say("aviation_does_not_help_landing_at")
    if position.turn.air_used:
        return say("aviation_helps_one_attack_turn")
    return ""


def _why_no_tile(position: Position, leader: Army, tile: str) -> str:
    if not leader.counter.technology:
        return say("armies_use_no_technology_but_manoeuvre", nation=leader.nation)
    if not may_use(position, leader.power, tile):
        return say("does_not_have_available", power=leader.power, tile=tile)
    return ""


def _check_target(position: Position, earlier: Sequence[Action], action: Action) -> None:
    """Refuse an attack if the attacks above leave no enemy army to attack."""
    if action.assault is None or action.order.attack is None:
        return
    position = _after_attacks(position, earlier)
    found = target(position, action.zone, position.power, action.order.attack.target)
    if isinstance(found, str):
        raise NotAllowed(
            say("this_attack_cannot_be_made", found=found),
            say("it_takes_enemy_army_in_zone"),
        )


def _after_attacks(position: Position, actions: Sequence[Action]) -> Position:
    for action in actions:
        if action.assault and action.order.attack:
            found = target(position, action.zone, position.power, action.order.attack.target)
            if not isinstance(found, str):
                turn = replace(position.turn, attacked=(*position.turn.attacked, found.id))
                position = replace(position, turn=turn)
    return position


def _with_targets(trial: Trial) -> Position:
    return _after_attacks(trial.position, trial.actions)


def _check_may_act(position: Position, army: Army, extra: bool, fights: bool) -> None:
    if extra and not army.counter.technology:
        raise NotAllowed(
            say("offensive_cannot_activate_armies", nation=army.nation), say("activate_it_with_activate")
        )
    if fights and is_out(position, army):
        raise NotAllowed(say("armies_that_have_surrendered_neither_attack"), say("it_may_move"))
    if fights and army.power != position.power:
        raise NotAllowed(
            say("austria_hungary_activates_ceded_armies_not"),
            say("germany_may_take_it_back_army", zone=zone_name(army.zone)),
        )


def _activated(position: Position, army: Army) -> Position:
    turn = replace(position.turn, activated=(*position.turn.activated, army.id))
    return replace(position, turn=turn)


# ---- moves, read or carried out


def why_not_moved(position: Position, march: March, doubts: Collection[Zone]) -> str:
    """Return why the march cannot be made; "" if it can."""
    army = _mover(position, march)
    if march.strategic:
        against = movement.why_not_straight(position, army, march.path[-1], doubts)
        return against or _why_not_back(position, march)
    return movement.why_not_march(position, army, march.path, march.by_sea, doubts)


def _why_not_back(position: Position, march: March) -> str:
    goal = march.path[-1]
    if march.taken_back and position.control.get(goal) != GERMANY:
        return say("ceded_army_is_taken_back_to", goal=zone_name(goal))
    return ""


def _mover(position: Position, march: March) -> Army:
    army = next(army for army in position.armies if army.id == march.army)
    return replace(army, power=GERMANY) if march.taken_back else army


def moved(position: Position, march: March) -> Position:
    """Return the position after a legal march."""
    army = _mover(position, march)
    path = movement.straight_path(position, army, march.path[-1]) if march.strategic else march.path
    return movement.marched(changed(position, army), army, path or march.path, march.by_sea)


def _moved(
    position: Position, march: March, doubts: Collection[Zone], *, only_moves: bool = False
) -> Position:
    against = why_not_moved(position, march, doubts)
    if against:
        by_way = _by_way(position, march, doubts) if only_moves else ""
        raise NotAllowed(say("it_cannot_go_there", against=against), by_way or _ways(position, march))
    return moved(position, march)


def _by_way(position: Position, march: March, doubts: Collection[Zone]) -> str:
    """Return a remedy that writes out the way to a goal two zones off, "" if none leads there now."""
    army, goal = _mover(position, march), march.path[-1]
    if len(march.path) > 1 or march.strategic or march.by_sea or goal in ZONES[army.zone].neighbours:
        return ""
    ways = [
        (zone, goal)
        for zone in ZONES[army.zone].neighbours
        if not movement.why_not_march(position, army, (zone, goal), False, doubts)
    ]
    written = [" - ".join(map(zone_name, (army.zone, *way))) for way in ways]
    return say("write_every_zone_of_way", ways=listed(written)) if written else ""


def _ways(position: Position, march: March) -> str:
    """Return a remedy: the neighbours of the zone where the path breaks, else a pointer to OPTIONS."""
    army = _mover(position, march)
    if march.strategic:
        return _straight_goals(position, march, army)
    for here, zone in zip((army.zone, *march.path), march.path, strict=False):
        if zone not in ZONES[here].neighbours and ZONES[here].neighbours:
            return movement.neighbours_in_words(here)
    return _first_steps(position, army)


def _first_steps(position: Position, army: Army) -> str:
    """Return a remedy: the zones that the army may enter first."""
    ports = [zone for zone in BOARD.ports if movement.is_sailing(army, (zone,), False)]
    near = [
        zone
        for zone in (*ZONES[army.zone].neighbours, *ports)
        if not movement.why_not_march(position, army, (zone,), False, ())
    ]
    here = zone_name(army.zone)
    if not near:
        return say("it_stays_in", here=here)
    return f"{say('from_here_it_may_go', here=here, zones=zone_names(near))} {ALL_WAYS}"


def _straight_goals(position: Position, march: March, army: Army) -> str:
    """Return a remedy: the cities that the army may reach by strategic move."""
    cities = [zone for zone, facts in ZONES.items() if facts.city]
    goals = [
        zone
        for zone in movement.straight_goals(position, army, cities)
        if not _why_not_back(position, march._replace(path=(zone,)))
    ]
    if not goals:
        return ALL_WAYS
    return say("from_here_it_may_go_straight", zones=zone_names(goals))


# ---- limits on the lines of an Activation together


def bare_zones(before: Position, marches: Sequence[March]) -> frozenset[Zone]:
    """Return zones that these marches enter where enemies are and no army of the Power is. 9.1.12"""
    bare = set()
    for march in marches:
        goal = march.path[-1]
        here = in_zone(before, goal)
        power = movement.ends_as(before, _mover(before, march), goal)
        if hostile(here, power) and not of_power(here, power) and not march.strategic:
            bare.add(goal)
        before = moved(before, march)
    return frozenset(bare)


def storms(action: Action) -> bool:
    """Return whether the line's attacker moves in and attacks."""
    return action.assault is not None and any(m.army == action.assault.attacker for m in action.marches)


def unattacked(bare: Collection[Zone], actions: Sequence[Action]) -> frozenset[Zone]:
    stormed = {action.zone for action in actions if storms(action)}
    return frozenset(zone for zone in bare if zone not in stormed)


def _too_bold(before: Position, trial: Trial) -> dict[int, NotAllowed]:
    """Refuse lines into a zone with only enemies if no army that moves there attacks. 9.1.12"""
    marches = [march for action in trial.actions for march in action.marches]
    zones = unattacked(bare_zones(before, marches), trial.actions) - trial.doubts
    return {
        action.number: NotAllowed(
            say("enemies_stand_there_and_no_army"),
            say("add_attacks_to_line"),
        )
        for action in trial.actions
        if any(march.path[-1] in zones for march in action.marches)
    }


def _too_much_support(trial: Trial, doubts: Collection[Zone]) -> dict[int, NotAllowed]:
    """Refuse the first line with more supporters than the superiority allows. 9.2.4"""
    left: dict[Zone, int] = {}
    for action in trial.actions:
        if action.assault is None:
            continue
        zone, number = action.zone, len(action.assault.supporters)
        most = _most_support(trial.position, zone, doubts)
        left[zone] = left.get(zone, most) - number
        if number and left[zone] < 0:
            name = zone_name(zone)
            if not most:
                none = say("none_may_support", zone=name)
                return {action.number: NotAllowed(none, say("attack_without_support"))}
            few = say("in_you_exceed_enemy_by_no", zone=name, most=most)
            return {action.number: NotAllowed(few, say("name_fewer_supporters"))}
    return {}


def _most_support(position: Position, zone: Zone, doubts: Collection[Zone]) -> int:
    if zone not in doubts:
        return superiority(position, zone, position.power)
    return max(0, len(of_power(in_zone(position, zone), position.power)) - 1)


def _new_doubts(trial: Trial) -> frozenset[Zone]:
    """Return zones whose armies now depend on dice: where attacks are, and where a beaten army may go."""
    zones: set[Zone] = set()
    for action in trial.actions:
        if action.assault is None:
            continue
        zones.add(action.zone)
        power = trial.position.power
        enemies = hostile(in_zone(trial.position, action.zone), power)
        if any(trench_of(trial.position, action.zone, army.power) for army in enemies):
            zones.update(ZONES[action.zone].neighbours)
    return frozenset(zones)
