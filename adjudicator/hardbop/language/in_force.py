"""Which orders are in force for each unit, and what is still missing?

Those of the letters, and standing orders where they say nothing.
"""

from collections.abc import Iterator, Sequence

from adjudicator.core.game import InForce
from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.position import Beaten
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import in_force as told
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.merging import OFF_BOARD, unit_key
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece


class Given:
    """The orders that count now, by the unit they are for."""

    def __init__(self, orders: Sequence[Order], known: Known) -> None:
        self.all = standing.in_force(known.state, known.power, OrderSheet(tuple(orders)))
        self._by_key: dict[tuple[str, str], list[int]] = {}
        for number, order in enumerate(self.all):
            for key in dict.fromkeys(_keys(order)):
                self._by_key.setdefault(key, []).append(number)

    def to(self, unit: Unit) -> list[Standable]:
        """The orders for *unit*, in the order in which they were given."""
        numbers = {*self._by_key.get(unit_key(unit), ()), *self._by_key.get(("", unit.place), ())}
        return [self.all[number] for number in sorted(numbers)]


def _keys(order: Standable) -> Iterator[tuple[str, str]]:
    """The units that *order* is for: the one that it leads along, too."""
    unit: Unit | None = getattr(order, "unit", None)
    if unit is not None:
        yield unit_key(unit)
    if isinstance(order, act.Lead) and (order.path or order.holds):
        yield unit_key(order.led)


def in_force(
    given: Given, orders: Sequence[Order], letter: Sequence[Order], known: Known
) -> tuple[InForce, ...]:
    """Every unit and piece that he commands with its orders; then what belongs to no unit."""
    rows: list[InForce] = []
    listed: set[int] = set()
    for unit, nothing in to_order(known):
        found = [order for order in given.to(unit) if id(order) not in listed]
        if unit == OFF_BOARD:  # each of them has an action; what else is ordered is for any of them
            found = [order for order in found if _settles(order)][:1]
        listed.update(id(order) for order in found)
        rows += [
            InForce(unit_name(unit), sentence(order), told.source(order, orders, letter)) for order in found
        ]
        if not any(_settles(order) for order in found):
            rows.append(InForce(unit_name(unit), nothing, "missing"))
    rest = [order for order in given.all if id(order) not in listed]
    rows += [InForce("", sentence(order), told.source(order, orders, letter)) for order in rest]
    return (*rows, *_unadjusted(given.all, known), *_standing(orders, known))


def _settles(order: Standable) -> bool:
    return standing.kind_of(order) in ("action", "retreat", "SupportSecond")


def to_order(known: Known) -> list[tuple[Unit, str]]:
    """The units and pieces that may be ordered now, each with what is said where it has no order."""
    if known.is_retreat():
        return [(of(row.unit), f"no order: disbands{_open_to(row)}") for row in known.beaten]
    if not known.is_movement():
        return []
    units = [(of(one), _nothing(one.place)) for one in known.units]
    return [*units, *((of(piece), "no order: stays") for piece in known.pieces)]


def _open_to(row: Beaten) -> str:
    return told.open_to(row.free, ground.NAMES)


def _nothing(place: str) -> str:
    return "no order: stays off the board" if place == ground.OFF else "no order: holds"


def _due(known: Known) -> int:
    """The builds that are due, or the removals (below 0)."""
    adjusts = known.is_adjustment()
    return adjustments.due(known.state, known.power) if adjusts else 0


def _unadjusted(every: Sequence[Order], known: Known) -> list[InForce]:
    due = _due(known)
    return told.open_adjustments(told.unadjusted(every, due), due)


def _standing(orders: Sequence[Order], known: Known) -> list[InForce]:
    kept = standing.after(known.state.standing.get(known.power, ()), orders)
    return told.standing(kept, sentence)


def is_complete(given: Given, known: Known) -> bool:
    """Has every unit that needs one an order?  Pieces need none, but where a power has nothing else."""
    if _unadjusted(given.all, known):
        return False
    waiting = [unit for unit, _ in to_order(known) if unit != OFF_BOARD]
    if known.is_movement() and known.units:
        waiting = [unit for unit in waiting if not is_piece(unit.kind)]
    return all(any(_settles(order) for order in given.to(unit)) for unit in waiting)
