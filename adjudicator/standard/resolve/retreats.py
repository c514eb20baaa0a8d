"""Possible retreats, and their resolution. Standard 9."""

from collections import Counter
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from adjudicator.core.outcomes import Destroyed, Outcome, RetreatClash, Succeeded
from adjudicator.core.position import Dislodged, Place, Position, Unit
from adjudicator.standard.language.orders import Disband, Order, Retreat
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Result

SUCCEEDED = Succeeded()


def province_of(place: Place) -> str:
    return place.partition("/")[0]


def places(board: Tables, position: Position, row: Dislodged) -> tuple[Place, ...]:
    """Return where a dislodged unit may go, in the board's order: standard 9.2."""
    return open_to(board, row, closed(board, position))


def open_to(board: Tables, row: Dislodged, shut: Collection[str]) -> tuple[Place, ...]:
    """Return the same, given the `closed` provinces."""
    unit, the_board, province = row.unit, board.map, board.province
    near = the_board.army_neighbours if unit.kind == "A" else the_board.fleet_neighbours
    return tuple(
        place
        for place in near[unit.place]
        if (into := province[place]) not in shut and into != row.attacked_from
    )


def closed(board: Tables, position: Position) -> frozenset[str]:
    """Return the provinces that are occupied, or that a stand-off left empty."""
    province = board.province
    return frozenset([province[unit.place] for unit in position.units]).union(position.contested)


def judge(board: Tables, position: Position, orders: Sequence[Order]) -> tuple[Position, tuple[Result, ...]]:
    """Retreat the units that can, unless two go to one province; disband those without an order."""
    ordered = [_ordered(board, position, row, orders) for row in position.dislodged]
    retreats = [order for order in ordered if isinstance(order, Retreat)]
    wanted = Counter(province_of(order.target) for order in retreats)
    gone = tuple(
        Unit(order.unit.power, order.unit.kind, order.target)
        for order in retreats
        if wanted[province_of(order.target)] == 1
    )
    results = tuple(
        Result(*_told(order, row, retreats)) for order, row in zip(ordered, position.dislodged, strict=True)
    )
    return replace(position, units=position.units + gone, dislodged=(), contested=()), results


def _ordered(
    board: Tables, position: Position, row: Dislodged, orders: Sequence[Order]
) -> Retreat | Disband | None:
    """Return its order if it is legal, else None."""
    order = next(
        (order for order in orders if isinstance(order, Retreat | Disband) and order.unit == row.unit), None
    )
    if isinstance(order, Retreat) and order.target not in places(board, position, row):
        return None
    return order


def _told(
    order: Retreat | Disband | None, row: Dislodged, retreats: Sequence[Retreat]
) -> tuple[Order, Outcome]:
    match order:
        case Retreat(target=target):
            others = [other for other in retreats if other is not order]
            clash = [other for other in others if province_of(other.target) == province_of(target)]
            return order, RetreatClash(clash[0].unit) if clash else SUCCEEDED
        case Disband():
            return order, SUCCEEDED
    return Disband(row.unit), Destroyed("no order")
