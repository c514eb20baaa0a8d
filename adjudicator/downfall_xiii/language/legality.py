"""Check holds, moves, supports and neutralising, by the map and by what the author may know.

Each function takes an order in the player's words and returns it with ids of places. Raises `Unreadable` for
an unknown name, and `NotAllowed` with the reason and with what would be allowed.
"""

from copy import copy

from adjudicator.core.words import NotAllowed, listed
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.language.knowledge import FLEETS, Known, place_meant
from adjudicator.downfall_xiii.resolve.company import PROTECTORS
from adjudicator.downfall_xiii.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.wording import short_unit

SUPPORTS = (act.SupportHold, act.SupportMove, act.SupportGarrison, act.SupportSecond)
RIVER_RULES = {
    "AND": "The Anduin is crossed only between MTi and Osg.",
    "ETH": "The Ethir Anduin is crossed only from Pel to SIt.",
    "GWA": "The Gwathlo is crossed only by way of Tha.",
    "BRA": "The Brandywine is not crossed.",
}
NO_SAILORS = {  # 6f.11, 6g.11
    "C": "Cavalry takes",
    "Nazgul": "the Nazgul takes",
    "Fe": "the Fellowship takes",
}


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
    return f"{short_unit(unit)} can go to {listed(near)}." if near else f"{short_unit(unit)} can only stay."


def check_step(unit: Unit, start: Place, end: Place, known: Known) -> None:
    """Raise `NotAllowed` if *unit* cannot go from *start* to *end* in one step."""
    if start == end:
        raise NotAllowed(f"{unit_name(unit)} is there already.", f"To stay, write {short_unit(unit)} H.")
    if unit.kind == "Sauron" and end not in ground.SAURON_CONFINED and not _gondor_is_fallen(known):
        confined = listed(sorted(ground.SAURON_CONFINED), "and")
        raise NotAllowed("Sauron cannot leave Mordor yet.", f"He can go to {confined}.")
    if not could_step(unit, start, end, known):
        raise NotAllowed(_no_way(unit, start, end, known), could_go(unit, known))


def _gondor_is_fallen(known: Known) -> bool:
    owners = known.state.owners
    return bool(owners) and "Gondor" not in owners.values()


def _no_way(unit: Unit, start: Place, end: Place, known: Known) -> str:
    if end == ground.OFF:
        return "No unit can go to Off."
    if unit.kind in FLEETS:
        return _no_way_by_water(unit, start, end)
    kind = walks(unit, known)
    if end in ground.WATER:
        return _no_way_on_foot(unit, end)
    if kind == "C" and end in ground.MARSH:
        return f"C cannot enter a marsh ({end})."
    if end in ground.steps(kind, start):
        return f"A hostile fleet is in {ground.CROSSINGS[start, end]}."
    return _no_way_by_land(start, end)


def _no_way_on_foot(unit: Unit, end: Place) -> str:
    if unit.kind in NO_SAILORS:
        return f"{place_name(end)} is water, and {NO_SAILORS[unit.kind]} no ship."
    return f"{place_name(end)} is water: write {short_unit(unit)} embarks F {end}."


def _no_way_by_water(unit: Unit, start: Place, end: Place) -> str:
    if unit.kind == "A/F" and end not in ground.WATER:
        return f"An A/F cannot enter a coastal province ({end})."
    if end not in ground.WATER and not ground.FLEET[end]:
        return f"{place_name(end)} has no coast: a fleet cannot go there."
    return f"{end} is not next to {start}."


def _no_way_by_land(start: Place, end: Place) -> str:
    if end in ground.LIGHT[start]:
        return f"A mountain line lies between {start} and {end}."
    rivers = [river for river in ground.RIVERS if {start, end} <= ground.shores(river)]
    why = f" {RIVER_RULES[rivers[0]]}" if rivers else ""
    return f"{end} is not next to {start}.{why}"


