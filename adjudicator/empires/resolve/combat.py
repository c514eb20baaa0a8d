"""Combat: scores, dice, losses and retreat. Clause 9.2."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.empires.ground import GERMANY, ZONES, Power, Zone, zone_name
from adjudicator.empires.language.conditions import Condition
from adjudicator.empires.language.orders import Kind
from adjudicator.empires.language.standing import NOTHING, Standing, retreat_preferences, trench_use
from adjudicator.empires.position import (
    FULL,
    REDUCED,
    Army,
    Position,
    army_of,
    changed,
    home_power,
    hostile,
    in_zone,
    is_out,
    level,
    level_owner,
    may_use,
    of_power,
    ordered,
    reduced,
    trench_of,
    why_no_room,
    with_missions,
    with_trench,
    without,
)
from adjudicator.empires.record import Combat, Event, EventKind, Side
from adjudicator.empires.resolve import aviation
from adjudicator.empires.resolve.deciding import Scene, all_hold
from adjudicator.empires.resolve.movement import why_closed
from adjudicator.empires.sentences import say
from adjudicator.empires.view.wording import army_name

DIE = 6
ATTACK, DEFENCE = "Attack", "Defence"  # the branches of 10.1
LOSER, WINNER = 2, 1  # losses where the score is not doubled (9.2.10)
MOUNTAIN = 1
ROUGH = ("mountain", "forest", "desert")
FORTIFIED = ("France-Belgium", "Germany")  # where a level 2 trench holds (9.2.17)


class Assault(NamedTuple):
    """An attack with its armies by id, *supporters* in the order named."""

    attacker: int
    supporters: tuple[int, ...]
    air: int = 0
    tanks: bool = False
    loss: str = ""  # S.7, for this attack
    by_sea: bool = False
    air_if: tuple[Condition, ...] = ()  # S.4


class Struck(NamedTuple):
    """A position after some losses, and the events of these losses."""

    position: Position
    events: tuple[Event, ...] = ()


# ---- the target


def targets(position: Position, zone: Zone, power: Power) -> tuple[Army, ...]:
    """Return the enemy armies in the zone that may still be attacked in this turn. 9.2.2, 12.6"""
    return tuple(
        army
        for army in hostile(in_zone(position, zone), power)
        if army.id not in position.turn.attacked and not is_out(position, army)
    )


def weakest_first(army: Army) -> tuple[int, int, str, str, int]:
    """Return a sort key: full before reduced, then by combat factor, then by nation. S.10"""
    return (-army.steps, army.combat, army.nation, army.size, army.id)


def fits(army: Army, kind: Kind) -> bool:
    """Return whether the army is of this kind."""
    steps = {"": army.steps, "full": FULL, "reduced": REDUCED}[kind.step]
    return kind.nation in ("", army.nation) and kind.is_of_size(army.size) and steps == army.steps


def target(position: Position, zone: Zone, power: Power, kind: Kind) -> Army | str:
    """Return the army that is attacked, or why none can be. 9.2.5, S.10"""
    possible = sorted(targets(position, zone, power), key=weakest_first)
    if not possible:
        there = hostile(in_zone(position, zone), power)
        where = zone_name(zone)
        return (
            say("no_enemy_can_still_be_attacked", zone=where)
            if there
            else say("no_enemy_can_be_attacked", zone=where)
        )
    meant = [army for army in possible if fits(army, kind)]
    if not meant:
        return say("no_such_enemy_army_in_can", zone=zone_name(zone))
    if meant[0].steps < possible[0].steps:
        return say("full_army_in_must_be_attacked", zone=zone_name(zone))
    return meant[0]


def superiority(position: Position, zone: Zone, power: Power) -> int:
    """Return how many armies may support in the zone. 9.2.4"""
    here = in_zone(position, zone)
    return max(0, len(of_power(here, power)) - len(hostile(here, power)))


# ---- the scores


def fight(position: Position, assault: Assault, defender: Army, dice: Dice) -> tuple[Position, Combat]:
    """Carry out *assault* on *defender*; both stand in the same zone."""
    attacker = _army(position, assault.attacker)
    supporters = tuple(_army(position, id_) for id_ in assault.supporters)
    ready, ground, spent, aid = _prepared(position, assault, attacker, defender)
    ours, theirs = level(ready, attacker, ATTACK), level(ready, defender, DEFENCE)
    ready = _with_higher_seen(ready, (attacker, ATTACK), (defender, DEFENCE), ours - theirs)
    one = Side(
        power=attacker.power, army=army_name(attacker), steps=attacker.steps, factor=attacker.combat,
        support=sum(army.support for army in supporters), higher_level=int(ours > theirs), aviation=aid,
        die=dice.roll(DIE),
    )  # fmt: skip
    other = Side(
        power=defender.power, army=army_name(defender), steps=defender.steps, factor=defender.combat,
        higher_level=int(theirs > ours),
        ground=ground[0], ground_is=ground[1], die=dice.roll(DIE),
    )  # fmt: skip
    turn = replace(ready.turn, attacked=(*ready.turn.attacked, defender.id))
    field = _Combat(attacker.zone, attacker, defender, supporters, one.score, other.score, assault.loss)
    struck = _losses(replace(ready, turn=turn), field)
    return struck.position, Combat(attacker.zone, one, other, (*spent, *struck.events))


def _army(position: Position, id_: int) -> Army:
    army = army_of(position, id_)
    if army is None:
        raise ValueError(f"no army {id_} is on the board")
    return army


def _prepared(
    position: Position, assault: Assault, attacker: Army, defender: Army
) -> tuple[Position, tuple[int, str], tuple[Event, ...], int]:
    """Spend missions on tanks and aviation; return what the ground adds, the events, aviation's bonus."""
    zone, events = attacker.zone, []
    trench = trench_of(position, zone, defender.power)
    is_crushed = assault.tanks and tanks_cancel(position, attacker, trench)
    if is_crushed:
        tile = _tanks(position, trench, attacker.power)
        position = shown(with_missions(position, attacker.power, -1), attacker.power, tile)
        events.append(Event("tanks", attacker.power, zone, number=trench))
    ground = what_the_ground_adds(position, attacker, defender, 0 if is_crushed else trench)
    if ground[1] == "trench" and _storms(position, attacker, zone):
        position = shown(position, GERMANY, "Assault Troopers")
        events.append(Event("assault_troopers", GERMANY, zone))
    flight = None
    if not position.turn.air_used and not aviation.is_landing_at_gallipoli(zone, assault.by_sea):
        scene = Scene(position, attacker.power, defender)
        offered = assault.air if all_hold(scene, assault.air_if) else 0
        flight = aviation.fly(position, attacker, defender, offered)
    if flight is None:
        return position, ground, tuple(events), 0
    position, flown = _flown(position, attacker, defender, flight)
    return position, ground, (*events, *flown), aviation.BONUS * flight.counts


