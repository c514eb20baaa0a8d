"""Gas: who may use it, where, and what it does. 10.6."""

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires import seasons
from adjudicator.empires.ground import ZONES, Power, Zone, zone_name
from adjudicator.empires.language.orders import Kind
from adjudicator.empires.position import (
    FULL,
    Army,
    Position,
    hostile,
    in_zone,
    may_use,
    reduced,
    trench_of,
)
from adjudicator.empires.resolve.combat import fits, shown, weakest_first
from adjudicator.empires.resolve.movement import with_used
from adjudicator.empires.sentences import say

FROM = 1915
REGIONS = ("France-Belgium", "Germany")


def why_not_yet(position: Position) -> str:
    """Return why the Power in turn cannot use gas at all; "" if it can."""
    power = position.power
    if not may_use(position, power, "Gas"):
        return say("does_not_have_gas_available", power=power)
    if seasons.year(position.season) < FROM:
        return say("it_is_used_only_from", year=FROM)
    if "Gas" in position.used.get(power, ()):
        return say("it_is_used_once_year")
    return ""


def is_ground(zone: Zone) -> bool:
    """Return whether gas can ever be used there."""
    facts = ZONES[zone]
    return facts.terrain != "mountain" and any(region in REGIONS for region in facts.regions)


def allowed(position: Position, zone: Zone) -> Position:
    """Count gas as used in a zone whose armies depend on dice to come. Raises NotAllowed."""
    against = why_not_yet(position)
    if not (against or is_ground(zone)):
        against = say("is_no_ground_for_it", zone=zone_name(zone))
    if against:
        raise NotAllowed(say("gas_cannot_be_used", against=against), say("leave_line_out"))
    return with_used(position, position.power, "Gas")


def victims(position: Position, zone: Zone) -> list[Army]:
    """Return the full enemy armies in the zone that gas can reach, the weakest first."""
    power = position.power
    if not is_ground(zone) or not _is_near(position, zone, power):
        return []
    here = [army for army in hostile(in_zone(position, zone), power) if army.steps == FULL]
    return sorted((a for a in here if trench_of(position, zone, a.power)), key=weakest_first)


def _is_near(position: Position, zone: Zone, power: Power) -> bool:
    """Return whether an army of *power* that uses technology is there or next to it."""
    near = (zone, *ZONES[zone].neighbours)
    own = [army for army in position.armies if army.power == power and army.counter.technology]
    return any(army.zone in near for army in own)


def use(position: Position, zone: Zone, kind: Kind) -> tuple[Position, Army]:
    """Use gas; return the position and the army that was hit, as it was before. Raises NotAllowed."""
    against = why_not_yet(position)
    if against:
        raise NotAllowed(say("gas_cannot_be_used", against=against), say("leave_line_out"))
    meant = [army for army in victims(position, zone) if fits(army, kind)]
    if not meant:
        raise NotAllowed(say("gas_cannot_be_used_in", zone=zone_name(zone)), _what_it_takes(position))
    after = with_used(reduced(position, meant[0]), position.power, "Gas")
    return shown(after, position.power, "Gas"), meant[0]


def _what_it_takes(position: Position) -> str:
    """Return what gas needs, and where it can be used."""
    zones = [zone_name(zone) for zone in ZONES if victims(position, zone)]
    needs = say("it_takes_full_enemy_army_with")
    return f"{needs} {say('gas_is_possible_in', zones=listed(zones))}" if zones else needs
