"""May this unit be ordered so?  By the map and by what stands where everybody can see it.

Each function takes an order in the player's words and gives it as a value, with coasts filled in where only
one is possible. Raises Unreadable for a name that is not known and NotAllowed with what would do.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from adjudicator import board
from adjudicator.position import Dislodged, Place, Position, Unit
from adjudicator.standard import orders
from adjudicator.standard.syntax import Spoken, SpokenUnit
from adjudicator.standard.wording import KINDS, place_name, short_unit, unit_name
from adjudicator.words import Names, NotAllowed, Unreadable, listed

BOARD = board.load("adjudicator.standard")
NAMES = Names({province.id: (province.name, *province.aliases) for province in BOARD.provinces.values()})
INLAND = frozenset(
    province.id
    for province in BOARD.provinces.values()
    if not province.is_water
    and not any(
        BOARD.fleet_neighbours[place]
        for place in (province.id, *(f"{province.id}/{c}" for c in province.coasts))
    )
)


def province_of(place: Place) -> str:
    return place.partition("/")[0]


class Ground:
    """What stands where, for one power's orders in one phase."""

    def __init__(self, position: Position, power: str) -> None:
        self.position = position
        self.power = power
        self.standing = {province_of(unit.place): unit for unit in position.units}
        self.beaten = {province_of(row.unit.place): row for row in position.dislodged}
        self.fleets = frozenset(place for place in self.standing if BOARD.provinces[place].is_water)

    def to_order(self) -> tuple[Unit, ...]:
        """The units of the power that need an order in a movement or a retreat phase."""
        if self.position.phase == "retreat":
            return tuple(row.unit for row in self.position.dislodged if row.unit.power == self.power)
        return tuple(unit for unit in self.position.units if unit.power == self.power)

    def crossing(self, sea: str) -> frozenset[str]:
        """The provinces that fleets in a chain through *sea* could join, if all of them convoyed."""
        if sea not in self.fleets:
            return frozenset()
        chain, waiting = {sea}, [sea]
        while waiting:
            found = [
                near
                for near in BOARD.fleet_neighbours[waiting.pop()]
                if near in self.fleets and near not in chain
            ]
            chain.update(found)
            waiting.extend(found)
        return frozenset(
            province_of(near)
            for fleet in chain
            for near in BOARD.fleet_neighbours[fleet]
            if not BOARD.provinces[province_of(near)].is_water
        )

    def convoyable(self, origin: str) -> frozenset[str]:
        """Where an army in *origin* could be convoyed by the fleets that are at sea."""
        shores = [self.crossing(sea) for sea in sorted(self.fleets)]
        return frozenset().union(*(shore for shore in shores if origin in shore)) - {origin}


@cache
def within_reach(kind: str, place: Place) -> frozenset[str]:
    """The provinces next to a unit of *kind* in *place*, coasts left out."""
    if kind == "A":
        return frozenset(BOARD.army_neighbours[province_of(place)])
    return frozenset(province_of(near) for near in BOARD.fleet_neighbours[place])


def find(words: str, fits: Callable[[str], bool] | None = None) -> tuple[str, str]:
    """The province that *words* mean, and the coast they name ("" if none): ("Stp", "nc")."""
    name, _, coast = words.partition("/")
    return NAMES.find(name, fits), coast


def own_unit(said: SpokenUnit, ground: Ground) -> Unit:
    """The unit of the power that *said* names. A coast said wrongly does not matter (datc 6.B.10)."""
    own = {province_of(unit.place): unit for unit in ground.to_order()}
    province, _ = find(said.place, own.__contains__)
    unit = own.get(province)
    if unit is None:
        raise NotAllowed(_not_yours(said.kind, province, ground), _yours(own.values()))
    _same_kind(said.kind, unit, "you have no")
    return unit


def _not_yours(kind: str, province: str, ground: Ground) -> str:
    other = ground.standing.get(province)
    if ground.position.phase == "retreat":
        return f"No unit of yours was dislodged from {place_name(province)}."
    if other is None:
        return f"You have no {KINDS.get(kind, 'unit').lower()} in {place_name(province)}."
    return f"{unit_name(other)} belongs to {other.power}."


def _yours(own: Iterable[Unit]) -> str:
    names = [short_unit(unit) for unit in own]
    return f"Yours to order: {', '.join(names)}." if names else ""


