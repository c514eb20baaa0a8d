"""Check who goes with whom, merges and commands, and the special actions of pieces.

XIII 2.2, 4.5, 5.4, 6a to 6c and 6i.9. Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from collections.abc import Sequence
from typing import assert_never

import msgspec

from adjudicator.core.words import NotAllowed, listed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import legality, legality_ships
from adjudicator.downfall_xiii.language.knowledge import FLEETS, Known, place_meant
from adjudicator.downfall_xiii.language.legality import (
    SUPPORTS,
    actor,
    check_path,
    check_step,
    could_go,
    could_step,
    ferries,
    owners,
    path_meant,
)
from adjudicator.downfall_xiii.resolve.company import PROTECTED, PROTECTORS
from adjudicator.downfall_xiii.view.wording import unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, StackOrder, Unit
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL, PERSONALITIES, is_personality, is_piece
from adjudicator.middle_earth.view.wording import short, short_unit

ACTIONS = (act.Hold, act.Move, act.HoldThenMove, *SUPPORTS)

# Company.


def accompany(order: act.Accompany, known: Known) -> act.Accompany:
    """5.4, 6a.ii, 6a.vi, 6b.ii: company with a stack in the same area."""
    unit = _companion(order.unit, known)
    other = order.companion
    if unit.kind in PROTECTED:
        return _beside(order, unit, known)
    if unit.kind == "Aragorn" and known.state.dead.word == "awake":
        raise NotAllowed("No unit can go with Aragorn and the Dead.", could_go(unit, known))
    if is_piece(other.kind):
        raise NotAllowed("A piece can go only with a stack.", f"Write {unit.kind} with A MTi.")
    stack = _stack_here(unit, other, known)
    path = _company_path(order.path, unit, stack, known)
    return act.Accompany(unit, stack, path)


def _companion(written: Unit, known: Known) -> Unit:
    if not is_piece(written.kind):
        raise NotAllowed(
            "Only a piece can go with a unit.", "To act together, write M: A MTi - Los M A Pel - Los."
        )
    unit = actor(written, known)
    if unit.kind == "Nazgul":
        raise NotAllowed("The Nazgul cannot go with a stack.", could_go(unit, known))
    return unit


def _beside(order: act.Accompany, unit: Unit, known: Known) -> act.Accompany:
    other = order.companion
    if other.kind not in PROTECTORS:
        raise NotAllowed(f"{unit_name(unit)} can go only with Gandalf or Aragorn.", could_go(unit, known))
    here = [piece for piece in known.pieces if piece.kind == other.kind]
    if here and here[0].place != unit.place:
        raise NotAllowed(
            f"{other.kind} is in {here[0].place}, {short_unit(unit)} is not.", "Move it on its own."
        )
    path = path_meant(unit, order.path)
    if path:
        check_path(unit, path[:1], known)
    return act.Accompany(unit, Unit(other.kind, here[0].place if here else ""), path)


def _stack_here(unit: Unit, written: Unit, known: Known) -> Unit:
    """Return the stack in the area of *unit* that it goes with."""
    stack = known.any_unit(written if written.place else Unit(written.kind, unit.place, written.count))
    if stack.place != unit.place:
        raise NotAllowed(
            f"{unit.kind} is in {unit.place}, {short_unit(stack)} is not.", "Name a stack in his area."
        )
    sides = {known.align(power) for power in owners(stack, known)}
    may = {"Gandalf": {GOOD, NEUTRAL}, "Aragorn": {GOOD}}.get(unit.kind, {known.align(known.power)})
    if not _fits(stack, may, known):
        if is_personality(unit.kind):
            reason = f"{unit.kind} ({known.align(known.power)}) cannot lead an {sides.pop()} unit."
            raise NotAllowed(
                reason.replace("an G", "a G").replace("an N", "a N"),
                "He can lead units of his own alignment.",
            )
        raise NotAllowed(
            f"{unit.kind} cannot go with units that are {listed(sorted(sides))}.", "Move him on his own."
        )
    return stack


def _fits(stack: Unit, may: set[str], known: Known) -> bool:
    return any(known.sides(power) & may for power in owners(stack, known))


def _company_path(words: tuple[str, ...], unit: Unit, stack: Unit, known: Known) -> tuple[Place, ...]:
    path = path_meant(stack, words)
    if len(path) > 2:
        raise NotAllowed("No move goes further than two spaces.", "Name one space, or two.")
    goes = ground.WATER.isdisjoint({stack.place, *path[:1]})
    by_ship = bool(path) and bool(ferries(stack, stack.place, path[0], known))
    if path and goes and not by_ship and not _rides_there(unit, stack, path):
        check_step(unit, unit.place, path[0], known)
    if len(path) == 2 and stack.kind not in ("C", ""):
        raise NotAllowed(
            f"{short_unit(stack)} can move only one space.", f"Write {unit.kind} - {path[0]} with it."
        )
    return path


def _rides_there(unit: Unit, stack: Unit, path: tuple[Place, ...]) -> bool:
    """Return whether the path names only the end of a two-space move of the stack (6f.12)."""
    if stack.kind != "C" or len(path) != 1 or unit.kind == "Sauron":
        return False
    return any(path[0] in ground.steps("C", first) for first in ground.steps("C", stack.place))


def lead(order: act.Lead, known: Known) -> act.Lead | act.Accompany:
    """5.4. For Gandalf and Aragorn it means the same as company."""
    if order.unit.kind in PROTECTORS:
        return accompany(act.Accompany(order.unit, order.led, order.path), known)
    unit = _companion(order.unit, known)
    if unit.kind not in PERSONALITIES:
        raise NotAllowed(f"{unit_name(unit)} cannot lead.", could_go(unit, known))
    stack = _stack_here(unit, order.led, known)
    path = _company_path(order.path, unit, stack, known)
    return act.Lead(unit, stack, path, order.holds)


def command(order: act.Command, known: Known) -> act.Command:
    """6a.iii, 6b.iii: a single unit that was in his area when the last turn ended."""
    unit = actor(order.unit, known)
    if unit.kind not in PROTECTORS:
        raise NotAllowed("Only Gandalf and Aragorn can order the units of other powers.", "")
    if known.state.turn == 1:
        raise NotAllowed(f"{unit.kind} cannot command a unit on turn 1.", f"Write {unit.kind} with the unit.")
    target = known.any_unit(order.order.unit)
    if target.place != unit.place or target.place in known.state.fresh:
        raise NotAllowed(
            f"{unit.kind} is not with {short_unit(target)}.", "He can command only a unit in his area."
        )
    stacks = [stack for stack in known.at[target.place] if target.kind in ("", stack.kind)]
    whole = [stack for stack in known.at[target.place] if stack.power == stacks[0].power]
    if sum(stack.count for stack in whole) > 1:
        raise NotAllowed(
            f"{short_unit(Unit(stacks[0].kind, target.place, stacks[0].count))} is not a single unit.", ""
        )
    may = (GOOD, NEUTRAL) if unit.kind == "Gandalf" else (GOOD,)
    if not known.sides(stacks[0].power) & set(may):
        raise NotAllowed(f"{unit.kind} cannot command {known.align(stacks[0].power)} units.", "")
    return act.Command(unit, stack_order(order.order, known.with_proxies_of(stacks[0].power)))


def stack_order(order: StackOrder, known: Known, part: bool = False) -> StackOrder:  # noqa: C901, PLR0911  (one case a kind)
    """Return the order of a stack with ids for its words; *part*: of a part of a divided stack."""
    match order:
        case act.Hold():
            return legality.hold(order, known, part)
        case act.Move():
            return legality.move(order, known, part)
        case act.HoldThenMove():
            return legality.hold_then(order, known, part)
        case act.SupportHold():
            return legality.support_hold(order, known, part)
        case act.SupportMove():
            return legality.support_move(order, known, part)
        case act.SupportGarrison():
            return legality.support_garrison(order, known, part)
        case act.SupportSecond():
            return legality.support_second(order, known, part)
        case act.Embark():
            return legality_ships.embark(order, known)
        case act.Disembark():
            return legality_ships.disembark(order, known)
        case act.FastFerry():
            return legality_ships.ferry(order, known, part)
        case act.Convoy():
            raise legality_ships.no_convoys()
        case _ as never:
            assert_never(never)


# Dividing and merging.


def divide(order: act.Divide, known: Known) -> act.Divide:
    """4.3: no more parts than the stack has."""
    unit = actor(order.unit, known)
    place = unit.place
    parts = []
    for part in order.parts:
        written = part.unit if part.unit.place else Unit(part.unit.kind or unit.kind, place, part.unit.count)
        whole = known.own(written, part=True)
        if whole.place != place:
            raise NotAllowed(
                f"{short_unit(whole)} is not a part of {short_unit(unit)}.",
                "Each part starts where the stack stands.",
            )
        parts.append(stack_order(_renamed(part, whole, written), known, part=True))
    _check_shares(parts, unit, known)
    return act.Divide(unit, tuple(parts))


def _renamed(part: StackOrder, whole: Unit, written: Unit) -> StackOrder:
    """Return the part with its kind filled in; without a number it is one unit."""
    return msgspec.structs.replace(part, unit=Unit(whole.kind, whole.place, written.count))


def _check_shares(parts: list[StackOrder], unit: Unit, known: Known) -> None:
    made: dict[str, int] = {}
    for part in parts:
        kind = "F" if part.unit.kind == "A/F" else part.unit.kind
        made[kind] = made.get(kind, 0) + part.unit.count
    for kind, count in made.items():
        has = sum(stack.count for stack in known.stacks if (stack.place, stack.kind) == (unit.place, kind))
        if count > has:
            raise NotAllowed(
                f"The parts add up to {count}, but the stack has {has}.", "Units that you do not name hold."
            )


def check_one_order(order: Order, message: Sequence[Order], known: Known) -> None:
    """4.2, 4.3: Army and Cavalry of one power in one area have one order, unless they divide."""
    if not isinstance(order, ACTIONS):
        return
    for other in message:
        if isinstance(other, ACTIONS) and _are_one_stack(order.unit, other.unit, known):
            _check_same(order, other)


def _are_one_stack(one: Unit, other: Unit, known: Known) -> bool:
    if one.place != other.place or {one.kind, other.kind} != {"A", "C"}:
        return False
    there = {(stack.power, stack.kind) for stack in known.at.get(one.place, ())}
    return any((power, "A") in there and (power, "C") in there for power, _ in there)


def _check_same(order: StackOrder, other: StackOrder) -> None:
    if msgspec.structs.replace(other, unit=order.unit) != order:
        mine, theirs = short_unit(order.unit), short_unit(other.unit)
        free = f"To separate them, divide: {mine} D : {short(order)}, {short(other)}."
        raise NotAllowed(f"{mine} and {theirs} are one stack and have one order.", free)


def merge(order: act.Merge, known: Known) -> act.Merge:
    """4.5 to 4.10: all go to one area, where one of them may hold."""
    parts = [_merger(part, known) for part in order.parts]
    targets = sorted({part.target for part in parts if part.target})
    if len(targets) != 1:
        reason = (
            f"The units go to different areas: {listed(targets, 'and')}."
            if targets
            else "None of the units moves."
        )
        raise NotAllowed(reason, "Units that merge go to the same area: A MTi - Los M A Pel - Los.")
    for part in parts:
        if not part.target and part.unit.place != targets[0]:
            raise NotAllowed(
                f"{short_unit(part.unit)} is not in {targets[0]}.",
                "The unit that holds must be where the others go.",
            )
    _check_sides(parts, known)
    for part in parts:
        _check_free(part, known)
    return act.Merge(tuple(parts), _result(parts, targets[0]))


def _result(parts: list[act.Merger], target: Place) -> Unit:
    kinds = {part.unit.kind for part in parts}
    kind = kinds.pop() if len(kinds) == 1 else "A"
    return Unit(kind, target, sum(part.unit.count for part in parts))


def _merger(part: act.Merger, known: Known) -> act.Merger:
    if is_piece(part.unit.kind):
        raise NotAllowed(
            f"Only ordinary units can merge; {unit_name(part.unit)} is a piece.",
            f"A piece can go with a stack: {part.unit.kind} with A MTi.",
        )
    unit = known.any_unit(part.unit)
    own = any(known.orders(stack) for stack in known.at[unit.place] if unit.kind in ("", stack.kind))
    divided = any(isinstance(order, act.Divide) and order.unit.place == unit.place for order in known.message)
    unit = known.own(part.unit, part=divided) if own else unit
    if not part.target:
        return act.Merger(unit)
    target = place_meant(part.target, unit.kind in FLEETS)
    check_path(unit, (target,), known)
    return act.Merger(unit, target)


def _check_sides(parts: list[act.Merger], known: Known) -> None:
    if not any(known.orders(stack) for part in parts for stack in known.at[part.unit.place]):
        raise NotAllowed("None of these units is yours.", known.to_order)
    if len({part.unit.kind in FLEETS for part in parts}) > 1:
        raise NotAllowed("Fleets can merge only with fleets.", "To go aboard, write A Lon embarks F ENG.")
    powers = {power for part in parts for power in owners(part.unit, known)[:1]}
    sides = sorted({known.align(power) for power in powers})
    if not set.intersection(*(known.sides(power) for power in powers)):
        raise NotAllowed(
            f"{' and '.join(sides)} units cannot merge.", "Only units of the same alignment can."
        )


def _check_free(part: act.Merger, known: Known) -> None:
    """4.9: a unit that supports cannot merge; one that moves away cannot hold in a merge."""
    for order in known.message:
        if getattr(order, "unit", None) != part.unit or isinstance(order, act.Merge):
            continue
        if isinstance(order, SUPPORTS):
            raise NotAllowed(
                f"{short_unit(part.unit)} is ordered to support; it cannot merge.", "The support stands."
            )
        if isinstance(order, act.Move) and not part.target:
            moved = f"M {short_unit(part.unit)} - {order.path[0]}"
            raise NotAllowed(f"{short_unit(part.unit)} moves away; merge with a move: {moved}.", "")


# Special actions of pieces.


def paralyse(order: act.Paralyse, known: Known) -> act.Paralyse:
    """6c.4: the Nazgul's own area, or one step from it."""
    unit = actor(order.unit, known)
    if unit.kind != "Nazgul":
        raise NotAllowed("Only the Nazgul can paralyse.", "")
    if is_piece(order.target.kind):
        raise NotAllowed(
            "The Nazgul can paralyse ordinary units, not pieces.", f"Write {unit.kind} paralyses A MTi."
        )
    target = known.any_unit(order.target)
    if target.place != unit.place and not could_step(unit, unit.place, target.place, known):
        raise NotAllowed(f"The Nazgul is not within one step of {target.place}.", could_go(unit, known))
    return act.Paralyse(unit, target)


