"""Check moves, supports and convoys against the map and the public position.

Each function converts an order in the player's words to a value, with coasts filled in if only one is
possible. Raises Unreadable for an unknown name, and NotAllowed with a remedy.
"""

from adjudicator.core.language.words import NotAllowed, Unreadable, listed
from adjudicator.core.position import Place, Unit
from adjudicator.standard.language import orders
from adjudicator.standard.language.grammar import WrittenOrder
from adjudicator.standard.language.names import (
    NOWHERE,
    Ground,
    any_unit,
    coast_for,
    find,
    own_unit,
    province_of,
    within_reach,
)
from adjudicator.standard.resolve import convoys
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import short_unit


def hold(written: WrittenOrder, ground: Ground) -> orders.Order:
    return orders.Hold(own_unit(written.unit, ground))


def move(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Check a move. Standard 3: armies by land or by convoy, fleets by water and along a shore."""
    unit = own_unit(written.unit, ground)
    by_convoy = written.by_convoy or len(written.route) > 1
    if by_convoy and unit.kind == "F":
        raise NotAllowed(say("fleet_moves_one"), _could(ground, unit))
    for sea in written.route[:-1]:
        _stop_at_sea(sea, ground)
    target = destination(written.route[-1], unit, ground)
    if by_convoy and target not in ground.convoyable(province_of(unit.place)):
        raise NotAllowed(_no_crossing(ground, unit, target), _could(ground, unit))
    return orders.Move(unit, target, by_convoy)


def _stop_at_sea(words: str, ground: Ground) -> None:
    sea, _ = find(ground, words)
    if sea not in ground.fleets:
        raise NotAllowed(say("no_fleet_to_convoy_on", sea=ground.place(sea)), say("name_last_alone"))


def destination(words: str, unit: Unit, ground: Ground) -> Place:
    """Return the destination of *unit* in *words*, with a coast if a fleet needs one."""
    origin = province_of(unit.place)
    near = within_reach(ground.board, unit.kind, unit.place)
    far = ground.convoyable(origin) if unit.kind == "A" else NOWHERE
    province, coast = find(ground, words, lambda place: place in near or place in far)
    if province == origin:
        raise NotAllowed(
            say("is_there_already", unit=ground.unit(unit)), say("to_stay", short=short_unit(unit))
        )
    if province not in near and province not in far:
        raise NotAllowed(_no_way(ground, unit, province), _could(ground, unit))
    return province if unit.kind == "A" else coast_for(ground.board, unit, province, coast)


def _no_way(ground: Ground, unit: Unit, province: str) -> str:
    there, here = ground.place(province), ground.place(unit.place)
    if unit.kind == "F" and province in ground.language.inland:
        return say("no_shore", place=there)
    if unit.kind == "A" and ground.board.map.provinces[province].is_water:
        return say("is_water", place=there)
    if unit.kind == "F" and province in ground.board.map.army_neighbours.get(province_of(unit.place), ()):
        return say("by_land_only", place=there, origin=here)
    if unit.kind == "A" and not {province, province_of(unit.place)} & ground.language.inland:
        return say("no_convoy_there", place=there, origin=here, unit=ground.unit(unit))
    return say("not_next_to", place=there, origin=here)


def _no_crossing(ground: Ground, unit: Unit, target: Place) -> str:
    return say("no_crossing", unit=ground.unit(unit), place=ground.place(target))


def _could(ground: Ground, unit: Unit) -> str:
    near = (
        ground.board.map.army_neighbours[unit.place]
        if unit.kind == "A"
        else ground.board.map.fleet_neighbours[unit.place]
    )
    return say("can_go_to", short=short_unit(unit), places=listed(near))


def support_hold(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Check a support to hold. Standard 6.1: only in a province that the supporting unit could move to."""
    unit, other = _helper_and_helped(written, ground)
    _may_reach(ground, unit, province_of(other.place))
    return orders.SupportHold(unit, province_of(other.place))


def support_move(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Check a support to move. Standard 6.1; the move itself must be possible, too (datc 6.D.32)."""
    unit, other = _helper_and_helped(written, ground)
    origin = province_of(other.place)
    possible = _destinations(other, ground, unit)
    target, coast = find(
        ground, written.route[-1], (possible & within_reach(ground.board, unit.kind, unit.place)).__contains__
    )
    if target == province_of(unit.place):
        raise NotAllowed(say("own_province"), _supportable(ground, unit))
    _may_reach(ground, unit, target)
    if target == origin:
        remedy = say("to_support_there", short=short_unit(unit), other=short_unit(other))
        raise NotAllowed(say("is_there_already", unit=ground.unit(other)), remedy)
    if target not in possible:
        raise NotAllowed(_no_way(ground, other, target), _could(ground, other))
    coastal = coast in ground.board.map.provinces[target].coasts and other.kind == "F"
    return orders.SupportMove(unit, origin, f"{target}/{coast}" if coastal else target)


def _helper_and_helped(written: WrittenOrder, ground: Ground) -> tuple[Unit, Unit]:
    unit = own_unit(written.unit, ground)
    if written.other is None:
        example = ground.board.facts.examples.support
        raise Unreadable(say("not_said_which"), say("name_it", example=example))
    other = any_unit(written.other, ground)
    if other == unit:
        raise NotAllowed(say("not_itself", unit=ground.unit(unit)), say("name_another"))
    return unit, other


def _destinations(unit: Unit, ground: Ground, helper: Unit) -> frozenset[str]:
    """Return where *unit* could go while *helper* supports it and so cannot convoy it (datc 6.D.31)."""
    if province_of(unit.place) in ground.hidden:
        return _from_fog(province_of(unit.place), ground, helper)
    near = within_reach(ground.board, unit.kind, unit.place)
    if unit.kind == "F":
        return near
    return near | ground.convoyable(province_of(unit.place), without=helper.place)


def _from_fog(province: str, ground: Ground, helper: Unit) -> frozenset[str]:
    """Return where a unit of either kind could go from *province*, on whichever coast it may stand.  15.3"""
    coasts = ground.board.map.provinces[province].coasts
    places = (province, *(f"{province}/{coast}" for coast in coasts))
    by_sea = frozenset().union(*(within_reach(ground.board, "F", place) for place in places))
    return by_sea | within_reach(ground.board, "A", province) | ground.convoyable(province, helper.place)


def _may_reach(ground: Ground, unit: Unit, province: str) -> None:
    if province not in within_reach(ground.board, unit.kind, unit.place):
        reason = say("could_not_move_there", unit=ground.unit(unit), place=ground.place(province))
        raise NotAllowed(reason, _supportable(ground, unit))


def _supportable(ground: Ground, unit: Unit) -> str:
    near = [
        place
        for place in ground.board.map.provinces
        if place in within_reach(ground.board, unit.kind, unit.place)
    ]
    return say("can_support_in", short=short_unit(unit), places=listed(near))


def convoy(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Check a convoy. Standard 8: fleets at sea convoy armies from shore to shore."""
    unit, other = _helper_and_helped(written, ground)
    if unit.kind != "F" or unit.place not in ground.fleets:
        raise NotAllowed(say("not_at_sea", unit=ground.unit(unit)), say("give_another"))
    if other.kind != "A":
        raise NotAllowed(say("only_armies_are_convoyed", unit=ground.unit(other)), say("name_army_on_shore"))
    open_to = ground.convoyable(other.place)
    target, _ = find(ground, written.route[-1], open_to.__contains__)
    if target not in open_to:
        raise NotAllowed(_no_crossing(ground, other, target), _ferries(ground, other, open_to))
    if not ground.hidden and not _is_needed(unit.place, other.place, target, ground):
        origin, end = ground.place(other.place), ground.place(target)
        reason = say("on_no_way", unit=ground.unit(unit), origin=origin, place=end)
        raise NotAllowed(reason, say("give_another"))
    return orders.Convoy(unit, other.place, target)


def _is_needed(sea: str, origin: str, target: str, ground: Ground) -> bool:
    number = ground.board.number
    fleets = [number[place] for place in ground.fleets]
    return convoys.is_of_use(ground.board, number[sea], number[origin], number[target], fleets)


def _ferries(ground: Ground, army: Unit, open_to: frozenset[str]) -> str:
    places = [place for place in ground.board.map.provinces if place in open_to]
    return say("could_be_convoyed_to", short=short_unit(army), places=listed(places)) if places else ""
