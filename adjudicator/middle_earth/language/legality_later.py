"""Check retreats, adjustments and proxies, as far as both games have the same rules.

Raises `NotAllowed` with the reason and with what would be allowed.
"""

from collections.abc import Callable, Collection, Sequence

from adjudicator.core.words import NotAllowed, listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import ParsedOrder
from adjudicator.middle_earth.language.names import Powers
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.view.wording import Names, place_name, short_unit, unit_name


def need_not_retreat(called: str, beaten: Sequence[Unit]) -> NotAllowed:
    """Return the refusal for the unit *called* so; *beaten* are the units that must retreat."""
    what = called if called.startswith("the ") else f"Your {called}"
    due = listed([short_unit(unit) for unit in beaten], "and")
    remedy = f"These must retreat: {due}." if due else ""
    return NotAllowed(f"{what[:1].upper()}{what[1:]} does not have to retreat.", remedy)


def retreat(
    unit: Unit, chosen: Sequence[Place], free: Sequence[Place], why_not: Callable[[Place], str], none: str
) -> act.Retreat:
    """Return a retreat to those *chosen* places that are *free*; *none* is the remedy if no place is."""
    fit = tuple(place for place in chosen if place in free)
    if not fit:
        remedy = f"It may retreat to {listed(free)}." if free else none
        raise NotAllowed(why_not(chosen[0]), remedy)
    return act.Retreat(unit, fit)


def left_out(
    parsed: ParsedOrder | None, order: Order, meant: Callable[[str, Unit], Place], names: Names, areas: str
) -> list[str]:
    """Return a note on the preferences of a retreat that do not count; none if all do."""
    if not isinstance(order, act.Retreat) or not isinstance(parsed, act.Retreat):
        return []
    counted = [place_name(place, names) for place in order.preferences]
    named = [place_name(meant(words, order.unit), names) for words in parsed.preferences]
    shut = listed([one for one in named if one not in counted])
    unit = unit_name(order.unit, names)
    return [f"{unit} cannot retreat to {shut}; the other {areas} count."] if shut else []


def balance(due: int) -> str:
    """Return why nothing may be built: *due* is the number of builds, or of removals (below 0)."""
    return f"You must remove {-due}." if due < 0 else "You have as many units as centres."


def waive(order: act.Waive, due: int) -> act.Waive:
    if due <= 0:
        raise NotAllowed("You have no unit to build.", balance(due))
    if not 0 < order.count <= due:
        raise NotAllowed(f"You may build only {due}.", f"Write Waive {due}.")
    return order


def holder(order: act.Proxy, author: Power, powers: Powers, eliminated: Collection[Power]) -> Power:
    """Return the power that a proxy is given to."""
    to = powers.meant(order.to)
    if to == author:
        raise NotAllowed("You cannot give a proxy to yourself.", "Name the power that is to order the unit.")
    if to in eliminated:
        raise NotAllowed(f"{to} is eliminated.", "Name another power.")
    return to
