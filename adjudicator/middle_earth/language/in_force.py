"""How are orders in force told, and those that are missing, in the answer to a letter?"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.core.game import InForce
from adjudicator.middle_earth.language.merging import weight
from adjudicator.middle_earth.language.orders import Order, Place, Standable
from adjudicator.middle_earth.language.standing import ADJUSTMENTS


def source(order: Standable, orders: Sequence[Order], letter: Sequence[Order]) -> str:
    if order in letter:
        return "this letter"
    return "an earlier letter" if order in orders else "standing"


def open_to(free: Sequence[Place], names: Mapping[Place, str]) -> str:
    """Where what is beaten may go."""
    return f"; open to it: {', '.join(names[place] for place in free)}" if free else ""


def unadjusted(given: Iterable[Order], due: int) -> int:
    """How many of the builds or removals due have no order."""
    return max(0, abs(due) - sum(weight(order) for order in given if isinstance(order, ADJUSTMENTS)))


def open_adjustments(left: int, due: int) -> list[InForce]:
    if not left:
        return []
    if due > 0:
        return [InForce("", f"{left} more to build, without an order: waived", "missing")]
    return [InForce("", f"{left} more to remove, without an order: chosen by civil disorder", "missing")]


def standing(kept: Iterable[Standable], sentence: Callable[[Order], str]) -> list[InForce]:
    return [
        InForce(f"Standing order {number}", sentence(order), "standing")
        for number, order in enumerate(kept, 1)
    ]
