"""Check retreats, builds, removals, declarations and proxies (HB 6, 8(d), R).

Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

import msgspec

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import POWERS, Known, of, place_meant
from adjudicator.hardbop.position import Beaten, State
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.resolve.alignments import may_declare
from adjudicator.hardbop.sentences import say
from adjudicator.hardbop.view.wording import unit_name
from adjudicator.middle_earth.language import legality_later
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import ParsedOrder
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS, is_piece
from adjudicator.middle_earth.view.wording import short_unit

# Retreats.


def _beaten_meant(written: Unit, known: Known) -> tuple[Unit, Beaten]:
    place = place_meant(written.place) if written.place else ""
    for row in known.beaten:
        unit = of(row.unit)
        if place == unit.place and written.kind in ("", unit.kind):
            return unit, row
    raise legality_later.need_not_retreat(
        unit_name(Unit(written.kind, place, written.count)), [of(row.unit) for row in known.beaten]
    )


def retreat(order: act.Retreat, known: Known) -> act.Retreat:
    if order.unit.kind == "Nazgul":
        return _flight(order, known)
    unit, row = _beaten_meant(order.unit, known)
    if order.with_stack:
        raise NotAllowed(say("leader_goes_with_its_unit"), say("write_r_and_place", short=short_unit(unit)))
    chosen = tuple(place_meant(words) for words in order.preferences)
    return legality_later.retreat(
        unit,
        chosen,
        row.free,
        lambda place: _why_not(unit, place, row, known.state),
        say("it_cannot_retreat_anywhere"),
    )


def _flight(order: act.Retreat, known: Known) -> act.Retreat:
    """Check the Nazgul's retreat, given with the moves in case Gandalf drives it out (3.10(d))."""
    unit = known.own_piece(order.unit)
    return act.Retreat(unit, tuple(place_meant(words) for words in order.preferences))


def left_out(parsed: ParsedOrder | None, order: Order) -> list[str]:
    names = ground.SPOKEN
    return legality_later.left_out(parsed, order, lambda words, _: place_meant(words), names, "spaces")


def _why_not(unit: Unit, place: Place, row: Beaten, state: State) -> str:
    if place == unit.place:
        return say("is_where_it_was_beaten", place=place)
    if place == row.attacked_from:
        return say("is_where_attack_came", place=place)
    if place not in ground.steps(unit.kind, unit.place):
        return say("is_not_open", place=place, place_2=unit.place)
    if any(one.place == place for one in state.military):
        return say("unit_stands", place=place)
    if place in state.contested:
        return say("was_left_empty_by_stand_off", place=place)
    return say("garrison_holds", place=place)


def disband(order: act.Disband, known: Known) -> act.Disband:
    unit, _ = _beaten_meant(order.unit, known)
    return act.Disband(unit)


# Builds and removals.


def _no_build(known: Known) -> str:
    state, power = known.state, known.power
    return legality_later.balance(adjustments.allowed(state, power), adjustments.counted(state, power))


def build(order: act.Build, known: Known) -> act.Build:
    state, power = known.state, known.power
    place = place_meant(order.unit.place)
    if order.unit.count != 1 or is_piece(order.unit.kind):
        what = (
            say("personality_units_are_never_built")
            if is_piece(order.unit.kind)
            else say("you_can_build_only_single_units")
        )
        raise NotAllowed(what, say("write_build", place=place))
    if adjustments.due(state, power) <= 0:
        raise NotAllowed(say("you_have_no_build"), _no_build(known))
    sites = adjustments.sites(state, power)
    remedy = say("you_may_build", sites=listed(sites)) if sites else ""
    if any(one.place == place for one in state.military):
        raise NotAllowed(say("is_occupied", place=place), remedy)
    if place not in sites:
        owner = state.owners.get(place)
        if place in ground.HOMES[power] and owner != power:
            raise NotAllowed(say("is_not_yours_now", place=place), remedy)
        raise NotAllowed(say("is_not_place_where_you_can_build", place=place), remedy)
    kind = legality_later.kind_built(order.unit, place, adjustments.kinds(state, power, place))
    _check_kind(kind, place, known)
    return act.Build(Unit(kind, place))


