"""The arrows that an order draws."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import assert_never

from adjudicator import drawing
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place
from adjudicator.middle_earth.resolve.record import Result

NotDrawn = (
    act.Hold
    | act.SupportGarrison
    | act.Embark
    | act.Divide
    | act.Accompany
    | act.Lead
    | act.PathsOfTheDead
    | act.MarchWithEnts
    | act.ReturnsTo
    | act.Destroy
    | act.PassRing
    | act.ThrowRing
    | act.PutOnRing
    | act.SeizeRing
    | act.ClaimRing
    | act.OfferRing
    | act.DestroyRing
    | act.DestroyBalrog
    | act.Awaken
    | act.Disband
    | act.Build
    | act.Remove
    | act.Waive
    | act.Takes
    | act.StartsAt
    | act.Declare
    | act.Proxy
    | act.Standing
    | act.CancelStanding
)


def arrows(results: Iterable[Result], places: Collection[Place]) -> Iterator[drawing.Arrow]:
    """Yield the arrows between *places* of the board."""
    for result in results:
        for kind, path in _all_ways(result.order):
            if len(path) > 1 and all(place in places for place in path):
                yield drawing.Arrow(kind, path, result.outcome.word, result.power)


@lru_cache(maxsize=512)  # all readers of a turn see most of its orders
def _all_ways(order: Order) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(_ways(order))


def _ways(order: Order) -> Iterator[tuple[str, tuple[str, ...]]]:  # noqa: C901  (one case a kind)
    if isinstance(order, NotDrawn):
        return
    match order:
        case act.Move() | act.Neutralise():
            yield "move", (order.unit.place, *order.path)
        case act.HoldThenMove() | act.Disembark():
            yield "move", (order.unit.place, order.target)
        case act.Merge():
            yield from (("move", (part.unit.place, part.target)) for part in order.parts if part.target)
        case act.FastFerry() | act.Convoy():
            yield "convoy", (order.passenger.place, order.unit.place, order.target)
        case act.SupportHold():
            yield "support", (order.unit.place, order.supported.place)
        case act.SupportMove():
            yield "support", (order.unit.place, order.supported.place, order.path[0])
        case act.SupportSecond():
            yield "support", (order.unit.place, order.supported.place, *order.path[-1:])
        case act.Paralyse():
            yield "other", (order.unit.place, order.target.place)
        case act.Retreat():
            yield "retreat", (order.unit.place, *order.preferences[:1])
        case act.Command():
            yield from _ways(order.order)
        case _ as never:
            assert_never(never)
