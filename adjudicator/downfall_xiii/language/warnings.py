"""Warn about orders that are allowed but probably not meant.

Warnings rest on public facts and on the author's own orders. Nothing here refuses an order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.language.words import listed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import destroying_warnings, ring_warnings, standing
from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import Known, ways
from adjudicator.downfall_xiii.language.perils import perils
from adjudicator.downfall_xiii.sentences import form, say
from adjudicator.downfall_xiii.view.wording import place_name, sentence, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import warnings
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Place, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.wording import short_unit

RIVALS = form("rivals")


def cautions(orders: Sequence[Order], known: Known) -> tuple[str, ...]:
    """Return the warnings about the orders in force; none outside movement."""
    if not known.is_movement():
        return ()
    moves = _moves(orders)
    merging = _merging(orders)
    goals = _goals(orders)
    apart = [(unit, path[0]) for place, (unit, path) in moves.items() if place not in merging]
    given = _in_force(orders, known)
    kept = warnings.kept(_stacks(known), given)
    mine = {unit.place for unit in kept}
    staying = _staying(goals, kept)
    has_rangers = any(piece.kind == "R" for piece in known.pieces)
    found = (
        *warnings.rivals(apart, ground.SPOKEN, RIVALS),
        *_onto_own(moves, merging, staying),
        *_second_steps(orders, staying),
        *warnings.without_partner(orders, goals, mine, _divided(goals, known)),
        *_company(orders, moves, known),
        *_beside_a_piece(orders, known),
        *_with_a_part(orders, known),
        *warnings.void_by_declaring(orders, known, checked),
        *warnings.leads_elsewhere(given, standing.kind_of, known, ground.SPOKEN),
        *perils(given, known),
        *_consents(orders, known),
        *_garrisons(orders, moves, known),
        *(_rangers(orders, known) if has_rangers else ()),
        *(_rangers_that_meet(orders, known) if has_rangers else ()),
        *_first_place(orders, known),
        *_without_ferry(orders, moves),
        *warnings.lent_and_ordered(given, ground.SPOKEN),
        *warnings.neutralises_in_vain(orders, known.power, _land(known)),
        *warnings.instead_of_standing(orders, known, standing.kind_of, sentence),
        *_retreats_out_of_reach(orders, known),
        *ring_warnings.of_ring_orders(given, known),
        *destroying_warnings.destroys_in_vain(orders, given, known),
    )
    return tuple(dict.fromkeys(found))


def _in_force(orders: Sequence[Order], known: Known) -> Sequence[Order]:
    return standing.in_force(known.state, known.power, OrderSheet(tuple(orders)))


def _stacks(known: Known) -> Iterator[Unit]:
    return (Unit(stack.kind, stack.place, stack.count) for stack in known.stacks)


def _retreats_out_of_reach(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of a retreat given with the moves to areas that are next to no place where the piece may be."""
    for order in (one for one in orders if isinstance(one, act.Retreat)):
        kind = order.unit.kind
        ends = {
            end for piece in known.pieces if piece.kind == kind for end in known.ends(Unit(kind, piece.place))
        }
        near = {place for end in ends for place in ground.steps(kind, end)}
        far = [place_name(place) for place in order.preferences if place not in near]
        if far:
            yield say("retreat_out_of_reach", unit=unit_name(Unit(kind)), places=listed(far, "or"))


def _land(known: Known) -> warnings.Land:
    return warnings.Land(known.state.owners, known.public, ground.SPOKEN, "6h.3")


