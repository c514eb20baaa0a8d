"""Check holds, moves, supports and neutralising, by the map and by what the author may know.

Each function takes an order in the player's words and returns it with ids of places. Raises `Unreadable` for
an unknown name, and `NotAllowed` with the reason and with what would be allowed.
"""

from copy import copy

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.language.knowledge import FLEETS, Known, place_meant
from adjudicator.downfall_xiii.resolve.company import PROTECTORS
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.wording import short_unit

SUPPORTS = (act.SupportHold, act.SupportMove, act.SupportGarrison, act.SupportSecond)
NO_SAILORS = ("C", "Nazgul", "Fe")  # 6f.11, 6g.11


# Where something may go.


def walks(unit: Unit, known: Known) -> str:
    """Return the kind by whose table *unit* moves: Aragorn with the Dead moves as an army (6b.8)."""
    if unit.kind == "Aragorn" and known.state.dead.word == "awake":
        return "A"
    return "F" if unit.kind == "A/F" else unit.kind


def could_step(unit: Unit, start: Place, end: Place, known: Known) -> bool:
    if unit.kind == "A/F" and end not in ground.WATER:
        return False
    return ground.may_step(walks(unit, known), start, end, known.barred)


def could_go(unit: Unit, known: Known) -> str:
    beside = ground.steps(walks(unit, known), unit.place)
    near = sorted(place for place in beside if could_step(unit, unit.place, place, known))
    return (
        say("can_go", short=short_unit(unit), near=listed(near))
        if near
        else say("can_only_stay", short=short_unit(unit))
    )


def _could_go_from(unit: Unit, start: Place, known: Known) -> str:
    """Return where *unit* can go, or can go on from the end of its first move."""
    beside = ground.steps(walks(unit, known), start)
    near = sorted(place for place in beside if could_step(unit, start, place, known))
    if start == unit.place or not near:
        return could_go(unit, known)
    return say("can_go_on", short=short_unit(unit), start=start, near=listed(near))


def check_step(unit: Unit, start: Place, end: Place, known: Known) -> None:
    """Raise `NotAllowed` if *unit* cannot go from *start* to *end* in one step."""
    if start == end:
        raise NotAllowed(
            say("is_there_already", unit=short_unit(unit)), say("to_stay_write_h", short=short_unit(unit))
        )
    if unit.kind == "Sauron" and end not in ground.SAURON_CONFINED and not _gondor_is_fallen(known):
        confined = listed(sorted(ground.SAURON_CONFINED), "and")
        raise NotAllowed(say("sauron_cannot_leave_mordor_yet"), say("he_can_go", confined=confined))
    if not could_step(unit, start, end, known):
        raise NotAllowed(_no_way(unit, start, end, known), _could_go_from(unit, start, known))


def _gondor_is_fallen(known: Known) -> bool:
    owners = known.state.owners
    return bool(owners) and "Gondor" not in owners.values()


def _no_way(unit: Unit, start: Place, end: Place, known: Known) -> str:
    if end == ground.OFF:
        return say("no_unit_can_go_to_off")
    if unit.kind in FLEETS:
        return _no_way_by_water(unit, start, end)
    kind = walks(unit, known)
    if end in ground.WATER:
        return _no_way_on_foot(unit, end)
    if kind == "C" and end in ground.MARSH:
        return say("c_cannot_enter_marsh", end=end)
    if end in ground.steps(kind, start):
        return say("hostile_fleet", place=ground.CROSSINGS[start, end])
    return _no_way_by_land(start, end)


def _no_way_on_foot(unit: Unit, end: Place) -> str:
    match unit.kind:
        case "C":
            return say("cavalry_takes_no_ship", place=place_name(end))
        case "Nazgul":
            return say("nazgul_takes_no_ship", place=place_name(end))
        case "Fe":
            return say("fellowship_takes_no_ship", place=place_name(end))
        case _:
            return _must_embark(unit, end)


def _must_embark(unit: Unit, end: Place) -> str:
    return say("is_water_write_embarks_f", place=place_name(end), short=short_unit(unit), end=end)


def _no_way_by_water(unit: Unit, start: Place, end: Place) -> str:
    if unit.kind == "A/F" and end not in ground.WATER:
        return say("f_cannot_enter_coastal_province", end=end)
    if end not in ground.WATER and not ground.FLEET[end]:
        return say("has_no_coast_fleet_cannot_go", place=place_name(end))
    return say("is_not_next", end=end, start=start)


