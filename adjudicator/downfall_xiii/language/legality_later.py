"""Check retreats, builds, removals, declarations and proxies (XIII 6d, S.1, 9 and 4.11).

All checks use facts that are public or known to this player. Raises `Unreadable` and `NotAllowed` as
in `legality`.
"""

from collections.abc import Iterable

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.core.phrasing import with_article
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import FLEETS, POWERS, Known, place_meant
from adjudicator.downfall_xiii.position import MOVEMENT, Beaten, State, who_orders
from adjudicator.downfall_xiii.resolve import adjustments, ownership
from adjudicator.downfall_xiii.resolve.alignments import may_declare
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import legality_later
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import ParsedOrder
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import ALIGNMENTS, is_piece
from adjudicator.middle_earth.view.wording import short_unit

# Retreats.

NEVER_BEATEN = ("R", "Nazgul")  # 6d.4


def beaten_unit(row: Beaten) -> Unit:
    """Return the unit that must retreat, as an order names it; of several kinds the first one."""
    if row.piece is not None:
        return Unit(row.piece.kind, row.piece.place)
    first = row.stacks[0]
    aboard = first.kind == "F" and any(stack.kind == "A" for stack in row.stacks)
    return Unit("A/F" if aboard else first.kind, first.place, first.count)


def may_follow(row: Beaten, state: State) -> bool:
    """Return whether a piece may retreat "with the stack": the stack that it was with retreats too (6d.4)."""
    if row.piece is None:
        return False
    fled = (stack for other in state.beaten for stack in other.stacks[:1])
    return any((stack.power, stack.place) == (row.came_with, row.piece.place) for stack in fled)


def _beaten_meant(written: Unit, known: Known) -> tuple[Unit, Beaten]:
    rows = known.beaten
    place = place_meant(written.place, written.kind in FLEETS) if written.place else ""
    for row in rows:
        unit = beaten_unit(row)
        if is_piece(written.kind or unit.kind) and row.piece is not None:
            if written.kind in ("", unit.kind) and place in ("", unit.place):
                return unit, row
        elif row.stacks and place == unit.place and _is_named(written, row):
            return _counted(written, row, unit), row
    other = _ordered_by_another(place, known)
    if other:
        raise NotAllowed(
            say("your_units_in_obey_this_turn", place=place, other=other),
            say("orders_their_retreats", other=other),
        )
    raise legality_later.need_not_retreat(
        unit_name(Unit(written.kind, place, written.count)), [beaten_unit(row) for row in rows]
    )


def _ordered_by_another(place: Place, known: Known) -> Power:
    """Return the other power that orders the retreats of the player's units from *place*, or "" (9.7)."""
    rows = [row for row in known.state.beaten if row.stacks and row.stacks[0].power == known.power]
    players = {who_orders(known.state, row) for row in rows if row.stacks[0].place == place}
    return "".join(players - {known.power})


def _is_named(written: Unit, row: Beaten) -> bool:
    kind = "F" if written.kind == "A/F" else written.kind
    return not kind or any(stack.kind == kind for stack in row.stacks)


def _counted(written: Unit, row: Beaten, unit: Unit) -> Unit:
    """Return the whole stack, which retreats together (6d.3)."""
    kind = "F" if written.kind == "A/F" else written.kind
    count = next((stack.count for stack in row.stacks if stack.kind == kind), unit.count)
    if written.kind and written.count not in (count, sum(stack.count for stack in row.stacks)):
        holds = short_unit(Unit(written.kind, "", count))
        reason = say(
            "holds_not",
            place=unit.place,
            holds=holds,
            asked=short_unit(Unit(written.kind, "", written.count)),
        )
        raise NotAllowed(reason, say("stack_retreats_together"))
    return Unit(written.kind or unit.kind, unit.place, count)


def is_beforehand(order: Order, state: State) -> bool:
    """Return whether it is a retreat for a piece, given with the orders to move (6d.4)."""
    return type(order) is act.Retreat and state.phase == MOVEMENT and is_piece(order.unit.kind)


def _retreat_beforehand(order: act.Retreat, known: Known) -> act.Retreat:
    """Check only the names of the areas: where the piece will be is not known yet."""
    unit = known.own_piece(order.unit)
    if unit.kind in NEVER_BEATEN:
        raise NotAllowed(
            say("is_never_dislodged_with_stack", unit=unit_name(unit)), say("it_needs_no_retreat")
        )
    chosen = tuple(place_meant(words) for words in order.preferences)
    return act.Retreat(Unit(unit.kind), chosen, order.with_stack)


