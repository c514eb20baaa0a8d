"""Aviation: whether it helps an attack, and the missions both sides spend on it. 10.4, S.4."""

from typing import NamedTuple

from adjudicator.empires.language.standing import NOTHING, CancelAir, missions_against
from adjudicator.empires.position import Army, Position, may_use, with_missions
from adjudicator.empires.resolve.deciding import Scene, all_hold
from adjudicator.empires.resolve.movement import GALLIPOLI

BONUS = 2


class Flight(NamedTuple):
    """*counts*: it helps the attack; *spent*: missions of attacker and defender."""

    counts: bool
    spent: tuple[int, int]


def may_fly(position: Position, army: Army) -> bool:
    """Return whether aviation of its Power may help the army. 10.0.7, 14.4"""
    return army.counter.technology and may_use(position, army.power, "Aviation")


def fly(position: Position, attacker: Army, defender: Army, most: int) -> Flight | None:
    """Return how the missions over one attack end; None if nothing flies. *most*: the limit of the order."""
    offered = min(most, position.missions.get(attacker.power, 0))
    if offered < 1 or not may_fly(position, attacker):
        return None
    held = position.missions.get(defender.power, 0) if may_fly(position, defender) else 0
    scene = Scene(position, defender.power, defender)

    def fits(line: CancelAir) -> bool:
        return line.against in ("", attacker.power) and all_hold(scene, line.conditions)

    answer = missions_against(position.standing.get(defender.power, NOTHING), attacker.zone, held, fits)
    if offered > answer:
        return Flight(True, (answer + 1, answer))
    return Flight(False, (offered, offered))


def paid(position: Position, attacker: Army, defender: Army, flight: Flight) -> Position:
    after = with_missions(position, attacker.power, -flight.spent[0])
    return with_missions(after, defender.power, -flight.spent[1])


def is_landing_at_gallipoli(zone: str, by_sea: bool) -> bool:
    """Return whether the attack is the landing, which aviation does not help. 9.1.6"""
    return by_sea and zone == GALLIPOLI
