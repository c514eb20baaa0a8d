"""The arrows that an order draws."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from adjudicator import drawing
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.record import Result


def arrows(results: Iterable[Result], places: Collection[Place]) -> Iterator[drawing.Arrow]:
    """Those whose way is told, between *places* of the board."""
    for result in results:
        for kind, path in _ways(result.order):
            if len(path) > 1 and all(place in places for place in path):
                yield drawing.Arrow(kind, path, result.outcome.word, result.power)


def _ways(order: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    match order:
        case act.Merge(parts=parts):
            yield from (("move", (part.unit.place, part.target)) for part in parts if part.target)
        case act.Command(order=inner):
            yield from _ways(inner)
        case _ if type(order) in WAYS:
            kind, way = WAYS[type(order)]
            yield kind, way(order)


def _along(order: Any) -> tuple[str, ...]:
    return (order.unit.place, *order.path)


def _to_target(order: Any) -> tuple[str, ...]:
    return (order.unit.place, order.target)


def _over_water(order: Any) -> tuple[str, ...]:
    return (order.passenger.place, order.unit.place, order.target)


WAYS: dict[type, tuple[str, Callable[[Any], tuple[str, ...]]]] = {
    **dict.fromkeys((act.Move, act.Neutralise), ("move", _along)),
    **dict.fromkeys((act.HoldThenMove, act.Disembark), ("move", _to_target)),
    **dict.fromkeys((act.FastFerry, act.Convoy), ("convoy", _over_water)),
    act.SupportHold: ("support", lambda order: (order.unit.place, order.supported.place)),
    act.SupportMove: ("support", lambda order: (order.unit.place, order.supported.place, order.path[0])),
    act.SupportSecond: ("support", lambda order: (order.unit.place, order.supported.place, *order.path[-1:])),
    act.Paralyse: ("other", lambda order: (order.unit.place, order.target.place)),
    act.Retreat: ("retreat", lambda order: (order.unit.place, *order.preferences[:1])),
}
