"""Which orders may pieces be given, and what may be ordered for the end of the move?  (XIII 5, 6, 8)"""

from collections.abc import Iterator

from adjudicator.downfall_xiii import ground, sight
from adjudicator.downfall_xiii.position import Piece, Stack, State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Place, Power, Unit
from adjudicator.middle_earth.pieces import GOOD, NEUTRAL, is_personality, opposed

AT_THE_END = " at the end"


def orders(state: State, power: Power) -> dict[str, list[Order]]:
    """Actions of the pieces that *power* orders, then what they may do at the end of the move."""
    found: dict[str, list[Order]] = {}
    for piece in state.pieces:
        if piece.power != power:
            continue
        name = f"{piece.kind} {piece.place}"
        found[name] = list(_actions(state, piece))
        at_end = list(_at_the_end(state, piece))
        if at_end:
            found[name + AT_THE_END] = at_end
    return found | _gandalf_off_board(state, power)


def _gandalf_off_board(state: State, power: Power) -> dict[str, list[Order]]:
    gandalf = Unit("Gandalf")
    if power != "Gandalf":
        return {}
    if state.gandalf.word == "unplaced":
        return {"Gandalf": [act.StartsAt(gandalf, place) for place in ground.GANDALF_STARTS]}
    if state.gandalf.word == "returning":
        return {"Gandalf": [act.ReturnsTo(gandalf, place) for place in ground.NORTH_WEST]}
    return {}


def rivers(state: State, power: Power) -> frozenset[Place]:
    own = state.alignments[power]
    return frozenset(
        s.place
        for s in state.stacks
        if s.place in ground.RIVERS and s.power != power and state.alignments[s.power] != own
    )


def _unit(piece: Piece) -> Unit:
    return Unit(piece.kind, piece.place)


def _actions(state: State, piece: Piece) -> Iterator[Order]:
    unit = _unit(piece)
    yield act.Hold(unit)
    if piece.place in ground.WATER:
        yield from (act.Disembark(unit, shore) for shore in sorted(ground.shores(piece.place)))
        return
    if piece.kind == "Theoden" and state.theoden.word != "awake":
        return
    steps = list(_steps(state, piece, piece.place))
    yield from (act.Move(unit, (place,)) for place in steps)
    if piece.kind == "Nazgul" or (piece.kind == "Gandalf" and state.shadowfax):
        yield from _two_steps(state, piece, steps)
    yield from _company(state, piece, steps)
    yield from _special(state, piece, steps)


def _steps(state: State, piece: Piece, start: Place) -> Iterator[Place]:
    barred = rivers(state, piece.power)
    with_the_dead = piece.kind == "Aragorn" and state.dead.word == "awake"
    kind = "A" if with_the_dead else piece.kind
    free = "Gondor" not in state.owners.values()
    for place in sorted(ground.steps(kind, start)):
        confined = piece.kind == "Sauron" and not free and place not in ground.SAURON_CONFINED
        if ground.may_step(kind, start, place, barred) and not confined:
            yield place


def _two_steps(state: State, piece: Piece, steps: list[Place]) -> Iterator[Order]:
    shut = ground.FOREST | ground.MARSH if piece.kind == "Gandalf" else frozenset[Place]()
    if piece.place in shut:
        return
    for first in steps:
        if first not in shut:
            for second in _steps(state, piece, first):
                if second not in shut:
                    yield act.Move(_unit(piece), (first, second))


def _may_join(state: State, piece: Piece, stack: Stack) -> bool:
    alignment = state.alignments[stack.power]
    if piece.kind == "Gandalf":
        return alignment in (GOOD, NEUTRAL)
    if piece.kind == "Aragorn":
        return alignment == GOOD and state.dead.word != "awake"
    return is_personality(piece.kind) and alignment == state.alignments[piece.power]


def _company(state: State, piece: Piece, steps: list[Place]) -> Iterator[Order]:
    unit = _unit(piece)
    for stack in state.stacks:
        if stack.place != piece.place or not _may_join(state, piece, stack):
            continue
        led = Unit(stack.kind, stack.place, stack.count)
        yield act.Accompany(unit, led)
        yield from (act.Accompany(unit, led, (place,)) for place in steps)
        if is_personality(piece.kind) and stack.power == piece.power:
            yield from (act.Lead(unit, led, (place,)) for place in steps)
    if piece.kind in ("R", "Fe"):
        for other in state.pieces:
            beside = (other.power, other.place) == (piece.power, piece.place)
            if beside and other.kind in ("Gandalf", "Aragorn"):
                yield from (act.Accompany(unit, _unit(other), (place,)) for place in steps)


