"""Which orders are in force after a letter, and what is still missing?

A later letter replaces orders unit by unit and kind by kind; within a letter the last order of a kind for a
unit counts. One action for a unit; any number of orders for the end of the move stand side by side.
"""

from collections.abc import Iterable, Sequence

from adjudicator.downfall_xiii import adjustments, ground, standing
from adjudicator.downfall_xiii.known import Known, full
from adjudicator.downfall_xiii.lawful_later import beaten_unit
from adjudicator.downfall_xiii.wording import sentence
from adjudicator.game import InForce
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Sheet, Standable, Unit
from adjudicator.middle_earth.pieces import is_piece
from adjudicator.words import NotAllowed

ADJUSTING = (act.Build, act.Remove, act.Waive)
KEPT = (act.Standing, act.CancelStanding)
Claim = tuple[str, str, str]  # a kind of order, a kind of unit, its place

MISSING_UNIT, MISSING_PIECE = "no order: holds", "no order: stays"


def unit_key(unit: Unit) -> tuple[str, str]:
    """What tells one unit of a player from another: of the pieces with a name of their own, the name."""
    kind = "F" if unit.kind == "A/F" else unit.kind
    return (kind, "") if is_piece(kind) and kind != "R" else (kind, unit.place)


def claims(order: Order, within: bool = False) -> frozenset[Claim]:
    """What *order* competes for; *within* one letter orders to destroy different pieces do not compete."""
    match order:
        case act.Standing() | act.CancelStanding():
            return frozenset()
        case act.Waive() | act.Declare() | act.Proxy(unit=None):
            return frozenset({(type(order).__name__, "", "")})
        case act.Build() | act.Remove():
            return frozenset(
                {("adjusts", order.unit.kind if isinstance(order, act.Remove) else "", order.unit.place)}
            )
        case act.Destroy() if within:
            return frozenset({(f"Destroy {order.target}", *unit_key(order.unit))})
    kind = standing.kind_of(order)
    return frozenset((kind, *unit_key(unit)) for unit in units(order))


def units(order: Order) -> tuple[Unit, ...]:
    """The units that are spoken for by *order*."""
    match order:
        case act.Merge(parts=parts):
            return tuple(part.unit for part in parts)
        case act.Divide(unit=unit, parts=parts):
            return (unit, *(part.unit for part in parts))
    one: Unit | None = getattr(order, "unit", None)
    return (one,) if one is not None else ()


def merged(before: Iterable[Order], letter: Iterable[Order]) -> list[Order]:
    """The orders of *before* that *letter* leaves standing, then those of *letter*."""
    new = list(letter)
    renewed = frozenset(claim for order in new for claim in claims(order))
    kept = [left for order in before for left in without(order, renewed) if left not in new]
    return [*kept, *new]


def without(order: Order, taken: frozenset[Claim], within: bool = False) -> list[Order]:
    """What is left of *order* when others take those claims: of a merge, what its other units do."""
    if not claims(order, within) & taken:
        return [order]
    if not isinstance(order, act.Merge):
        return []
    left = [part for part in order.parts if ("action", *unit_key(part.unit)) not in taken]
    return [act.Move(part.unit, (part.target,)) if part.target else act.Hold(part.unit) for part in left]