def _flown(
    position: Position, attacker: Army, defender: Army, flight: aviation.Flight
) -> tuple[Position, tuple[Event, ...]]:
    position = shown(aviation.paid(position, attacker, defender, flight), attacker.power, "Aviation")
    kind: EventKind = "air" if flight.counts else "air_cancelled"
    events = [Event(kind, attacker.power, attacker.zone, number=flight.spent[0], other=str(flight.spent[1]))]
    if flight.spent[1]:
        position = shown(position, defender.power, "Aviation")
    return replace(position, turn=replace(position.turn, air_used=True)), tuple(events)


def tanks_cancel(position: Position, attacker: Army, trench: int) -> bool:
    """Return whether tanks can cancel a trench of that level and have a mission. 10.5.1, 10.5.2"""
    if not trench or not attacker.counter.technology or position.missions.get(attacker.power, 0) < 1:
        return False
    return bool(_tanks(position, trench, attacker.power))


def _tanks(position: Position, trench: int, power: Power) -> str:
    levels = [number for number in (1, 2) if number >= trench and may_use(position, power, f"Tanks {number}")]
    return f"Tanks {levels[0]}" if levels else ""


def what_the_ground_adds(position: Position, attacker: Army, defender: Army, trench: int) -> tuple[int, str]:
    """Return the better of mountain and trench, with its name; *trench*: its level. 9.2.8, 9.2.9"""
    zone = defender.zone
    dug = ZONES[zone].trench if trench else 0
    if dug and _storms(position, attacker, zone):
        dug = 1
    rock = MOUNTAIN if ZONES[zone].terrain == "mountain" else 0
    if max(dug, rock) == 0:
        return 0, ""
    return (dug, "trench") if dug >= rock else (rock, "mountain")


