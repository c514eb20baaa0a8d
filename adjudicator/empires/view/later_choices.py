"""What may be ordered besides `choices`: standing orders, which decide for a Power in the turns of others.

They depend on nothing but the zones of its own armies and trenches, which everybody knows. A number is listed
as 1, and may be another: `Card.amounts`.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations

from adjudicator.empires.ground import POWERS, ZONES, Zone, own_side
from adjudicator.empires.language.standing import (
    AMOUNTS,
    SECOND_LOSS,
    CancelAir,
    Retreats,
    SecondLoss,
    StandingOrder,
    SupporterLoss,
    TrenchUse,
    order_in_words,
)
from adjudicator.empires.position import Position, of_power
from adjudicator.empires.sentences import say

BESIDES = ", besides"  # any number of these


def later_choices(position: Position, power: str) -> dict[str, list[str]]:
    """Return the standing orders that *power* may give at any time, by kind."""
    if position.over:
        return {}
    found: dict[str, Iterable[StandingOrder]] = {
        f"CANCEL AIR{BESIDES}": _cancelling(position, power),
        f"TRENCH{BESIDES}": _trenches(position, power),
        "SECOND LOSS": map(SecondLoss, permutations(SECOND_LOSS)),
        "SUPPORTER LOSS": map(SupporterLoss, ("first", "last", "full", "reduced")),
        f"RETREAT{BESIDES}": _retreats(position, power),
    }
    return {
        say("standing_entry", kind=kind): [order_in_words(order) for order in orders]
        for kind, orders in found.items()
    }


def _cancelling(position: Position, power: str) -> Iterator[StandingOrder]:
    """Yield the ways to spend missions against an air attack of any enemy and of each. S.4

    That is everywhere, and in the regions and zones of the Power's own armies.
    """
    zones = _zones(position, power)
    regions = dict.fromkeys(region for zone in zones for region in ZONES[zone].regions)
    for where in ((), *((place,) for place in (*regions, *zones))):
        for enemy in ("", *(other for other in POWERS if other not in own_side(power))):
            yield CancelAir("always", 0, where, enemy)
            yield CancelAir("never", 0, where, enemy)
            yield from (CancelAir(how, 1, where, enemy) for how in AMOUNTS)


def _trenches(position: Position, power: str) -> Iterator[StandingOrder]:
    """Yield the use of all trenches, and of those in each zone where the Power has some. S.5"""
    for where in ((), *((zone,) for zone, here in position.trenches.items() if here.get(power))):
        yield from (TrenchUse(when, where) for when in ("save", "always", "never"))


def _retreats(position: Position, power: str) -> Iterator[StandingOrder]:
    """Yield the neighbours of each zone where the Power has an army, and goals from any other zone. S.8"""
    zones = _zones(position, power)
    for zone in zones:
        yield from (Retreats(zone, (goal,)) for goal in ZONES[zone].neighbours)
    goals = dict.fromkeys((*zones, *(goal for zone in zones for goal in ZONES[zone].neighbours)))
    yield from (Retreats("", (goal,)) for goal in goals)


def _zones(position: Position, power: str) -> Iterable[Zone]:
    """Return the zones where the Power has an army, each once."""
    return dict.fromkeys(army.zone for army in of_power(position.armies, power))
