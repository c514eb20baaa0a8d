"""Which arrows does an order draw?"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from adjudicator import picture
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Place
from adjudicator.middle_earth.record import Result


def arrows(results: Iterable[Result], places: Collection[Place]) -> Iterator[picture.Arrow]:
    """Those whose way is told, between *places* of the board."""
    for result in results:
        for kind, path in _ways(result.order):
            if len(path) > 1 and all(place in places for place in path):
                yield picture.Arrow(kind, path, result.outcome.word, result.power)


def _ways(order: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    match order:
        case act.Move(unit=unit, path=path) | act.Neutralise(unit=unit, path=path):
            yield "move", (unit.place, *path)
        case act.HoldThenMove(unit=unit, target=target) | act.Disembark(unit=unit, target=target):
            yield "move", (unit.place, target)
        case act.Merge(parts=parts):
            yield from (("move", (part.unit.place, part.target)) for part in parts if part.target)
        case act.SupportHold(unit=unit, supported=supported):
            yield "support", (unit.place, supported.place)
        case act.SupportMove(unit=unit, supported=supported, path=path):
            yield "support", (unit.place, supported.place, path[0])
        case act.SupportSecond(unit=unit, supported=supported, path=path):
            yield "support", (unit.place, supported.place, *path[-1:])
        case act.FastFerry(unit=unit, passenger=passenger, target=target):
            yield "convoy", (passenger.place, unit.place, target)
        case act.Convoy(unit=unit, passenger=passenger, target=target):
            yield "convoy", (passenger.place, unit.place, target)
        case act.Paralyse(unit=unit, target=target):
            yield "other", (unit.place, target.place)
        case act.Retreat(unit=unit, preferences=preferences):
            yield "retreat", (unit.place, *preferences[:1])
        case act.Command(order=inner):
            yield from _ways(inner)
