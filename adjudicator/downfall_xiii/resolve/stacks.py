"""What acts as one?  Stacks and their orders become Parts: divided, merged, and mixed.  (XIII 4.2 to 4.11)"""

from collections.abc import Sequence
from itertools import combinations, groupby
from typing import NamedTuple

import msgspec

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.before_the_turn import form_the_dead, go_aboard, place_bearer
from adjudicator.downfall_xiii.resolve.order_collection import Force, Given, Muster
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, GivenOrder, TurnState
from adjudicator.downfall_xiii.resolve.void_orders import NO_CONSENT
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Action, Place, Power, Unit
from adjudicator.middle_earth.resolve.outcomes import Void
from adjudicator.middle_earth.resolve.pieces import is_piece

What = tuple[object, ...]  # an order but for its unit
HOLDS: What = ()


def form(m: Muster) -> None:
    """Make the parts that act as one, and let merges and equal orders of mixed stacks act together."""
    f = m.f
    for _, stack in groupby(sorted(m.forces, key=_stack_of), key=_stack_of):
        _form_stack(m, list(stack))
    form_the_dead(f)
    place_bearer(f)
    go_aboard(f)
    teams = _Teams(f)
    _merge(m, teams)
    _act_together(m, teams)
    teams.settle()


def _stack_of(force: Force) -> tuple[Power, Place, bool]:
    return force.power, force.place, force.kind == "F"


def _form_stack(m: Muster, forces: Sequence[Force]) -> None:
    whole: dict[What, ActingStack] = {}
    divided: list[tuple[Given, act.Divide]] = []
    rest: list[Force] = []
    for force in forces:
        order = force.given.act if force.given is not None else None
        if force.given is None or not isinstance(order, act.Divide):
            rest.append(force)
        elif (force.given, order) not in divided:
            divided.append((force.given, order))
    for given, order in divided:
        _divide(m, forces, given, order)
    for force in rest:
        what = _what(force.given.act) if force.given is not None and len(forces) > 1 else HOLDS
        part = whole.get(what)
        if part is None:
            part = whole[what] = _new_part(m.f, force)
        part.men[force.kind] = force.count
        _add_said(m.f, part, force)


def _new_part(f: TurnState, force: Force) -> ActingStack:
    part = ActingStack(force.power, {}, force.place, force.place)
    if force.given is not None:
        part.act, part.awaits_ferry = force.given.act, force.given.by_ferry
    f.add(part)
    return part


def _add_said(f: TurnState, part: ActingStack, force: Force) -> None:
    """What was said for these units; a unit without an order is printed as holding."""
    given = force.given
    if given is None:
        if force.place not in ground.WATER or force.kind == "F":  # aboard, it has nothing to do
            hold = act.Hold(Unit(force.kind, force.place, force.count))
            part.said.append(f.say(force.power, hold, public=True))
        return
    if given.said is not None:
        part.said.append(given.said)
    if given.said is None or given.for_others:
        part.said.append(f.say(force.power, _by_itself(given.act, force), public=True))


def _what(order: Action | None) -> What:
    """What an order does, whoever does it: equal orders act as one."""
    if order is None or type(order) is act.Hold:
        return HOLDS
    return (type(order), *[getattr(order, key) for key in order.__struct_fields__ if key != "unit"])


def _by_itself(order: Action, force: Force) -> Action:
    """The order as if these units alone had been named."""
    return msgspec.structs.replace(order, unit=Unit(force.kind, force.place, force.count))


def _divide(m: Muster, forces: Sequence[Force], given: Given, order: act.Divide) -> None:
    """4.3: the parts act on their own; what is not named holds as one part."""
    power, place = forces[0].power, forces[0].place
    left = {force.kind: force.count for force in forces if force.given is given}
    wanted: dict[str, int] = {}
    for one in order.parts:
        kind = _kind(one, left)
        wanted[kind] = wanted.get(kind, 0) + one.unit.count
    if any(count > left.get(kind, 0) for kind, count in wanted.items()):
        if given.said:
            given.said.outcome = Void("no such unit")
        m.f.add(ActingStack(power, left, place, place))
        return
    for one in order.parts:
        kind = _kind(one, left)
        said = [_say_part(m.f, power, one), *([given.said] if given.said else [])]
        part = ActingStack(power, {kind: one.unit.count}, place, place)
        part.act, part.said = one, said
        m.f.add(part)
        left[kind] -= one.unit.count
    if given.said:
        given.said.public = False
    left = {kind: count for kind, count in left.items() if count}
    if left:
        m.f.add(ActingStack(power, left, place, place))


def _kind(one: act.Part, left: dict[str, int]) -> str:
    """The kind of a part; where none is named, the stack's first."""
    return "F" if one.unit.kind == "A/F" else one.unit.kind or next(iter(left))


