"""Form the stacks that act as one, by division, merging and equal orders (XIII 4.2 to 4.11)."""

from collections.abc import Sequence
from itertools import combinations, groupby
from typing import NamedTuple

import msgspec

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.before_the_turn import form_the_dead, go_aboard, place_bearer
from adjudicator.downfall_xiii.resolve.order_collection import Assignment, CollectedOrders, Force
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, GivenOrder, TurnState
from adjudicator.downfall_xiii.resolve.void_orders import NO_CONSENT
from adjudicator.middle_earth.language.orders import (
    Action,
    Divide,
    FastFerry,
    Hold,
    Merge,
    Merger,
    Move,
    Place,
    Power,
    StackOrder,
    Unit,
)
from adjudicator.middle_earth.resolve.outcomes import Void
from adjudicator.middle_earth.resolve.pieces import is_piece

What = tuple[object, ...]  # an order without its unit
HOLDS: What = ()


def form(collected: CollectedOrders) -> None:
    """Form stacks, and let merges and equal orders of mixed stacks act together."""
    turn = collected.turn
    for _, stack in groupby(sorted(collected.forces, key=_stack_of), key=_stack_of):
        _form_stack(collected, list(stack))
    form_the_dead(turn)
    place_bearer(turn)
    go_aboard(turn)
    teams = _Teams(turn)
    _merge(collected, teams)
    _act_together(collected, teams)
    teams.settle()


def _stack_of(force: Force) -> tuple[Power, Place, bool]:
    return force.power, force.place, force.kind == "F"


def _form_stack(collected: CollectedOrders, forces: Sequence[Force]) -> None:
    whole: dict[What, ActingStack] = {}
    divided: list[tuple[Assignment, Divide]] = []
    rest: list[Force] = []
    for force in forces:
        order = force.assigned.order if force.assigned is not None else None
        if force.assigned is None or not isinstance(order, Divide):
            rest.append(force)
        elif (force.assigned, order) not in divided:
            divided.append((force.assigned, order))
    for assigned, order in divided:
        _divide(collected, forces, assigned, order)
    for force in rest:
        what = _what(force.assigned.order) if force.assigned is not None and len(forces) > 1 else HOLDS
        stack = whole.get(what)
        if stack is None:
            stack = whole[what] = _new_stack(collected.turn, force)
        stack.counts[force.kind] = force.count
        _add_orders(collected.turn, stack, force)


def _new_stack(turn: TurnState, force: Force) -> ActingStack:
    stack = ActingStack(force.power, {}, force.place, force.place)
    if force.assigned is not None:
        stack.order, stack.awaits_ferry = force.assigned.order, force.assigned.by_ferry
    turn.add(stack)
    return stack


def _add_orders(turn: TurnState, stack: ActingStack, force: Force) -> None:
    """Add the orders of these units; a unit without one is printed as holding."""
    assigned = force.assigned
    if assigned is None:
        if force.place not in ground.WATER or force.kind == "F":  # not for units aboard
            hold = Hold(Unit(force.kind, force.place, force.count))
            stack.given.append(turn.add_order(force.power, hold, public=True))
        return
    if assigned.given is not None:
        stack.given.append(assigned.given)
    if assigned.given is None or assigned.for_others:
        stack.given.append(turn.add_order(force.power, _by_itself(assigned.order, force), public=True))


def _what(order: Action | None) -> What:
    """Return an order without its unit. Units for which it is equal act as one."""
    if order is None or type(order) is Hold:
        return HOLDS
    return (type(order), *[getattr(order, key) for key in order.__struct_fields__ if key != "unit"])


def _by_itself(order: Action, force: Force) -> Action:
    """Return the order with these units as the only ones that it names."""
    return msgspec.structs.replace(order, unit=Unit(force.kind, force.place, force.count))


def _divide(collected: CollectedOrders, forces: Sequence[Force], assigned: Assignment, order: Divide) -> None:
    """Let the parts of a divided stack act separately; the units that no part names hold together (4.3)."""
    power, place = forces[0].power, forces[0].place
    left = {force.kind: force.count for force in forces if force.assigned is assigned}
    wanted: dict[str, int] = {}
    for one in order.parts:
        kind = _kind(one, left)
        wanted[kind] = wanted.get(kind, 0) + one.unit.count
    if any(count > left.get(kind, 0) for kind, count in wanted.items()):
        if assigned.given:
            assigned.given.outcome = Void("no such unit")
        collected.turn.add(ActingStack(power, left, place, place))
        return
    for one in order.parts:
        kind = _kind(one, left)
        given = [_add_stack_order(collected.turn, power, one), *([assigned.given] if assigned.given else [])]
        stack = ActingStack(power, {kind: one.unit.count}, place, place)
        stack.order, stack.given = one, given
        collected.turn.add(stack)
        left[kind] -= one.unit.count
    if assigned.given:
        assigned.given.public = False
    left = {kind: count for kind, count in left.items() if count}
    if left:
        collected.turn.add(ActingStack(power, left, place, place))


def _kind(one: StackOrder, left: dict[str, int]) -> str:
    """Return the kind of a part, by default the first of the stack."""
    return "F" if one.unit.kind == "A/F" else one.unit.kind or next(iter(left))


