"""What may be ordered besides `choices`.

These orders are what a move makes possible once it is ordered, such as passing the Ring from where it ends,
and what is seldom ordered, such as a proxy.

`choices` has the orders that are possible where a unit stands now. Nothing here depends on a hidden piece of
another power: only the author's own orders say where a unit may be.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple

from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language.lawful_choices import Check, K
from adjudicator.middle_earth.language.orders import (
    Condition,
    Destroy,
    Move,
    Order,
    Place,
    Power,
    Proxy,
    Standable,
    StartsAt,
    Target,
    Unit,
)
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.wording import short_unit

BESIDES = "{unit}, besides"  # orders in addition to the unit's action
PROXY = BESIDES.format(unit=say("by_proxy"))


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
    changed: Mapping[Unit, Unit],
) -> dict[str, list[str]]:
    """Return what each unit may be ordered in addition because of *orders*.

    The actions of a piece whose first place they choose, and of each unit that is *changed* to another, are
    listed, too. *moving* has the units that may be ordered, with the other places where their moves may end.
    """
    entries = {BESIDES.format(unit=short_unit(unit)): unit for unit in moving}
    later = {what: candidates.later(unit, sorted(moving[unit]), known) for what, unit in entries.items()}
    listed = {what: candidates.besides(unit, known) for what, unit in entries.items()}
    placed = {order.unit.kind for order in orders if isinstance(order, StartsAt)}
    now = {**{unit: unit for unit in moving if unit.kind in placed}, **changed}
    instead = {short_unit(unit): candidates.actions(now[unit], known) for unit in now}
    return {
        **lawful_choices.by_unit(instead, known, candidates.check),
        **lawful_choices.in_addition(later, listed, known, candidates.check),
    }


def destroying(unit: Unit, kinds: Iterable[str], orders: Sequence[Order]) -> Iterator[Destroy]:
    """Yield destroying a piece on condition that the unit's own move succeeds."""
    moves = [order for order in orders if isinstance(order, Move) and order.unit == unit]
    for move in moves[-1:]:
        condition = Condition(unit, move.path, succeeds=True)
        yield from (Destroy(unit, Target(kind), (condition,)) for kind in kinds)


def proxies(
    units: Iterable[Unit], powers: Iterable[Power], listed: Collection[Proxy], known: K, check: Check[K]
) -> dict[str, list[str]]:
    """Return the proxies for each of *units* and for all, without those that are *listed* with a unit."""
    own = [*(unit for unit in units if not is_piece(unit.kind)), None]
    found = [Proxy(unit, power) for unit in own for power in powers]
    return lawful_choices.by_unit({PROXY: [one for one in found if one not in listed]}, known, check)