def ferries(unit: Unit, start: Place, end: Place, known: Known) -> list[Place]:
    """Return the sea areas with a fleet that could ferry *unit* between the coasts (6g.3, 6g.11)."""
    if unit.kind in (*FLEETS, *NO_SAILORS):
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
        raise NotAllowed("No unit moves more than two spaces.", "Name one or two spaces.")
    if unit.place in ground.WATER and unit.kind not in FLEETS:
        raise NotAllowed(
            f"{unit_name(unit)} is aboard.", f"To land, write {short_unit(unit)} disembarks and a coast."
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
        raise NotAllowed("The Dead are not ferried.", could_go(unit, known))


def _check_two_spaces(unit: Unit, path: tuple[Place, ...], known: Known) -> None:
    remedy = f"Write {short_unit(unit)} - {path[0]}."
    if unit.kind == "Gandalf" and not known.state.shadowfax:
        raise NotAllowed("Gandalf can move two spaces only with Shadowfax.", remedy)
    if unit.kind not in ("C", "Gandalf", "Nazgul"):
        raise NotAllowed("Only C, the Nazgul and Gandalf with Shadowfax can move two spaces.", remedy)
    if unit.kind == "Nazgul":
        return
    closed = [place for place in (unit.place, *path) if place in ground.FOREST]
    if closed:
        raise NotAllowed(f"A two-space move may not touch a forest ({closed[0]}).", remedy)
    wet = [place for place in path if place in ground.MARSH]
    if wet:
        raise NotAllowed(f"A two-space move may not enter a marsh ({wet[0]}).", remedy)
    if unit.kind == "C":
        check_rides_free(unit, known)


def check_rides_free(unit: Unit, known: Known) -> None:
    """6f.8: Cavalry stacked with an Army moves one space, unless it divides from it."""
    if any(stack.kind == "A" and stack.power == known.power for stack in known.at.get(unit.place, ())):
        free = f"To ride alone, divide: {short_unit(unit)} D : {short_unit(unit)} - ..."
        raise NotAllowed(f"{short_unit(unit)} is stacked with an Army.", free)


# Acting.


def check_awake(unit: Unit, known: Known) -> None:
    if unit.kind == "Theoden" and known.state.theoden.word == "asleep":
        raise NotAllowed("Theoden is asleep in DHa.", "Gandalf or the Fellowship can awaken him there.")


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
            "Only C can hold in phase one and move in phase two.", f"Write {short_unit(unit)} - {target}."
        )
    if unit.kind == "C" and options.value(known.state, options.HOLD_THEN_MOVE) == "barred":
        raise NotAllowed(
            "In this game C cannot hold in phase one and move in phase two.",
            f"Write {short_unit(unit)} - {target}.",
        )
    if unit.kind == "C" and not part:
        check_rides_free(unit, known)
    check_step(unit, unit.place, target, known)
    return act.HoldThenMove(unit, target)


def _helper(written: Unit, known: Known, part: bool) -> Unit:
    unit = actor(written, known, part)
    if unit.place == ground.OFF:
        raise NotAllowed("Armies off the board cannot support.", could_go(unit, known))
    if unit.kind == "A" and unit.place in ground.WATER:
        raise NotAllowed(f"{unit_name(unit)} is aboard; the A/F supports.", f"Write A/F {unit.place} S ...")
    if is_piece(unit.kind) and unit.kind not in PROTECTORS:
        raise NotAllowed(
            f"{unit_name(unit)} cannot support.", f"It can go with a stack: {short_unit(unit)} with A MTi."
        )
    return unit


def supported_meant(written: Unit, known: Known) -> Unit:
    """Return the supported unit, which is public. A landing army is named by its sea area (6g.6)."""
    if written.kind == "Aragorn" and known.state.dead.word == "awake":
        places = [piece.place for piece in known.state.pieces if piece.kind == "Aragorn"]
        return Unit("Aragorn", places[0] if places else "")
    if is_piece(written.kind):
        raise NotAllowed("You cannot support a piece on its own.", "Support the unit that it goes with.")
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
                f"{helper.kind} does not support Evil.", "He can support Good and Neutral units."
            )
        return
    mine = known.power if not known.by_proxy else owners(helper, known)[0]
    if all(known.opposed(mine, power) for power in theirs):
        raise NotAllowed("Good cannot support Evil, and Evil cannot support Good.", "Give it another order.")


