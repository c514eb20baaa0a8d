"""Which orders are in force for each unit, and what is still missing?

Those of the letters, and standing orders where they say nothing (N.1).
"""

from collections.abc import Iterable, Sequence

from adjudicator.core.game import InForce
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import standing, strengths
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.language.legality_later import beaten_unit, is_beforehand
from adjudicator.downfall_xiii.position import Beaten
from adjudicator.downfall_xiii.resolve import adjustments
from adjudicator.downfall_xiii.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import in_force as told
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.merging import unit_key, units
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

MISSING_UNIT, MISSING_PIECE = "no order: holds", "no order: stays"
Key = tuple[str, str]


class Given:
    """The orders that count now, by the unit they are for."""

    def __init__(self, orders: Sequence[Order], known: Known) -> None:
        beforehand = [
            order for order in orders if isinstance(order, act.Retreat) and is_beforehand(order, known.state)
        ]
        self.all = [*standing.in_force(known.state, known.power, OrderSheet(tuple(orders))), *beforehand]
        self._by_key: dict[Key, list[Standable]] = {}
        for order in self.all:
            for key in dict.fromkeys(_keys(order)):
                self._by_key.setdefault(key, []).append(order)

    def to(self, unit: Unit) -> list[Standable]:
        """The orders for *unit*, in the order in which they were given."""
        return [*self._by_key.get(unit_key(unit), ()), *self._by_key.get(("", unit.place), ())]


def _keys(order: Standable) -> Iterable[Key]:
    """The units that *order* is for: those it moves along, too."""
    yield from (unit_key(unit) for unit in units(order))
    if isinstance(order, act.Lead) and (order.path or order.holds):
        yield unit_key(order.led)
    if isinstance(order, act.FastFerry):
        yield unit_key(order.passenger)


def in_force(
    given: Given, orders: Sequence[Order], letter: Sequence[Order], known: Known
) -> tuple[InForce, ...]:
    """Every unit and piece that he commands with its orders; then what belongs to no unit."""
    rows: list[InForce] = []
    listed: set[int] = set()
    for unit, nothing in _to_order(known):
        found = given.to(unit)
        listed.update(id(order) for order in found)
        for order in found:
            strength = strengths.told(unit, order, given.to, known) if known.is_movement() else ""
            rows.append(
                InForce(unit_name(unit), sentence(order) + strength, told.source(order, orders, letter))
            )
        if nothing and not any(_settles(order, known) for order in found):
            strength = strengths.told(unit, None, given.to, known) if nothing == MISSING_UNIT else ""
            rows.append(InForce(unit_name(unit), nothing + strength, "missing"))
    rest = [order for order in given.all if id(order) not in listed]
    rows += [InForce("", sentence(order), told.source(order, orders, letter)) for order in rest]
    return (*rows, *_unadjusted(given.all, known), *_standing(orders, known))


def _settles(order: Standable, known: Known) -> bool:
    if is_beforehand(order, known.state):
        return False
    return standing.kind_of(order) in ("action", "retreat", "Embark", "Disembark", "Command")


def _to_order(known: Known) -> list[tuple[Unit, str]]:
    """The units and pieces that may be ordered now, each with what is said where it has no order."""
    if known.is_retreat():
        return [
            (
                beaten_unit(row),
                f"no order: {'lost' if row.piece else 'disbands'}{_open_to(row)}",
            )
            for row in known.beaten
        ]
    if not known.is_movement():
        return []
    aboard = {s.place for s in known.stacks if s.kind == "A" and s.place in ground.WATER}
    stacks = [
        (
            Unit("A/F" if s.kind == "F" and s.place in aboard else s.kind, s.place, s.count),
            _nothing(s.kind, s.place),
        )
        for s in known.stacks
    ]
    asleep = known.state.theoden.word == "asleep"
    pieces = [
        (Unit(p.kind, p.place), "asleep" if p.kind == "Theoden" and asleep else MISSING_PIECE)
        for p in known.pieces
    ]
    return [*stacks, *pieces]


def _open_to(row: Beaten) -> str:
    return told.open_to(row.free, ground.NAMES)


def _nothing(kind: str, place: str) -> str:
    """An army aboard needs no order."""
    return "" if kind == "A" and place in ground.WATER else MISSING_UNIT


def _due(known: Known) -> int:
    """The builds that are due, or the removals (below 0)."""
    adjusts = not known.is_movement() and not known.is_retreat()
    return adjustments.due(known.state, known.power) if adjusts else 0


def _unadjusted(given: Sequence[Order], known: Known) -> list[InForce]:
    due = _due(known)
    return told.open_adjustments(told.unadjusted(given, due), due)


def _standing(orders: Sequence[Order], known: Known) -> list[InForce]:
    kept = standing.after(known.state.standing.get(known.power, ()), orders)
    return told.standing(kept, sentence)


def is_complete(given: Given, known: Known) -> bool:
    """Has every unit that needs one an order?  Pieces need none, but where a power has nothing else."""
    if _unadjusted(given.all, known):
        return False
    waiting = [unit for unit, nothing in _to_order(known) if nothing.startswith("no order")]
    if known.is_movement() and known.stacks:
        waiting = [unit for unit in waiting if not is_piece(unit.kind)]
    return all(any(_settles(order, known) for order in given.to(unit)) for unit in waiting)