def _rangers(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn if one of several Rangers in an area moves, because an order names a Ranger only by its area."""
    there = Counter([piece.place for piece in known.pieces if piece.kind == "R"])
    if len(there) == there.total():
        return
    moved = {unit.place for order in orders for unit, path in ways(order) if path and unit.kind == "R"}
    for place in sorted(moved):
        if there[place] > 1:
            yield say("one_ranger_goes", count=there[place] - 1, place=place_name(place))


def _rangers_that_meet(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of a Ranger that goes to another one that stays, or goes there too."""
    goals = {
        unit.place: path[-1] for order in orders for unit, path in ways(order) if unit.kind == "R" and path
    }
    ends = Counter(piece.place for piece in known.pieces if piece.kind == "R")
    ends.update(goals.values())
    ends.subtract(list(goals))
    for place in sorted(set(goals.values())):
        if ends[place] > 1:
            yield say("rangers_meet", place=place_name(place))


def _first_place(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Say where Gandalf begins if his player does not choose (2.2)."""
    unplaced = known.power == "Gandalf" and known.state.gandalf.word == "unplaced"
    if unplaced and not any(isinstance(order, act.StartsAt) for order in orders):
        yield say("starts_in_imladris")


def _without_ferry(
    orders: Sequence[Order], moves: dict[Place, tuple[Unit, tuple[Place, ...]]]
) -> Iterator[str]:
    """Warn of an army's move across a sea that none of the author's fleets is ordered to ferry (6g.3)."""
    ferried = {(order.passenger.place, order.target) for order in _ferries(orders)}
    for place, (unit, path) in moves.items():
        across = unit.kind == "A" and place not in ground.WATER and not ground.may_step("A", place, path[0])
        if across and (place, path[0]) not in ferried:
            yield say("needs_a_ferry", short=short_unit(unit), place=place_name(path[0]))


def _ferries(orders: Sequence[Order]) -> Iterator[act.FastFerry]:
    for order in orders:
        parts = order.parts if type(order) is act.Divide else (order,)
        yield from (part for part in parts if type(part) is act.FastFerry)


def _moves(orders: Sequence[Order]) -> dict[Place, tuple[Unit, tuple[Place, ...]]]:
    """Return the ordinary units that move, by place: unit and path (of a divided stack one part)."""
    found: dict[Place, tuple[Unit, tuple[Place, ...]]] = {}
    for order in orders:
        if type(order) is act.Embark:
            continue
        for unit, path in ways(order):
            if path and not is_piece(unit.kind):
                found.setdefault(unit.place, (unit, path))
    return found


def _goals(orders: Sequence[Order]) -> dict[Place, list[tuple[Unit, Place]]]:
    """Return the ordinary units that go, by place: each part of a stack with its first step."""
    found: dict[Place, list[tuple[Unit, Place]]] = {}
    for order in orders:
        for unit, path in ways(order) if type(order) is not act.Embark else ():
            if path and not is_piece(unit.kind):
                found.setdefault(unit.place, []).append((unit, path[0]))
    return found


def _divided(goals: warnings.Goals, known: Known) -> set[Place]:
    """Return the places that some of the units there leave, and not all."""
    there = Counter[Place]()
    for stack in known.stacks:
        there[stack.place] += stack.count
    return {place for place, gone in goals.items() if sum(unit.count for unit, _ in gone) < there[place]}


def _merging(orders: Sequence[Order]) -> set[Place]:
    return {part.unit.place for order in orders if type(order) is act.Merge for part in order.parts}


def _staying(goals: warnings.Goals, kept: Sequence[Unit]) -> dict[Place, Unit]:
    """Return the author's units on land that stay, by place, as far as they are *kept*: of each place one."""
    found: dict[Place, Unit] = {}
    for unit in kept:
        gone = sum(one.count for one, _ in goals.get(unit.place, ()) if one.kind == unit.kind)
        if gone < unit.count and (unit.kind != "F" or unit.place not in ground.WATER):
            found.setdefault(unit.place, replace(unit, count=unit.count - gone))
    return found


def _onto_own(
    moves: dict[Place, tuple[Unit, tuple[Place, ...]]], merging: set[Place], staying: Mapping[Place, Unit]
) -> Iterator[str]:
    for place, (unit, path) in moves.items():
        there = staying.get(path[0])
        if place not in merging and there is not None and unit.kind not in ("F", "A/F"):
            stays = short_unit(there)
            yield say("goes_where_stays_without_m_move", short=short_unit(unit), stays=stays)


def _second_steps(orders: Sequence[Order], staying: Mapping[Place, Unit]) -> Iterator[str]:
    """Warn of Cavalry that is to go on to where another unit of the author's will be."""
    given = [one for order in orders if type(order) is not act.Embark for one in ways(order)]
    units = [(unit, path) for unit, path in given if path and not is_piece(unit.kind)]
    riders = [(unit, path[1]) for unit, path in units if len(path) > 1]
    arriving = {path[0]: unit for unit, path in units if len(path) == 1 and path[0] not in ground.WATER}
    yield from warnings.second_steps(riders, staying, arriving, ground.SPOKEN)


def _company(
    orders: Sequence[Order], moves: dict[Place, tuple[Unit, tuple[Place, ...]]], known: Known
) -> Iterator[str]:
    mine = {stack.place for stack in known.stacks}
    for order in orders:
        if type(order) is not act.Accompany or not order.path or order.companion.place not in mine:
            continue
        stack, path = order.companion, order.path
        goes = moves.get(stack.place, (stack, ()))[1]
        if goes[: len(path)] != path:
            goal = f"{place_name(path[0])} with {short_unit(stack)}"
            yield say("goes_to_but_that_unit", unit=unit_name(order.unit), goal=goal)


def _beside_a_piece(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of a piece that is to go somewhere with Gandalf or Aragorn, who is not ordered there (6a.vi)."""
    own = {piece.kind for piece in known.pieces}
    ways_of = {unit.kind: path for order in orders for unit, path in ways(order) if is_piece(unit.kind)}
    for order in orders:
        if type(order) is not act.Accompany or not order.path or order.companion.kind not in own:
            continue
        companion, goal = order.companion.kind, order.path[0]
        if ways_of.get(companion, ())[:1] != (goal,):
            yield say(
                "goes_with_a_piece_that_does_not",
                unit=unit_name(order.unit),
                place=place_name(goal),
                piece=companion,
                order=short(act.Move(Unit(companion), (goal,))),
            )


def _with_a_part(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Say with which part of a divided stack a piece goes: the largest, else the first one (5.4)."""
    divided = {order.unit.place: order for order in orders if type(order) is act.Divide}
    for order in orders:
        if type(order) is not act.Accompany or order.path or order.companion.place not in divided:
            continue
        unit, stack = order.companion, divided[order.companion.place]
        left = sum(one.count for one in known.stacks if one.place == unit.place) - sum(
            part.unit.count for part in stack.parts
        )
        rest = [act.Hold(replace(unit, count=left))] if left > 0 else []
        parts = sorted((*stack.parts, *rest), key=lambda part: -part.unit.count)
        ways_of = [act.Accompany(order.unit, unit, part.path) for part in parts if type(part) is act.Move]
        other = next((one for one in ways_of if one.path != getattr(parts[0], "path", ())), None)
        yield say(
            "goes_with_a_part",
            piece=unit_name(order.unit),
            part=short(parts[0]),
            other=short(other or act.Hold(order.unit)),
        )


def _consents(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of a merge that needs orders of other powers: every power involved must order it (4.10)."""
    for order in orders:
        if type(order) is not act.Merge:
            continue
        there = [known.at.get(part.unit.place, [])[:1] for part in order.parts]
        others = sorted({stack.power for stacks in there for stack in stacks if not known.orders(stack)})
        if others:
            yield say(
                "merge_in_also_needs_order", place=place_name(order.target), others=listed(others, "and")
            )


def _garrisons(
    orders: Sequence[Order], moves: dict[Place, tuple[Unit, tuple[Place, ...]]], known: Known
) -> Iterator[str]:
    divided = {order.unit.place for order in orders if type(order) is act.Divide}
    kept = ground.GARRISONS - divided - set(known.state.garrisons_gone)
    entered = {path[-1] for order in orders for unit, path in ways(order) if path and not is_piece(unit.kind)}
    for place, (unit, _) in moves.items():
        if place in kept - entered and ground.home_of(place) == known.power:
            yield say("leaves_garrison_of_on_its_own", short=short_unit(unit), place=place_name(place))