def retreat(order: act.Retreat, known: Known) -> act.Retreat:
    if known.is_movement():
        return _retreat_beforehand(order, known)
    unit, row = _beaten_meant(order.unit, known)
    if order.with_stack:
        if row.piece is None:
            raise NotAllowed(
                say("stack_cannot_go_with_itself"), say("write_r_and_place", short=short_unit(unit))
            )
        if not may_follow(row, known.state):
            raise NotAllowed(say("no_stack_to_go_with"), say("write_r_and_place", short=short_unit(unit)))
        return act.Retreat(unit, with_stack=True)
    chosen = tuple(place_meant(words, unit.kind in FLEETS) for words in order.preferences)
    return legality_later.retreat(
        unit,
        chosen,
        row.free,
        lambda place: _why_not(unit, place, row, known.state),
        say("it_cannot_retreat_anywhere"),
    )


def left_out(parsed: ParsedOrder | None, order: Order) -> list[str]:
    return legality_later.left_out(
        parsed, order, lambda words, unit: place_meant(words, unit.kind in FLEETS), ground.SPOKEN, "areas"
    )


def _why_not(unit: Unit, place: Place, row: Beaten, state: State) -> str:
    if place == unit.place:
        return say("is_where_it_was_beaten", place=place)
    if place in row.attacked_from:
        return say("is_where_attack_came", place=place)
    if place not in ground.steps("F" if unit.kind == "A/F" else unit.kind, unit.place):
        return say("is_not_next", end=place, start=unit.place)
    if any(stack.place == place for stack in state.stacks):
        return say("unit_stands", place=place)
    if place in state.contested:
        return say("was_left_empty_by_stand_off", place=place)
    return say("is_not_open", place=place)


def disband(order: act.Disband, known: Known) -> act.Disband:
    unit, _ = _beaten_meant(order.unit, known)
    return act.Disband(unit)


# Builds and removals.


def _no_build(known: Known) -> str:
    state, power = known.state, known.power
    return legality_later.balance(ownership.allowed(state)[power], ownership.units(state)[power])


def build(order: act.Build, known: Known) -> act.Build:
    state, power = known.state, known.power
    kind, place = order.unit.kind, place_meant(order.unit.place)
    if order.unit.count != 1:
        raise NotAllowed(
            say("you_can_build_only_one_unit"), say("write_build", kind=kind or "A", place=place)
        )
    if adjustments.due(state, power) <= 0:
        raise NotAllowed(say("you_have_no_build"), _no_build(known))
    homes = {*ground.HOMES[power], *state.homes.get(power, ())}
    sites = adjustments.build_places(state, power)
    remedy = say("you_may_build", sites=listed(sites)) if sites else ""
    if kind == "F" and place not in ground.FLEET_YARDS:
        raise NotAllowed(say("fleets_can_be_built_only"), remedy)
    if place not in homes and place not in sites:
        raise NotAllowed(say("is_not_one_of_your_home", place=place), remedy)
    if state.owners.get(place) != power:
        raise NotAllowed(say("is_not_yours_now", place=place), remedy)
    if place not in sites:
        raise NotAllowed(say("is_occupied", place=place), remedy)
    kinds = adjustments.kinds(state, power, place)
    kind = legality_later.kind_built(order.unit, place, kinds)
    if kind not in kinds:
        raise NotAllowed(_no_such_kind(kind, place, state, power), say("you_may_build_2", place=place))
    return act.Build(Unit(kind, place))


def check_limit(order: act.Build, orders: Iterable[Order], known: Known) -> None:
    """Check the limit on Cavalry, with the builds of this message and of earlier ones (6f.2)."""
    kind, place = order.unit.kind, order.unit.place
    builds = [one.unit for one in orders if isinstance(one, act.Build) and one.unit.place != place]
    elsewhere = sum(unit.kind == "C" for unit in builds)
    if kind == "C" and elsewhere >= adjustments.cavalry_left(known.state):
        raise NotAllowed(
            _no_such_kind(kind, place, known.state, known.power), say("you_may_build_2", place=place)
        )


