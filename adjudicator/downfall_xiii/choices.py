"""Which orders may a power give?  For each of its units, by what the power may know (H.1).

Every key is a unit as orders name it; the orders for the end of the move stand under the same name with
" at the end", those of the whole power under the power's name. One from each key makes a lawful sheet.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.downfall_xiii import adjustments, alignments, ground, ownership, piece_choices, ship_choices
from adjudicator.downfall_xiii.position import ADJUSTMENT, RETREAT, Beaten, Stack, State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Place, Power, Unit
from adjudicator.middle_earth.pieces import opposed
from adjudicator.middle_earth.wording import short, short_unit

AT_THE_END = " at the end"


def choices(state: State, power: Power) -> Mapping[str, Sequence[str]]:
    """The lawful orders as text, by unit."""
    return {unit: tuple(dict.fromkeys(map(short, found))) for unit, found in orders(state, power).items()}


def orders(state: State, power: Power) -> dict[str, list[Order]]:
    """The lawful orders as values, by unit; {} when nothing is asked of *power*."""
    if state.over or power in state.eliminated:
        return {}
    if state.phase == RETREAT:
        return _retreats(state, power)
    if state.phase == ADJUSTMENT:
        return _adjustments(state, power)
    return _movement(state, power)


def rivers(state: State, power: Power) -> frozenset[Place]:
    """Wide rivers under a fleet hostile to *power* (7h.1): public."""
    return frozenset(
        stack.place
        for stack in state.stacks
        if stack.place in ground.RIVERS
        and stack.power != power
        and state.alignments[stack.power] != state.alignments[power]
    )


def ordered_by(state: State, power: Power) -> list[Stack]:
    """The stacks that *power* orders: its own, unless another commands them, and Umbar's after 9.7."""
    commanded = bool(state.timers.get("umbar_commanded"))
    mine = [s for s in state.stacks if s.power == power and not (power == "Umbar" and commanded)]
    if power == "Mordor" and commanded:
        mine += [s for s in state.stacks if s.power == "Umbar"]
    return mine


def unit_of(stack: Stack) -> Unit:
    return Unit(stack.kind, stack.place, stack.count)


def _movement(state: State, power: Power) -> dict[str, list[Order]]:
    found: dict[str, list[Order]] = {}
    for stack in ordered_by(state, power):
        name = short_unit(unit_of(stack))
        found[name] = [*_stack_orders(state, power, stack), *ship_choices.orders(state, power, stack)]
        found[name + AT_THE_END] = list(piece_choices.unit_at_the_end(state, power, stack))
    found |= piece_choices.orders(state, power)
    own = [act.Declare(alignment) for alignment in alignments.may_declare(state, power)]
    if own:
        found[power] = list(own)
    return found


def _stack_orders(state: State, power: Power, stack: Stack) -> Iterator[Order]:
    if stack.kind != "F" and stack.place in ground.WATER:
        return
    unit = unit_of(stack)
    yield act.Hold(unit)
    targets = list(_targets(state, stack))
    yield from (act.Move(unit, (target,)) for target in targets)
    if stack.kind == "C":
        yield from _rides(state, stack, targets)
    yield from _supports(state, stack)
    yield from _divisions(stack, targets)
    yield from _merges(state, power, stack, targets)


def _targets(state: State, stack: Stack) -> Iterator[Place]:
    barred = rivers(state, stack.power)
    carries = stack.kind == "F" and any(
        s.kind == "A" and s.place == stack.place and s.place in ground.WATER for s in state.stacks
    )
    shut = _truce(state) if stack.power == "Mordor" else frozenset[Place]()
    for target in sorted(ground.steps(stack.kind, stack.place)):
        if target in shut or (carries and target not in ground.WATER):
            continue
        if ground.may_step(stack.kind, stack.place, target, barred):
            yield target


def _truce(state: State) -> frozenset[Place]:
    """9.7: where Mordor may not go."""
    if not state.timers.get("umbar_truce"):
        return frozenset()
    stands = {stack.place for stack in state.stacks if stack.power == "Umbar"}
    return frozenset(stands | {place for place, owner in state.owners.items() if owner == "Umbar"})


def _rides(state: State, stack: Stack, targets: Sequence[Place]) -> Iterator[Order]:
    """Second moves, and support for those of others (6f)."""
    unit, barred = unit_of(stack), rivers(state, stack.power)
    alone = not any(s is not stack and (s.power, s.place) == (stack.power, stack.place) for s in state.stacks)
    if not alone or stack.place in ground.FOREST:
        return
    shut = _truce(state) if stack.power == "Mordor" else frozenset[Place]()
    for target in targets:
        if target in ground.FOREST:
            continue
        yield act.HoldThenMove(unit, target)
        for second in sorted(ground.steps("C", target) - ground.FOREST - shut):
            if ground.may_step("C", target, second, barred):
                yield act.Move(unit, (target, second))
    for other in state.stacks:
        if other.kind != "C" or other == stack or _opposed(state, stack, other):
            continue
        for target in targets:
            yield act.SupportSecond(unit, unit_of(other), (target,))