def _same_kind(kind: str, unit: Unit, lack: str) -> None:
    if kind and kind != unit.kind:
        asked, stands = KINDS[kind].lower(), KINDS[unit.kind].lower()
        where = place_name(province_of(unit.place))
        reason = f"{lack[0].upper()}{lack[1:]} {asked} in {where}: a {stands} stands there."
        raise NotAllowed(reason, f"Write {short_unit(unit)}.")


def any_unit(said: SpokenUnit, ground: Ground) -> Unit:
    """The unit of whatever power that *said* names."""
    province, _ = find(said.place, ground.standing.__contains__)
    unit = ground.standing.get(province)
    if unit is None:
        raise NotAllowed(
            f"No unit stands in {place_name(province)}.", "Name the province where it stands now."
        )
    _same_kind(said.kind, unit, "there is no")
    return unit


def hold(said: Spoken, ground: Ground) -> orders.Order:
    return orders.Hold(own_unit(said.unit, ground))


def move(said: Spoken, ground: Ground) -> orders.Order:
    """Standard 4: armies by land or by convoy, fleets by water and along a shore."""
    unit = own_unit(said.unit, ground)
    by_convoy = said.by_convoy or len(said.route) > 1
    if by_convoy and unit.kind == "F":
        raise NotAllowed("A fleet moves one province a turn and is not convoyed.", _could(unit))
    for sea in said.route[:-1]:
        _stop_at_sea(sea, ground)
    target = destination(said.route[-1], unit, ground)
    if by_convoy and target not in ground.convoyable(province_of(unit.place)):
        raise NotAllowed(_no_crossing(unit, target), _could(unit))
    return orders.Move(unit, target, by_convoy)


def _stop_at_sea(words: str, ground: Ground) -> None:
    sea, _ = find(words)
    if sea not in ground.fleets:
        reason = f"A unit moves one province a turn, and no fleet in {place_name(sea)} could convoy it on."
        raise NotAllowed(reason, "Name the last province alone.")


def destination(words: str, unit: Unit, ground: Ground) -> Place:
    """Where *unit* may go that *words* name, with the coast where a fleet needs one."""
    origin = province_of(unit.place)
    near = within_reach(unit.kind, unit.place)
    far = ground.convoyable(origin) if unit.kind == "A" else frozenset[str]()
    province, coast = find(words, (near | far).__contains__)
    if province == origin:
        raise NotAllowed(f"{unit_name(unit)} is there already.", f"To stay, write {short_unit(unit)} H.")
    if province not in near and province not in far:
        raise NotAllowed(_no_way(unit, province), _could(unit))
    return province if unit.kind == "A" else coast_for(unit, province, coast)


def coast_for(unit: Unit, province: str, coast: str) -> Place:
    """The place in *province* that a fleet next to it enters: standard 4.4."""
    open_to = [place for place in BOARD.fleet_neighbours[unit.place] if province_of(place) == province]
    wanted = f"{province}/{coast}"
    if wanted in open_to:
        return wanted
    if coast and BOARD.provinces[province].coasts:
        raise NotAllowed(
            f"{unit_name(unit)} cannot reach {_coast_name(wanted)}.", f"Write {listed(open_to)}."
        )
    if len(open_to) > 1:
        reason = f"{unit_name(unit)} can reach more than one coast of {place_name(province)}."
        raise NotAllowed(reason, f"Write {listed(open_to)}.")
    return open_to[0]


def _coast_name(place: Place) -> str:
    province, _, coast = place.partition("/")
    if coast in BOARD.provinces[province].coasts:
        return place_name(place)
    return f"such a coast ({place})"


def _no_way(unit: Unit, province: str) -> str:
    there, here = place_name(province), place_name(unit.place)
    if unit.kind == "F" and province in INLAND:
        return f"{there} has no shore: a fleet cannot go there."
    if unit.kind == "A" and BOARD.provinces[province].is_water:
        return f"{there} is water: an army cannot go there."
    if unit.kind == "F" and province in BOARD.army_neighbours.get(province_of(unit.place), ()):
        return f"{there} is next to {here} by land only: a fleet cannot go there."
    if unit.kind == "A" and not {province, province_of(unit.place)} & INLAND:
        return f"{there} is not next to {here}, and no fleets at sea could convoy {unit_name(unit)} there."
    return f"{there} is not next to {here}."


