"""Check holds, moves, supports, convoys and neutralising, by the map and by what the author may know (HB R).

Each function takes an order in the player's words and returns it with ids of places. Raises `Unreadable` for
an unknown name, and `NotAllowed` with the reason and with what would be allowed.
"""

from adjudicator.core.words import NotAllowed, listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import PLACES, Known, place_meant
from adjudicator.hardbop.resolve import convoys
from adjudicator.hardbop.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, is_piece
from adjudicator.middle_earth.view.wording import short_unit

# Where something may go (R2, R3).


def could_go(unit: Unit) -> str:
    near = sorted(ground.steps(unit.kind, unit.place))
    return f"{short_unit(unit)} can go to {listed(near)}."


def check_step(unit: Unit, start: Place, end: Place) -> None:
    if start == end:
        raise NotAllowed(f"{unit_name(unit)} is there already.", f"To stay, write {short_unit(unit)} H.")
    if not ground.may_step(unit.kind, start, end):
        raise NotAllowed(_no_way(unit, start, end), could_go(unit))


def _no_way(unit: Unit, start: Place, end: Place) -> str:
    if ground.OFF in (start, end):
        return "No unit can go to Off; from there units can go to Nrn, ELi, NRh or SRh."
    if end == ground.ERECH:
        return "Only the Ranger can enter Erech."
    return _no_ground(unit, end) or _no_border(start, end)


def _no_ground(unit: Unit, end: Place) -> str:
    if end in ground.MARSH and unit.kind in (*ground.ARMIES, "C"):
        return f"{unit.kind} cannot enter a marsh ({end})."
    if end in ground.WATER and unit.kind not in ("F", "P"):
        return f"{short_unit(unit)} cannot go to sea ({end})."
    if unit.kind == "F" and end not in ground.WATER and not ground.FLEET[end]:
        return f"{place_name(end)} has no coast: a fleet cannot go there."
    return ""


def _no_border(start: Place, end: Place) -> str:
    if end in ground.STEPS["Gandalf"][start]:
        return f"A mountain line lies between {start} and {end}."
    return f"{end} is not next to {start}."