def _opposed(state: State, one: Stack, other: Stack) -> bool:
    return opposed(state.alignments[one.power], state.alignments[other.power])


def _supports(state: State, stack: Stack) -> Iterator[Order]:
    unit, barred = unit_of(stack), rivers(state, stack.power)
    near = sorted(ground.steps(stack.kind, stack.place))
    for aim in near:
        for other in _supportable(state, stack):
            afloat = other.kind != "F" and other.place in ground.WATER
            if not ground.may_support((stack.kind,), stack.place, aim, other.place, barred) or afloat:
                continue
            if other.place == aim:
                yield act.SupportHold(unit, unit_of(other))
            elif ground.may_step(other.kind, other.place, aim, rivers(state, other.power)):
                yield act.SupportMove(unit, unit_of(other), (aim,))
        owner = ground.home_of(aim)
        manned = aim in ground.GARRISONS and aim not in state.garrisons_gone
        friendly = owner is None or not opposed(state.alignments[owner], state.alignments[stack.power])
        if manned and friendly and ground.may_support((stack.kind,), stack.place, aim, aim, barred):
            yield act.SupportGarrison(unit, aim)


def _supportable(state: State, stack: Stack) -> list[Stack]:
    return [
        other
        for other in state.stacks
        if other.place not in (stack.place, ground.OFF) and not _opposed(state, stack, other)
    ] + [other for other in state.stacks if other.place == ground.OFF and stack.power == other.power]


def _divisions(stack: Stack, targets: Sequence[Place]) -> Iterator[Order]:
    """One unit leaves, or two go different ways; what is not named holds."""
    if stack.count < 2:
        return
    one = Unit(stack.kind, stack.place)
    for number, target in enumerate(targets):
        first = act.Move(one, (target,))
        yield act.Divide(unit_of(stack), (first, act.Hold(one)))
        for second in targets[number + 1 :]:
            yield act.Divide(unit_of(stack), (first, act.Move(one, (second,))))


def _merges(state: State, power: Power, stack: Stack, targets: Sequence[Place]) -> Iterator[Order]:
    """With another stack that the same power orders (4.5, 4.6), or another of its alignment (4.10)."""
    unit = unit_of(stack)
    for other in state.stacks:
        if other.place in (stack.place, ground.OFF) or (other.kind == "F") != (stack.kind == "F"):
            continue
        if state.alignments[other.power] != state.alignments[stack.power] or other.place in ground.WATER:
            continue
        if other.place in targets:
            yield act.Merge((act.Merger(unit, other.place), act.Merger(unit_of(other))))
        barred = rivers(state, other.power)
        for target in targets:
            if other.power == stack.power and ground.may_step(other.kind, other.place, target, barred):
                yield act.Merge((act.Merger(unit, target), act.Merger(unit_of(other), target)))


# Retreats and adjustments.


def _retreats(state: State, power: Power) -> dict[str, list[Order]]:
    found: dict[str, list[Order]] = {}
    for beaten in state.beaten:
        for unit in _named(beaten, power):
            ways: list[Order] = [act.Retreat(unit, (place,)) for place in beaten.free]
            if beaten.piece is not None and beaten.came_with:
                ways.append(act.Retreat(unit, with_stack=True))
            found[short_unit(unit)] = [*ways, act.Disband(unit)]
    return found


def _named(beaten: Beaten, power: Power) -> Iterator[Unit]:
    if beaten.piece is not None:
        if beaten.piece.power == power:
            yield Unit(beaten.piece.kind, beaten.piece.place)
    elif beaten.stacks[0].power == power:
        yield unit_of(beaten.stacks[0])


def _adjustments(state: State, power: Power) -> dict[str, list[Order]]:
    number = adjustments.due(state, power)
    if number > 0:
        return {
            place: [
                act.Waive(),
                *(act.Build(Unit(kind, place)) for kind in adjustments.kinds(state, power, place)),
            ]
            for place in adjustments.build_places(state, power)
        }
    if number < 0:
        own = [stack for stack in state.stacks if stack.power == power]
        return {short_unit(unit_of(stack)): [act.Remove(unit_of(stack), 1)] for stack in own}
    return {}


def balance(state: State, power: Power) -> int:
    return ownership.allowed(state, power) - ownership.units(state, power)