def _special(state: State, piece: Piece, steps: list[Place]) -> Iterator[Order]:
    unit = _unit(piece)
    match piece.kind:
        case "Gandalf" | "Aragorn":
            yield from _supports(state, piece, steps)
            yield from _commands(state, piece)
        case "Nazgul":
            near = {piece.place, *steps}
            yield from (
                act.Paralyse(unit, Unit(s.kind, s.place, s.count))
                for s in state.stacks
                if s.place in near and s.power != piece.power
            )
        case "R":
            yield from (
                act.Neutralise(unit, (place,))
                for place in steps
                if place in ground.CENTRES and not ground.is_fortress(place, state.fortresses_gone)
            )
        case "Fe" if piece.place == "Fan":
            yield act.MarchWithEnts(unit)
    if piece.kind == "Aragorn" and piece.place == "DHa" and state.dead.word == "asleep":
        yield act.PathsOfTheDead(unit)


def _supports(state: State, piece: Piece, steps: list[Place]) -> Iterator[Order]:
    unit, barred = _unit(piece), rivers(state, piece.power)
    kinds = ("A",) if piece.kind == "Aragorn" and state.dead.word == "awake" else (piece.kind,)
    for aim in steps:
        for stack in state.stacks:
            if state.alignments[stack.power] not in (GOOD, NEUTRAL) or stack.place == ground.OFF:
                continue
            if not ground.may_support(kinds, piece.place, aim, stack.place, barred):
                continue
            other = Unit(stack.kind, stack.place, stack.count)
            if stack.place == aim:
                yield act.SupportHold(unit, other)
            elif ground.may_step(stack.kind, stack.place, aim, rivers(state, stack.power)):
                yield act.SupportMove(unit, other, (aim,))


def _commands(state: State, piece: Piece) -> Iterator[Order]:
    if state.turn == 1:
        return
    for name in sight.commandable(state, piece):
        kind, place = name.split()
        owner = next(s.power for s in state.stacks if (s.kind, s.place) == (kind, place))
        barred = rivers(state, owner)
        for target in sorted(ground.steps(kind, place)):
            if ground.may_step(kind, place, target, barred):
                yield act.Command(_unit(piece), act.Move(Unit(kind, place), (target,)))


# At the end of the move.


def _at_the_end(state: State, piece: Piece) -> Iterator[Order]:
    unit = _unit(piece)
    if piece.kind in ("Gandalf", "Fe"):
        near_dunharrow = piece.place == "DHa" or "DHa" in ground.steps(piece.kind, piece.place)
        if state.theoden.word == "asleep" and near_dunharrow:
            yield act.Awaken(unit)
    if piece.kind == "Gandalf":
        if state.balrog == "alive" and (piece.place == "KDu" or "KDu" in ground.LIGHT[piece.place]):
            yield act.DestroyBalrog(unit)
        yield act.ClaimRing(unit)
    if _carries(state, piece.power, piece.kind, piece.place):
        yield from _ring_orders(state, piece.power, unit)


def unit_at_the_end(state: State, power: Power, stack: Stack) -> Iterator[Order]:
    """Pieces to destroy (those that this unit ever might), and what the bearer of the Ring may do."""
    unit = Unit(stack.kind, stack.place, stack.count)
    yield act.Destroy(unit, act.Target("any"))
    yield act.Destroy(unit, act.Target("R"))
    yield from (act.Destroy(unit, act.Target(kind)) for kind in ("Gandalf", "Aragorn", "Faramir", "Nazgul"))
    if _carries(state, power, stack.kind, stack.place):
        yield from _ring_orders(state, power, Unit(stack.kind, stack.place))


def _carries(state: State, power: Power, kind: str, place: Place) -> bool:
    bearer = state.ring.bearer
    if bearer is None or state.ring.how != "carried":
        return False
    return (bearer.power, bearer.kind, bearer.place) == (power, kind, place)


def _ring_orders(state: State, power: Power, unit: Unit) -> Iterator[Order]:
    for place in sorted(ground.ARMY.get(unit.place, ())):
        yield act.PassRing(unit, place)
    for piece in state.pieces:
        if piece.power == power and piece.place == unit.place and piece.kind != unit.kind:
            yield act.PassRing(unit, receiver=Unit(piece.kind, piece.place))
    for water in sorted(ground.WATER):
        if unit.place in ground.shores(water):
            yield act.ThrowRing(unit, water)
    yield act.DestroyRing(unit)
    if unit.kind == "Fe":
        yield act.OfferRing(unit, "Elves")
        return
    good_rohan = power == "Rohan" and state.alignments["Rohan"] == GOOD
    if power not in ("Gandalf", "Gondor") and not good_rohan and (power != "Mordor" or unit.kind == "Sauron"):
        yield act.PutOnRing(unit)


def may_seize(state: State, power: Power) -> Iterator[Order]:
    """Accepted at any time (8.15, 8.16)."""
    if power == "Gondor":
        yield act.SeizeRing(Unit("Boromir"))
    if power == "Elves":
        yield act.PutOnRing(Unit("Galadriel"))


__all__ = ["may_seize", "opposed", "orders", "unit_at_the_end"]