def _no_crossing(unit: Unit, target: Place) -> str:
    return f"No fleets at sea could convoy {unit_name(unit)} to {place_name(target)}."


def _could(unit: Unit) -> str:
    near = BOARD.army_neighbours[unit.place] if unit.kind == "A" else BOARD.fleet_neighbours[unit.place]
    return f"{short_unit(unit)} can go to {listed(near)}."


def support_hold(said: Spoken, ground: Ground) -> orders.Order:
    """Standard 6.1: only to a province that the supporting unit could move to."""
    unit, other = _helper_and_helped(said, ground)
    _may_reach(unit, province_of(other.place))
    return orders.SupportHold(unit, province_of(other.place))


def support_move(said: Spoken, ground: Ground) -> orders.Order:
    """Standard 6.1: as for `support_hold`; the move itself must be possible too (datc 6.D.32)."""
    unit, other = _helper_and_helped(said, ground)
    origin = province_of(other.place)
    possible = _destinations(other, ground)
    target, coast = find(said.route[-1], (possible & within_reach(unit.kind, unit.place)).__contains__)
    if target == province_of(unit.place):
        raise NotAllowed("A unit cannot support a move to its own province.", _supportable(unit))
    _may_reach(unit, target)
    if target == origin:
        remedy = f"To support it where it stands, write {short_unit(unit)} S {short_unit(other)}."
        raise NotAllowed(f"{unit_name(other)} is there already.", remedy)
    if target not in possible:
        raise NotAllowed(_no_way(other, target), _could(other))
    coastal = coast in BOARD.provinces[target].coasts and other.kind == "F"
    return orders.SupportMove(unit, origin, f"{target}/{coast}" if coastal else target)


def _helper_and_helped(said: Spoken, ground: Ground) -> tuple[Unit, Unit]:
    unit = own_unit(said.unit, ground)
    if said.other is None:
        raise Unreadable("It is not said which unit is meant.", "Name it: F Bre S A Par.")
    other = any_unit(said.other, ground)
    if other == unit:
        raise NotAllowed(f"{unit_name(unit)} cannot support or convoy itself.", "Name another unit.")
    return unit, other


def _destinations(unit: Unit, ground: Ground) -> frozenset[str]:
    near = within_reach(unit.kind, unit.place)
    return near | ground.convoyable(province_of(unit.place)) if unit.kind == "A" else near


def _may_reach(unit: Unit, province: str) -> None:
    if province not in within_reach(unit.kind, unit.place):
        reason = f"{unit_name(unit)} could not move to {place_name(province)}, so it cannot support there."
        raise NotAllowed(reason, _supportable(unit))


def _supportable(unit: Unit) -> str:
    near = [place for place in BOARD.provinces if place in within_reach(unit.kind, unit.place)]
    return f"{short_unit(unit)} can support in {listed(near)}."


def convoy(said: Spoken, ground: Ground) -> orders.Order:
    """Standard 8: fleets at sea convoy armies from shore to shore."""
    unit, other = _helper_and_helped(said, ground)
    if unit.kind != "F" or unit.place not in ground.fleets:
        reason = f"{unit_name(unit)} is not at sea; only a fleet at sea convoys."
        raise NotAllowed(reason, "Give it another order.")
    if other.kind != "A":
        raise NotAllowed(
            f"{unit_name(other)} is a fleet; only armies are convoyed.", "Name an army on a shore."
        )
    joined = ground.crossing(unit.place)
    target, _ = find(said.route[-1], joined.__contains__)
    if target == other.place or not {target, other.place} <= joined:
        raise NotAllowed(
            _no_crossing(other, target), f"Fleets at sea that touch join {unit.place} to {_shores(joined)}."
        )
    return orders.Convoy(unit, other.place, target)


def _shores(joined: frozenset[str]) -> str:
    return listed([place for place in BOARD.provinces if place in joined], "and")


def retreat_places(row: Dislodged, position: Position) -> tuple[Place, ...]:
    """Where a dislodged unit may go: standard 9.2."""
    unit = row.unit
    near = BOARD.army_neighbours[unit.place] if unit.kind == "A" else BOARD.fleet_neighbours[unit.place]
    closed = {province_of(other.place) for other in position.units}
    closed.update(map(province_of, position.contested))
    closed.add(province_of(row.attacked_from or ""))
    return tuple(place for place in near if province_of(place) not in closed)


