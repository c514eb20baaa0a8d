"""Whether a unit may move, support or convoy so, by the map and by what everybody can see.

Each function takes an order in the player's words and gives it as a value, with coasts filled in where only
one is possible. Raises Unreadable for a name that is not known and NotAllowed with what would do.
"""

from adjudicator.core.position import Place, Unit
from adjudicator.core.words import NotAllowed, Unreadable, listed
from adjudicator.standard.language import orders
from adjudicator.standard.language.grammar import WrittenOrder
from adjudicator.standard.language.names import (
    Ground,
    any_unit,
    coast_for,
    find,
    own_unit,
    province_of,
    within_reach,
)
from adjudicator.standard.resolve import convoys
from adjudicator.standard.view.wording import short_unit


def hold(written: WrittenOrder, ground: Ground) -> orders.Order:
    return orders.Hold(own_unit(written.unit, ground))


def move(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Standard 3: armies by land or by convoy, fleets by water and along a shore."""
    unit = own_unit(written.unit, ground)
    by_convoy = written.by_convoy or len(written.route) > 1
    if by_convoy and unit.kind == "F":
        raise NotAllowed("A fleet moves one province a turn and is not convoyed.", _could(ground, unit))
    for sea in written.route[:-1]:
        _stop_at_sea(sea, ground)
    target = destination(written.route[-1], unit, ground)
    if by_convoy and target not in ground.convoyable(province_of(unit.place)):
        raise NotAllowed(_no_crossing(ground, unit, target), _could(ground, unit))
    return orders.Move(unit, target, by_convoy)


def _stop_at_sea(words: str, ground: Ground) -> None:
    sea, _ = find(ground, words)
    if sea not in ground.fleets:
        reason = f"A unit moves one province a turn, and no fleet in {ground.place(sea)} could convoy it on."
        raise NotAllowed(reason, "Name the last province alone.")


def destination(words: str, unit: Unit, ground: Ground) -> Place:
    """Where *unit* may go that *words* name, with the coast where a fleet needs one."""
    origin = province_of(unit.place)
    near = within_reach(ground.board, unit.kind, unit.place)
    far = ground.convoyable(origin) if unit.kind == "A" else frozenset[str]()
    province, coast = find(ground, words, (near | far).__contains__)
    if province == origin:
        raise NotAllowed(f"{ground.unit(unit)} is there already.", f"To stay, write {short_unit(unit)} H.")
    if province not in near and province not in far:
        raise NotAllowed(_no_way(ground, unit, province), _could(ground, unit))
    return province if unit.kind == "A" else coast_for(ground.board, unit, province, coast)


def _no_way(ground: Ground, unit: Unit, province: str) -> str:
    there, here = ground.place(province), ground.place(unit.place)
    if unit.kind == "F" and province in ground.language.inland:
        return f"{there} has no shore: a fleet cannot go there."
    if unit.kind == "A" and ground.board.map.provinces[province].is_water:
        return f"{there} is water: an army cannot go there."
    if unit.kind == "F" and province in ground.board.map.army_neighbours.get(province_of(unit.place), ()):
        return f"{there} is next to {here} by land only: a fleet cannot go there."
    if unit.kind == "A" and not {province, province_of(unit.place)} & ground.language.inland:
        return f"{there} is not next to {here}, and no fleets at sea could convoy {ground.unit(unit)} there."
    return f"{there} is not next to {here}."


def _no_crossing(ground: Ground, unit: Unit, target: Place) -> str:
    return f"No fleets at sea could convoy {ground.unit(unit)} to {ground.place(target)}."


def _could(ground: Ground, unit: Unit) -> str:
    near = (
        ground.board.map.army_neighbours[unit.place]
        if unit.kind == "A"
        else ground.board.map.fleet_neighbours[unit.place]
    )
    return f"{short_unit(unit)} can go to {listed(near)}."


def support_hold(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Standard 6.1: only to a province that the supporting unit could move to."""
    unit, other = _helper_and_helped(written, ground)
    _may_reach(ground, unit, province_of(other.place))
    return orders.SupportHold(unit, province_of(other.place))


def support_move(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Standard 6.1: as for `support_hold`; the move itself must be possible too (datc 6.D.32)."""
    unit, other = _helper_and_helped(written, ground)
    origin = province_of(other.place)
    possible = _destinations(other, ground, unit)
    target, coast = find(
        ground, written.route[-1], (possible & within_reach(ground.board, unit.kind, unit.place)).__contains__
    )
    if target == province_of(unit.place):
        raise NotAllowed("A unit cannot support a move to its own province.", _supportable(ground, unit))
    _may_reach(ground, unit, target)
    if target == origin:
        remedy = f"To support it where it stands, write {short_unit(unit)} S {short_unit(other)}."
        raise NotAllowed(f"{ground.unit(other)} is there already.", remedy)
    if target not in possible:
        raise NotAllowed(_no_way(ground, other, target), _could(ground, other))
    coastal = coast in ground.board.map.provinces[target].coasts and other.kind == "F"
    return orders.SupportMove(unit, origin, f"{target}/{coast}" if coastal else target)


def _helper_and_helped(written: WrittenOrder, ground: Ground) -> tuple[Unit, Unit]:
    unit = own_unit(written.unit, ground)
    if written.other is None:
        raise Unreadable(
            "It is not said which unit is meant.", f"Name it: {ground.board.facts.examples.support}."
        )
    other = any_unit(written.other, ground)
    if other == unit:
        raise NotAllowed(f"{ground.unit(unit)} cannot support or convoy itself.", "Name another unit.")
    return unit, other


def _destinations(unit: Unit, ground: Ground, helper: Unit) -> frozenset[str]:
    """Where *unit* could go while *helper* supports it, which cannot convoy it then (datc 6.D.31)."""
    near = within_reach(ground.board, unit.kind, unit.place)
    if unit.kind == "F":
        return near
    return near | ground.convoyable(province_of(unit.place), without=helper.place)


def _may_reach(ground: Ground, unit: Unit, province: str) -> None:
    if province not in within_reach(ground.board, unit.kind, unit.place):
        reason = (
            f"{ground.unit(unit)} could not move to {ground.place(province)}, so it cannot support there."
        )
        raise NotAllowed(reason, _supportable(ground, unit))


def _supportable(ground: Ground, unit: Unit) -> str:
    near = [
        place
        for place in ground.board.map.provinces
        if place in within_reach(ground.board, unit.kind, unit.place)
    ]
    return f"{short_unit(unit)} can support in {listed(near)}."


def convoy(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Standard 8: fleets at sea convoy armies from shore to shore."""
    unit, other = _helper_and_helped(written, ground)
    if unit.kind != "F" or unit.place not in ground.fleets:
        reason = f"{ground.unit(unit)} is not at sea; only a fleet at sea convoys."
        raise NotAllowed(reason, "Give it another order.")
    if other.kind != "A":
        raise NotAllowed(
            f"{ground.unit(other)} is a fleet; only armies are convoyed.",
            "Name an army on a shore.",
        )
    open_to = ground.convoyable(other.place)
    target, _ = find(ground, written.route[-1], open_to.__contains__)
    if target not in open_to:
        raise NotAllowed(_no_crossing(ground, other, target), _ferries(ground, other, open_to))
    if not _is_needed(unit.place, other.place, target, ground):
        way = f"from {ground.place(other.place)} to {ground.place(target)}"
        reason = f"{ground.unit(unit)} lies on no way {way}."
        raise NotAllowed(reason, "Give it another order.")
    return orders.Convoy(unit, other.place, target)


def _is_needed(sea: str, origin: str, target: str, ground: Ground) -> bool:
    number = ground.board.number
    fleets = [number[place] for place in ground.fleets]
    return convoys.is_of_use(ground.board, number[sea], number[origin], number[target], fleets)


def _ferries(ground: Ground, army: Unit, open_to: frozenset[str]) -> str:
    places = [place for place in ground.board.map.provinces if place in open_to]
    return f"Fleets at sea could convoy {short_unit(army)} to {listed(places)}." if places else ""