def _add_stack_order(turn: TurnState, power: Power, one: StackOrder) -> GivenOrder:
    """Add the order of a part. One that ferries a hidden piece is printed as holding."""
    hidden = type(one) is FastFerry and is_piece(one.passenger.kind)
    if hidden:
        turn.add_order(power, Hold(one.unit), public=True)
    return turn.add_order(power, one, public=not hidden)


class _Teams:
    """Pairs of stacks that act together, from which `settle` makes numbered teams."""

    def __init__(self, turn: TurnState) -> None:
        self.turn = turn
        self.pairs: list[tuple[ActingStack, ActingStack]] = []

    def settle(self) -> None:
        for one, other in self.pairs:
            first = one.team if one.team >= 0 else other.team if other.team >= 0 else one.number
            old = {number for number in (one.team, other.team) if number >= 0}
            for stack in self.turn.stacks:
                if stack.team in old or stack is one or stack is other:
                    stack.team = first


class _MergeRequest(NamedTuple):
    """A merge that *player* ordered, of the stacks with these numbers."""

    player: Power
    numbers: frozenset[int]


def _merge(collected: CollectedOrders, teams: _Teams) -> None:
    """Pair the units whose owners all ordered the merge (4.5 to 4.10)."""
    asked: dict[int, list[_MergeRequest]] = {}
    for player, order, given in collected.merges:
        if not _is_agreed(collected, player, order):
            given.outcome = given.outcome or Void(NO_CONSENT)
        stacks = [stack for one in order.parts for stack in _merging(collected, one, order.target)]
        request = _MergeRequest(player, frozenset([stack.number for stack in stacks]))
        for number in request.numbers:
            asked.setdefault(number, []).append(request)
    for number, requests in asked.items():
        one = collected.turn.stacks[number]
        for other_number in sorted({n for request in requests for n in request.numbers if n > number}):
            other = collected.turn.stacks[other_number]
            requesting = {request.player for request in requests if other_number in request.numbers}
            if _all_request(collected, one, other, requesting):
                teams.pairs.append((one, other))
                _join(one, other)


def _is_agreed(collected: CollectedOrders, player: Power, order: Merge) -> bool:
    """Return whether all powers involved ordered it (4.10), or the holding unit does something else (4.9)."""
    mine = [merger for merger in order.parts if player in _who_order(collected, merger.unit)]
    others = [merger for merger in order.parts if merger not in mine]
    return all(_is_agreed_by_owner(collected, merger, mine) for merger in others)


def _is_agreed_by_owner(collected: CollectedOrders, merger: Merger, mine: Sequence[Merger]) -> bool:
    owners = _who_order(collected, merger.unit)
    if not merger.target and any(_is_busy(force.assigned) for force in _forces(collected, merger.unit)):
        return True
    places = {one.unit.place for one in mine}
    return any(
        other in owners and places & {one.unit.place for one in theirs.parts}
        for other, theirs, _ in collected.merges
    )


def _forces(collected: CollectedOrders, unit: Unit) -> list[Force]:
    kind = "F" if unit.kind == "A/F" else unit.kind
    return [force for force in collected.in_area(unit.place) if kind in ("", force.kind)]


def _who_order(collected: CollectedOrders, unit: Unit) -> set[Power | None]:
    return {force.player for force in _forces(collected, unit)}


def _is_busy(assigned: Assignment | None) -> bool:
    return assigned is not None and type(assigned.order) is not Hold


def _merging(collected: CollectedOrders, one: Merger, target: Place) -> list[ActingStack]:
    """Return the stacks that *one* names and whose orders agree with the merge."""
    aim, kind = one.target or target, one.unit.kind
    return [
        stack
        for stack in collected.turn.stacks_from(one.unit.place)
        if stack.is_called(kind)
        and (not kind or stack.is_fleet == (kind == "F"))
        and _is_bound_for(stack, aim)
    ]


def _is_bound_for(stack: ActingStack, aim: Place) -> bool:
    if type(stack.order) is Move:
        return bool(stack.order.path == (aim,))
    return stack.origin == aim and (stack.order is None or type(stack.order) is Hold)


def _all_request(
    collected: CollectedOrders, one: ActingStack, other: ActingStack, requesting: set[Power]
) -> bool:
    """Return whether all players who order the two units asked for it, and they may share an area (4.10)."""
    if one.is_fleet != other.is_fleet or collected.turn.align(one.power) != collected.turn.align(other.power):
        return False
    owners = {collected.controller(stack.power, stack.origin, stack.kinds[0]) for stack in (one, other)}
    return owners <= requesting


def _join(one: ActingStack, other: ActingStack) -> None:
    for mover, holder in ((one, other), (other, one)):
        if type(mover.order) is Move and type(holder.order) is not Move:
            mover.joins = True


def _act_together(collected: CollectedOrders, teams: _Teams) -> None:
    """Let equal orders of a mixed stack act as one (4.11)."""
    for stacks in [stacks for stacks in collected.turn.from_area.values() if len(stacks) > 1]:
        for one, other in combinations(stacks, 2):
            if _are_mixed(collected.turn, one, other) and _what(one.order) == _what(other.order):
                teams.pairs.append((one, other))


def _are_mixed(turn: TurnState, one: ActingStack, other: ActingStack) -> bool:
    return (
        one.power != other.power
        and turn.align(one.power) == turn.align(other.power)
        and one.is_fleet == other.is_fleet
        and "Dead" not in one.counts
        and "Dead" not in other.counts
    )
