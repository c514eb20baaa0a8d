"""Check retreats, adjustments and proxies, as far as both games have the same rules.

Raises `NotAllowed` with the reason and with what would be allowed.
"""

from collections.abc import Callable, Collection, Sequence

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import ParsedOrder
from adjudicator.middle_earth.language.names import Powers
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.wording import Names, place_name, short_unit, unit_name

TWO_KINDS = 2


def need_not_retreat(called: str, beaten: Sequence[Unit]) -> NotAllowed:
    """Return the refusal for the unit *called* this; *beaten* are the units that must retreat."""
    due = listed([short_unit(unit) for unit in beaten], "and")
    remedy = say("these_must_retreat", due=due) if due else ""
    if called.startswith("the "):
        return NotAllowed(say("piece_need_not_retreat", piece=called.removeprefix("the ")), remedy)
    return NotAllowed(say("unit_need_not_retreat", unit=called), remedy)


def retreat(
    unit: Unit, chosen: Sequence[Place], free: Sequence[Place], why_not: Callable[[Place], str], none: str
) -> act.Retreat:
    """Return a retreat to those *chosen* places that are *free*; *none* is the remedy if no place is."""
    fit = tuple(place for place in chosen if place in free)
    if not fit:
        remedy = say("it_may_retreat", free=listed(free)) if free else none
        raise NotAllowed(why_not(chosen[0]), remedy)
    return act.Retreat(unit, fit)


def left_out(
    parsed: ParsedOrder | None, order: Order, meant: Callable[[str, Unit], Place], names: Names, areas: str
) -> list[str]:
    """Return a note on the preferences of a retreat that do not count; none if all count."""
    if type(order) is not act.Retreat or type(parsed) is not act.Retreat:
        return []
    counted = [place_name(place, names) for place in order.preferences]
    named = [place_name(meant(words, order.unit), names) for words in parsed.preferences]
    shut = listed([one for one in named if one not in counted])
    unit = unit_name(order.unit, names)
    return [say("cannot_retreat_to_other_count", unit=unit, shut=shut, areas=areas)] if shut else []


def balance(allowed: int, units: int) -> str:
    """Return why nothing may be built by a power with this many *units* of those *allowed*."""
    if units > allowed:
        return say("you_must_remove", count=units - allowed)
    return (
        say("you_have_no_place_to_build") if units < allowed else say("you_have_as_many_units", count=units)
    )


def kind_built(unit: Unit, place: Place, kinds: Sequence[str]) -> str:
    """Return the kind of the unit to build in *place*, where *kinds* may be built.

    If it is not named it is the only one. Raises NotAllowed if there are several.
    """
    if unit.kind or len(kinds) < TWO_KINDS:
        return unit.kind or next(iter(kinds), "A")
    builds = listed([f"Build {kind} {place}" for kind in kinds])
    raise NotAllowed(say("build_of_which_kind", place=place), say("write_one_of", orders=builds))


def waive(order: act.Waive, due: int, why_none: str) -> act.Waive:
    """Check the number of builds to waive; *why_none* says why none is *due*."""
    if due <= 0:
        raise NotAllowed(say("you_have_no_unit_to_build"), why_none)
    if not 0 < order.count <= due:
        raise NotAllowed(say("you_may_build_only", count=due), say("write_waive", due=due))
    return order


def holder(order: act.Proxy, author: Power, powers: Powers, eliminated: Collection[Power]) -> Power:
    """Return the power that a proxy is given to."""
    to = powers.meant(order.to)
    if to == author:
        raise NotAllowed(say("you_cannot_give_proxy_to_yourself"), say("name_power_that_is_to_order"))
    if to in eliminated:
        raise NotAllowed(say("is_eliminated", to=to), say("name_another_power"))
    return to
