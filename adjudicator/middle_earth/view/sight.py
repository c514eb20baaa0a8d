"""What a reader may know, as far as it is the same in both games; each game's `sight` has the rest.

No other module reads a record for players.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, structs

from adjudicator.core.game import Due
from adjudicator.middle_earth.language.knowledge import Position
from adjudicator.middle_earth.language.orders import Place, Power, Standable
from adjudicator.middle_earth.resolve.record import News, Record, Result, Sighting
from adjudicator.middle_earth.view import ring
from adjudicator.middle_earth.view.ring import Held, RingOrders

ADJUSTMENT = "adjustment"


class Board(ring.Position, Position, Protocol):
    """The stored position of either game, with what is public in both."""

    @property
    def winners(self) -> tuple[Power, ...]: ...
    @property
    def owners(self) -> Mapping[Place, Power]: ...
    @property
    def alignments(self) -> Mapping[Power, str]: ...
    @property
    def garrisons_gone(self) -> tuple[Place, ...]: ...


P = TypeVar("P", bound=Board)


class Seen(Struct, frozen=True, kw_only=True):
    """What a reader may know about a position and the phase before it."""

    reader: Power | None
    turn: str  # the reported phase
    due: str  # the phase due
    phase: str
    owed: Mapping[Power, str]
    over: bool
    winners: tuple[Power, ...]
    owners: Mapping[Place, Power]
    alignments: Mapping[Power, str]
    allowed: Mapping[Power, int]
    adjustments: Mapping[Power, int]
    build_places: tuple[Place, ...]  # the reader's own, when builds are due
    garrisons_gone: tuple[Place, ...]
    eliminated: Collection[Power]
    worn_by: Power
    results: tuple[Result, ...]
    news: tuple[News, ...]
    exposed: tuple[Sighting, ...]  # the reader's own pieces that everybody was shown
    standing: Sequence[Standable]
    judged: bool  # there is a record
    ring_held: Held | None  # by the reader


def _as_it_is(one: Any, _reader: Power | None) -> Any:
    return one


class Sources(Struct, Generic[P], frozen=True, kw_only=True):
    """Where a game computes what is shown of its positions."""

    due: Callable[[P], Due]
    title: Callable[[int, str], str]
    allowed: Callable[[P], Mapping[Power, int]]
    adjustments: Callable[[P], Mapping[Power, int]]  # asked when they are due; zeros are left out
    build_places: Callable[[P, Power], tuple[Place, ...]]
    ring_orders: Callable[[P, Power], RingOrders]
    exposing: Collection[str] = ()  # why a piece is shown to all, if it is not by its own order
    veiled: Callable[[Result, Power | None], Result] = _as_it_is
    veiled_news: Callable[[News, Power | None], News] = _as_it_is


def of_both(state: P, record: Record | None, reader: Power | None, sources: Sources[P]) -> dict[str, Any]:
    """Return the values of `Seen` by name, to which each game adds its own."""
    coming = sources.due(state)
    adjusted = _adjustments(state, sources)
    shown = Seen(
        reader=reader,
        turn=sources.title(record.turn, record.phase) if record else coming.turn,
        due=coming.turn,
        phase=state.phase,
        owed=_owed(coming, reader),
        over=state.over,
        winners=state.winners,
        owners=state.owners,
        alignments=state.alignments,
        allowed=sources.allowed(state),
        adjustments=adjusted,
        build_places=sources.build_places(state, reader) if reader and adjusted.get(reader, 0) > 0 else (),
        garrisons_gone=state.garrisons_gone,
        eliminated=state.eliminated,
        worn_by=ring.wearer(state),
        results=tuple(sources.veiled(one, reader) for one in results(record, reader)),
        news=tuple(sources.veiled_news(one, reader) for one in news(record, reader)),
        exposed=tuple(_exposed(record, reader, sources.exposing)),
        standing=state.standing.get(reader, ()) if reader else (),
        judged=record is not None,
        ring_held=ring.held(state, reader, sources.ring_orders),
    )
    return structs.asdict(shown)


def _owed(coming: Due, reader: Power | None) -> Mapping[Power, str]:
    """Return what is owed publicly, and what only this reader is asked."""
    if reader is None or reader not in coming.asked or reader in coming.owed:
        return coming.owed
    return {**coming.owed, reader: coming.asked[reader]}


def _adjustments(state: P, sources: Sources[P]) -> Mapping[Power, int]:
    if state.phase != ADJUSTMENT or state.over:
        return {}
    return {power: due for power, due in sources.adjustments(state).items() if due}


def _exposed(record: Record | None, reader: Power | None, why: Collection[str]) -> Iterator[Sighting]:
    """Yield sightings of the reader's own pieces that everybody has got."""
    for one in record.sightings if record else ():
        if one.owner == reader and one.readers is None and one.why in why:
            yield one


def results(record: Record | None, reader: Power | None) -> tuple[Result, ...]:
    """Return the reader's own results and the public ones."""
    rows = record.results if record else ()
    return tuple(one for one in rows if one.public or one.power == reader)


def news(record: Record | None, reader: Power | None) -> tuple[News, ...]:
    told = record.news if record else ()
    return tuple(one for one in told if one.readers is None or reader in one.readers)