def retreat(said: Spoken, ground: Ground) -> orders.Order:
    unit = own_unit(said.unit, ground)
    if len(said.route) > 1:
        raise NotAllowed("A unit retreats one province.", "Name one province.")
    open_to = retreat_places(ground.beaten[province_of(unit.place)], ground.position)
    province, coast = find(said.route[-1], {province_of(place) for place in open_to}.__contains__)
    if province not in map(province_of, open_to):
        raise NotAllowed(
            f"{unit_name(unit)} may not retreat to {place_name(province)}.", _ways_out(unit, open_to)
        )
    return orders.Retreat(unit, province if unit.kind == "A" else coast_for(unit, province, coast))


def _ways_out(unit: Unit, open_to: Sequence[Place]) -> str:
    return f"Open to it: {', '.join(open_to)}." if open_to else f"No way is open: {short_unit(unit)} disband."


def disband(said: Spoken, ground: Ground) -> orders.Order:
    return orders.Disband(own_unit(said.unit, ground))


def owed(position: Position, power: str) -> int:
    """Builds due to *power* after an autumn, or, below zero, removals it owes: standard 11."""
    centres = sum(owner == power for owner in position.owners.values())
    return centres - sum(unit.power == power for unit in position.units)


def building_sites(position: Position, power: str) -> tuple[str, ...]:
    """Its home centres that it owns and where nothing stands: standard 11.2."""
    taken = {province_of(unit.place) for unit in position.units}
    return tuple(
        home
        for home in BOARD.homes.get(power, ())
        if position.owners.get(home) == power and home not in taken
    )


def build(said: Spoken, ground: Ground) -> orders.Order:
    _owes(owed(ground.position, ground.power) > 0, "You have no build now.")
    sites = building_sites(ground.position, ground.power)
    province, coast = find(said.unit.place, sites.__contains__)
    if province not in sites:
        raise NotAllowed(_no_site(province, ground), f"Free home centres: {listed(sites, 'and') or 'none'}.")
    kind = said.unit.kind
    if not kind and province in INLAND:
        kind = "A"
    if not kind:
        raise NotAllowed("An army or a fleet?", f"Write Build A {province} or Build F {province}.")
    return orders.Build(Unit(ground.power, kind, _built_at(kind, province, coast)))


def _no_site(province: str, ground: Ground) -> str:
    name = place_name(province)
    if province not in BOARD.homes.get(ground.power, ()):
        return f"{name} is not a home centre of {ground.power}."
    if ground.position.owners.get(province) != ground.power:
        return f"{name} is not yours now."
    return f"{unit_name(ground.standing[province])} stands there."


def _built_at(kind: str, province: str, coast: str) -> Place:
    coasts = BOARD.provinces[province].coasts
    if kind == "A":
        return province
    if province in INLAND:
        raise NotAllowed(
            f"{place_name(province)} has no shore: no fleet is built there.", f"Write Build A {province}."
        )
    if coasts and coast not in coasts:
        named = [f"Build F {province}/{each}" for each in coasts]
        raise NotAllowed(f"On which coast of {place_name(province)}?", f"Write {listed(named)}.")
    return f"{province}/{coast}" if coasts else province


def remove(said: Spoken, ground: Ground) -> orders.Order:
    _owes(owed(ground.position, ground.power) < 0, "You have nothing to remove now.")
    return orders.Remove(own_unit(said.unit, ground))


def waive(said: Spoken, ground: Ground) -> orders.Order:
    due = owed(ground.position, ground.power)
    _owes(due > 0, "You have no build to waive now.")
    if not 1 <= said.number <= due:
        raise NotAllowed(f"You have {due} to build.", f"Waive at most {due}.")
    return orders.Waive(said.number)


def adjust(said: Spoken, ground: Ground) -> orders.Order:
    """A unit alone is built or removed: only one of the two can be due."""
    return build(said, ground) if owed(ground.position, ground.power) > 0 else remove(said, ground)


def _owes(is_due: bool, reason: str) -> None:
    if not is_due:
        raise NotAllowed(reason, "STATUS tells what is due.")


RULES: dict[str, Callable[[Spoken, Ground], orders.Order]] = {
    "hold": hold,
    "move": move,
    "support_hold": support_hold,
    "support_move": support_move,
    "convoy": convoy,
    "retreat": retreat,
    "disband": disband,
    "build": build,
    "remove": remove,
    "waive": waive,
    "adjust": adjust,
}
