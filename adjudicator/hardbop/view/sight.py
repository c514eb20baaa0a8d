"""What a reader may know: facts of Hardbop leave the game only through this module.  (Part I)

`seen` returns what one reader may know of a state and its record. Reports and pictures are made from that
alone; facts that the reader may not know do not change it.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.hardbop import calendar, ground
from adjudicator.hardbop.position import ADJUSTMENT, Beaten, Military, Personality, State
from adjudicator.hardbop.resolve import adjustments, phases
from adjudicator.hardbop.resolve.pieces.encounters import ALWAYS_SHOWN
from adjudicator.hardbop.view.ring_orders import held
from adjudicator.middle_earth.language.orders import PassRing, Place, Power, Proxy, Standable
from adjudicator.middle_earth.resolve.record import News, Record, Result
from adjudicator.middle_earth.view import journeys
from adjudicator.middle_earth.view import sight as known
from adjudicator.middle_earth.view.journeys import Whereabouts
from adjudicator.middle_earth.view.ring import Held


class Shown(Struct, frozen=True):
    """A piece as this reader knows it; *why* is "own", "always shown", "start", or that of the sighting."""

    piece: Personality
    why: str
    ring: str = ""  # "carried" or "worn": for the owner; worn is public


class Seen(Struct, frozen=True, kw_only=True):
    """What a reader may know about a position and the phase before it."""

    reader: Power | None
    turn: str  # the reported phase
    date: str  # the reported turn: "AFTERYULE I 3019"
    due: str  # the phase due
    phase: str
    owed: Mapping[Power, str]
    over: bool
    winners: tuple[Power, ...]
    military: tuple[Military, ...]
    beaten: tuple[Beaten, ...]  # of others: without their open spaces
    pieces: tuple[Shown, ...]
    disclosed: tuple[Personality, ...]  # the reader's own that were disclosed where they no longer are
    owners: Mapping[Place, Power]
    alignments: Mapping[Power, str]
    allowed: Mapping[Power, int]
    adjustments: Mapping[Power, int]
    build_places: tuple[Place, ...]  # the reader's own, when builds are due
    builds: int  # how many of them the reader may use
    balrog: str
    isengard: str
    paths_walked: bool
    garrisons_gone: tuple[Place, ...]
    offboard_centres: int
    eliminated: tuple[Power, ...]
    worn_by: Power
    ring_unit: str  # the kind of the reader's Military Unit that has the Ring
    ring_place: Place
    returns: tuple[tuple[str, int], ...]  # the reader's own pieces that come back
    hints: tuple[Place, ...]  # only with the first report
    defends_the_fire: bool  # the reader is Mordor, and this is its first report
    results: tuple[Result, ...]
    news: tuple[News, ...]
    standing: tuple[Standable, ...]
    waiting: tuple[Standable, ...]  # the reader's own for later steps of this turn (I(c))
    judged: bool  # there is a record
    ring_held: Held | None = None  # by the reader

    @property
    def sees(self) -> tuple[Personality, ...]:
        return tuple(sorted({*(one.piece for one in self.pieces), *self.disclosed}))


def seen(state: State, record: Record | None, reader: Power | None) -> Seen:
    """Return *state* and *record* as *reader* (None: the public) may know them."""
    bearer = state.ring.bearer
    worn = state.ring.how == "worn" and bearer is not None
    mine = bearer is not None and bearer.power == reader and bearer.kind in ground.MILITARY
    coming = phases.due(state)
    adjusted = _adjustments(state)
    places = _build_places(state, reader, adjusted)
    return Seen(
        reader=reader,
        turn=phases.title(record.turn, record.phase) if record else coming.turn,
        date=calendar.name(record.turn if record else state.turn),
        due=coming.turn,
        phase=state.phase,
        owed=coming.owed,
        over=state.over,
        winners=state.winners,
        military=state.military,
        beaten=tuple(one if one.unit.power == reader else Beaten(one.unit) for one in state.beaten),
        pieces=tuple(_pieces(state, record, reader)),
        disclosed=tuple(_disclosed(state, record, reader)),
        owners=state.owners,
        alignments=state.alignments,
        allowed={power: adjustments.allowed(state, power) for power in ground.POWERS},
        adjustments=adjusted,
        build_places=places,
        builds=max(0, adjustments.due(state, reader)) if places and reader else 0,
        balrog=state.balrog,
        isengard=state.isengard,
        paths_walked=state.paths_walked,
        garrisons_gone=state.garrisons_gone,
        offboard_centres=state.offboard_centres,
        eliminated=state.eliminated,
        worn_by=bearer.power if worn and bearer else "",
        ring_unit=bearer.kind if mine and bearer else "",
        ring_place=bearer.place if mine and bearer else "",
        returns=tuple(sorted(_returns(state, reader))),
        hints=state.hints.get(reader, ()) if reader and state.number <= 2 else (),
        defends_the_fire=state.set_up and reader == "Mordor",
        results=known.results(record, reader),
        news=known.news(record, reader),
        standing=state.standing.get(reader, ()) if reader else (),
        waiting=tuple(_waiting(state, reader)),
        judged=record is not None,
        ring_held=held(state, reader),
    )


def _waiting(state: State, reader: Power | None) -> Iterator[Standable]:
    """Return orders, also conditional ones, of a turn that goes on after retreats or builds; and proxies."""
    if state.unfinished is None or reader is None:
        return
    for one in state.unfinished.given:
        over = state.phase == ADJUSTMENT and isinstance(one.order, PassRing)  # step ix is over
        if one.power == reader and not one.reported and not over and (one.waits or one.outcome is None):
            yield one.order
    for unit, to in state.unfinished.proxies.get(reader, ()):
        yield Proxy(unit, to)


def _pieces(state: State, record: Record | None, reader: Power | None) -> Iterator[Shown]:
    for piece in state.personalities:
        if piece.power == reader:
            yield Shown(piece, "own", _ring(state, piece))
        elif piece.kind in ALWAYS_SHOWN:
            yield Shown(piece, "always shown")
        elif state.set_up:
            yield Shown(piece, "start")
        elif state.ring.how == "worn" and _ring(state, piece) and _put_on_now(record):
            yield Shown(piece, "wears the Ring", "worn")
    for sighting in record.sightings if record else ():
        told = sighting.owner == reader or sighting.kind in ALWAYS_SHOWN
        if not told and (sighting.readers is None or reader in sighting.readers):
            yield Shown(Personality(sighting.owner, sighting.kind, sighting.place), sighting.why)


def _disclosed(state: State, record: Record | None, reader: Power | None) -> Iterator[Personality]:
    """Return those of the reader's own pieces that everybody was shown: this is no secret from the reader."""
    for sighting in record.sightings if record else ():
        piece = Personality(sighting.owner, sighting.kind, sighting.place)
        is_public = sighting.readers is None and sighting.kind not in ALWAYS_SHOWN
        if is_public and sighting.owner == reader and piece not in state.personalities:
            yield piece