class Letter:
    """The orders of one letter, taken one by one."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.orders: list[Order] = []
        self.notes: list[str] = []

    def clear(self) -> None:
        """CLEAR: all orders of the turn; standing orders stay."""
        self.orders = [order for order in self.orders if isinstance(order, KEPT)]

    def take(self, order: Order) -> None:
        """Count *order*. Raises NotAllowed for builds and removals beyond what is due."""
        taken = claims(order, within=True)
        rivals = [
            old for old in self.orders if claims(old, within=True) & taken and not _go_together(old, order)
        ]
        if isinstance(order, ADJUSTING):
            self._refuse_what_is_too_much(order, rivals)
        for old in rivals:
            if old != order:
                self.notes.append(f"{_subject(order)} has two orders in this letter; the later one counts.")
        self.orders = [
            left
            for old in self.orders
            for left in (without(old, taken, within=True) if old in rivals else [old])
        ]
        self.orders.append(order)

    def _refuse_what_is_too_much(self, order: Order, rivals: Sequence[Order]) -> None:
        due = adjustments.due(self.known.state, self.known.power)
        others = [old for old in self.orders if isinstance(old, ADJUSTING) and old not in rivals]
        if sum(map(weight, others)) + weight(order) > abs(due):
            what = "build" if due > 0 else "remove"
            raise NotAllowed(
                f"You {what} {abs(due)} only.", "The orders above count; send others to change them."
            )


def _go_together(one: Order, other: Order) -> bool:
    """A part of a divided stack may merge with units that come from elsewhere (4.3, 4.5)."""
    divide, merge = (one, other) if isinstance(one, act.Divide) else (other, one)
    if not isinstance(divide, act.Divide) or not isinstance(merge, act.Merge):
        return False
    moves = [act.Merger(part.unit, part.path[0]) for part in divide.parts if isinstance(part, act.Move)]
    stays = [act.Merger(part.unit) for part in divide.parts if isinstance(part, act.Hold)]
    return any(part in (*moves, *stays) for part in merge.parts)


def _subject(order: Order) -> str:
    unit = getattr(order, "unit", None)
    return full(unit)[:1].upper() + full(unit)[1:] if unit is not None else "The power"


def weight(order: Order) -> int:
    match order:
        case act.Waive(count=count):
            return count
        case act.Remove(number=number):
            return number
    return 1


def fitted(orders: list[Order], known: Known) -> tuple[list[Order], list[str]]:
    """No more builds or removals than are due: the oldest give way. And a note of each that did."""
    due = abs(adjustments.due(known.state, known.power))
    left, dropped = list(orders), []
    while sum(weight(order) for order in left if isinstance(order, ADJUSTING)) > due:
        oldest = next(order for order in left if isinstance(order, ADJUSTING))
        left.remove(oldest)
        dropped.append(f"No longer in force: {sentence(oldest)}.")
    return left, dropped


# What is in force.


def in_force(orders: Sequence[Order], letter: Sequence[Order], known: Known) -> tuple[InForce, ...]:
    """Every unit and piece that he commands with its orders; then what belongs to no unit."""
    given = standing.in_force(known.state, known.power, Sheet(tuple(orders)))
    rows: list[InForce] = []
    told: set[int] = set()
    for unit, nothing in _to_order(known):
        found = [order for order in given if _is_for(order, unit)]
        told.update(id(order) for order in found)
        rows += [InForce(full(unit), sentence(order), _source(order, orders, letter)) for order in found]
        if nothing and not any(_settles(order) for order in found):
            rows.append(InForce(full(unit), nothing, "missing"))
    rest = [order for order in given if id(order) not in told]
    rows += [InForce("", sentence(order), _source(order, orders, letter)) for order in rest]
    return (*rows, *_open_adjustments(given, known), *_standing(orders, known))


def _settles(order: Standable) -> bool:
    return standing.kind_of(order) in ("action", "retreat", "Embark", "Disembark")


def _to_order(known: Known) -> list[tuple[Unit, str]]:
    """The units and pieces that may be ordered now, each with what is said where it has no order."""
    if known.is_retreat():
        return [
            (beaten_unit(row), "no order: lost" if row.piece else "no order: disbands")
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


def _nothing(kind: str, place: str) -> str:
    """An army aboard needs no order."""
    return "" if kind == "A" and place in ground.WATER else MISSING_UNIT


def _is_for(order: Standable, unit: Unit) -> bool:
    keys = [unit_key(one) for one in units(order)]
    if isinstance(order, act.Lead) and (order.path or order.holds):
        keys.append(unit_key(order.led))
    if isinstance(order, act.FastFerry):
        keys.append(unit_key(order.passenger))
    if isinstance(order, act.ReturnsTo | act.StartsAt) and unit.kind == "Gandalf":
        return True
    key = unit_key(unit)
    return any(one == key or (not one[0] and one[1] == unit.place) for one in keys)


def _source(order: Standable, orders: Sequence[Order], letter: Sequence[Order]) -> str:
    if order in letter:
        return "this letter"
    return "an earlier letter" if order in orders else "standing"


def _open_adjustments(given: Sequence[Order], known: Known) -> list[InForce]:
    left = _unadjusted(given, known)
    if not left:
        return []
    if adjustments.due(known.state, known.power) > 0:
        return [InForce("", f"{left} more to build, without an order: waived", "missing")]
    return [InForce("", f"{left} more to remove, without an order: chosen by civil disorder", "missing")]


def _unadjusted(given: Sequence[Order], known: Known) -> int:
    if known.is_movement() or known.is_retreat():
        return 0
    due = abs(adjustments.due(known.state, known.power))
    return max(0, due - sum(weight(order) for order in given if isinstance(order, ADJUSTING)))


def _standing(orders: Sequence[Order], known: Known) -> list[InForce]:
    kept = standing.after(known.state.standing.get(known.power, ()), orders)
    return [
        InForce(f"Standing order {number}", sentence(order), "standing")
        for number, order in enumerate(kept, 1)
    ]


def is_complete(orders: Sequence[Order], known: Known) -> bool:
    """Has every unit that needs one an order?  Pieces need none, but where a power has nothing else."""
    given = standing.in_force(known.state, known.power, Sheet(tuple(orders)))
    if _unadjusted(given, known):
        return False
    waiting = [(unit, nothing) for unit, nothing in _to_order(known) if nothing.startswith("no order")]
    if known.is_movement() and known.stacks:
        waiting = [(unit, nothing) for unit, nothing in waiting if not is_piece(unit.kind)]
    return all(any(_settles(order) and _is_for(order, unit) for order in given) for unit, _ in waiting)