GOOD_POWER = "Gandalf"  # Gandalf and Aragorn help Good and Neutral (6a.i, 6b.i)


def check_reach(helper: Unit, aim: Place, origin: Place, known: Known) -> None:
    """Raise `NotAllowed` if the helper cannot move to *aim* (7h.1) or the Hollin gate is between (7g)."""
    kind = walks(helper, known)
    if ground.may_support((kind,), helper.place, aim, origin, known.barred):
        return
    if is_piece(helper.kind) and helper.place == aim:
        there = f"{helper.kind} with A {aim}"
        raise NotAllowed(
            "He can support only in the areas next to him.",
            f"To help a stack in his own area, write {there}.",
        )
    if could_step(helper, helper.place, aim, known) and {aim, origin} & ground.GATE | {aim, origin} & {"Aza"}:
        raise NotAllowed("You cannot support through the Hollin gate.", "Give it another order.")
    reason = f"{short_unit(helper)} could not move to {aim}."
    raise NotAllowed(reason, f"It can support in {listed(sorted(ground.steps(kind, helper.place)))}.")


def support_hold(order: act.SupportHold, known: Known, part: bool = False) -> act.SupportHold:
    unit = _helper(order.unit, known, part)
    other = supported_meant(order.supported, known)
    if other.place == unit.place and not is_piece(unit.kind):
        raise NotAllowed("A unit cannot support in its own area.", f"{short_unit(unit)} H defends it.")
    check_reach(unit, other.place, other.place, known)
    _check_friends(unit, other, known)
    return act.SupportHold(unit, other)


def support_move(order: act.SupportMove, known: Known, part: bool = False) -> act.SupportMove:
    unit = _helper(order.unit, known, part)
    other = supported_meant(order.supported, known)
    path = path_meant(other, order.path)
    if len(path) > 2:
        raise NotAllowed("No unit moves more than two spaces.", "Name one or two spaces.")
    if path[0] == other.place:
        raise NotAllowed(
            f"{unit_name(other)} is there already.", f"Write {short_unit(unit)} S {short_unit(other)}."
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
        raise NotAllowed(f"There is no garrison in {place}.", "Clause 7b of the rules lists the garrisons.")
    check_reach(unit, place, place, known)
    return act.SupportGarrison(unit, place)


def support_second(order: act.SupportSecond, known: Known, part: bool = False) -> act.SupportSecond:
    unit = actor(order.unit, known, part)
    other = supported_meant(order.supported, known)
    if unit.kind != "C" or other.kind not in ("C", ""):
        raise NotAllowed(
            "In phase two only C can support, and only C can be supported.", "For phase one write S."
        )
    if not order.path:
        raise NotAllowed(
            "You do not say where the second move goes.", f"Write {short_unit(unit)} S2 C DHa - Ano."
        )
    path = path_meant(other, order.path)
    if len(path) > 2:
        raise NotAllowed("No unit moves more than two spaces.", "Name one or two spaces.")
    check_reach(unit, path[-1], path[-1], known)
    _check_friends(unit, other, known)
    return act.SupportSecond(unit, other, path, order.holds)


def neutralise(order: act.Neutralise, known: Known) -> act.Neutralise:
    """6h.3: only a centre that is not a fortress."""
    unit = actor(order.unit, known)
    if unit.kind != "R":
        raise NotAllowed("Only a Ranger can neutralise.", "")
    path = path_meant(unit, order.path)
    check_path(unit, path, known)
    target = path[-1]
    if target not in ground.CENTRES:
        raise NotAllowed(f"{target} is not a supply centre.", f"Write {short_unit(unit)} - {target}.")
    if ground.is_fortress(target, known.state.fortresses_gone):
        raise NotAllowed(f"{target} is a fortress.", f"Write {short_unit(unit)} - {target}.")
    return act.Neutralise(unit, path)