def paths_of_the_dead(order: act.PathsOfTheDead, known: Known) -> act.PathsOfTheDead:
    unit = actor(order.unit, known)
    if unit.kind != "Aragorn":
        raise NotAllowed("Only Aragorn can take the Paths of the Dead.", "")
    if unit.place != "DHa":
        raise NotAllowed("Aragorn is not in DHa.", "He must start the turn there.")
    if known.state.dead.word != "asleep":
        raise NotAllowed("The Dead have been called already.", could_go(unit, known))
    return act.PathsOfTheDead(unit)


def march_with_ents(order: act.MarchWithEnts, known: Known) -> act.MarchWithEnts:
    unit = actor(order.unit, known)
    if unit.kind != "Fe":
        raise NotAllowed("Only the Fellowship can march with the Ents.", "")
    if unit.place != "Fan":
        raise NotAllowed("The Fellowship is not in Fan.", "It must start the turn there.")
    return act.MarchWithEnts(unit)


def starts_at(order: act.StartsAt, known: Known) -> act.StartsAt:
    """2.2"""
    place = place_meant(order.place)
    if order.unit.kind != "Gandalf" or known.power != "Gandalf":
        raise NotAllowed("You can choose a first place only for Gandalf.", "")
    if known.state.gandalf.word != "unplaced":
        raise NotAllowed("Gandalf is already on the board.", "Write Gandalf - and a place next to him.")
    if place not in ground.GANDALF_STARTS:
        reason = f"{place} is not west of the Misty Mountains and north of Druwaith Iaur."
        raise NotAllowed(reason, f"He can start in {listed(ground.GANDALF_STARTS)}.")
    return act.StartsAt(Unit("Gandalf"), place)


def returns_to(order: act.ReturnsTo, known: Known) -> act.ReturnsTo:
    """6a.v"""
    place = place_meant(order.place)
    if order.unit.kind != "Gandalf" or known.power != "Gandalf" or known.state.gandalf.word != "returning":
        raise NotAllowed("Gandalf is not due to return.", "You will be asked for a place when he is.")
    if place not in ground.NORTH_WEST:
        raise NotAllowed(
            f"{place} is not west of the Ring Line.", "Name a land area west of it, such as Iml."
        )
    return act.ReturnsTo(Unit("Gandalf"), place)
