"""All legal orders of a power, as far as it may know, in the notation of orders.

Candidates are combined unit by unit; the rules for reading orders decide which of them are legal.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import combinations

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import FLEETS, Known
from adjudicator.downfall_xiii.language.legality_later import beaten_unit, may_follow
from adjudicator.downfall_xiii.position import Beaten, Stack, State
from adjudicator.downfall_xiii.resolve import adjustments
from adjudicator.downfall_xiii.resolve.alignments import may_declare
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import ORDINARY, is_personality, is_piece
from adjudicator.middle_earth.view.later_choices import BESIDES
from adjudicator.middle_earth.view.wording import short_unit

STARTS = "Gandalf, first place"
RETURNS = "Gandalf, return"
ALIGNMENT = "Alignment"
OFFERED_IN, SEIZED_IN = "Lor", "MTi"  # 8.15, 8.16


def choices(state: State, power: Power) -> dict[str, list[str]]:
    """Return each unit's and piece's actions and additional orders, and an entry for each build due."""
    return lawful_choices.of_power(state, power, Known, candidates, checked)


def candidates(known: Known) -> dict[str, Iterable[Standable]]:
    """Return candidates before `is_lawful` checks each; built only when needed."""
    if known.is_retreat():
        return {short_unit(beaten_unit(row)): _retreats(row, known.state) for row in known.beaten}
    if not known.is_movement():
        return _adjusting(known)
    units = to_order(known)
    declared = map(act.Declare, may_declare(known.state, known.power))
    return {
        **{short_unit(unit): actions(unit, known) for unit in units},
        **{BESIDES.format(unit=short_unit(unit)): besides(unit, known) for unit in units},
        **_by_persons(known),
        STARTS: _starts(),
        RETURNS: (act.ReturnsTo(Unit("Gandalf"), place) for place in ground.NORTH_WEST),
        ALIGNMENT: declared,
    }


def _by_persons(known: Known) -> dict[str, Iterable[Standable]]:
    """Return what a power orders a person who is not a piece yet, where the owner of the place allows it.

    Whoever brings the Ring there is hidden, and a standing order may wait for it. 8.15, 8.16
    """
    owners = known.state.owners
    if known.power == "Gondor" and owners.get(SEIZED_IN) == "Gondor":
        return {BESIDES.format(unit="Boromir"): [act.SeizeRing(Unit("Boromir"))]}
    if known.power == "Elves" and owners.get(OFFERED_IN) == "Elves":
        return {BESIDES.format(unit="Galadriel"): [act.PutOnRing(Unit("Galadriel"))]}
    return {}


def to_order(known: Known) -> list[Unit]:
    """Return the units and pieces that may be ordered in a movement; an army aboard by its landing."""
    aboard = {stack.place for stack in known.stacks if stack.kind == "A" and stack.place in ground.WATER}
    stacks = [
        Unit("A/F" if stack.kind == "F" and stack.place in aboard else stack.kind, stack.place, stack.count)
        for stack in known.stacks
    ]
    asleep = known.state.theoden.word == "asleep"
    pieces = [
        Unit(piece.kind, piece.place) for piece in known.pieces if piece.kind != "Theoden" or not asleep
    ]
    return [*stacks, *dict.fromkeys(pieces)]  # several Rangers in one area have one entry


is_lawful = partial(lawful_choices.is_lawful, check=checked)


def _near(unit: Unit) -> list[Place]:
    return sorted(ground.steps("F" if unit.kind == "A/F" else unit.kind, unit.place))


def _before() -> dict[Place, set[Place]]:
    """Return the places from which ordinary units may come in one step."""
    found: dict[Place, set[Place]] = {place: set() for place in ground.PROVINCES}
    for kind in ORDINARY:
        for start in ground.PROVINCES:
            for end in ground.steps(kind, start):
                found[end].add(start)
    return found


BEFORE: Mapping[Place, set[Place]] = _before()


# What a unit does.


def actions(unit: Unit, known: Known) -> Iterator[Standable]:
    if unit.kind == "A" and unit.place in ground.WATER:
        for place in sorted(ground.shores(unit.place)):
            yield act.Disembark(Unit("A", unit.place, unit.count), place)
        return
    yield act.Hold(unit)
    yield from _moves(unit, known)
    yield from _supports(unit, known)
    yield from _voyages(unit, known)
    if is_piece(unit.kind):
        yield from _company(unit, known)
        yield from _special_orders(unit, known)
    else:
        yield from _merges(unit, known)
        yield from _divisions(unit, known)
        yield from proxies_nearby(unit, known)


def _moves(unit: Unit, known: Known) -> Iterator[Standable]:
    for place in _near(unit):
        yield act.Move(unit, (place,))
    if unit.kind in ("C", "Nazgul") or (unit.kind == "Gandalf" and known.state.shadowfax):
        for first in _near(unit):
            for second in sorted(ground.steps(unit.kind, first)):
                if second != unit.place:
                    yield act.Move(unit, (first, second))
        for place in _near(unit):
            yield act.HoldThenMove(unit, place)


def _supports(unit: Unit, known: Known) -> Iterator[Standable]:
    near = set(_near(unit))
    for place in sorted(near & ground.GARRISONS):
        yield act.SupportGarrison(unit, place)
    for place in sorted(known.at.keys() & _around(unit.kind, unit.place)):
        for stack in known.at[place]:
            moves = place != unit.place and _may_support_moves(unit.kind, unit.place, stack.kind, place)
            if not moves and place not in near:
                continue
            other = Unit(stack.kind, place, stack.count)
            if place in near:
                yield act.SupportHold(unit, other)
            if moves:
                yield from _supported_moves(unit, other)


def _supported_moves(unit: Unit, other: Unit) -> Iterator[Standable]:
    for goal in _shared(unit.kind, unit.place, other.kind, other.place):
        yield act.SupportMove(unit, other, (goal,))
        if unit.kind == other.kind == "C":
            yield act.SupportSecond(unit, other, (goal,), holds=True)
    if unit.kind == other.kind == "C":
        for first in sorted(ground.steps("C", other.place)):
            for second in _shared("C", unit.place, "C", first):
                yield act.SupportSecond(unit, other, (first, second))


@cache
def _around(kind: str, place: Place) -> frozenset[Place]:
    """Return where supportable units can be at most: next to it, or next to where it could go."""
    near = ground.steps("F" if kind == "A/F" else kind, place)
    found = {other for goal in near for other in BEFORE[goal]}
    if kind == "C":
        found |= {other for goal in found for other in BEFORE[goal]}
    return frozenset(near | found)


@cache
def _may_support_moves(kind: str, place: Place, other_kind: str, other_place: Place) -> bool:
    """Return whether the other one has a move that it could support; two steps for Cavalry."""
    mine, other = Unit(kind, place), Unit(other_kind, other_place)
    return any(True for _ in _supported_moves(mine, other))


@cache
def _shared(kind: str, place: Place, other_kind: str, other_place: Place) -> tuple[Place, ...]:
    """Return where both could go in one step."""
    mine = ground.steps("F" if kind == "A/F" else kind, place)
    return tuple(sorted(mine & ground.steps(other_kind, other_place)))


def _voyages(unit: Unit, known: Known) -> Iterator[Standable]:
    """Yield embarking, landing and ferries."""
    waters = [place for place in ground.FLEET.get(unit.place, ()) if place in ground.WATER]
    for sea in waters:
        if any(stack.kind == "F" for stack in known.at.get(sea, ())):
            yield act.Embark(unit, Unit("F", sea))
            for place in sorted(ground.shores(sea) - ground.steps(unit.kind, unit.place)):
                yield act.Move(unit, (place,))
    if is_piece(unit.kind) and unit.place in ground.WATER:
        for place in sorted(ground.shores(unit.place)):
            yield act.Disembark(unit, place)
    if unit.kind == "F" and unit.place in ground.WATER:
        shores = sorted(ground.shores(unit.place))
        for start in shores:
            for stack in known.at.get(start, ()):
                if stack.kind == "A":
                    army = Unit("A", start, stack.count)
                    yield from (act.FastFerry(unit, army, end) for end in shores if end != start)


def _merges(unit: Unit, known: Known) -> Iterator[Standable]:
    for goal in _near(unit):
        for other in known.stacks:
            if other.place == unit.place or (other.kind == "F") != (unit.kind == "F"):
                continue
            ally = Unit(other.kind, other.place, other.count)
            if other.place == goal:
                yield act.Merge((act.Merger(unit, goal), act.Merger(ally)))
            elif goal in ground.steps(other.kind, other.place):
                yield act.Merge((act.Merger(unit, goal), act.Merger(ally, goal)))


def _divisions(unit: Unit, known: Known) -> Iterator[Standable]:
    """Yield divisions: one unit leaves the others, or two go different ways."""
    if unit.count == 1 and len(_with_it(unit, known)) == 1:
        return
    for mate in _with_it(unit, known):
        one = Unit(mate.kind, mate.place)
        moves = [act.Move(one, (place,)) for place in _near(one)]
        for move in moves:
            yield act.Divide(unit, (move,))
        if mate.count > 1:
            for pair in combinations(moves, 2):
                yield act.Divide(unit, pair)


def _with_it(unit: Unit, known: Known) -> list[Stack]:
    return [stack for stack in known.stacks if stack.place == unit.place and stack.power == known.power]


def proxies_nearby(unit: Unit, known: Known) -> Iterator[act.Proxy]:
    """Yield proxies to powers with units in the same area."""
    for stack in known.at.get(unit.place, ()):
        if stack.power != known.power:
            yield act.Proxy(unit, stack.power)


# What pieces do.


def _company(unit: Unit, known: Known) -> Iterator[Standable]:
    for name in known.protectors_near(unit):
        yield act.Accompany(unit, Unit(name))
        for place in _near(unit):
            yield act.Accompany(unit, Unit(name), (place,))
    for stack in known.at.get(unit.place, ()):
        other = Unit(stack.kind, stack.place, stack.count)
        yield act.Accompany(unit, other)
        for place in _near(other):
            yield act.Accompany(unit, other, (place,))
            if is_personality(unit.kind):
                yield act.Lead(unit, other, (place,))
        if is_personality(unit.kind):
            yield act.Lead(unit, other)


def _special_orders(unit: Unit, known: Known) -> Iterator[Standable]:
    match unit.kind:
        case "Gandalf" | "Aragorn":
            yield act.PathsOfTheDead(unit)
            yield from _commands(unit, known)
        case "Nazgul":
            for place, stacks in sorted(known.at.items()):
                if place == unit.place or place in _near(unit):
                    yield from (act.Paralyse(unit, Unit(s.kind, s.place, s.count)) for s in stacks)
        case "R":
            for place in _near(unit):
                yield act.Neutralise(unit, (place,))
        case "Fe":
            yield act.MarchWithEnts(unit)


def _commands(unit: Unit, known: Known) -> Iterator[Standable]:
    for stack in known.at.get(unit.place, ()):
        other = Unit(stack.kind, stack.place, stack.count)
        yield act.Command(unit, act.Hold(other))
        for order in (*_moves(other, known), *_supports(other, known)):
            if isinstance(order, act.StackOrder):
                yield act.Command(unit, order)


# In addition to the action.


def besides(unit: Unit, known: Known) -> Iterator[Standable]:
    yield from _guests(unit, known)
    yield from (act.Destroy(unit, act.Target(kind)) for kind in ("any", *known.foes))
    yield from (act.DestroyBalrog(unit), act.Awaken(unit), act.DestroyRing(unit), act.ClaimRing(unit))
    yield from (act.PutOnRing(unit), act.OfferRing(unit, "Elves"))
    yield from away_with_ring(unit, known)


def away_with_ring(unit: Unit, known: Known) -> Iterator[Standable]:
    """Yield passing the Ring to one's own piece or stack that is with it, or on; and throwing it. 8.4, 8.9"""
    pieces = [piece.kind for piece in known.pieces if piece.place == unit.place]
    stacks = [stack.kind for stack in known.stacks if stack.place == unit.place]
    others = [kind for kind in (*pieces, *stacks) if kind not in unit.kind.split("/")]  # A/F is A and F
    yield from (act.PassRing(unit, receiver=Unit(kind, unit.place)) for kind in others)
    yield from (act.PassRing(unit, place) for place in sorted(ground.steps("A", unit.place)))
    yield from (act.ThrowRing(unit, water) for water in sorted(ground.FLEET.get(unit.place, ())))