def _put_on_now(record: Record | None) -> bool:
    return any(news.key == "ring.worn" for news in (record.news if record else ()))


def _ring(state: State, piece: Personality) -> str:
    bearer = state.ring.bearer
    mine = bearer is not None and (bearer.power, bearer.kind) == (piece.power, piece.kind)
    return state.ring.how if mine else ""


def _adjustments(state: State) -> Mapping[Power, int]:
    if state.phase != ADJUSTMENT or state.over:
        return {}
    return {power: owed for power in ground.POWERS if (owed := adjustments.owed(state, power))}


def _build_places(state: State, reader: Power | None, due: Mapping[Power, int]) -> tuple[Place, ...]:
    if reader is None or due.get(reader, 0) <= 0:
        return ()
    return adjustments.sites(state, reader)


def _returns(state: State, reader: Power | None) -> Iterator[tuple[str, int]]:
    """Return the dates of returns, which only the player may know. 3.7(b), 3.10(f)"""
    for kind, turn in state.returns.items():
        if reader == (state.nazgul_controller if kind == "Nazgul" else "Gondor"):
            yield kind, turn


def whereabouts(state: State) -> Whereabouts:
    """Return where hidden pieces and the Ring are. Nobody may know it before the game is over."""
    ring = state.ring.bearer.place if state.ring.bearer else state.ring.place
    return journeys.whereabouts(state.personalities, ALWAYS_SHOWN, ring, ground.PROVINCES)
