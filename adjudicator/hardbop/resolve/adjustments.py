"""Builds and removals (HB 4.1(d), 4.3, 4.5, 6, 7.5.2)."""

from collections.abc import Iterable

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.position import Military, State
from adjudicator.hardbop.resolve import civil_disorder, losses
from adjudicator.hardbop.resolve.order_collection import sheet
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import BUILT, ActingUnit
from adjudicator.middle_earth.language.orders import Build, Place, Power, Remove, Standable, Unit, Waive
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void, VoidReason

FLEETS = {"Elves": 2, "Gondor": 2}  # 6.7; Umbar any number, nobody else builds a second
MOST_EASTERLINGS = 3  # 7.5.2
MOST_PIRATES, THIRD_PIRATE_AT = 3, 8  # 4.5
THIRD_CAVALRY_AT, CENTRES_FOR_ONE_MORE = 6, 4  # 4.3
NUMBERED = {"C": "4.3(a)", "P": "4.5(a)"}  # kinds whose number depends on centres, with the clause
LEAST_CENTRES = 2  # 4.3, 4.5: "two whenever it has two centres"


def counted(state: State, power: Power) -> int:
    """Return the units that count; Easterlings without a commander do not (6.1(c), 7.5.2)."""
    return sum(one.power == power and not _is_idle(state, one) for one in state.military)


def _is_idle(state: State, one: Military) -> bool:
    return one.kind == "E" and not state.offboard_centres


def allowed(state: State, power: Power) -> int:
    own = list(state.owners.values()).count(power)
    return own + (state.offboard_centres if power == "Mordor" else 0)


def balance(state: State, power: Power) -> int:
    """Return the builds that its centres allow, or the removals that it owes (below 0)."""
    return allowed(state, power) - counted(state, power)


def owed(state: State, power: Power) -> int:
    """Return the public number: a site that only a hidden piece opens counts as one (6.4, 6.5)."""
    if power in state.eliminated:
        return 0
    due = balance(state, power)
    return min(due, len(_public_sites(state, power)) + _hidden_sites(state, power)) if due > 0 else due


def due(state: State, power: Power) -> int:
    """Return the number of builds or removals that its player may really make."""
    if power in state.eliminated:
        return 0
    number = balance(state, power)
    return min(number, len(sites(state, power))) if number > 0 else number


def _empty(state: State, places: Iterable[Place]) -> set[Place]:
    taken = {one.place for one in state.military}
    return {place for place in places if place not in taken}


def homes(state: State, power: Power) -> set[Place]:
    """Return owned home centres, and what counts as such while it is owned (6.6)."""
    halls = ground.DWARVEN_HALLS if power == "Dwarves" else ()
    return {place for place in (*ground.HOMES[power], *halls) if state.owners.get(place) == power}


def _public_sites(state: State, power: Power) -> set[Place]:
    places = homes(state, power)
    if power != "Umbar" and state.owners.get(ground.CORSAIRS) == power and not _beyond(state, power):
        places = places | {ground.CORSAIRS}
    return _empty(state, places)


def _hidden_sites(state: State, power: Power) -> int:
    """Return 1 where Saruman or the Ranger may open a site, else 0."""
    if power == "Saruman":
        return bool(_empty(state, _owned(state, power)) - _public_sites(state, power))
    return int(power == "Gondor" and state.paths_walked)


def _owned(state: State, power: Power) -> set[Place]:
    return {place for place, owner in state.owners.items() if owner == power}


def sites(state: State, power: Power) -> tuple[Place, ...]:
    return tuple(sorted(_public_sites(state, power) | _opened(state, power)))


def _opened(state: State, power: Power) -> set[Place]:
    """Return the sites that Saruman or the Ranger opens (6.4, 6.5)."""
    places: set[Place] = set()
    for piece in state.personalities:
        if piece.power != power:
            continue
        if (piece.kind, power) == ("Saruman", "Saruman") and piece.place in _owned(state, power):
            places.add(piece.place)
        if (piece.kind, power) == ("R", "Gondor") and state.paths_walked and _is_centre(state, piece.place):
            places.add(piece.place)
    return _empty(state, places)


def _is_centre(state: State, place: Place) -> bool:
    return place in ground.CENTRES and not (place == ground.ISENGARD and state.isengard == "destroyed")


def kinds(state: State, power: Power, place: Place) -> tuple[str, ...]:
    """Return the kinds that *power* may build in *place*, one of its `sites`."""
    own = {one: number for one in ground.MILITARY if (number := _number(state, power, one))}
    one_more = _is_one_more(state, power, place)
    if one_more and place not in _opened(state, power):
        return ("F",)
    found = ["A"]
    if power == "Rohan" and own.get("C", 0) < _cavalry(allowed(state, power)):
        found.append("C")
    if power == "Umbar" and own.get("P", 0) < _pirates(allowed(state, power)):
        found.append("P")
    if one_more or (ground.FLEET[place] and _may_have_fleet(state, power)):
        found.append("F")
    if power == "Mordor" and may_have_easterling(state) and place in ground.HOMES["Mordor"]:
        found.append("E")
    return tuple(found)


def _is_one_more(state: State, power: Power, place: Place) -> bool:
    """Return whether it is the site of a Fleet beyond 6.7, one at a time (6.8)."""
    owns = state.owners.get(place) == power != "Umbar"
    return place == ground.CORSAIRS and owns and not _beyond(state, power)


