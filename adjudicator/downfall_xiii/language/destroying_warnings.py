"""Warn about orders to destroy that by the rules cannot work for this power, or with these units.

They rest on public facts and on the author's own orders; whether the target is there is not looked up.
"""

from collections.abc import Iterator, Sequence

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.resolve.company import PROTECTORS
from adjudicator.downfall_xiii.sentences import group
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, is_personality

ONLY_BY_FULL_STACKS = group("only_by_full_stacks")
ONLY_BY_SOME = group("only_by_some")


def destroys_in_vain(orders: Sequence[Order], given: Sequence[Order], known: Known) -> Iterator[str]:
    """Yield a warning for each target that none of those ordered to destroy it can destroy.

    Standing orders of earlier turns get no warning each turn: only the kinds named in *orders* are looked at.
    *given* are the orders in force, standing orders spelled out unit by unit.
    """
    sent = [order.order if isinstance(order, act.Standing) else order for order in orders]
    kinds = dict.fromkeys(order.target.kind for order in sent if isinstance(order, act.Destroy))
    destroying = [order for order in given if isinstance(order, act.Destroy)] if kinds else []
    for kind in kinds:
        mine = [order.unit for order in destroying if order.target.kind == kind]
        yield from _of_target(kind, mine, given, known)


def _of_target(kind: str, mine: Sequence[Unit], given: Sequence[Order], known: Known) -> Iterator[str]:
    if kind in ONLY_BY_SOME and not _may_ever(kind, known):
        yield ONLY_BY_SOME[kind]
    elif kind in ONLY_BY_FULL_STACKS and not any(_may_be_full(unit, given, known) for unit in mine):
        yield ONLY_BY_FULL_STACKS[kind]


def _may_ever(kind: str, known: Known) -> bool:
    """Return whether units of the power may destroy that kind at all (6b.11, 6c.7, 6h.4)."""
    is_evil = known.align(known.power) == EVIL
    match kind:
        case "R":
            return is_evil or any(known.power in losers for losers in known.state.grudges.values())
        case "Aragorn":
            return is_evil
    return options.value_of(known.state.options, options.NAZGUL) != "nobody"


def _may_be_full(unit: Unit, given: Sequence[Order], known: Known) -> bool:
    """Return whether *unit* may act as more than a single unit: with others, or with an own personality."""
    if sum(stack.count for stack in known.at.get(unit.place, ())) > 1:
        return True
    if any(
        part.unit.place == unit.place for order in given if type(order) is act.Merge for part in order.parts
    ):
        return True
    now = known.with_orders(given, ())
    ends = now.ends(unit)
    leaders = [piece for piece in known.pieces if is_personality(piece.kind) or piece.kind in PROTECTORS]
    return any(ends & now.ends(Unit(piece.kind, piece.place)) for piece in leaders)