def _no_such_kind(kind: str, place: Place, state: State, power: Power) -> str:
    if kind == "C" and power != "Rohan":
        return say("only_rohan_can_build_cavalry")
    if kind == "C":
        centres = sum(owner == power for owner in state.owners.values())
        have = sum(stack.count for stack in state.stacks if (stack.power, stack.kind) == (power, "C"))
        limit = have + adjustments.cavalry_left(state)
        return say("with_centres_you_can_have_c", count=centres, limit=limit)
    if kind == "F":
        return say("right_to_build_fleets_is_used")
    return say("is_not_one_of_your_home_2", place=place_name(place))


def remove(order: act.Remove, known: Known) -> act.Remove:
    if adjustments.due(known.state, known.power) >= 0:
        raise NotAllowed(say("you_do_not_have_to_remove"), "")
    if order.unit.kind and is_piece(order.unit.kind):
        raise NotAllowed(say("pieces_cannot_be_removed"), say("remove_armies_cavalry_or_fleets"))
    unit = known.own(order.unit, part=True)
    there = sum(
        stack.count
        for stack in known.state.stacks
        if (stack.power, stack.place) == (known.power, unit.place)
        and stack.kind == ("F" if unit.kind == "A/F" else unit.kind)
    )
    if not there:
        raise NotAllowed(say("is_not_one_of_your_own", short=short_unit(unit)), say("remove_one_of_your_own"))
    number = order.number if order.unit.kind or order.number == 1 else order.unit.count
    if not 0 < number <= there:
        raise NotAllowed(
            say("holds", place=unit.place, units=short_unit(Unit(unit.kind, "", there))),
            say("name_smaller_number"),
        )
    return act.Remove(Unit(unit.kind, unit.place, there), number)


def waive(order: act.Waive, known: Known) -> act.Waive:
    return legality_later.waive(order, adjustments.due(known.state, known.power), _no_build(known))


# Alignment and proxies.


def declare(order: act.Declare, known: Known) -> act.Declare:
    """Check a declaration of alignment (9.3 to 9.7)."""
    may, power = may_declare(known.state, known.power), known.power
    if order.alignment not in ALIGNMENTS:
        raise NotAllowed(
            say("there_is_no_alignment", alignment=order.alignment),
            say("alignments_are", alignments=listed(ALIGNMENTS, "and")),
        )
    if order.alignment in may:
        return order
    choice = say("you_may_declare", may=listed(may)) if may else say("you_cannot_declare_anything_now")
    raise NotAllowed(_no_declaration(order.alignment, known.state, power), choice)


def _no_declaration(wanted: str, state: State, power: Power) -> str:
    if power in ("Gondor", "Elves", "Gandalf", "Mordor"):
        return say("cannot_change_its_alignment", power=power)
    if state.turn > 1 and power == "Dwarves":
        return say("dwarves_can_declare_only_with_orders")
    now = state.alignments.get(power, "Neutral")
    if state.turn > 1 and wanted in ALIGNMENTS and ALIGNMENTS.index(wanted) <= ALIGNMENTS.index(now):
        return say("power_can_only_turn_from_good")
    if power == "Rohan":
        return say("rohan_can_turn_neutral_only_when")
    if power == "Umbar" and state.turn > 1:
        return say("umbar_can_turn_evil_only_when")
    return say("cannot_be", power=power, wanted=wanted)


def proxy(order: act.Proxy, known: Known) -> act.Proxy:
    to = legality_later.holder(order, known.power, POWERS, known.state.eliminated)
    if order.unit is None:
        return act.Proxy(None, to)
    if is_piece(order.unit.kind):
        raise NotAllowed(say("proxy_can_be_given_only"), say("pieces_obey_their_owner"))
    unit = known.own(order.unit)
    if not any(stack.power == known.power and stack.place == unit.place for stack in known.stacks):
        raise NotAllowed(
            say("is_not_one_of_your_own", short=short_unit(unit)), say("give_proxy_for_your_own_units")
        )
    _check_mixed(unit, to, known)
    return act.Proxy(unit, to)


def _check_mixed(unit: Unit, to: Power, known: Known) -> None:
    """Check that a unit lent to a power of another alignment is not in an area with its units (4.10)."""
    there = [stack.power for stack in known.at.get(unit.place, ()) if stack.power == to]
    mine = with_article(known.align(known.power))
    if there and known.opposed(to, known.power):
        side = known.align(to)
        raise NotAllowed(
            say("is_unit_cannot_be_in_its", to=to, side=side, mine=mine), say("order_it_yourself")
        )