def _storms(position: Position, attacker: Army, zone: Zone) -> bool:
    """Return whether Assault Troopers lower what a trench adds. 10.7.1"""
    is_german = attacker.power == GERMANY
    return is_german and ZONES[zone].trench > 1 and may_use(position, GERMANY, "Assault Troopers")


def shown(position: Position, power: Power, technology: str) -> Position:
    """Make the technology public. 10.0.6"""
    if technology in position.shown.get(power, ()):
        return position
    seen = (*position.shown.get(power, ()), technology)
    return replace(position, shown=ordered({**position.shown, power: seen}))


def _with_higher_seen(
    position: Position, one: tuple[Army, str], other: tuple[Army, str], lead: int
) -> Position:
    """Remember for everybody whose level gave +1 in a combat, and in which branch. 10.0.6, 10.1.1"""
    if lead == 0:
        return position
    army, branch = one if lead > 0 else other
    power = level_owner(army)
    seen = {**position.higher.get(power, {}), branch: position.season}
    by_branch = {name: seen[name] for name in (ATTACK, DEFENCE) if name in seen}
    return replace(position, higher=ordered({**position.higher, power: by_branch}))


# ---- the losses


class _Combat(NamedTuple):
    """A combat whose dice are thrown: *attack* and *defence* are the scores, *loss* is S.7 of the order."""

    zone: Zone
    attacker: Army
    defender: Army
    supporters: tuple[Army, ...]
    attack: int
    defence: int
    loss: str

    @property
    def is_doubled(self) -> bool:
        """Return whether the attacker has double the score: no trench absorbs a loss. 9.2.12"""
        return self.attack >= 2 * self.defence

    @property
    def is_repelled_doubly(self) -> bool:
        return self.defence >= 2 * self.attack


def _losses(position: Position, field: _Combat) -> Struck:
    if field.attack > field.defence:
        return _defender_loses(position, field)
    if field.attack < field.defence:
        return _attacker_loses(position, field)
    hit = _defender_is_hit_once(position, field)
    return _hit(hit.position, field.attacker, hit.events)  # equal: one each, no retreat


def _hit(position: Position, army: Army, before: Sequence[Event] = ()) -> Struck:
    """Give an army one loss. 9.2.11"""
    kind: EventKind = "eliminated" if army.steps == REDUCED else "reduced"
    event = Event(kind, army.power, army.zone, army_name(army))
    return Struck(reduced(position, army), (*before, event))


def _eliminated(position: Position, army: Army) -> Struck:
    """Remove both steps of a full army at once."""
    event = Event("eliminated", army.power, army.zone, army_name(army))
    return Struck(without(position, army), (event,))


def _hit_trench(position: Position, field: _Combat, before: Sequence[Event] = ()) -> Struck:
    """Give the trench a loss. 9.2.12"""
    power = field.defender.power
    height = trench_of(position, field.zone, power) - 1
    event = Event("trench_lost" if height == 0 else "trench_lowered", power, field.zone, number=height)
    return Struck(with_trench(position, field.zone, power, height), (*before, event))


def _may_absorb(position: Position, field: _Combat) -> bool:
    return trench_of(position, field.zone, field.defender.power) > 0 and not field.is_doubled


def _will_absorb(position: Position, field: _Combat, would_die: bool) -> bool:
    """Return whether the standing order of the trench's owner lets it take the loss. S.5"""
    use = trench_use(_orders_of(position, field.defender.power), field.zone)
    return _may_absorb(position, field) and (use == "always" or (use == "save" and would_die))


def _orders_of(position: Position, power: Power) -> Standing:
    return position.standing.get(power, NOTHING)


def _defender_is_hit_once(position: Position, field: _Combat) -> Struck:
    """Give the defender the one loss of a won or drawn combat. 9.2.16"""
    if _will_absorb(position, field, would_die=field.defender.steps == REDUCED):
        return _hit_trench(position, field)
    return _hit(position, field.defender)


