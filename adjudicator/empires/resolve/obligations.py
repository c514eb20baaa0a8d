"""Obligatory attacks: which are owed, and which could have been made. 9.0.6, 9.0.7, 9.0.8, 5.7."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.empires import seasons
from adjudicator.empires.ground import BOARD, GERMANY, RUSSIA, ZONES, Power, Zone
from adjudicator.empires.position import Army, Position, is_out, of_power, ordered
from adjudicator.empires.resolve.combat import targets
from adjudicator.empires.resolve.movement import ends_as, why_not_march
from adjudicator.empires.sentences import say

GERMAN_YEAR, RUSSIAN_YEAR = 1914, 1916
ATTACKS_OF_RUSSIA = 2
COUNT_FOR_RUSSIA = ("German", "Austrian")


class Duty(NamedTuple):
    """*asked*: attacks that the Power in turn still owes by the end of this turn."""

    asked: int
    words: str


def counts(position: Position, defender: Army) -> bool:
    """Return whether an attack of the Power in turn on this army counts as obligatory."""
    year = seasons.year(position.season)
    if position.power == GERMANY:
        return year == GERMAN_YEAR and defender.power == "Franco-British"
    if position.power == RUSSIA:
        return year == RUSSIAN_YEAR and defender.nation in COUNT_FOR_RUSSIA
    return False


def duty(position: Position) -> Duty:
    """Return what the Power in turn still owes before its sheet is carried out."""
    year, done = seasons.year(position.season), position.turn.dutiful
    if position.power == GERMANY and year == GERMAN_YEAR:
        return Duty(1 - min(1, done), say("germany_must_attack_franco_british_army"))
    if position.power == RUSSIA and year == RUSSIAN_YEAR and is_last_of_year(position.season):
        made = done + position.attacks.get(RUSSIA, 0)
        words = say("in_russia_must_attack_germans_or", year=RUSSIAN_YEAR, attacks=ATTACKS_OF_RUSSIA)
        return Duty(ATTACKS_OF_RUSSIA - min(ATTACKS_OF_RUSSIA, made), words)
    return Duty(0, "")


def is_last_of_year(season: int) -> bool:
    return season == BOARD.turns or seasons.begins_year(season + 1)


def open_attacks(position: Position) -> int:
    """Return how many of the enemy armies that count the Power in turn could attack. 9.0.8"""
    return sum(open_by_zone(position).values())


def open_by_zone(position: Position) -> dict[Zone, int]:
    """Return the zones in which the Power in turn could attack armies that count, and how many. 9.0.8"""
    if seasons.year(position.season) not in (GERMAN_YEAR, RUSSIAN_YEAR):
        return {}
    found = {zone: _open_in(position, zone) for zone in zones_of_duty(position)}
    return {zone: number for zone, number in found.items() if number}


def zones_of_duty(position: Position) -> dict[Zone, None]:
    """Return the zones with armies on which an attack of the Power in turn counts, in order."""
    return dict.fromkeys(army.zone for army in position.armies if counts(position, army))


def _open_in(position: Position, zone: Zone) -> int:
    wanted = [army for army in targets(position, zone, position.power) if counts(position, army)]
    able = [army for army in of_power(position.armies, position.power) if _can_attack(position, army, zone)]
    return min(len(wanted), len(able), ZONES[zone].stack)


def _can_attack(position: Position, army: Army, zone: Zone) -> bool:
    if army.id in position.turn.activated or is_out(position, army):
        return False
    if army.zone == zone:
        return True
    if ends_as(position, army, zone) != army.power or zone not in ZONES[army.zone].neighbours:
        return False
    return not why_not_march(position, army, (zone,), False, ())


def settled(position: Position) -> tuple[Position, int]:
    """Count the attacks made and missed after a turn; return also how many are missing. 5.7"""
    power = position.power
    missing = _missing(position)
    if power == RUSSIA and seasons.year(position.season) == RUSSIAN_YEAR:
        position = replace(
            position,
            attacks=_added(position.attacks, power, position.turn.dutiful),
            chances=_added(position.chances, power, _chances(position)),
        )
    if missing:
        position = replace(position, omitted=_added(position.omitted, power, missing))
    return position, missing


def _chances(position: Position) -> int:
    return max(position.turn.could_attack, position.turn.dutiful)


def _missing(position: Position) -> int:
    """Return how many attacks were owed and possible, but not made."""
    if position.options.get("obligations") == "free":
        return 0
    owed = duty(position).asked
    if position.power == RUSSIA:
        made = position.attacks.get(RUSSIA, 0) + position.turn.dutiful
        chances = max(position.chances.get(RUSSIA, 0), position.attacks.get(RUSSIA, 0)) + _chances(position)
        return min(owed, max(0, chances - made))
    return min(owed, max(0, position.turn.could_attack - position.turn.dutiful))


def _added(held: Mapping[Power, int], power: Power, more: int) -> dict[Power, int]:
    return ordered({**held, power: held.get(power, 0) + more})
