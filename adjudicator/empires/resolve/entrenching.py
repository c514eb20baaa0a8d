"""Trenches: where they may be dug, and where they are lost. Clause 11."""

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires.ground import Power, Zone, zone_name
from adjudicator.empires.position import (
    Position,
    hostile,
    in_zone,
    trench_of,
    trenches_left,
    with_trench,
)
from adjudicator.empires.sentences import say

DEEPEST = 2


def why_not(position: Position, zone: Zone) -> str:
    """Return why the Power in turn cannot dig in *zone*; "" if it can."""
    power = position.power
    if zone not in sites(position):
        return say("no_army_of_was_in_when", power=power, zone=zone_name(zone))
    height = trench_of(position, zone, power)
    if height >= DEEPEST:
        return say("trench_in_is_of_level_already", zone=zone_name(zone), level=DEEPEST)
    if height == 0 and trenches_left(position) == 0:
        return say("no_trench_counter_is_left_in")
    return ""


def sites(position: Position) -> tuple[Zone, ...]:
    """Return zones where an army of the Power was when its turn began, or was recruited. 11.2"""
    turn = position.turn
    return tuple(dict.fromkeys(zone for army, zone in turn.named_at.items() if army not in turn.joined))


def entrench(position: Position, zone: Zone) -> Position:
    """Dig a trench, or deepen one. Raises NotAllowed."""
    against = why_not(position, zone)
    if against:
        raise NotAllowed(say("no_trench_can_be_dug", against=against), _possible(position))
    return with_trench(position, zone, position.power, trench_of(position, zone, position.power) + 1)


def _possible(position: Position) -> str:
    """Return a remedy with the zones where the Power in turn can dig."""
    names = [zone_name(zone) for zone in sites(position) if not why_not(position, zone)]
    return say("possible", choices=listed(sorted(names))) if names else say("none_can_be_dug_now")


def lost(position: Position) -> tuple[Position, list[tuple[Zone, Power]]]:
    """Remove trenches in zones with only enemy armies; return also their zones and owners. 11.4"""
    gone = [
        (zone, power)
        for zone, here in position.trenches.items()
        for power in here
        if _only_enemies(position, zone, power)
    ]
    for zone, power in gone:
        position = with_trench(position, zone, power, 0)
    return position, gone


def _only_enemies(position: Position, zone: Zone, power: Power) -> bool:
    armies = in_zone(position, zone)
    return bool(armies) and len(hostile(armies, power)) == len(armies)
