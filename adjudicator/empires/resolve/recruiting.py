"""Recruiting: which armies may be placed where, and what they cost. Clause 8."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires import seasons
from adjudicator.empires.ground import (
    AUSTRIA,
    BOARD,
    FRANCO_BRITISH,
    GERMANY,
    RUSSIA,
    ZONES,
    Counter,
    Power,
    Zone,
    chief_nation,
    zone_name,
)
from adjudicator.empires.language.orders import Kind, RecruitItem, Ref, Reinforce
from adjudicator.empires.position import (
    FULL,
    REDUCED,
    Army,
    Position,
    changed,
    has_joined,
    has_surrendered,
    hostile,
    in_box,
    in_zone,
    is_italian,
    track_is_final,
    why_no_room,
    with_army,
)
from adjudicator.empires.resolve.movement import IN_ITALY, SALONIKA, why_greece_is_closed
from adjudicator.empires.sentences import say

MORE_FROM = 1917  # 8.6
EXTRA = {"Italian": "Italy", "Turkish": "Turkey", "American": "USA"}  # nations and their tracks: 8.8
BY_SEA = ("British", "American")  # 8.2
ONLY_SMALL = ("egypt", "gallipoli")  # where only small British armies could be meant
IN_SALONIKA = (("British", "small"), ("French", "small"), ("Serbian", ""))  # 8.9


class Steps(Struct, frozen=True):
    """The steps that a Recruit action has left: for any army, and for one nation each. 8.5, 8.8"""

    general: int
    extra: Mapping[str, int]


def steps_of(position: Position, power: Power) -> Steps:
    extra = {
        nation: 1
        for nation, track in EXTRA.items()
        if BOARD.counters[nation, ""].power == power and track_is_final(position, track)
    }
    return Steps(_general(position, power), extra)


def _general(position: Position, power: Power) -> int:
    if power == RUSSIA and has_surrendered(position):
        return 1
    steps = BOARD.powers[power].recruit_steps
    if power == FRANCO_BRITISH and seasons.year(position.season) >= MORE_FROM:
        return steps + 1  # 8.6
    has_brussels = position.control.get("brussels") == GERMANY
    if power == GERMANY and seasons.is_winter(position.season) and has_brussels:
        return steps + 1  # 8.7
    return steps


def _paid(steps: Steps, nation: str, cost: int) -> Steps:
    own = min(cost, steps.extra.get(nation, 0))
    rest = 0 if nation == "American" else steps.general
    if cost > own + rest:
        price = say("steps", count=cost)
        reason = say("this_costs_are_left_for_armies", price=price, own=own + rest, nation=nation)
        raise NotAllowed(reason, say("items_above_it_count"))
    extra = {**steps.extra, nation: steps.extra.get(nation, 0) - own}
    return Steps(steps.general - (cost - own), extra)


def recruit(position: Position, item: RecruitItem, steps: Steps) -> tuple[Position, Steps]:
    """Place one army, or make one full, whatever the item's number. Raises NotAllowed."""
    if isinstance(item, Reinforce):
        return _reinforce(position, item.army, steps)
    return _place(position, item.army, steps)


# ---- new armies


def _place(position: Position, ref: Ref, steps: Steps) -> tuple[Position, Steps]:
    counter = counter_meant(position, ref)
    against = why_not_there(position, counter, ref.zone)
    if against:
        named, where = _counter_name(counter), zone_name(ref.zone)
        reason = say("armies_are_not_recruited_in", counter=named, zone=where, against=against)
        raise NotAllowed(reason, _possible(position, counter))
    size = FULL if ref.kind.step == "full" else REDUCED
    paid = _paid(steps, counter.nation, size)
    army = Army(0, counter.nation, counter.size, ref.zone, position.power, size)
    after = with_army(position, army)
    if position.power == FRANCO_BRITISH and ref.zone == SALONIKA:
        after = replace(after, salonika=True)
    return after, paid


def _possible(position: Position, counter: Counter) -> str:
    """Return where such an army could be placed."""
    names = [zone_name(zone) for zone in ZONES if not why_not_there(position, counter, zone)]
    return say("possible", choices=listed(sorted(names))) if names else say("there_is_no_place_for_one")


def _counter_name(counter: Counter) -> str:
    return f"{counter.size} {counter.nation}".strip().capitalize() if counter.size else counter.nation


def counter_meant(position: Position, ref: Ref) -> Counter:
    """Return the counter that the order means, even if it leaves out nation or size."""
    nation = ref.kind.nation or _nation_of(position.power, ref.zone)
    is_small = ref.kind.size == "small" or (ref.zone in ONLY_SMALL and not ref.kind.size)
    size = "small" if is_small and (nation, "small") in BOARD.counters else ""
    if ref.kind.size == "small" and not size:
        raise NotAllowed(say("there_are_no_small_armies", nation=nation), say("leave_out_small"))
    counter = BOARD.counters[nation, size]
    if counter.power != position.power:
        raise NotAllowed(
            say("armies_are_of_other_power", nation=nation, owner=counter.power, power=position.power),
            say("its_own_are", nations=listed(BOARD.powers[position.power].nations, "and")),
        )
    return counter