def _number(state: State, power: Power, kind: str) -> int:
    return sum((one.power, one.kind, one.beyond) == (power, kind, False) for one in state.military)


def _beyond(state: State, power: Power) -> int:
    """Return the Fleets beyond 6.7: those built as such, or above the limit in a position that was set up."""
    built = sum(one.power == power and one.beyond for one in state.military)
    return max(built, built + _number(state, power, "F") - FLEETS.get(power, 1))


def _cavalry(centres: int) -> int:
    """Return how many C that many *centres* allow (4.3(a))."""
    if centres < THIRD_CAVALRY_AT:
        return 2 if centres >= LEAST_CENTRES else 0
    return 3 + (centres - THIRD_CAVALRY_AT) // CENTRES_FOR_ONE_MORE


def most(state: State, power: Power, kind: str) -> int:
    """Return how many units of a *kind* that has a limit *power* may own now, ordinary ones."""
    limits = {"C": _cavalry, "P": _pirates}
    return limits[kind](allowed(state, power)) if kind in limits else FLEETS.get(power, 1)


def centres_needed(kind: str, number: int) -> int:
    """Return how many centres the unit of that *number* needs (4.3(a), 4.5(a)); 0 if there is never one."""
    if number <= 2:
        return LEAST_CENTRES
    if kind == "P":
        return THIRD_PIRATE_AT if number <= MOST_PIRATES else 0
    return THIRD_CAVALRY_AT + (number - 3) * CENTRES_FOR_ONE_MORE


def _pirates(centres: int) -> int:
    """Return how many P that many *centres* allow (4.5(a))."""
    if centres < LEAST_CENTRES:
        return 0
    return MOST_PIRATES if centres >= THIRD_PIRATE_AT else MOST_PIRATES - 1


def _may_have_fleet(state: State, power: Power) -> bool:
    return power == "Umbar" or _number(state, power, "F") < FLEETS.get(power, 1)


def may_have_easterling(state: State) -> bool:
    """Return whether it may: only after the Ring was worn and its wearer eliminated (7.5.2)."""
    freed = state.ring_worn and state.ring.how != "worn" and state.offboard_centres > 0
    return freed and _number(state, "Mordor", "E") < MOST_EASTERLINGS


# Resolving.


def judge(turn: TurnState) -> None:
    """Resolve the builds and removals of all powers, the second part of step x."""
    before = turn.state()
    for power in sorted(ground.POWERS, key=lambda power: power == "Gondor"):  # 6.5: the owner goes first
        orders = (
            standing.in_force(turn.before, power, sheet(turn, power)) if power not in turn.eliminated else []
        )
        if due(before, power) > 0:
            _build(turn, before, power, orders)
        elif balance(before, power) < 0:
            _remove(turn, before, power, orders)


def _build(turn: TurnState, before: State, power: Power, orders: list[Standable]) -> None:
    left = due(before, power)
    state = turn.state()
    for order in orders:
        if isinstance(order, Waive):
            turn.given[turn.add_order(power, order, public=True)].outcome = Succeeded()
        if not isinstance(order, Build):
            continue
        given = turn.add_order(power, order, public=True)
        why = _why_not(before, power, order.unit) or _why_not(state, power, order.unit)
        why = "too many" if left <= 0 else why
        if why:
            turn.given[given].outcome, turn.given[given].public = Void(why), False
            continue
        turn.given[given].outcome = Succeeded()
        left -= 1
        kind, place = order.unit.kind, order.unit.place
        beyond = kind == "F" and _is_one_more(state, power, place)
        turn.units.append(ActingUnit(len(turn.units), power, kind, place, place, 1, beyond, entered=BUILT))
        state = turn.state()
    _waive_the_rest(turn, power, left - sum(order.count for order in orders if isinstance(order, Waive)))


def _waive_the_rest(turn: TurnState, power: Power, left: int) -> None:
    """Tell the player how many builds had no order that could be used."""
    if left > 0:
        turn.given[turn.add_order(power, Waive(left), public=False)].outcome = Succeeded()


def _why_not(state: State, power: Power, unit: Unit) -> VoidReason | None:
    if unit.place not in sites(state, power):
        return "taken" if any(one.place == unit.place for one in state.military) else "impossible"
    return None if unit.kind in kinds(state, power, unit.place) else "impossible"


def _remove(turn: TurnState, before: State, power: Power, orders: list[Standable]) -> None:
    left = -balance(before, power)
    for order in orders:
        if isinstance(order, Remove):
            given = turn.add_order(power, order, public=True)
            unit = _removable(turn, before, power, order.unit) if left else None
            turn.given[given].outcome = Succeeded() if unit else Void("no such unit" if left else "too many")
            left -= unit is not None
            if unit:
                losses.lose_unit(turn, unit, "removed")
    for _ in range(left):
        unit = civil_disorder.next_removal(turn, power)
        if unit is not None:
            turn.given[
                turn.add_order(power, Remove(Unit(unit.kind, unit.place)), public=True)
            ].outcome = Succeeded()
            losses.lose_unit(turn, unit, "removed")


def _removable(turn: TurnState, before: State, power: Power, named: Unit) -> ActingUnit | None:
    return next(
        (
            unit
            for unit in turn.here()
            if unit.power == power and unit.place == named.place and named.kind in ("", unit.kind)
            if unit.kind != "E" or before.offboard_centres
        ),
        None,
    )
