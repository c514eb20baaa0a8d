"""Check embarking, landing, fast ferries, and the consent of the owner of a fleet (XIII 6g)."""

from adjudicator.core.language.words import NotAllowed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import Known, place_meant
from adjudicator.downfall_xiii.language.legality import actor, could_go, owners
from adjudicator.downfall_xiii.sentences import group, say
from adjudicator.downfall_xiii.view.wording import unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.wording import short_unit

NO_PASSENGERS = group("no_passengers")


def no_convoys() -> NotAllowed:
    return NotAllowed(say("xiii_has_no_convoys_use_ff"), say("write_f_gul_ff_fld_har"))


def check_passenger(unit: Unit, known: Known) -> None:
    remedy = could_go(unit, known) if unit.place else ""  # the place of another power's piece may be left out
    if unit.kind in NO_PASSENGERS:
        raise NotAllowed(NO_PASSENGERS[unit.kind], remedy)
    if unit.kind == "Aragorn" and known.state.dead.word == "awake":
        raise NotAllowed(say("dead_cannot_go_to_sea"), remedy)


def _fleet(written: Unit, known: Known) -> Unit:
    fleet = known.any_unit(Unit("F", written.place, written.count) if written.kind == "A/F" else written)
    if fleet.kind not in ("", "F") or fleet.place not in ground.WATER:
        raise NotAllowed(
            say("is_not_fleet_at_sea", short=short_unit(fleet)), say("ships_take_passengers_aboard_only")
        )
    count = sum(stack.count for stack in known.at[fleet.place] if stack.kind == "F")
    return Unit("F", fleet.place, count if written.count == 1 else written.count)


def _check_room(passenger: Unit, fleet: Unit, known: Known) -> None:
    """Check that the fleet has room for *passenger* and may carry it (6g.9, 6g.10)."""
    if passenger.kind == "A" and passenger.count > fleet.count:
        reason = say("does_not_fit_on", count=passenger.count, short=short_unit(Unit("F", "", fleet.count)))
        raise NotAllowed(reason, say("there_must_be_as_many_fleets"))
    captains = owners(Unit("F", fleet.place), known)
    men = owners(passenger, known) if passenger.kind == "A" else [known.power]
    if captains and men and all(known.opposed(one, other) for one in captains for other in men):
        raise NotAllowed(say("good_and_evil_cannot_carry_each"), say("choose_another_fleet"))


def embark(order: act.Embark, known: Known) -> act.Embark:
    """Check an order to embark (6g.4)."""
    unit = actor(order.unit, known, part=True)
    check_passenger(unit, known)
    fleet = _fleet(order.fleet, known)
    if unit.place not in ground.shores(fleet.place):
        raise NotAllowed(
            say("is_not_next", end=fleet.place, start=unit.place), say("fleet_must_be_in_sea_area")
        )
    if any(stack.kind == "A" for stack in known.at[fleet.place]):
        raise NotAllowed(say("army_is_already_aboard", short=short_unit(fleet)), say("choose_another_fleet"))
    _check_room(unit, fleet, known)
    return act.Embark(unit, fleet)


def disembark(order: act.Disembark, known: Known) -> act.Disembark:
    """Check a landing (6g.6). The army is named by the sea area where it will be."""
    written = order.unit
    sea, target = place_meant(written.place, water=True) if written.place else "", place_meant(order.target)
    kind = written.kind or "A"
    check_passenger(Unit(kind, sea), known)
    seas = {place for unit in _aboard(kind, known) for place in sails_to(unit, known)}
    if not sea:
        near = {one for one in seas if target in ground.shores(one)} or seas
        if is_piece(kind) and len(near) > 1:
            return act.Disembark(Unit(kind), target)  # from wherever the fleet brings it
        sea = min(near) if len(near) == 1 else ""
    if sea not in ground.WATER:
        raise NotAllowed(
            say("you_do_not_say_from_which"),
            say("write_mao_disembarks_por_mao"),
        )
    if sea not in seas:
        what = unit_name(Unit(kind, sea)) if kind == "A" else f"{kind} at {sea}"
        raise NotAllowed(say("you_will_not_have_aboard_there", what=what), say("name_sea_area_where_f_stays"))
    if target not in ground.shores(sea):
        raise NotAllowed(say("is_not_next", end=target, start=sea), say("it_lands_on_coast_next"))
    return act.Disembark(Unit(kind, sea, written.count), target)