def _check_kind(kind: str, place: Place, known: Known) -> None:
    """Check that *kind* may be built, with the other builds of the sheet (4.3, 4.5, 6.7, 6.8, 7.5.2)."""
    power = known.power
    kinds = adjustments.kinds(_with_builds_but(place, known), power, place)
    if kind in kinds:
        return
    if kind == "C" and power != "Rohan":
        raise NotAllowed(say("only_rohan_can_build_cavalry"), say("you_may_build_2", place=place))
    if kind == "P" and power != "Umbar":
        raise NotAllowed(say("only_umbar_can_build_pirates"), say("you_may_build_2", place=place))
    if kind == "E":
        reason = say("only_mordor_can_build_easterlings")
        raise NotAllowed(reason, say("you_may_build_2", place=place))
    raise NotAllowed(
        _why_not_built(kind, place, known), say("you_may_build_3", kinds=listed(kinds), place=place)
    )


def _why_not_built(kind: str, place: Place, known: Known) -> str:
    """Return why this kind may not be built in a site where another may."""
    power = known.power
    most = adjustments.most(known.state, power, kind)
    name = NAMES.get(kind, kind) if most == 1 else PLURALS.get(kind, kind)
    if kind == "F" and not ground.FLEET[place]:
        return say("site_is_not_on_the_sea", place=place)
    if kind in adjustments.NUMBERED:
        needed = adjustments.centres_needed(kind, most + 1)
        have = adjustments.allowed(known.state, power)
        clause = adjustments.NUMBERED[kind]
        if needed:
            return say(
                "more_of_it_need_centres", name=name, most=most, have=have, needed=needed, clause=clause
            )
        return say("no_more_of_it", name=name, most=most, clause=clause)
    if kind == "F" and place != ground.CORSAIRS:
        return say("no_more_of_it", name=name, most=most, clause="6.7")
    return say("cannot_be_built_now", what=f"{NAMES.get(kind, kind)} {place}")


def _with_builds_but(place: Place, known: Known) -> State:
    """Return the position with the other builds of the sheet, for the limits on C, P and F."""
    elsewhere = [one for one in known.built if one.place != place]
    return msgspec.structs.replace(known.state, military=(*known.state.military, *elsewhere))


def remove(order: act.Remove, known: Known) -> act.Remove:
    if adjustments.due(known.state, known.power) >= 0:
        raise NotAllowed(say("you_do_not_have_to_remove"), "")
    if order.unit.kind and is_piece(order.unit.kind):
        raise NotAllowed(say("personality_units_cannot_be_removed"), say("remove_military_units"))
    unit = known.own(order.unit)
    return act.Remove(Unit(unit.kind, unit.place))  # a 2A is removed as one unit (4.1(d))


def waive(order: act.Waive, known: Known) -> act.Waive:
    return legality_later.waive(order, adjustments.due(known.state, known.power), _no_build(known))


# Alignment and proxies.


def declare(order: act.Declare, known: Known) -> act.Declare:
    """Check a declaration of alignment (8(d), R13)."""
    may, power = may_declare(known.state, known.power), known.power
    now = known.state.alignments[power]
    if not may:
        raise NotAllowed(
            say("is_and_cannot_change", power=power, now=now), say("only_neutral_powers_can_declare")
        )
    if order.alignment not in may:
        raise NotAllowed(
            say("cannot_declare", power=power, alignment=order.alignment),
            say("you_may_declare", may=listed(may)),
        )
    return order


def proxy(order: act.Proxy, known: Known) -> act.Proxy:
    to = legality_later.holder(order, known.power, POWERS, known.state.eliminated)
    if order.unit is None:
        return act.Proxy(None, to)
    if is_piece(order.unit.kind):
        raise NotAllowed(say("proxy_can_be_given_only"), say("pieces_obey_their_owner"))
    return act.Proxy(known.own(order.unit), to)
