"""Trenches: where they may be dug, and where they are lost. Clause 11."""

from adjudicator.core.words import NotAllowed, listed
from adjudicator.empires.ground import Power, Zone, zone_name
from adjudicator.empires.position import (
    Position,
    hostile,
    in_zone,
    trench_of,
    trenches_left,
    with_trench,
)

DEEPEST = 2


def why_not(position: Position, zone: Zone) -> str:
    """Return why the Power in turn cannot dig in *zone*; "" if it can."""
    power = position.power
    if zone not in sites(position):
        return f"no army of {power} was in {zone_name(zone)} when the turn began (11.2)"
    height = trench_of(position, zone, power)
    if height >= DEEPEST:
        return f"the trench in {zone_name(zone)} is of level {DEEPEST} already (11.3)"
    if height == 0 and trenches_left(position) == 0:
        return "no trench counter is left in the box (11.3)"
    return ""


def sites(position: Position) -> tuple[Zone, ...]:
    """Return zones where an army of the Power was when its turn began, or was recruited. 11.2"""
    turn = position.turn
    return tuple(dict.fromkeys(zone for army, zone in turn.named_at.items() if army not in turn.joined))


def entrench(position: Position, zone: Zone) -> Position:
    """Dig a trench, or deepen one. Raises NotAllowed."""
    against = why_not(position, zone)
    if against:
        raise NotAllowed(f"No trench can be dug: {against}.", _possible(position))
    return with_trench(position, zone, position.power, trench_of(position, zone, position.power) + 1)


def _possible(position: Position) -> str:
    """Return a remedy with the zones where the Power in turn can dig."""
    names = [zone_name(zone) for zone in sites(position) if not why_not(position, zone)]
    return f"Possible: {listed(sorted(names))}." if names else "None can be dug now."


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
