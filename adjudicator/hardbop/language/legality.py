"""Check holds, moves, supports, convoys and neutralising, by the map and by what the author may know (HB R).

Each function takes an order in the player's words and returns it with ids of places. Raises `Unreadable` for
an unknown name, and `NotAllowed` with the reason and with what would be allowed.
"""

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import PLACES, Known, place_meant
from adjudicator.hardbop.resolve import convoys
from adjudicator.hardbop.sentences import say
from adjudicator.hardbop.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, is_piece
from adjudicator.middle_earth.view.wording import short_unit

# Where something may go (R2, R3).


def could_go(unit: Unit) -> str:
    near = listed(sorted(ground.steps(unit.kind, unit.place)))
    if unit.kind in ground.TWO_SPACES and unit.kind != "R":  # a Ranger may have walked the Paths
        return say("can_go_and_on", short=short_unit(unit), near=near)
    return say("can_go", short=short_unit(unit), near=near)


def _could_go_from(unit: Unit, start: Place) -> str:
    """Return where *unit* can go, or can go on from the end of its first move."""
    if start == unit.place:
        return could_go(unit)
    near = listed(sorted(ground.steps(unit.kind, start)))
    return say("can_go_on", short=short_unit(unit), start=start, near=near)


def check_step(unit: Unit, start: Place, end: Place) -> None:
    if start == end:
        raise NotAllowed(
            say("is_there_already", unit=unit_name(unit)), say("to_stay_write_h", short=short_unit(unit))
        )
    if not ground.may_step(unit.kind, start, end):
        raise NotAllowed(_no_way(unit, start, end), _could_go_from(unit, start))


def _no_way(unit: Unit, start: Place, end: Place) -> str:
    if ground.OFF in (start, end):
        return say("no_unit_can_go_to_off")
    if end == ground.ERECH:
        return say("only_ranger_can_enter_erech")
    return _no_ground(unit, end) or _no_border(start, end)


def _no_ground(unit: Unit, end: Place) -> str:
    if end in ground.MARSH and (unit.kind == "C" or unit.kind in ground.ARMIES):
        return say("cannot_enter_marsh", kind=unit.kind, end=end)
    if end in ground.WATER and unit.kind not in ("F", "P"):
        return say("cannot_go_to_sea", short=short_unit(unit), end=end)
    if unit.kind == "F" and end not in ground.WATER and not ground.FLEET[end]:
        return say("has_no_coast_fleet_cannot_go", place=place_name(end))
    return ""


def _no_border(start: Place, end: Place) -> str:
    if end in ground.STEPS["Gandalf"][start]:
        return say("mountain_line_lies_between", start=start, end=end)
    return say("is_not_next", end=end, start=start)


