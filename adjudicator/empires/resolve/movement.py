"""Movement: where an army may go. Clause 9.1, with the zones closed by 3.9, 8.10, 8.11, 12.6 and 14.5.

The functions return the reason against a move, or "" if it is legal. *doubts* are zones where a combat is
ordered whose dice are not thrown yet: what the dice could make legal is accepted.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from adjudicator.empires import seasons
from adjudicator.empires.ground import (
    AUSTRIA,
    BOARD,
    FRANCO_BRITISH,
    GERMANY,
    RUSSIA,
    ZONES,
    Power,
    Zone,
    zone_name,
    zone_names,
)
from adjudicator.empires.position import (
    Army,
    Position,
    changed,
    has_joined,
    home_power,
    hostile,
    in_zone,
    is_enemys,
    is_italian,
    is_out,
    is_own_side,
    of_power,
    ordered,
    why_no_room,
)
from adjudicator.empires.sentences import say

MOST_STEPS, ENEMYS = 4, 2  # zones of a move, and how many an enemy's zone counts as; 9.1.1
SAILING = ("British", "American")  # 9.1.4
IN_ITALY = ("Austrian", "Italian", "German", "French", "British")  # 9.1.11
GREECE = "Greece"
SALONIKA, GALLIPOLI = "salonika", "gallipoli"
ENTENTE_IN_GREECE, CENTRAL_IN_GREECE, CEDING = 1916, 1917, 1915  # years: 8.10, 8.11, 9.1.10
DARDANELLES = 1915  # 9.1.6


def why_closed(position: Position, army: Army, zone: Zone) -> str:
    """Return why the army may not enter *zone*."""
    return (
        _closed_square(position, army.power, zone)
        or _closed_country(position, army.power, zone)
        or _closed_to_coalition(position, army.power, zone)
        or _closed_in_italy(army, zone)
        or _closed_by_surrender(position, army, zone)
    )


def _closed_square(position: Position, power: Power, zone: Zone) -> str:
    if ZONES[zone].square and home_power(position, zone) != power:
        return say("nobody_but_its_own_power_enters", zone=zone_name(zone))
    return ""


def _closed_country(position: Position, power: Power, zone: Zone) -> str:
    country = ZONES[zone].home
    if country == GREECE:
        return why_greece_is_closed(position, power)
    return "" if has_joined(position, country) else say("is_neutral_still", country=country)


def why_greece_is_closed(position: Position, power: Power) -> str:
    year = seasons.year(position.season)
    if power in (FRANCO_BRITISH, RUSSIA):
        closed = say("greece_is_closed_before", date=ENTENTE_IN_GREECE)
        return "" if year >= ENTENTE_IN_GREECE else closed
    if position.salonika or year >= CENTRAL_IN_GREECE:
        return ""
    if power == GERMANY and position.options.get("greece") == "austria":
        return ""
    return say("greece_is_closed_until_franco_british", date=CENTRAL_IN_GREECE)


def _closed_to_coalition(position: Position, power: Power, zone: Zone) -> str:
    holder = position.control.get(zone, "")
    if power == GERMANY and holder == AUSTRIA and seasons.year(position.season) < CEDING:
        return say("german_armies_enter_austro_hungarian_zones", date=CEDING)
    if power == AUSTRIA and (holder == GERMANY or ZONES[zone].home == GERMANY):
        return say("austro_hungarian_armies_never_enter_germany")
    return ""


def _closed_in_italy(army: Army, zone: Zone) -> str:
    if is_italian(zone) and army.nation not in IN_ITALY:
        return say("armies_cannot_be_in_italy_or", nation=army.nation)
    return ""


def _closed_by_surrender(position: Position, army: Army, zone: Zone) -> str:
    if is_out(position, army):
        country = ZONES[zone].home
        is_home = BOARD.countries[country].recruits == army.nation
        may_go = is_home or position.control.get(zone, "") == RUSSIA
        return "" if may_go else say("armies_that_have_surrendered_stay_in")
    here = in_zone(position, zone)
    out = [other for other in hostile(here, army.power) if is_out(position, other)]
    if out and not of_power(here, army.power):
        return say("surrendered_armies_stand_in", zone=zone_name(zone))
    return ""


# ---- a march


def ends_as(position: Position, army: Army, zone: Zone) -> Power:
    """Return whose the army is after a move to *zone*: a German army may be ceded there. 14.1"""
    return AUSTRIA if army.power == GERMANY and position.control.get(zone) == AUSTRIA else army.power


def is_sailing(army: Army, path: Sequence[Zone], by_sea: bool) -> bool:
    """Return whether the path is a voyage; between neighbouring ports only if *by_sea* says so."""
    if len(path) != 1 or (path[0] in ZONES[army.zone].neighbours and not by_sea):
        return False
    return by_sea or (army.zone in BOARD.ports and path[0] in BOARD.ports)


def why_not_march(
    position: Position, army: Army, path: Sequence[Zone], by_sea: bool, doubts: Collection[Zone]
) -> str:
    if is_sailing(army, path, by_sea):
        against = _why_not_sail(position, army, path[0])
    else:
        against = _why_not_walk(position, army, path, doubts)
    return (
        against
        or _why_not_leave(position, army, path[0], doubts)
        or _why_not_end(position, army, path[-1], doubts)
    )


def _why_not_leave(position: Position, army: Army, first: Zone, doubts: Collection[Zone]) -> str:
    """Return why an army among enemies may not leave that way. 9.1.8"""
    if army.zone in doubts or is_own_side(position, first, army.power):
        return ""
    if hostile(in_zone(position, army.zone), army.power):
        return say("with_enemies_in_it_may_only", zone=zone_name(army.zone))
    return ""


def _why_not_end(position: Position, army: Army, zone: Zone, doubts: Collection[Zone]) -> str:
    if zone in doubts:
        return ""
    power = ends_as(position, army, zone)
    return why_no_room(position, zone, power, army.nation, but=army.id)


def _why_not_walk(position: Position, army: Army, path: Sequence[Zone], doubts: Collection[Zone]) -> str:
    cost, here = 0, army.zone
    for place, zone in enumerate(path):
        if zone not in ZONES[here].neighbours:
            return say("does_not_touch", zone=zone_name(zone), here=zone_name(here))
        against = why_closed(position, army, zone)
        if against:
            return against
        if place and here not in doubts and hostile(in_zone(position, here), army.power):
            return say("enemies_in_end_move_there", here=zone_name(here))
        cost += ENEMYS if is_enemys(position, zone, army.power) else 1
        here = zone
    return "" if cost <= MOST_STEPS else say("way_counts_zones_army_moves", cost=cost, steps=MOST_STEPS)


def _why_not_sail(position: Position, army: Army, goal: Zone) -> str:
    if army.zone not in BOARD.ports or goal not in BOARD.ports:
        return say("ships_go_from_port_to_port", zone=zone_name(army.zone), goal=zone_name(goal))
    if army.nation not in SAILING:
        return say("only_british_and_american_armies_sail", nation=army.nation)
    if goal == army.zone:
        return say("it_is_in_already", goal=zone_name(goal))
    is_small = army.nation == "British" and army.size == "small"
    if not is_small and (goal in BOARD.mediterranean or army.zone in BOARD.mediterranean):
        return say("only_small_british_armies_sail_to")
    if goal == GALLIPOLI:
        return _why_not_gallipoli(position) or why_closed(position, army, goal)
    return why_closed(position, army, goal)


def _why_not_gallipoli(position: Position) -> str:
    if seasons.year(position.season) != DARDANELLES:
        return say("ships_reach_gallipoli_only_in", year=DARDANELLES)
    if "Gallipoli" in position.used.get(FRANCO_BRITISH, ()):
        return say("one_british_army_has_sailed_to", year=DARDANELLES)
    return ""


# ---- a strategic move


def straight_path(
    position: Position, army: Army, goal: Zone, doubts: Collection[Zone] = ()
) -> tuple[Zone, ...]:
    """Return the shortest way of a strategic move (9.1.9), the first in board order; () if there is none."""
    return _straight_ways(position, army, doubts, goal).get(goal, ())


def _straight_ways(
    position: Position, army: Army, doubts: Collection[Zone], goal: Zone = ""
) -> dict[Zone, tuple[Zone, ...]]:
    """Return the shortest ways of strategic moves by their ends; with a *goal*, only as far as that."""
    contested = {one.zone for one in hostile(position.armies, army.power)} - set(doubts)
    ways: dict[Zone, tuple[Zone, ...]] = {army.zone: ()}
    waiting = [army.zone]
    for here in waiting:
        for zone in ZONES[here].neighbours:
            if (
                zone in ways
                or not is_own_side(position, zone, army.power)
                or why_closed(position, army, zone)
            ):
                continue
            ways[zone] = (*ways[here], zone)
            if zone == goal:
                return ways
            if zone not in contested:
                waiting.append(zone)
    return ways


def straight_goals(position: Position, army: Army, goals: Collection[Zone]) -> list[Zone]:
    """Return the *goals* that the army may reach by strategic move, as `why_not_straight` decides each."""
    ways = _straight_ways(position, army, ())
    return [
        goal
        for goal in goals
        if ways.get(goal)
        and not (_why_not_join(position, army, goal, ()) or _why_not_end(position, army, goal, ()))
    ]


def why_not_straight(position: Position, army: Army, goal: Zone, doubts: Collection[Zone]) -> str:
    closed = why_closed(position, army, goal)
    if closed:
        return closed
    if not is_own_side(position, goal, army.power):
        return say("strategic_move_ends_in_zone_of", goal=zone_name(goal))
    if not straight_path(position, army, goal, doubts):
        return say("no_way_through_zones_of_own", goal=zone_name(goal))
    return _why_not_join(position, army, goal, doubts) or _why_not_end(position, army, goal, doubts)


def _why_not_join(position: Position, army: Army, goal: Zone, doubts: Collection[Zone]) -> str:
    here = in_zone(position, goal)
    is_covered = bool(of_power(here, ends_as(position, army, goal)))
    if goal in doubts or is_covered or not hostile(here, army.power):
        return ""
    return say("in_stand_enemies_and_none_of", goal=zone_name(goal))


# ---- making a march


def marched(position: Position, army: Army, path: Sequence[Zone], by_sea: bool = False) -> Position:
    """Move the army to the end of *path*, and cede it if 14.1 asks for it."""
    goal = path[-1]
    after = changed(position, replace(army, zone=goal, power=ends_as(position, army, goal)))
    turn = replace(after.turn, crossed=tuple(dict.fromkeys((*after.turn.crossed, *path[:-1]))))
    after = replace(after, turn=turn)
    if army.power == FRANCO_BRITISH and SALONIKA in path:
        after = replace(after, salonika=True)
    if goal == GALLIPOLI and is_sailing(army, path, by_sea):
        after = with_used(after, FRANCO_BRITISH, "Gallipoli")
    return after


def with_used(position: Position, power: Power, what: str) -> Position:
    used = (*position.used.get(power, ()), what)
    return replace(position, used=ordered({**position.used, power: used}))


def neighbours_in_words(zone: Zone) -> str:
    return f"{zone_name(zone)} touches {zone_names(ZONES[zone].neighbours)}."
