"""Check who goes with whom, merges and commands, and the special actions of pieces.

XIII 2.2, 4.5, 5.4, 6a to 6c and 6i.9. Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from typing import assert_never

import msgspec

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.core.phrasing import with_article
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import legality, legality_ships
from adjudicator.downfall_xiii.language.knowledge import FLEETS, OWNER_OF_PROTECTORS, Known, place_meant
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
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view.wording import unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.merging import MessageOrders
from adjudicator.middle_earth.language.orders import Order, Place, StackOrder, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL, PERSONALITIES, is_personality, is_piece
from adjudicator.middle_earth.view.wording import short_unit

ACTIONS = (act.Hold, act.Move, act.HoldThenMove, *SUPPORTS)

# Company.


def accompany(order: act.Accompany, known: Known) -> act.Accompany:
    """Check company with a stack in the same area (5.4, 6a.ii, 6a.vi, 6b.ii)."""
    unit = _companion(order.unit, known)
    other = order.companion
    if unit.kind in PROTECTED:
        return _beside(order, unit, known)
    if unit.kind == "Aragorn" and known.state.dead.word == "awake":
        raise NotAllowed(say("no_unit_can_go_with_aragorn"), could_go(unit, known))
    if is_piece(other.kind):
        raise NotAllowed(say("piece_can_go_only_with_stack"), _the_other_way_round(order, unit))
    stack = _stack_here(unit, other, known)
    path = _company_path(order.path, unit, stack, known)
    return act.Accompany(unit, stack, path)


def _the_other_way_round(order: act.Accompany, unit: Unit) -> str:
    """Return what to write for a piece to go with another: those of 6a.vi go with their protector."""
    if unit.kind not in PROTECTORS or order.companion.kind not in PROTECTED:
        return say("write_with_mti", kind=unit.kind)
    beside = Unit(order.companion.kind, unit.place)
    return say("write_beside", order=short(act.Accompany(beside, unit, path_meant(unit, order.path))))


def _companion(written: Unit, known: Known) -> Unit:
    if not is_piece(written.kind):
        raise NotAllowed(say("only_piece_can_go_with_unit"), say("to_act_together_write_m_mti"))
    unit = actor(written, known)
    if unit.kind == "Nazgul":
        raise NotAllowed(say("nazgul_cannot_go_with_stack"), could_go(unit, known))
    return unit


def _beside(order: act.Accompany, unit: Unit, known: Known) -> act.Accompany:
    other = order.companion
    if other.kind not in PROTECTORS:
        raise NotAllowed(say("can_go_only_with_gandalf", unit=unit_name(unit)), could_go(unit, known))
    here = [piece for piece in known.pieces if piece.kind == other.kind]
    if not here and known.power == OWNER_OF_PROTECTORS:
        raise NotAllowed(known.without_piece(other.kind), could_go(unit, known))
    if here and here[0].place != unit.place:
        raise NotAllowed(
            say("is_in_is_not", kind=other.kind, place=here[0].place, short=short_unit(unit)),
            say("move_it_on_its_own"),
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
            say("is_in_is_not", kind=unit.kind, place=unit.place, short=short_unit(stack)),
            say("name_stack_in_his_area"),
        )
    sides = {known.align(power) for power in owners(stack, known)}
    may = {"Gandalf": {GOOD, NEUTRAL}, "Aragorn": {GOOD}}.get(unit.kind, {known.align(known.power)})
    if not _fits(stack, may, known):
        if is_personality(unit.kind):
            side = with_article(sides.pop())
            reason = say("cannot_lead_unit", kind=unit.kind, align=known.align(known.power), side=side)
            raise NotAllowed(reason, say("he_can_lead_units_of_his"))
        raise NotAllowed(
            say("cannot_go_with_units_that_are", kind=unit.kind, sides=listed(sorted(sides))),
            say("move_him_on_his_own"),
        )
    return stack


def _fits(stack: Unit, may: set[str], known: Known) -> bool:
    return any(known.sides(power) & may for power in owners(stack, known))


def _company_path(words: tuple[str, ...], unit: Unit, stack: Unit, known: Known) -> tuple[Place, ...]:
    path = path_meant(stack, words)
    if len(path) > 2:
        raise NotAllowed(say("no_move_goes_further_than_two"), say("name_one_space_or_two"))
    goes = ground.WATER.isdisjoint({stack.place, *path[:1]})
    far = bool(path) and path[0] not in ground.steps(stack.kind, stack.place)
    by_ship = far and bool(ferries(stack, stack.place, path[0], known))
    if path and goes and not by_ship and not _rides_there(unit, stack, path):
        check_step(unit, unit.place, path[0], known)
    if len(path) == 2 and stack.kind not in ("C", ""):
        raise NotAllowed(
            say("can_move_only_one_space", short=short_unit(stack)),
            say("write_with", kind=unit.kind, place=path[0]),
        )
    return path


def _rides_there(unit: Unit, stack: Unit, path: tuple[Place, ...]) -> bool:
    """Return whether the path names only the end of a two-space move of the stack (6f.12)."""
    if stack.kind != "C" or len(path) != 1 or unit.kind == "Sauron":
        return False
    return any(path[0] in ground.steps("C", first) for first in ground.steps("C", stack.place))


def lead(order: act.Lead, known: Known) -> act.Lead | act.Accompany:
    """Check a lead (5.4). For Gandalf and Aragorn it means the same as company."""
    if order.unit.kind in PROTECTORS:
        return accompany(act.Accompany(order.unit, order.led, order.path), known)
    unit = _companion(order.unit, known)
    if unit.kind not in PERSONALITIES:
        raise NotAllowed(say("cannot_lead", unit=unit_name(unit)), could_go(unit, known))
    stack = _stack_here(unit, order.led, known)
    path = _company_path(order.path, unit, stack, known)
    return act.Lead(unit, stack, path, order.holds)


def command(order: act.Command, known: Known) -> act.Command:
    """Check a command to a single unit that was in his area when the last turn ended (6a.iii, 6b.iii)."""
    unit = actor(order.unit, known)
    if unit.kind not in PROTECTORS:
        raise NotAllowed(say("only_gandalf_and_aragorn_can_order"), "")
    if known.state.turn == 1:
        raise NotAllowed(
            say("cannot_command_unit_on_turn", kind=unit.kind), say("write_with_unit", kind=unit.kind)
        )
    target = known.any_unit(order.order.unit)
    if target.place != unit.place or target.place in known.state.fresh:
        raise NotAllowed(
            say("is_not", kind=unit.kind, short=short_unit(target)), say("he_can_command_only_unit")
        )
    stacks = [stack for stack in known.at[target.place] if target.kind in ("", stack.kind)]
    whole = [stack for stack in known.at[target.place] if stack.power == stacks[0].power]
    if sum(stack.count for stack in whole) > 1:
        raise NotAllowed(
            say("is_not_single_unit", short=short_unit(Unit(stacks[0].kind, target.place, stacks[0].count))),
            "",
        )
    may = (GOOD, NEUTRAL) if unit.kind == "Gandalf" else (GOOD,)
    if not known.sides(stacks[0].power) & set(may):
        raise NotAllowed(say("cannot_command_units", kind=unit.kind, align=known.align(stacks[0].power)), "")
    return act.Command(unit, stack_order(order.order, known.with_proxies_of(stacks[0].power)))


def stack_order(order: StackOrder, known: Known, part: bool = False) -> StackOrder:  # noqa: C901, PLR0911  (one case a kind)
    """Return the order of a stack with its words replaced by ids; *part*: for a part of a divided stack."""
    match order:
        case act.Move():
            return legality.move(order, known, part)
        case act.SupportMove():
            return legality.support_move(order, known, part)
        case act.SupportHold():
            return legality.support_hold(order, known, part)
        case act.Hold():
            return legality.hold(order, known, part)
        case act.HoldThenMove():
            return legality.hold_then(order, known, part)
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
    """Check that the parts of a divided stack are no more than it has (4.3)."""
    unit = actor(order.unit, known)
    place = unit.place
    parts = []
    for part in order.parts:
        written = part.unit if part.unit.place else Unit(part.unit.kind or unit.kind, place, part.unit.count)
        whole = known.own(written, part=True)
        if whole.place != place:
            raise NotAllowed(
                say("is_not_part", short=short_unit(whole), short_2=short_unit(unit)),
                say("each_part_starts_where_stack_stands"),
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
                say("parts_add_up_to_but_stack", count=count, has=has), say("units_that_you_do_not_name")
            )


def check_one_order(order: Order, message: MessageOrders, known: Known) -> None:
    """Check that Army and Cavalry of one power in one area have one order, unless they divide (4.2, 4.3)."""
    if not known.mixed or not isinstance(order, ACTIONS) or order.unit.place not in known.mixed:
        return
    for other in message.orders:
        if isinstance(other, ACTIONS) and _are_army_and_cavalry(order.unit, other.unit):
            _check_same(order, other)


def _are_army_and_cavalry(one: Unit, other: Unit) -> bool:
    return one.place == other.place and {one.kind, other.kind} == {"A", "C"}


def _check_same(order: StackOrder, other: StackOrder) -> None:
    if msgspec.structs.replace(other, unit=order.unit) != order:
        mine, theirs = short_unit(order.unit), short_unit(other.unit)
        free = say("to_separate_them_divide_d", mine=mine, short=short(order), short_2=short(other))
        raise NotAllowed(say("and_are_one_stack_and_have", mine=mine, theirs=theirs), free)


def merge(order: act.Merge, known: Known) -> act.Merge:
    """Check a merge: all go to one area, where one of them may hold (4.5 to 4.10)."""
    parts = [_merger(part, known) for part in order.parts]
    targets = sorted({part.target for part in parts if part.target})
    if len(targets) != 1:
        reason = (
            say("units_go_to_different_areas", targets=listed(targets, "and"))
            if targets
            else say("none_of_units_moves")
        )
        raise NotAllowed(reason, say("units_that_merge_go_to_same"))
    for part in parts:
        if not part.target and part.unit.place != targets[0]:
            raise NotAllowed(
                say("is_not_2", short=short_unit(part.unit), targets=targets[0]),
                say("unit_that_holds_must_be_where"),
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
            say("only_ordinary_units_can_merge", unit=unit_name(part.unit)),
            say("piece_can_go_with_stack", kind=part.unit.kind),
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
        raise NotAllowed(say("none_of_these_units_is_yours"), known.to_order)
    if len({part.unit.kind in FLEETS for part in parts}) > 1:
        raise NotAllowed(say("fleets_can_merge_only_with_fleets"), say("to_go_aboard_write_lon_embarks"))
    powers = {power for part in parts for power in owners(part.unit, known)[:1]}
    sides = sorted({known.align(power) for power in powers})
    if not set.intersection(*(known.sides(power) for power in powers)):
        raise NotAllowed(
            say("units_cannot_merge", sides=" and ".join(sides)), say("only_units_of_same_alignment_can")
        )


def _check_free(part: act.Merger, known: Known) -> None:
    """Check that no unit of a merge supports, and none that holds in it moves away (4.9)."""
    for order in known.message:
        if getattr(order, "unit", None) != part.unit or isinstance(order, act.Merge):
            continue
        if isinstance(order, SUPPORTS):
            raise NotAllowed(
                say("is_ordered_to_support_it_cannot", short=short_unit(part.unit)), say("support_stands")
            )
        if isinstance(order, act.Move) and not part.target:
            moved = f"M {short_unit(part.unit)} - {order.path[0]}"
            raise NotAllowed(say("moves_away_merge_with_move", short=short_unit(part.unit), moved=moved), "")


# Special actions of pieces.


def paralyse(order: act.Paralyse, known: Known) -> act.Paralyse:
    """Check a paralysis: in the Nazgul's own area, or one step from it (6c.4)."""
    unit = actor(order.unit, known)
    if unit.kind != "Nazgul":
        raise NotAllowed(say("only_nazgul_can_paralyse"), "")
    if is_piece(order.target.kind):
        raise NotAllowed(
            say("nazgul_can_paralyse_ordinary_units_not"), say("write_paralyses_mti", kind=unit.kind)
        )
    target = known.any_unit(order.target)
    if target.place != unit.place and not could_step(unit, unit.place, target.place, known):
        raise NotAllowed(say("nazgul_is_not_within_one_step", place=target.place), could_go(unit, known))
    return act.Paralyse(unit, target)