def _defender_loses(position: Position, field: _Combat) -> Struck:
    defender, has_second = field.defender, True
    if defender.steps == FULL and _will_absorb(position, field, would_die=True):
        was = trench_of(position, field.zone, defender.power)
        struck = _hit(position, defender)
        struck = _retreat(_hit_trench(struck.position, field, struck.events), field, was)
    elif defender.steps == FULL:
        struck = _eliminated(position, defender)
    else:
        struck = _hit(position, defender)
        second = _second_loss(struck.position, field)
        has_second = second is not None
        struck = Struck(second.position, (*struck.events, *second.events)) if second else struck
    if field.is_doubled or not has_second:  # 9.2.15
        return struck
    return _hit(struck.position, field.attacker, struck.events)


def _second_loss(position: Position, field: _Combat) -> Struck | None:
    """Give the second loss to another army or the trench; None if neither can take it. 9.2.13, S.6"""
    power = field.defender.power
    others = [
        army
        for army in of_power(in_zone(position, field.zone), power)
        if army.id not in position.turn.attacked and not is_out(position, army)
    ]
    others.sort(key=lambda army: (army.combat, army.nation, army.id))
    for kind in _orders_of(position, power).second_loss:
        if kind == "trench" and _may_absorb(position, field):
            return _hit_trench(position, field)
        chosen = [army for army in others if army.steps == {"full": FULL, "reduced": REDUCED}.get(kind)]
        if chosen:
            return _hit(position, chosen[0])
    return None


def _attacker_loses(position: Position, field: _Combat) -> Struck:
    attacker, has_second = field.attacker, True
    if attacker.steps == FULL:
        struck = _eliminated(position, attacker)
    else:
        struck = _hit(position, attacker)
        has_second = bool(field.supporters)
        if has_second:  # 9.2.14
            struck = _hit(struck.position, _supporter_hit(position, field), struck.events)
    if field.is_repelled_doubly or not has_second:  # 9.2.15
        return struck
    hit = _defender_is_hit_once(struck.position, field)
    return Struck(hit.position, (*struck.events, *hit.events))


def _supporter_hit(position: Position, field: _Combat) -> Army:
    """Return the supporter that takes the second loss. S.7"""
    which = field.loss or _orders_of(position, field.attacker.power).supporter_loss
    steps = {"full": FULL, "reduced": REDUCED}.get(which)
    wanted = [army for army in field.supporters if army.steps == steps] or list(field.supporters)
    return wanted[-1] if which == "last" else wanted[0]


# ---- the retreat


def _retreat(struck: Struck, field: _Combat, trench_was: int) -> Struck:
    """Move the defender out of the zone, unless the ground or a level 2 trench holds it. 9.2.17"""
    facts = ZONES[field.zone]
    if facts.terrain in ROUGH or (trench_was > 1 and any(region in FORTIFIED for region in facts.regions)):
        return struck
    army = _army(struck.position, field.defender.id)
    ways = retreats_of(struck.position, army)
    if not ways:
        event = Event("no_retreat", army.power, army.zone, army_name(army))
        return Struck(without(struck.position, army), (*struck.events, event))
    event = Event("retreats", army.power, army.zone, army_name(army), other=ways[0])
    return Struck(changed(struck.position, replace(army, zone=ways[0])), (*struck.events, event))


def retreats_of(position: Position, army: Army) -> tuple[Zone, ...]:
    """Return where the army may retreat to, the preferred zone first. 9.2.17, 9.2.18, S.8"""
    possible = [
        zone
        for zone in ZONES[army.zone].neighbours
        if position.control.get(zone) == army.power
        and not hostile(in_zone(position, zone), army.power)
        and not why_no_room(position, zone, army.power, army.nation, but=army.id)
        and not why_closed(position, army, zone)
    ]
    preferred = retreat_preferences(_orders_of(position, army.power), army.zone)

    def rank(zone: Zone) -> tuple[int, int, str]:
        place = preferred.index(zone) if zone in preferred else len(preferred)
        is_home = home_power(position, zone) == army.power
        kind = 0 if is_home and ZONES[zone].city else 1 if is_home else 2
        return (place, kind, zone_name(zone))

    return tuple(sorted(possible, key=rank))