def _nation_of(power: Power, zone: Zone) -> str:
    """Return the nation of the zone's country if the Power commands it, else its chief nation."""
    raised = BOARD.countries[ZONES[zone].home].recruits
    is_own = bool(raised) and BOARD.counters[raised, ""].power == power
    return raised if is_own else chief_nation(power)


def why_not_there(position: Position, counter: Counter, zone: Zone) -> str:
    """Return why a new army of this counter may not be placed in *zone*; "" if it may."""
    country = next((c.name for c in BOARD.countries.values() if c.recruits == counter.nation), "")
    if country and not has_joined(position, country):
        return say("is_neutral", country=country)
    if counter.nation == "American" and not track_is_final(position, "USA"):
        return say("usa_has_not_joined")
    if in_box(position, counter.nation, counter.size) < 1:
        return say("no_such_counter_is_left_in")
    if is_italian(zone) and counter.nation not in IN_ITALY:
        return say("they_cannot_be_in_italy_or")
    return _why_no_site(position, counter, zone) or why_no_room(position, zone, counter.power, counter.nation)


def _why_no_site(position: Position, counter: Counter, zone: Zone) -> str:
    if zone == SALONIKA:
        return _why_not_salonika(position, counter)
    if zone in BOARD.mediterranean and (counter.nation, counter.size) != ("British", "small"):
        return say("in_mediterranean_ports_only_small_british")
    if position.control.get(zone) != counter.power:
        return say("does_not_control_it", power=counter.power)
    if counter.nation in BY_SEA:
        return "" if ZONES[zone].port else say("it_has_no_port")
    if zone in sites(position, counter):
        return ""
    return say("it_is_no_controlled_home_city")


def _why_not_salonika(position: Position, counter: Counter) -> str:
    """Return why the counter may not be placed in Salonika; "" if it may. 8.9, 8.10"""
    if (counter.nation, counter.size) not in IN_SALONIKA:
        return say("only_small_british_small_french_and")
    closed = why_greece_is_closed(position, counter.power)
    if closed:
        return closed
    is_taken = position.control.get(SALONIKA, "") in ("Germany", AUSTRIA)
    if is_taken or hostile(in_zone(position, SALONIKA), counter.power):
        return say("enemy_holds_it")
    return ""


def cities(position: Position, counter: Counter) -> Iterator[Zone]:
    """Yield the home cities of the nation that its Power controls; for the French, Brussels too. 8.1"""
    for zone, facts in ZONES.items():
        is_home = facts.city and BOARD.countries[facts.home].recruits == counter.nation
        if is_home and position.control.get(zone) == counter.power:
            yield zone


def sites(position: Position, counter: Counter) -> dict[Zone, None]:
    """Return controlled home cities and the controlled zones next to them, in the board's order of cities."""
    found: dict[Zone, None] = {}
    for city in cities(position, counter):
        near = (city, *ZONES[city].neighbours)
        found.update(dict.fromkeys(zone for zone in near if position.control.get(zone) == counter.power))
    return found


# ---- reduced armies made full


def _reinforce(position: Position, ref: Ref, steps: Steps) -> tuple[Position, Steps]:
    army = weakened(position, ref)
    paid = _paid(steps, army.nation, 1)
    return changed(position, replace(army, steps=FULL)), paid


def weakened(position: Position, ref: Ref) -> Army:
    """Return the reduced army that is meant. 8.3, 14.2. Raises NotAllowed."""
    here = [army for army in in_zone(position, ref.zone) if _steps_serve(position.power, army)]
    meant = [army for army in here if _is_meant(army, ref.kind)]
    if not meant:
        raise NotAllowed(
            say("has_no_reduced_army_of_that", power=position.power, zone=zone_name(ref.zone)),
            say("new_army_is_written_reduced_in", zone=zone_name(ref.zone)),
        )
    fit = [army for army in meant if not army.cut]
    if not fit:
        raise NotAllowed(
            say("army_in_is_cut_off_from", zone=zone_name(ref.zone)),
            say("back_in_supply_it_can_be"),
        )
    own = (_nation_of(position.power, ref.zone), *BOARD.powers[position.power].nations)
    return min(fit, key=lambda army: (own.index(army.nation) if army.nation in own else len(own), army.size))


def _steps_serve(power: Power, army: Army) -> bool:
    """Return whether the Power's steps make the army full; a ceded army is made full by Germany alone."""
    return army.counter.power == power and army.steps == REDUCED


def _is_meant(army: Army, kind: Kind) -> bool:
    return kind.nation in ("", army.nation) and kind.is_of_size(army.size)