def _say_part(f: TurnState, power: Power, one: act.Part) -> GivenOrder:
    """A part that ferries a hidden piece is printed as holding."""
    hidden = type(one) is act.FastFerry and is_piece(one.passenger.kind)
    if hidden:
        f.say(power, act.Hold(one.unit), public=True)
    return f.say(power, one, public=not hidden)


class _Teams:
    """Which parts act together: numbers for components."""

    def __init__(self, f: TurnState) -> None:
        self.f = f
        self.pairs: list[tuple[ActingStack, ActingStack]] = []

    def settle(self) -> None:
        for one, other in self.pairs:
            first = one.team if one.team >= 0 else other.team if other.team >= 0 else one.number
            old = {number for number in (one.team, other.team) if number >= 0}
            for part in self.f.parts:
                if part.team in old or part is one or part is other:
                    part.team = first


class _Wish(NamedTuple):
    """A merge that *player* ordered, of the parts with these numbers."""

    player: Power
    numbers: frozenset[int]


def _merge(m: Muster, teams: _Teams) -> None:
    """4.5 to 4.10: pairs of units that merge by order of all who own them."""
    asked: dict[int, list[_Wish]] = {}
    for player, order, said in m.merges:
        if not _is_agreed(m, player, order):
            said.outcome = said.outcome or Void(NO_CONSENT)
        parts = [part for one in order.parts for part in _merging(m, one, order.target)]
        wish = _Wish(player, frozenset([part.number for part in parts]))
        for number in wish.numbers:
            asked.setdefault(number, []).append(wish)
    for number, wishes in asked.items():
        one = m.f.parts[number]
        for other_number in sorted({n for wish in wishes for n in wish.numbers if n > number}):
            other = m.f.parts[other_number]
            wishing = {wish.player for wish in wishes if other_number in wish.numbers}
            if _all_wish(m, one, other, wishing):
                teams.pairs.append((one, other))
                _join(one, other)


def _is_agreed(m: Muster, player: Power, order: act.Merge) -> bool:
    """4.10: every power concerned orders it; 4.9: where the holder does something else, one just moves."""
    mine = [part for part in order.parts if player in _who_order(m, part.unit)]
    others = [part for part in order.parts if part not in mine]
    return all(_is_agreed_by_owner(m, part, mine) for part in others)


def _is_agreed_by_owner(m: Muster, part: act.Merger, mine: Sequence[act.Merger]) -> bool:
    owners = _who_order(m, part.unit)
    if not part.target and any(_is_busy(force.given) for force in _forces(m, part.unit)):
        return True
    places = {one.unit.place for one in mine}
    return any(
        other in owners and places & {one.unit.place for one in theirs.parts} for other, theirs, _ in m.merges
    )


def _forces(m: Muster, unit: Unit) -> list[Force]:
    kind = "F" if unit.kind == "A/F" else unit.kind
    return [force for force in m.in_area(unit.place) if kind in ("", force.kind)]


def _who_order(m: Muster, unit: Unit) -> set[Power | None]:
    return {force.player for force in _forces(m, unit)}


def _is_busy(given: Given | None) -> bool:
    return given is not None and type(given.act) is not act.Hold


def _merging(m: Muster, one: act.Merger, target: Place) -> list[ActingStack]:
    """The parts that are meant, if what they do is what the merge says."""
    aim, kind = one.target or target, one.unit.kind
    return [
        part
        for part in m.f.parts_from(one.unit.place)
        if part.is_called(kind) and (not kind or part.is_fleet == (kind == "F")) and _is_bound_for(part, aim)
    ]


def _is_bound_for(part: ActingStack, aim: Place) -> bool:
    if type(part.act) is act.Move:
        return bool(part.act.path == (aim,))
    return part.origin == aim and (part.act is None or type(part.act) is act.Hold)


def _all_wish(m: Muster, one: ActingStack, other: ActingStack, wishing: set[Power]) -> bool:
    """Have all who order these two units ordered the merge, and may they stand together?  (4.10)"""
    if one.is_fleet != other.is_fleet or m.f.align(one.power) != m.f.align(other.power):
        return False
    owners = {m.controller(part.power, part.origin, part.kinds[0]) for part in (one, other)}
    return owners <= wishing


def _join(one: ActingStack, other: ActingStack) -> None:
    for mover, holder in ((one, other), (other, one)):
        if type(mover.act) is act.Move and type(holder.act) is not act.Move:
            mover.joins = True


def _act_together(m: Muster, teams: _Teams) -> None:
    """Equal orders of a mixed stack act as one stack (4.11)."""
    for parts in [parts for parts in m.f.from_area.values() if len(parts) > 1]:
        for one, other in combinations(parts, 2):
            if _are_mixed(m.f, one, other) and _what(one.act) == _what(other.act):
                teams.pairs.append((one, other))


def _are_mixed(f: TurnState, one: ActingStack, other: ActingStack) -> bool:
    return (
        one.power != other.power
        and f.align(one.power) == f.align(other.power)
        and one.is_fleet == other.is_fleet
        and "Dead" not in one.men
        and "Dead" not in other.men
    )