def paths_of_the_dead(order: act.PathsOfTheDead, known: Known) -> act.PathsOfTheDead:
    unit = actor(order.unit, known)
    if unit.kind != "Aragorn":
        raise NotAllowed(say("only_aragorn_can_take_paths"), "")
    if unit.place != "DHa":
        raise NotAllowed(say("aragorn_is_not_in_dha"), say("he_must_start_turn_there"))
    if known.state.dead.word != "asleep":
        raise NotAllowed(say("dead_have_been_called_already"), could_go(unit, known))
    return act.PathsOfTheDead(unit)


def march_with_ents(order: act.MarchWithEnts, known: Known) -> act.MarchWithEnts:
    unit = actor(order.unit, known)
    if unit.kind != "Fe":
        raise NotAllowed(say("only_fellowship_can_march_with_ents"), "")
    if unit.place != "Fan":
        raise NotAllowed(say("fellowship_is_not_in_fan"), say("it_must_start_turn_there"))
    return act.MarchWithEnts(unit)


def starts_at(order: act.StartsAt, known: Known) -> act.StartsAt:
    """Check Gandalf's first place (2.2)."""
    place = place_meant(order.place)
    if order.unit.kind != "Gandalf" or known.power != "Gandalf":
        raise NotAllowed(say("you_can_choose_first_place_only"), "")
    if known.state.gandalf.word != "unplaced":
        raise NotAllowed(say("gandalf_is_already_on_board"), say("write_gandalf_and_place_next"))
    if place not in ground.GANDALF_STARTS:
        reason = say("is_not_west_of_misty_mountains", place=place)
        raise NotAllowed(reason, say("he_can_start", places=listed(ground.GANDALF_STARTS)))
    return act.StartsAt(Unit("Gandalf"), place)


def returns_to(order: act.ReturnsTo, known: Known) -> act.ReturnsTo:
    """Check the place to which Gandalf returns (6a.v)."""
    place = place_meant(order.place)
    if order.unit.kind != "Gandalf" or known.power != "Gandalf" or known.state.gandalf.word != "returning":
        raise NotAllowed(say("gandalf_is_not_due_to_return"), say("you_will_be_asked_for_place"))
    if place not in ground.NORTH_WEST:
        raise NotAllowed(say("is_not_west_of_ring_line", place=place), say("name_land_area_west"))
    return act.ReturnsTo(Unit("Gandalf"), place)