def path_meant(words: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(place_meant(one) for one in words)


def check_path(unit: Unit, path: tuple[Place, ...], known: Known) -> tuple[Place, ...]:
    """Return the path to store: of a convoy that names its seas the first sea and the last place."""
    if is_voyage(unit, path):
        check_voyage(unit, path)
        return (path[0], path[-1])
    if len(path) > 2:
        raise NotAllowed(say("no_unit_moves_more_than_two"), say("name_one_or_two_spaces"))
    if len(path) == 1 and goes_by_sea(unit, path[0]):
        return path
    check_step(unit, unit.place, path[0])
    if len(path) == 2:
        check_two_spaces(unit, known)
        check_step(unit, path[0], path[1])
    return path


def is_voyage(unit: Unit, path: tuple[Place, ...]) -> bool:
    """Return whether *path* names the seas of a convoy."""
    walks = unit.kind in ground.TWO_SPACES and unit.kind != "C"  # over the sea, too (3.1(c))
    by_ship = unit.kind not in convoys.CARRIERS and not walks and path[0] in ground.WATER
    return by_ship and len(path) > 1 and path[-1] not in ground.WATER


def check_voyage(unit: Unit, path: tuple[Place, ...]) -> None:
    if unit.kind == "C":
        raise NotAllowed(say("c_cannot_be_convoyed"), could_go(unit))
    here = unit.place
    for place in path:
        if place not in ground.FLEET[here]:
            raise NotAllowed(say("is_not_next_to_by_water", place=place, here=here), could_go(unit))
        here = place
    if not convoys.may_land(unit.kind, path[-1]):
        raise NotAllowed(_no_way(unit, unit.place, path[-1]), could_go(unit))


def goes_by_sea(unit: Unit, end: Place) -> bool:
    """Return whether a convoy may take *unit* to *end*: from coast to coast, and not in one step."""
    may = unit.kind in ground.ARMIES or (is_piece(unit.kind) and unit.kind != "Nazgul")
    if not may or end == unit.place or ground.may_step(unit.kind, unit.place, end):
        return False
    coasts = bool(ground.FLEET[unit.place]) and bool(ground.FLEET[end]) and unit.place not in ground.WATER
    return coasts and convoys.may_land(unit.kind, end)


def check_two_spaces(unit: Unit, known: Known) -> None:
    if unit.kind == "R" and known.state.paths_walked:
        raise NotAllowed(say("after_paths_of_dead_ranger_can"), could_go(unit))
    if unit.kind not in ground.TWO_SPACES:
        raise NotAllowed(say("only_c_gandalf_ranger_and_nazgul"), could_go(unit))


# Acting.


def hold(order: act.Hold, known: Known) -> act.Hold:
    return act.Hold(known.own(order.unit))


def move(order: act.Move, known: Known) -> act.Move:
    unit = known.own(order.unit)
    check_free(unit, known)
    return act.Move(unit, check_path(unit, path_meant(order.path), known))


def hold_then(order: act.HoldThenMove, known: Known) -> act.HoldThenMove:
    unit = known.own(order.unit)
    check_two_spaces(unit, known)
    check_free(unit, known)
    target = place_meant(order.target)
    check_step(unit, unit.place, target)
    return act.HoldThenMove(unit, target)


def check_free(unit: Unit, known: Known) -> None:
    """Check that Cavalry does not support in one phase and move in the other (4.4(c), R7)."""
    if unit.kind == "C" and any(isinstance(o, act.SupportSecond) and o.unit == unit for o in known.message):
        raise NotAllowed(
            say("supports_in_phase_two_it_cannot", short=short_unit(unit)),
            say("cavalry_can_support_or_move_not"),
        )


def _helper(written: Unit, known: Known) -> Unit:
    """Return the supporting unit; of pieces, only Gandalf supports (R5, R8)."""
    unit = known.own(written)
    if unit.place == ground.OFF:
        raise NotAllowed(say("armies_off_board_cannot_support"), could_go(unit))
    if is_piece(unit.kind) and unit.kind != "Gandalf":
        raise NotAllowed(
            say("cannot_support", unit=unit_name(unit)), say("it_can_lead_leads_mti", short=short_unit(unit))
        )
    return unit


def _supported(written: Unit, known: Known) -> Unit:
    if is_piece(written.kind):
        raise NotAllowed(say("you_cannot_support_personality_unit"), say("support_unit_that_it_leads"))
    return known.any_unit(written)


def _check_friends(helper: Unit, power: Power, known: Known) -> None:
    """Check that the two do not oppose each other, by their alignments when the sheet is read (R6)."""
    if helper.kind == "Gandalf":
        if known.align(power) == EVIL:
            raise NotAllowed(say("gandalf_does_not_support_evil"), say("he_can_support_good_and_neutral"))
        return
    mine = known.owner(helper) if known.by_proxy else known.power
    if known.opposed(mine, power):
        raise NotAllowed(say("good_cannot_support_evil_and_evil"), say("give_it_another_order"))


def check_reach(helper: Unit, aim: Place, origin: Place) -> None:
    """Check that *helper* can support into *aim* a unit from *origin* (R2, R10)."""
    if helper.place == aim:
        remedy = (
            say("gandalf_leads", aim=aim)
            if helper.kind == "Gandalf"
            else say("h_defends", short=short_unit(helper))
        )
        raise NotAllowed(say("unit_cannot_support_in_its_own"), remedy)
    if not ground.may_step(helper.kind, helper.place, aim):
        near = listed(sorted(ground.steps(helper.kind, helper.place)))
        raise NotAllowed(
            say("could_not_move", short=short_unit(helper), aim=aim), say("it_can_support", near=near)
        )
    if ground.is_gated(helper.place, aim, origin):
        raise NotAllowed(say("you_cannot_support_through_hollin_gate"), say("give_it_another_order"))


def support_hold(order: act.SupportHold, known: Known) -> act.SupportHold | act.SupportGarrison:
    if _names_garrison(order.supported, known):
        return support_garrison(act.SupportGarrison(order.unit, order.supported.place), known)
    unit = _helper(order.unit, known)
    other = _supported(order.supported, known)
    check_reach(unit, other.place, other.place)
    _check_friends(unit, known.owner(other), known)
    return act.SupportHold(unit, other)


def support_move(order: act.SupportMove, known: Known) -> act.SupportMove:
    unit = _helper(order.unit, known)
    other = _supported(order.supported, known)
    if unit == other:
        raise NotAllowed(say("unit_cannot_support_itself"), could_go(unit))
    path = path_meant(order.path)
    if is_voyage(other, path):
        path = (path[-1],)
    if len(path) > 2:
        raise NotAllowed(say("no_unit_moves_more_than_two"), say("name_one_or_two_spaces"))
    check_reach(unit, path[0], other.place)
    if not goes_by_sea(other, path[0]):
        check_step(other, other.place, path[0])
    _check_friends(unit, known.owner(other), known)
    return act.SupportMove(unit, other, path)


def _names_garrison(written: Unit, known: Known) -> bool:
    """Return whether "A Los S MTi" means a garrison: no Military Unit is there (5.2(b))."""
    if written.kind or not PLACES.is_name(written.place):
        return False
    place = place_meant(written.place)
    return place not in known.at and garrison_of(place, known) is not None


def support_garrison(order: act.SupportGarrison, known: Known) -> act.SupportGarrison:
    """Check a support of a garrison (5.2(b))."""
    unit = _helper(order.unit, known)
    place = place_meant(order.place)
    owner = garrison_of(place, known)
    if owner is None:
        raise NotAllowed(say("there_is_no_garrison", place=place), say("clause_of_rules_lists_garrisons"))
    check_reach(unit, place, place)
    if owner:
        _check_friends(unit, owner, known)
    return act.SupportGarrison(unit, place)


def garrison_of(place: Place, known: Known) -> Power | None:
    if place in ground.DWARVEN_HALLS and known.state.owners.get(place) == "Dwarves":
        return "Dwarves"
    if place not in ground.garrisons(known.state.options) or place in known.state.garrisons_gone:
        return None
    return ground.PROVINCES[place].home or ""


def support_second(order: act.SupportSecond, known: Known) -> act.SupportSecond:
    """Check a support of a second move (R7)."""
    unit = known.own(order.unit)
    other = _supported(order.supported, known)
    if unit.kind not in ("C", "Gandalf") or other.kind != "C":
        reason = say("in_phase_two_only_c")
        raise NotAllowed(reason, say("for_phase_one_write"))
    if unit == other:
        raise NotAllowed(say("unit_cannot_support_itself"), could_go(unit))
    if unit.kind == "C" and _moves(unit, known):
        raise NotAllowed(
            say("moves_in_phase_one", short=short_unit(unit)), say("cavalry_can_support_or_move_not")
        )
    path = path_meant(order.path)
    if len(path) > 2:
        raise NotAllowed(say("no_unit_moves_more_than_two"), say("name_one_or_two_spaces"))
    if path:
        check_reach(unit, path[-1], path[-2] if len(path) > 1 else other.place if order.holds else "")
    if len(path) == 2:
        check_step(other, other.place, path[0])
        check_step(other, path[0], path[1])
    _check_friends(unit, known.owner(other), known)
    return act.SupportSecond(unit, other, path, order.holds)


def _moves(unit: Unit, known: Known) -> bool:
    return any(isinstance(o, act.Move | act.HoldThenMove) and o.unit == unit for o in known.message)


def convoy(order: act.Convoy, known: Known) -> act.Convoy:
    """Check a convoy (R8)."""
    unit = known.own(order.unit)
    if unit.kind not in convoys.CARRIERS:
        raise NotAllowed(say("cannot_convoy", short=short_unit(unit)), say("fleets_and_pirates_at_sea_can"))
    if unit.place not in ground.WATER:
        raise NotAllowed(say("is_not_at_sea", short=short_unit(unit)), say("it_can_convoy_only_at_sea"))
    target = place_meant(order.target)
    passenger = _passenger(order.passenger, known)
    if passenger.kind in ("C", "P", "F"):
        what = "C" if passenger.kind == "C" else "Ships"
        raise NotAllowed(say("cannot_be_convoyed", what=what), say("armies_can"))
    coasts = (passenger.place, target) if passenger.place else (target,)
    for coast in coasts:
        if coast in ground.WATER or not ground.FLEET[coast] or not convoys.may_land(passenger.kind, target):
            raise NotAllowed(say("there_is_no_convoy", place=place_name(coast)), say("name_two_coasts"))
    return act.Convoy(unit, passenger, target)


def _passenger(written: Unit, known: Known) -> Unit:
    """Return the passenger. The place of another power's piece is hidden and not looked up."""
    if is_piece(written.kind):
        if written.kind == "Nazgul":
            raise NotAllowed(say("nazgul_cannot_be_convoyed"), say("it_flies_and_only_over_land"))
        if any(piece.kind == written.kind for piece in known.pieces):
            known.own_piece(written)  # a wrong place is refused
        return Unit(written.kind, place_meant(written.place) if written.place else "")
    return known.any_unit(written)


def neutralise(order: act.Neutralise, known: Known) -> act.Neutralise:
    """Check an order to neutralise (3.8(c), R11)."""
    unit = known.own(order.unit if order.path or order.unit.kind != "R" else Unit("R", ""))
    if unit.kind != "R":
        raise NotAllowed(say("only_ranger_can_neutralise"), could_go(unit))
    if known.state.paths_walked:
        raise NotAllowed(say("after_paths_of_dead_ranger_can_2"), could_go(unit))
    if not order.path:
        raise NotAllowed(
            say("neutralises_what_it_enters"), _where_to_neutralise(unit, order.unit.place, known)
        )
    path = path_meant(order.path)
    path = check_path(unit, path, known)
    target = path[-1]
    remedy = say("write_ranger", way="".join(f" - {place}" for place in path))
    destroyed = target == ground.ISENGARD and known.state.isengard == "destroyed"
    if target not in ground.CENTRES or destroyed:
        raise NotAllowed(say("is_not_supply_centre", target=target), remedy)
    if ground.is_fortress(target):
        raise NotAllowed(say("is_fortress", target=target), remedy)
    return act.Neutralise(unit, path)


def _where_to_neutralise(unit: Unit, written: Place, known: Known) -> str:
    """Return how to neutralise the centre that was *written*, or one nearby, or where the Ranger can go."""
    meant = place_meant(written) if written else unit.place
    if meant != unit.place:
        return say("write_where_it_neutralises", way=f"Ranger - {meant}")
    near = sorted(ground.CENTRES & ground.steps(unit.kind, unit.place))
    owners = known.state.owners
    may = (one for one in near if owners.get(one, known.power) != known.power and not ground.is_fortress(one))
    centre = next(may, "")
    return say("write_where_it_neutralises", way=f"Ranger - {centre}") if centre else could_go(unit)
