"""Victory Points and winners. Clause 5."""

from collections.abc import Mapping

from adjudicator.empires.ground import (
    AUSTRIA,
    BOARD,
    FRANCO_BRITISH,
    GERMANY,
    POWERS,
    RUSSIA,
    SURRENDER,
    ZONES,
    Power,
    Zone,
    enemies,
    own_side,
)
from adjudicator.empires.position import Position, home_power, track_is_final
from adjudicator.empires.sentences import say

COUNTS_PARTNER = (GERMANY, FRANCO_BRITISH)  # 5.4
CITIES = tuple(zone for zone, facts in ZONES.items() if facts.city)
HOLDERS_AT_HOME = {  # by city: who holds it without a point for anybody
    zone: own_side(power) if (power := BOARD.countries[ZONES[zone].home].power) else () for zone in CITIES
}
FOR_GERMANY = ("warsaw", "minsk", "vilna", "riga")  # 5.5

# The Powers of each player (4.5), by the option "players".
PLAYERS: Mapping[str, tuple[tuple[Power, ...], ...]] = {
    "4": ((GERMANY,), (FRANCO_BRITISH,), (RUSSIA,), (AUSTRIA,)),
    "3": ((GERMANY, AUSTRIA), (FRANCO_BRITISH,), (RUSSIA,)),
    "3 entente": ((GERMANY,), (AUSTRIA,), (FRANCO_BRITISH, RUSSIA)),
    "2": ((GERMANY, AUSTRIA), (FRANCO_BRITISH, RUSSIA)),
}


def points(position: Position) -> dict[Power, int]:
    """Return the points if the game ended now."""
    return {power: sum(number for _, number in account(position, power)) for power in POWERS}


def account(position: Position, power: Power) -> list[tuple[str, int]]:
    """Return a Power's points item by item."""
    rows = [
        (say("at_the_start"), BOARD.powers[power].start_vp),
        *_cities(position, power),
        *_diplomacy(position, power),
    ]
    if position.omitted.get(power):
        rows.append((say("attacks_not_made"), -position.omitted[power]))
    return rows


def _cities(position: Position, power: Power) -> list[tuple[str, int]]:
    rows = []
    for zone in CITIES:
        number = city_points(position, zone, position.control.get(zone, ""), power)
        if number:
            name = ZONES[zone].name
            rows.append((say("zone_taken", zone=name) if number > 0 else say("zone_lost", zone=name), number))
    return rows


def city_points(position: Position, zone: Zone, holder: Power, power: Power) -> int:
    """Return what a city counts for *power* while *holder* controls it. 5.3 to 5.5"""
    if not holder or holder in HOLDERS_AT_HOME[zone]:
        return 0
    home = home_power(position, zone)
    if not home:
        return 0
    holders = own_side(power) if power in COUNTS_PARTNER else (power,)
    if home in enemies(power) and holder in holders and not _is_for_germany(zone, power):
        return 1
    return -1 if home in holders and holder in enemies(power) else 0


def _is_for_germany(zone: str, power: Power) -> bool:
    return power == AUSTRIA and zone in FOR_GERMANY


def _diplomacy(position: Position, power: Power) -> list[tuple[str, int]]:
    rows = []
    for track in BOARD.tracks.values():
        is_final = track_is_final(position, track.name)
        if track.name == SURRENDER:
            if is_final and power in track.forward:
                rows.append((say("surrender_of_russia"), 1))
        elif power in own_side(track.joins):
            change = 1 if is_final else track.unjoined_vp
            if change:
                name = track.name
                words = say("has_joined", track=name) if is_final else say("has_not_joined", track=name)
                rows.append((words, change))
    return rows


def winners(position: Position) -> tuple[Power, ...]:
    """Return the Powers of the players with the best Power; in a draw of the coalitions all four. 5.1"""
    by_power = points(position)
    best = max(by_power.values())
    won = [powers for powers in hands(position) if any(by_power[power] == best for power in powers)]
    return tuple(power for power in POWERS if any(power in powers for powers in won))


def hands(position: Position) -> tuple[tuple[Power, ...], ...]:
    """Return the Powers of each player. 4.5"""
    return PLAYERS[position.options.get("players", "4")]