def _guests(fleet: Unit, known: Known) -> Iterator[Standable]:
    """Yield other powers' armies that it could take aboard."""
    if fleet.kind not in FLEETS or fleet.place not in ground.WATER:
        return
    for shore in sorted(ground.shores(fleet.place)):
        for stack in known.at.get(shore, ()):
            if stack.power != known.power:
                yield act.Takes(fleet, Unit(stack.kind, shore, stack.count))


def _starts() -> Iterator[Standable]:
    return (act.StartsAt(Unit("Gandalf"), place) for place in ground.GANDALF_STARTS)


# Retreats and adjustments.


def _retreats(row: Beaten, state: State) -> Iterator[Standable]:
    unit = beaten_unit(row)
    for place in row.free:
        yield act.Retreat(unit, (place,))
    if may_follow(row, state):
        yield act.Retreat(unit, with_stack=True)
    yield act.Disband(unit)


def _adjusting(known: Known) -> dict[str, Iterable[Standable]]:
    state, power = known.state, known.power
    due = adjustments.due(state, power)
    builds = [
        act.Build(Unit(kind, place))
        for place in adjustments.build_places(state, power)
        for kind in adjustments.kinds(state, power, place)
    ]
    removals = [act.Remove(Unit(s.kind, s.place, s.count)) for s in state.stacks if s.power == power]
    return {
        **{f"Build {number}": [*builds, act.Waive()] for number in range(1, due + 1)},
        **{f"Removal {number}": removals for number in range(1, 1 - due)},
    }