def _aboard(kind: str, known: Known) -> set[Place]:
    """Return the sea areas where one of the player's units of this kind is aboard or goes aboard."""
    if is_piece(kind):
        found = {piece.place for piece in known.pieces if piece.kind == kind}
    else:
        found = {stack.place for stack in known.stacks if stack.kind == kind}
    goes = {
        order.fleet.place
        for order in known.ordered
        if isinstance(order, act.Embark) and order.unit.kind == kind
    }
    return {place for place in found if place in ground.WATER} | goes


def sails_to(sea: Place, known: Known) -> set[Place]:
    """Return where the fleet may be. The orders of another power's fleet are hidden."""
    own = [stack for stack in known.stacks if stack.place == sea and stack.kind == "F"]
    if not own:
        return {sea, *(place for place in ground.FLEET[sea] if place in ground.WATER)}
    return known.ends(Unit("F", sea)) & ground.WATER


def ferry(order: act.FastFerry, known: Known, part: bool = False) -> act.FastFerry:
    """Check a fast ferry: from coast to coast over one sea area (6g.3)."""
    unit = known.own(order.unit, part)
    if unit.kind == "A/F" or any(
        stack.kind == "A" for stack in known.at.get(unit.place, ()) if unit.kind == "F"
    ):
        raise NotAllowed(
            say("f_cannot_run_fast_ferry"),
            say("to_land_its_army_write_disembarks", place=unit.place),
        )
    if unit.kind != "F" or unit.place not in ground.WATER:
        raise NotAllowed(
            say("is_not_fleet_at_sea", short=short_unit(unit)), say("ferry_crosses_one_sea_area")
        )
    passenger = _passenger(order.passenger, known)
    check_passenger(passenger, known)
    target = place_meant(order.target)
    shores = ground.shores(unit.place)
    if passenger.place and passenger.place not in shores:
        raise NotAllowed(
            say("is_not_next", end=passenger.place, start=unit.place), say("to_cross_more_than_one_sea")
        )
    if target not in shores or target == passenger.place:
        raise NotAllowed(
            say("is_not_another_coast", target=target, place=unit.place), say("to_cross_more_than_one_sea")
        )
    _check_room(passenger, unit, known)
    return act.FastFerry(unit, passenger, target)


def _passenger(written: Unit, known: Known) -> Unit:
    """Return the passenger. The place of another power's piece is hidden and not looked up."""
    if not is_piece(written.kind):
        return known.any_unit(written)
    if any(piece.kind == written.kind for piece in known.pieces):
        return known.own_piece(written)
    return Unit(written.kind, place_meant(written.place) if written.place else "")


def takes(order: act.Takes, known: Known) -> act.Takes:
    """Check the consent of a fleet's owner (6g.9)."""
    unit = known.own(order.unit)
    if unit.kind not in ("F", "A/F") or unit.place not in ground.WATER:
        raise NotAllowed(
            say("is_not_fleet_at_sea", short=short_unit(unit)), say("only_fleets_at_sea_can_take")
        )
    passenger = _passenger(order.passenger, known)
    check_passenger(passenger, known)
    if passenger.place and passenger.place not in ground.shores(unit.place):
        raise NotAllowed(
            say("is_not_next", end=passenger.place, start=unit.place),
            say("it_can_take_only_what"),
        )
    _check_room(passenger, unit, known)
    return act.Takes(unit, passenger)
