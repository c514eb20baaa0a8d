"""Check retreats, builds, removals, declarations and proxies (HB 6, 8(d), R).

Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

import msgspec

from adjudicator.core.words import NotAllowed, listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import POWERS, Known, of, place_meant
from adjudicator.hardbop.position import Beaten, State
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.resolve.alignments import may_declare
from adjudicator.hardbop.view.wording import unit_name
from adjudicator.middle_earth.language import legality_later
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import ParsedOrder
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, is_piece
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
        raise NotAllowed("A leader goes with its unit.", f"Write {short_unit(unit)} R and a place.")
    chosen = tuple(place_meant(words) for words in order.preferences)
    return legality_later.retreat(
        unit,
        chosen,
        row.free,
        lambda place: _why_not(unit, place, row, known.state),
        "It cannot retreat anywhere.",
    )


def _flight(order: act.Retreat, known: Known) -> act.Retreat:
    """3.10(d): given with the moves, in case Gandalf drives it out."""
    unit = known.own_piece(order.unit)
    return act.Retreat(unit, tuple(place_meant(words) for words in order.preferences))


def left_out(parsed: ParsedOrder | None, order: Order) -> list[str]:
    return legality_later.left_out(parsed, order, lambda words, _: place_meant(words), ground.NAMES, "spaces")


def _why_not(unit: Unit, place: Place, row: Beaten, state: State) -> str:
    if place == unit.place:
        return f"{place} is where it was beaten."
    if place == row.attacked_from:
        return f"{place} is where the attack came from."
    if place not in ground.steps(unit.kind, unit.place):
        return f"{place} is not open to it from {unit.place}."
    if any(one.place == place for one in state.military):
        return f"A unit stands in {place}."
    if place in state.contested:
        return f"{place} was left empty by a stand-off."
    return f"A garrison holds {place}."


def disband(order: act.Disband, known: Known) -> act.Disband:
    unit, _ = _beaten_meant(order.unit, known)
    return act.Disband(unit)


# Builds and removals.


def build(order: act.Build, known: Known) -> act.Build:
    state, power = known.state, known.power
    kind, place = order.unit.kind or "A", place_meant(order.unit.place)
    if order.unit.count != 1 or is_piece(kind):
        what = "Personality Units are never built." if is_piece(kind) else "You can build only single units."
        raise NotAllowed(what, f"Write Build A {place}.")
    if adjustments.due(state, power) <= 0:
        raise NotAllowed("You have no build.", legality_later.balance(adjustments.due(state, power)))
    sites = adjustments.sites(state, power)
    remedy = f"You may build in {listed(sites)}." if sites else ""
    if any(one.place == place for one in state.military):
        raise NotAllowed(f"{place} is occupied.", remedy)
    if place not in sites:
        owner = state.owners.get(place)
        what = (
            "not yours now"
            if place in ground.HOMES[power] and owner != power
            else "not a place where you can build"
        )
        raise NotAllowed(f"{place} is {what}.", remedy)
    _check_kind(kind, place, known)
    return act.Build(Unit(kind, place))


def _check_kind(kind: str, place: Place, known: Known) -> None:
    """4.3, 4.5, 6.7, 6.8, 7.5.2, with the other builds of the same sheet."""
    power = known.power
    kinds = adjustments.kinds(_with_builds_but(place, known), power, place)
    if kind in kinds:
        return
    what = f"{NAMES.get(kind, kind)} {place}"
    if kind == "C" and power != "Rohan":
        raise NotAllowed("Only Rohan can build Cavalry.", f"You may build A {place}.")
    if kind == "P" and power != "Umbar":
        raise NotAllowed("Only Umbar can build Pirates.", f"You may build A {place}.")
    if kind == "E":
        reason = "Only Mordor can build Easterlings, and only after a wearer of the Ring is gone."
        raise NotAllowed(reason, f"You may build A {place}.")
    raise NotAllowed(f"{what} cannot be built now.", f"You may build {listed(kinds)} in {place}.")


def _with_builds_but(place: Place, known: Known) -> State:
    """Return the position with the other builds of the sheet, for the limits on C, P and F."""
    elsewhere = [one for one in known.built if one.place != place]
    return msgspec.structs.replace(known.state, military=(*known.state.military, *elsewhere))


def remove(order: act.Remove, known: Known) -> act.Remove:
    if adjustments.due(known.state, known.power) >= 0:
        raise NotAllowed("You do not have to remove a unit.", "")
    if order.unit.kind and is_piece(order.unit.kind):
        raise NotAllowed("Personality Units cannot be removed.", "Remove Military Units.")
    unit = known.own(order.unit)
    return act.Remove(Unit(unit.kind, unit.place))  # a 2A is removed as one unit (4.1(d))


def waive(order: act.Waive, known: Known) -> act.Waive:
    return legality_later.waive(order, adjustments.due(known.state, known.power))


# Alignment and proxies.


def declare(order: act.Declare, known: Known) -> act.Declare:
    """8(d), R13"""
    may, power = may_declare(known.state, known.power), known.power
    now = known.state.alignments[power]
    if not may:
        raise NotAllowed(f"{power} is {now} and cannot change.", "Only Neutral powers can declare.")
    if order.alignment not in may:
        raise NotAllowed(f"{power} cannot declare {order.alignment}.", f"You may declare {listed(may)}.")
    return order


def proxy(order: act.Proxy, known: Known) -> act.Proxy:
    to = legality_later.holder(order, known.power, POWERS, known.state.eliminated)
    if order.unit is None:
        return act.Proxy(None, to)
    if is_piece(order.unit.kind):
        raise NotAllowed("A proxy can be given only for Military Units.", "Pieces obey their owner.")
    return act.Proxy(known.own(order.unit), to)
