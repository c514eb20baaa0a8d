"""Count the units of "the armies in Dagorlad", which names a whole stack without its number."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.words import Refusal
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import ALL_THERE, Unit

SINGLE = (act.Standing, act.Build, act.Remove, act.Proxy)  # in these, a plural without a number is one unit
ORDER = TypeVar("ORDER", bound=Struct)


def units(part: object) -> Iterator[Unit]:
    """Yield all units of a parsed order, those that are supported or led too."""
    if isinstance(part, Unit):
        yield part
    elif isinstance(part, tuple | Struct):
        within = part if isinstance(part, tuple) else _values(part)
        for one in within:
            if isinstance(one, tuple | Struct):
                yield from units(one)


def _values(part: Struct) -> list[object]:
    return [getattr(part, field) for field in part.__struct_fields__]


def counted(order: ORDER, known: AnyKnowledge) -> ORDER:
    """Return a parsed order in which a plural without a number has that of the units there."""
    if not _has_plural(order):
        return order
    found: ORDER = _with_counts(order, lambda unit: 1 if isinstance(order, SINGLE) else _number(unit, known))
    return found


@lru_cache(maxsize=16384)
def _has_plural(order: Struct) -> bool:
    return any(unit.count == ALL_THERE for unit in units(order))


def _with_counts(part: Any, number: Callable[[Unit], int]) -> Any:
    match part:
        case Unit():
            return replace(part, count=number(part)) if part.count == ALL_THERE else part
        case tuple():
            return tuple(_with_counts(one, number) for one in part)
        case Struct():
            parts = {field: getattr(part, field) for field in part.__struct_fields__}
            return replace(part, **{field: _with_counts(one, number) for field, one in parts.items()})
    return part


def _number(unit: Unit, known: AnyKnowledge) -> int:
    """Return how many units of the kind are there: those of the power, or those of any if it has none."""
    try:
        place = known.place_of(unit)
    except Refusal:
        return 1
    for there in (known.mine(), known.public(place)):
        if count := sum(one.count for one in there if (one.kind, one.place) == (unit.kind, place)):
            return count
    return 1
