"""What may be ordered for the end of a move once it is ordered, as passing the Ring from there.

`choices` has the orders that are possible where a unit stands now. Nothing here depends on a hidden piece of
another power: only the author's own orders say where a unit may be.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language.lawful_choices import Check, K
from adjudicator.middle_earth.language.orders import Order, Place, Standable, StartsAt, Unit
from adjudicator.middle_earth.view.wording import short_unit

BESIDES = "{unit}, besides"  # orders in addition to the unit's action


class Candidates(NamedTuple, Generic[K]):
    """The orders that might be given in a game, and its check."""

    actions: Callable[[Unit, K], Iterable[Standable]]
    besides: Callable[[Unit, K], Iterable[Standable]]
    later: Callable[[Unit, Sequence[Place], K], Iterable[Standable]]  # where its move may end
    check: Check[K]


def once_ordered(
    moving: Mapping[Unit, Collection[Place]],
    orders: Sequence[Order],
    known: K,
    candidates: Candidates[K],
) -> dict[str, list[str]]:
    """Return what each unit may be ordered in addition because of *orders*, and the actions of a piece whose
    first place they choose.

    *moving* has the units that may be ordered, with the other places where their moves may end.
    """
    entries = {BESIDES.format(unit=short_unit(unit)): unit for unit, ends in moving.items() if ends}
    later = {what: candidates.later(unit, sorted(moving[unit]), known) for what, unit in entries.items()}
    listed = {what: candidates.besides(unit, known) for what, unit in entries.items()}
    placed = {order.unit.kind for order in orders if isinstance(order, StartsAt)}
    instead = {short_unit(unit): candidates.actions(unit, known) for unit in moving if unit.kind in placed}
    return {
        **lawful_choices.by_unit(instead, known, candidates.check),
        **lawful_choices.in_addition(later, listed, known, candidates.check),
    }
