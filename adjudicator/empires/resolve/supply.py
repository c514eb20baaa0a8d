"""Supply: which armies and zones have it, and what the others lose. Clause 6."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.empires.ground import (
    BOARD,
    FRANCO_BRITISH,
    GERMANY,
    POWERS,
    ZONES,
    Power,
    Zone,
    enemies,
    own_side,
)
from adjudicator.empires.position import REDUCED, Army, Position, changed, home_power, without


def sources(position: Position, power: Power) -> tuple[Zone, ...]:
    """Return home cities that the Power controls; for the Franco-British, ports too. 6.1, 6.3"""
    return tuple(
        zone
        for zone, holder in position.control.items()
        if holder == power and _is_source(position, zone, power)
    )


def _is_source(position: Position, zone: Zone, power: Power) -> bool:
    if power == FRANCO_BRITISH and ZONES[zone].port:
        return True
    return ZONES[zone].city and home_power(position, zone) == power


Reach = dict[Power, frozenset[Zone]]  # the zones of its own side that a chain joins to a Power's sources


def _reach(position: Position) -> Reach:
    return {power: _joined(position, power) for power in POWERS}


def _joined(position: Position, power: Power) -> frozenset[Zone]:
    side = own_side(power)
    waiting = list(sources(position, power))
    found = set(waiting)
    for here in waiting:
        for zone in ZONES[here].neighbours:
            if zone not in found and position.control.get(zone, "") in side:
                found.add(zone)
                waiting.append(zone)
    return frozenset(found)


def _is_supplied(position: Position, army: Army, reach: Reach) -> bool:
    """Return whether a chain reaches the army; a ceded army may use Germany's sources too. 6.2"""
    powers: Sequence[Power] = (army.power, GERMANY) if army.is_ceded else (army.power,)
    near = (army.zone, *ZONES[army.zone].neighbours)
    if any(zone in reach[power] for power in powers for zone in near):
        return True
    return army.power == FRANCO_BRITISH and _is_supplied_by_sea(position, army.zone)


def _is_supplied_by_sea(position: Position, zone: Zone) -> bool:
    """Return whether a zone is in supply by sea. 6.3"""
    others = [port for port in BOARD.ports if port != zone]
    return ZONES[zone].port and any(position.control.get(port) == FRANCO_BRITISH for port in others)


def out_of_supply(position: Position) -> tuple[Army, ...]:
    reach = _reach(position)
    return tuple(army for army in position.armies if not _is_supplied(position, army, reach))


class Checked(NamedTuple):
    """*starved*: eliminated (6.6); *worn_out*: lost the last step; *weakened*: one; *freed*: not cut now."""

    position: Position
    weakened: tuple[Army, ...]
    starved: tuple[Army, ...]
    worn_out: tuple[Army, ...]
    freed: tuple[Army, ...]


def checked(position: Position) -> Checked:
    """Check the supply of all armies at the end of a turn. 6.4 to 6.6"""
    out = out_of_supply(position)
    out_ids = {army.id for army in out}
    freed = tuple(army for army in position.armies if army.cut and army.id not in out_ids)
    starved = [army for army in out if _starves(position, army)]
    found_out = [army for army in out if not army.cut and army not in starved]
    worn_out = [army for army in found_out if army.steps == REDUCED]
    weakened = [army for army in found_out if army.steps > REDUCED]
    for army in (*starved, *worn_out):
        position = without(position, army)
    for army in weakened:
        position = changed(position, replace(army, steps=army.steps - 1, cut=True))
    for army in freed:
        position = changed(position, replace(army, cut=False))
    return Checked(position, tuple(weakened), tuple(starved), tuple(worn_out), freed)


def _starves(position: Position, army: Army) -> bool:
    """Return whether the army was already cut before its Power's turn. 6.6"""
    return army.power == position.power and army.id in position.turn.was_cut


# ---- zones


def zones_lost(position: Position) -> dict[Zone, Power]:
    """Return the zones that are out of supply, with their new owners. 6.7"""
    reach = _reach(position)
    taken = {
        zone: _heir(position, zone, holder)
        for zone, holder in position.control.items()
        if zone not in reach[holder] and _may_be_lost(position, zone, holder)
    }
    return {zone: heir for zone, heir in taken.items() if heir}


def _may_be_lost(position: Position, zone: Zone, holder: Power) -> bool:
    is_held = any(army.zone == zone and army.power == holder for army in position.armies)
    return not is_held and not ZONES[zone].square


def _heir(position: Position, zone: Zone, holder: Power) -> Power:
    if position.power in enemies(holder):
        return position.power
    beside = Counter(_enemies_beside(position, zone, holder))
    return max(beside, key=lambda power: (beside[power], -POWERS.index(power))) if beside else ""


def _enemies_beside(position: Position, zone: Zone, holder: Power) -> Iterable[Power]:
    for near in ZONES[zone].neighbours:
        power = position.control.get(near, "")
        if power in enemies(holder):
            yield power


def with_lost_zones(position: Position, lost: dict[Zone, Power]) -> Position:
    return replace(position, control={**position.control, **lost})