def path_meant(words: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(place_meant(one) for one in words)


def check_path(unit: Unit, path: tuple[Place, ...], known: Known) -> tuple[Place, ...]:
    """Return the path to store: of a convoy that names its seas the first sea and the last place."""
    if is_voyage(unit, path):
        check_voyage(unit, path)
        return (path[0], path[-1])
    if len(path) > 2:
        raise NotAllowed("No unit moves more than two spaces.", "Name one or two spaces.")
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
        raise NotAllowed("C cannot be convoyed.", could_go(unit))
    here = unit.place
    for place in path:
        if place not in ground.FLEET[here]:
            raise NotAllowed(f"{place} is not next to {here} by water.", could_go(unit))
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
        raise NotAllowed("After the Paths of the Dead the Ranger can move only one space.", could_go(unit))
    if unit.kind not in ground.TWO_SPACES:
        raise NotAllowed("Only C, Gandalf, the Ranger and the Nazgul can move two spaces.", could_go(unit))


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
    """4.4(c), R7: Cavalry cannot support in one phase and move in the other."""
    if unit.kind == "C" and any(isinstance(o, act.SupportSecond) and o.unit == unit for o in known.message):
        raise NotAllowed(
            f"{short_unit(unit)} supports in phase two; it cannot move in this turn.",
            "Cavalry can support or move, not both.",
        )


def _helper(written: Unit, known: Known) -> Unit:
    """R5, R8"""
    unit = known.own(written)
    if unit.place == ground.OFF:
        raise NotAllowed("Armies off the board cannot support.", could_go(unit))
    if is_piece(unit.kind) and unit.kind != "Gandalf":
        raise NotAllowed(
            f"{unit_name(unit)} cannot support.", f"It can lead: {short_unit(unit)} leads A MTi."
        )
    return unit


def _supported(written: Unit, known: Known) -> Unit:
    if is_piece(written.kind):
        raise NotAllowed("You cannot support a Personality Unit.", "Support the unit that it leads.")
    return known.any_unit(written)


def _check_friends(helper: Unit, power: Power, known: Known) -> None:
    """R6, by the alignments when the sheet is read."""
    if helper.kind == "Gandalf":
        if known.align(power) == EVIL:
            raise NotAllowed("Gandalf does not support Evil.", "He can support Good and Neutral units.")
        return
    mine = known.owner(helper) if known.by_proxy else known.power
    if known.opposed(mine, power):
        raise NotAllowed("Good cannot support Evil, and Evil cannot support Good.", "Give it another order.")


def check_reach(helper: Unit, aim: Place, origin: Place) -> None:
    """R2, R10"""
    if helper.place == aim:
        remedy = (
            f"Gandalf leads A {aim}." if helper.kind == "Gandalf" else f"{short_unit(helper)} H defends it."
        )
        raise NotAllowed("A unit cannot support in its own space.", remedy)
    if not ground.may_step(helper.kind, helper.place, aim):
        near = listed(sorted(ground.steps(helper.kind, helper.place)))
        raise NotAllowed(f"{short_unit(helper)} could not move to {aim}.", f"It can support in {near}.")
    if ground.is_gated(helper.place, aim, origin):
        raise NotAllowed("You cannot support through the Hollin gate.", "Give it another order.")


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
        raise NotAllowed("A unit cannot support itself.", could_go(unit))
    path = path_meant(order.path)
    if is_voyage(other, path):
        path = (path[-1],)
    if len(path) > 2:
        raise NotAllowed("No unit moves more than two spaces.", "Name one or two spaces.")
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
    """5.2(b)"""
    unit = _helper(order.unit, known)
    place = place_meant(order.place)
    owner = garrison_of(place, known)
    if owner is None:
        raise NotAllowed(f"There is no garrison in {place}.", "Clause 5.3 of the rules lists the garrisons.")
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
    """R7"""
    unit = known.own(order.unit)
    other = _supported(order.supported, known)
    if unit.kind not in ("C", "Gandalf") or other.kind != "C":
        reason = "In phase two only C and Gandalf can support, and only C can be supported."
        raise NotAllowed(reason, "For phase one write S.")
    if unit == other:
        raise NotAllowed("A unit cannot support itself.", could_go(unit))
    if unit.kind == "C" and _moves(unit, known):
        raise NotAllowed(f"{short_unit(unit)} moves in phase one.", "Cavalry can support or move, not both.")
    path = path_meant(order.path)
    if len(path) > 2:
        raise NotAllowed("No unit moves more than two spaces.", "Name one or two spaces.")
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
    """R8"""
    unit = known.own(order.unit)
    if unit.kind not in convoys.CARRIERS:
        raise NotAllowed(f"{short_unit(unit)} cannot convoy.", "Fleets and Pirates at sea can.")
    if unit.place not in ground.WATER:
        raise NotAllowed(f"{short_unit(unit)} is not at sea.", "It can convoy only at sea.")
    target = place_meant(order.target)
    passenger = _passenger(order.passenger, known)
    if passenger.kind in ("C", "P", "F"):
        what = "C" if passenger.kind == "C" else "Ships"
        raise NotAllowed(f"{what} cannot be convoyed.", "Armies can.")
    coasts = (passenger.place, target) if passenger.place else (target,)
    for coast in coasts:
        if coast in ground.WATER or not ground.FLEET[coast] or not convoys.may_land(passenger.kind, target):
            raise NotAllowed(f"There is no convoy to or from {place_name(coast)}.", "Name two coasts.")
    return act.Convoy(unit, passenger, target)


def _passenger(written: Unit, known: Known) -> Unit:
    """Return the passenger. The place of another power's piece is hidden and not looked up."""
    if is_piece(written.kind):
        if written.kind == "Nazgul":
            raise NotAllowed("The Nazgul cannot be convoyed.", "It flies, and only over land.")
        if any(piece.kind == written.kind for piece in known.pieces):
            known.own_piece(written)  # a wrong place is refused (order language, 1.5)
        return Unit(written.kind, place_meant(written.place) if written.place else "")
    return known.any_unit(written)


def neutralise(order: act.Neutralise, known: Known) -> act.Neutralise:
    """3.8(c), R11"""
    unit = known.own(order.unit)
    if unit.kind != "R":
        raise NotAllowed("Only the Ranger can neutralise.", could_go(unit))
    if known.state.paths_walked:
        raise NotAllowed("After the Paths of the Dead the Ranger can no longer neutralise.", could_go(unit))
    path = path_meant(order.path)
    path = check_path(unit, path, known)
    target = path[-1]
    remedy = f"Write Ranger{''.join(f' - {place}' for place in path)}."
    destroyed = target == ground.ISENGARD and known.state.isengard == "destroyed"
    if target not in ground.CENTRES or destroyed:
        raise NotAllowed(f"{target} is not a supply centre.", remedy)
    if ground.is_fortress(target):
        raise NotAllowed(f"{target} is a fortress.", remedy)
    return act.Neutralise(unit, path)
