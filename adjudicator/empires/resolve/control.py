"""Control of zones at the end of a turn. 3.5 to 3.9."""

from msgspec.structs import replace

from adjudicator.empires.ground import ZONES, Power, Zone, partner
from adjudicator.empires.position import Position


def settled(position: Position) -> Position:
    """Return the position with control as at the end of the turn, before supply is checked."""
    standing = _standing(position)
    control = dict(position.control)
    for zone, powers in standing.items():
        if len(powers) == 1:
            _take(control, zone, powers[0])
    for zone in position.turn.crossed:
        if zone not in standing:
            _take(control, zone, position.power)
    return replace(position, control={zone: control[zone] for zone in ZONES if zone in control})


def _standing(position: Position) -> dict[Zone, tuple[Power, ...]]:
    """Return for each zone the Powers with armies there."""
    found: dict[Zone, tuple[Power, ...]] = {}
    for army in position.armies:
        powers = found.get(army.zone, ())
        found[army.zone] = powers if army.power in powers else (*powers, army.power)
    return found


def _take(control: dict[Zone, Power], zone: Zone, power: Power) -> None:
    """Give the zone to *power*, unless it is the partner's (3.7) or a square (3.9)."""
    if control.get(zone) != partner(power) and not ZONES[zone].square:
        control[zone] = power
