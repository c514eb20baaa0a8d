"""Which orders concern ships?  Embarking, landing, fast ferries, consent.  (XIII 6g)"""

from collections.abc import Iterator

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Stack, State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Power, Unit
from adjudicator.middle_earth.pieces import opposed


def orders(state: State, power: Power, stack: Stack) -> Iterator[Order]:
    if stack.kind == "A":
        yield from _army(state, power, stack)
    elif stack.kind == "F" and stack.place in ground.WATER and not _cargo(state, stack):
        yield from _fleet(state, power, stack)


def _unit(stack: Stack) -> Unit:
    return Unit(stack.kind, stack.place, stack.count)


def _cargo(state: State, fleet: Stack) -> list[Stack]:
    return [stack for stack in state.stacks if stack.kind == "A" and stack.place == fleet.place]


def _army(state: State, power: Power, stack: Stack) -> Iterator[Order]:
    if stack.place in ground.WATER:
        for shore in sorted(ground.shores(stack.place)):
            yield act.Disembark(_unit(stack), shore)
        return
    for fleet in state.stacks:
        near = fleet.kind == "F" and fleet.place in ground.WATER and stack.place in ground.shores(fleet.place)
        if near and fleet.power == power and fleet.count >= stack.count and not _cargo(state, fleet):
            yield act.Embark(_unit(stack), _unit(fleet))


def _fleet(state: State, power: Power, fleet: Stack) -> Iterator[Order]:
    shores = sorted(ground.shores(fleet.place))
    for stack in state.stacks:
        fits = stack.kind == "A" and stack.place in shores and stack.count <= fleet.count
        if not fits or opposed(state.alignments[stack.power], state.alignments[power]):
            continue
        for shore in shores:
            if shore != stack.place:
                yield act.FastFerry(_unit(fleet), _unit(stack), shore)