def _no_way_by_land(start: Place, end: Place) -> str:
    if end in ground.LIGHT[start]:
        return say("mountain_line_lies_between", start=start, end=end)
    rivers = [river for river in ground.RIVERS if {start, end} <= ground.shores(river)]
    match rivers[:1]:
        case ["AND"]:
            return say("anduin_lies_between", end=end, start=start)
        case ["ETH"]:
            return say("ethir_anduin_lies_between", end=end, start=start)
        case ["GWA"]:
            return say("gwathlo_lies_between", end=end, start=start)
        case ["BRA"]:
            return say("brandywine_lies_between", end=end, start=start)
        case _:
            return say("is_not_next", end=end, start=start)


def ferries(unit: Unit, start: Place, end: Place, known: Known) -> list[Place]:
    """Return the sea areas with a fleet that could ferry *unit* between the coasts (6g.3, 6g.11)."""
    if unit.kind in FLEETS or unit.kind in NO_SAILORS:
        return []
    room = unit.count if unit.kind == "A" else 1
    return [
        sea
        for sea in ground.seas_between(start, end)
        if any(stack.kind == "F" and stack.count >= room for stack in known.at.get(sea, ()))
    ]


def path_meant(unit: Unit, words: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(place_meant(one, unit.kind in FLEETS) for one in words)


def check_path(unit: Unit, path: tuple[Place, ...], known: Known) -> None:
    if len(path) > 2:
        raise NotAllowed(say("no_unit_moves_more_than_two"), say("name_one_or_two_spaces"))
    if unit.place in ground.WATER and unit.kind not in FLEETS:
        raise NotAllowed(
            say("is_aboard", unit=short_unit(unit)),
            say("to_land_write_disembarks_and_coast", short=short_unit(unit)),
        )
    if len(path) == 1 and unit.kind not in FLEETS and _must_ferry(unit, path[0], known):
        _check_ferry(unit, known)
        return
    check_step(unit, unit.place, path[0], known)
    if len(path) == 2:
        _check_two_spaces(unit, path, known)
        check_step(unit, path[0], path[1], known)


def _must_ferry(unit: Unit, end: Place, known: Known) -> bool:
    far = (
        unit.place != end
        and end not in ground.WATER
        and end not in ground.steps(walks(unit, known), unit.place)
    )
    if unit.kind == "Sauron" and end not in ground.SAURON_CONFINED:
        return False
    return far and bool(ferries(unit, unit.place, end, known))


def _check_ferry(unit: Unit, known: Known) -> None:
    if unit.kind == "Aragorn" and walks(unit, known) == "A":
        raise NotAllowed(say("dead_are_not_ferried"), could_go(unit, known))


def _check_two_spaces(unit: Unit, path: tuple[Place, ...], known: Known) -> None:
    remedy = say("write_2", short=short_unit(unit), place=path[0])
    if unit.kind == "Gandalf" and not known.state.shadowfax:
        raise NotAllowed(say("gandalf_can_move_two_spaces_only"), remedy)
    if unit.kind not in ("C", "Gandalf", "Nazgul"):
        raise NotAllowed(say("only_c_nazgul_and_gandalf"), remedy)
    if unit.kind == "Nazgul":
        return
    closed = [place for place in (unit.place, *path) if place in ground.FOREST]
    if closed:
        raise NotAllowed(say("two_space_move_may_not_touch", place=closed[0]), remedy)
    wet = [place for place in path if place in ground.MARSH]
    if wet:
        raise NotAllowed(say("two_space_move_may_not_enter", place=wet[0]), remedy)
    if unit.kind == "C":
        check_rides_free(unit, known)


def check_rides_free(unit: Unit, known: Known) -> None:
    """Check that Cavalry stacked with an Army moves one space, unless it divides from it (6f.8)."""
    if any(stack.kind == "A" and stack.power == known.power for stack in known.at.get(unit.place, ())):
        free = say("to_ride_alone_divide_d", short=short_unit(unit))
        raise NotAllowed(say("is_stacked_with_army", short=short_unit(unit)), free)


# Acting.


def check_awake(unit: Unit, known: Known) -> None:
    if unit.kind == "Theoden" and known.state.theoden.word == "asleep":
        raise NotAllowed(say("theoden_is_asleep_in_dha"), say("gandalf_or_fellowship_can_awaken_him"))


def actor(written: Unit, known: Known, part: bool = False) -> Unit:
    unit = known.own(written, part)
    check_awake(unit, known)
    return unit


def hold(order: act.Hold, known: Known, part: bool = False) -> act.Hold:
    return act.Hold(actor(order.unit, known, part))


def move(order: act.Move, known: Known, part: bool = False) -> act.Move:
    unit = actor(order.unit, known, part)
    path = path_meant(unit, order.path)
    check_path(unit, path, known if not part else _divided(known))
    return act.Move(unit, path)


def _divided(known: Known) -> Known:
    """Return the knowledge as if no Army stood with a C: it divides from its Army (6f.8)."""
    apart = copy(known)
    apart.shared = known.shared.copy()
    apart.__dict__["at"] = {
        place: [stack for stack in there if stack.kind != "A" or stack.power != known.power]
        for place, there in known.at.items()
    }
    return apart


def hold_then(order: act.HoldThenMove, known: Known, part: bool = False) -> act.HoldThenMove:
    unit = actor(order.unit, known, part)
    target = place_meant(order.target)
    if unit.kind not in ("C", "Nazgul") and not (unit.kind == "Gandalf" and known.state.shadowfax):
        raise NotAllowed(
            say("only_c_can_hold_in_phase"), say("write_2", short=short_unit(unit), place=target)
        )
    if unit.kind == "C" and options.value(known.state, options.HOLD_THEN_MOVE) == "barred":
        raise NotAllowed(
            say("in_this_game_c_cannot_hold"),
            say("write_2", short=short_unit(unit), place=target),
        )
    if unit.kind == "C" and not part:
        check_rides_free(unit, known)
    check_step(unit, unit.place, target, known)
    return act.HoldThenMove(unit, target)


def _helper(written: Unit, known: Known, part: bool) -> Unit:
    unit = actor(written, known, part)
    if unit.place == ground.OFF:
        raise NotAllowed(say("armies_off_board_cannot_support"), could_go(unit, known))
    if unit.kind == "A" and unit.place in ground.WATER:
        raise NotAllowed(say("is_aboard_f_supports", unit=unit_name(unit)), say("write_f", place=unit.place))
    if is_piece(unit.kind) and unit.kind not in PROTECTORS:
        raise NotAllowed(
            say("cannot_support", unit=unit_name(unit)), say("it_can_go_with_stack", short=short_unit(unit))
        )
    return unit


def supported_meant(written: Unit, known: Known) -> Unit:
    """Return the supported unit, which is public. A landing army is named by its sea area (6g.6)."""
    if written.kind == "Aragorn" and known.state.dead.word == "awake":
        places = [piece.place for piece in known.state.pieces if piece.kind == "Aragorn"]
        return Unit("Aragorn", places[0] if places else "")
    if is_piece(written.kind):
        raise NotAllowed(say("you_cannot_support_piece_on_its"), say("support_unit_that_it_goes"))
    place = place_meant(written.place, water=True) if written.kind == "A" else ""
    if place_meant(written.place, written.kind in FLEETS) in known.at:
        return known.any_unit(written)
    if place in ground.WATER and not any(stack.kind == "A" for stack in known.at.get(place, ())):
        return Unit("A", place, written.count)
    return known.any_unit(written)


def owners(unit: Unit, known: Known) -> list[Power]:
    kind = "F" if unit.kind == "A/F" else unit.kind
    return [stack.power for stack in known.at.get(unit.place, ()) if kind in ("", stack.kind)]


def _check_friends(helper: Unit, helped: Unit, known: Known) -> None:
    theirs = owners(helped, known)
    if not theirs:
        return
    if is_piece(helper.kind):
        if all(known.opposed(GOOD_POWER, power) for power in theirs):
            raise NotAllowed(
                say("does_not_support_evil", kind=helper.kind), say("he_can_support_good_and_neutral")
            )
        return
    mine = known.power if not known.by_proxy else owners(helper, known)[0]
    if all(known.opposed(mine, power) for power in theirs):
        raise NotAllowed(say("good_cannot_support_evil_and_evil"), say("give_it_another_order"))


GOOD_POWER = "Gandalf"  # Gandalf and Aragorn help Good and Neutral (6a.i, 6b.i)


def check_reach(helper: Unit, aim: Place, origin: Place, known: Known) -> None:
    """Raise `NotAllowed` if the helper cannot move to *aim* (7h.1) or the Hollin gate is between (7g)."""
    kind = walks(helper, known)
    if ground.may_support((kind,), helper.place, aim, origin, known.barred):
        return
    if is_piece(helper.kind) and helper.place == aim:
        there = f"{helper.kind} with A {aim}"
        raise NotAllowed(
            say("he_can_support_only_in_areas"),
            say("to_help_stack_in_his_own", there=there),
        )
    if could_step(helper, helper.place, aim, known) and {aim, origin} & ground.GATE | {aim, origin} & {"Aza"}:
        raise NotAllowed(say("you_cannot_support_through_hollin_gate"), say("give_it_another_order"))
    near = [
        place for place in ground.steps(kind, helper.place) if could_step(helper, helper.place, place, known)
    ]
    only = say("it_can_support", places=listed(sorted(near))) if near else say("give_it_another_order")
    raise NotAllowed(_out_of_reach(helper, aim, known), only)


def _out_of_reach(helper: Unit, aim: Place, known: Known) -> str:
    """Return why *helper* could not move to *aim*."""
    reason = say("could_not_move", short=short_unit(helper), aim=aim)
    is_barred = aim in ground.steps(walks(helper, known), helper.place) and (
        ground.CROSSINGS.get((helper.place, aim)) in known.barred
    )
    return f"{reason} {_no_way(helper, helper.place, aim, known)}" if is_barred else reason


def support_hold(order: act.SupportHold, known: Known, part: bool = False) -> act.SupportHold:
    unit = _helper(order.unit, known, part)
    other = supported_meant(order.supported, known)
    if other.place == unit.place and not is_piece(unit.kind):
        raise NotAllowed(say("unit_cannot_support_in_its_own"), say("h_defends", short=short_unit(unit)))
    check_reach(unit, other.place, other.place, known)
    _check_friends(unit, other, known)
    return act.SupportHold(unit, other)


def support_move(order: act.SupportMove, known: Known, part: bool = False) -> act.SupportMove:
    unit = _helper(order.unit, known, part)
    other = supported_meant(order.supported, known)
    path = path_meant(other, order.path)
    if len(path) > 2:
        raise NotAllowed(say("no_unit_moves_more_than_two"), say("name_one_or_two_spaces"))
    if path[0] == other.place:
        raise NotAllowed(
            say("is_there_already", unit=short_unit(other)),
            say("write_3", short=short_unit(unit), short_2=short_unit(other)),
        )
    check_reach(unit, path[0], other.place, known)
    _check_possible(other, path[0], known)
    _check_friends(unit, other, known)
    return act.SupportMove(unit, other, path)


def _check_possible(other: Unit, target: Place, known: Known) -> None:
    """Raise `NotAllowed` if the supported unit cannot go there on foot, by ferry or by landing."""
    near = any(
        target in ground.steps(kind, other.place)
        for kind in (("A", "C", "F") if not other.kind else (walks(other, known),))
    )
    lands = other.place in ground.WATER and target in ground.shores(other.place)
    if not near and not lands and not ferries(other, other.place, target, known):
        raise NotAllowed(_no_way(other, other.place, target, known), could_go(other, known))


def support_garrison(order: act.SupportGarrison, known: Known, part: bool = False) -> act.SupportGarrison:
    unit = _helper(order.unit, known, part)
    place = place_meant(order.place)
    gone = place in known.state.garrisons_gone and place not in known.state.garrison_of
    if place not in ground.GARRISONS or gone:
        raise NotAllowed(say("there_is_no_garrison", place=place), say("clause_b_of_rules_lists_garrisons"))
    check_reach(unit, place, place, known)
    return act.SupportGarrison(unit, place)


def support_second(order: act.SupportSecond, known: Known, part: bool = False) -> act.SupportSecond:
    unit = actor(order.unit, known, part)
    other = supported_meant(order.supported, known)
    if unit.kind != "C" or other.kind not in ("C", ""):
        raise NotAllowed(say("in_phase_two_only_c_can"), say("for_phase_one_write"))
    if not order.path:
        raise NotAllowed(say("you_do_not_say_where_second"), say("write_c_dha_ano", short=short_unit(unit)))
    path = path_meant(other, order.path)
    if len(path) > 2:
        raise NotAllowed(say("no_unit_moves_more_than_two"), say("name_one_or_two_spaces"))
    check_reach(unit, path[-1], path[-1], known)
    _check_friends(unit, other, known)
    return act.SupportSecond(unit, other, path, order.holds)


def neutralise(order: act.Neutralise, known: Known) -> act.Neutralise:
    """Check that only a centre is neutralised, and not a fortress (6h.3)."""
    if not order.path and order.unit.kind == "R":
        raise NotAllowed(say("neutralises_what_it_enters"), _where_to_neutralise(order.unit.place, known))
    unit = actor(order.unit, known)
    if unit.kind != "R" or not order.path:
        raise NotAllowed(say("only_ranger_can_neutralise"), "")
    path = path_meant(unit, order.path)
    check_path(unit, path, known)
    target = path[-1]
    if target not in ground.CENTRES:
        raise NotAllowed(
            say("is_not_supply_centre", target=target), say("write_2", short=short_unit(unit), place=target)
        )
    if ground.is_fortress(target, known.state.fortresses_gone):
        raise NotAllowed(
            say("is_fortress", target=target), say("write_2", short=short_unit(unit), place=target)
        )
    return act.Neutralise(unit, path)


def _where_to_neutralise(written: Place, known: Known) -> str:
    """Return how to neutralise the centre that was *written*, or an example."""
    centre = place_meant(written) if written else ""
    mine = sorted(piece.place for piece in known.pieces if piece.kind == "R")
    near = next((place for place in mine if ground.may_step("R", place, centre)), "") if centre else ""
    return say("write_where_it_neutralises", way=f"R {near} - {centre}" if near else "R Osg - SIt")
