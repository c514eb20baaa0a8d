"""What may be ordered for retreats, adjustments and proxies, as far as the games of Middle-earth agree?

Raises NotAllowed with what would do.
"""

from collections.abc import Callable, Collection, Sequence

from adjudicator.core.words import NotAllowed, listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import Said
from adjudicator.middle_earth.language.names import Powers
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.view.wording import Names, place_name, short_unit, unit_name


def need_not_retreat(called: str, beaten: Sequence[Unit]) -> NotAllowed:
    """Why no retreat is taken for the unit *called* so; *beaten* are those that must."""
    what = called if called.startswith("the ") else f"Your {called}"
    due = listed([short_unit(unit) for unit in beaten], "and")
    return NotAllowed(f"{what[:1].upper()}{what[1:]} need not retreat.", f"To retreat: {due}." if due else "")


def retreat(
    unit: Unit, chosen: Sequence[Place], free: Sequence[Place], why_not: Callable[[Place], str], none: str
) -> act.Retreat:
    """To those of the *chosen* places that are *free*; *none* is said where nothing is."""
    fit = tuple(place for place in chosen if place in free)
    if not fit:
        remedy = f"It may retreat to {listed(free)}." if free else none
        raise NotAllowed(why_not(chosen[0]), remedy)
    return act.Retreat(unit, fit)


def left_out(
    said: Said | None, order: Order, meant: Callable[[str, Unit], Place], names: Names, areas: str
) -> list[str]:
    """A note on the preferences that are not open, where others of the same order are."""
    if not isinstance(order, act.Retreat) or not isinstance(said, act.Retreat):
        return []
    counted = [place_name(place, names) for place in order.preferences]
    wished = [place_name(meant(words, order.unit), names) for words in said.preferences]
    shut = listed([one for one in wished if one not in counted])
    unit = unit_name(order.unit, names)
    return [f"{unit} cannot retreat to {shut}; the other {areas} count."] if shut else []


def balance(due: int) -> str:
    """Why nothing is built: *due* are the builds, or the removals (below 0)."""
    return f"You remove {-due}." if due < 0 else "Your units match your centres."


def waive(order: act.Waive, due: int) -> act.Waive:
    if due <= 0:
        raise NotAllowed("You have no unit to build.", balance(due))
    if not 0 < order.count <= due:
        raise NotAllowed(f"You build {due} only.", f"Write Waive {due}.")
    return order


def holder(order: act.Proxy, author: Power, powers: Powers, eliminated: Collection[Power]) -> Power:
    """Who shall order the units of a proxy."""
    to = powers.meant(order.to)
    if to == author:
        raise NotAllowed("A proxy goes to another power.", "Name the power that shall order the unit.")
    if to in eliminated:
        raise NotAllowed(f"{to} is eliminated.", "Name another power.")
    return to
