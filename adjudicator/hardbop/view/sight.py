"""What a reader may know: facts of Hardbop leave the game only through this module.  (Part I)

`seen` returns what one reader may know of a state and its record. Reports and pictures are made from that
alone; facts that the reader may not know do not change it.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.hardbop import calendar, ground
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, Beaten, Military, Personality, State
from adjudicator.hardbop.resolve import adjustments, phases
from adjudicator.hardbop.resolve.pieces.encounters import ALWAYS_SHOWN
from adjudicator.hardbop.resolve.victory import share_needed
from adjudicator.hardbop.view.ring_orders import ring_orders
from adjudicator.hardbop.view.waiting import in_vain, waiting
from adjudicator.middle_earth.language.orders import Place, Power, Standable
from adjudicator.middle_earth.resolve.record import Record
from adjudicator.middle_earth.view import journeys, sight
from adjudicator.middle_earth.view.journeys import Whereabouts


class Shown(Struct, frozen=True):
    """A piece as this reader knows it; *why* is "own", "always shown", "start", or that of the sighting."""

    piece: Personality
    why: str
    ring: str = ""  # "carried" or "worn": for the owner; worn is public


class Seen(sight.Seen, frozen=True, kw_only=True):
    """What a reader may know about a position and the phase before it."""

    date: str  # the reported turn: "AFTERYULE I 3019"
    military: tuple[Military, ...]
    beaten: tuple[Beaten, ...]  # of others: without their open spaces
    pieces: tuple[Shown, ...]
    disclosed: tuple[Personality, ...]  # the reader's own that were disclosed where they no longer are
    builds: int  # how many of `build_places` the reader may use
    balrog: str
    isengard: str
    paths_walked: bool
    offboard_centres: int
    ring_unit: str  # the kind of the reader's Military Unit that has the Ring
    ring_place: Place
    returns: tuple[tuple[str, int], ...]  # the reader's own pieces that come back
    hints: tuple[Place, ...]  # only with the first report
    ring_places: tuple[Place, ...]  # where the Ring may lie at the start, by the options of the table
    share_to_win: str  # of centres and units, as a fraction; "" if the reader cannot win so (V3(a))
    is_settled: bool  # centres have changed hands in the reported phase, as they do in a turn II
    defends_the_fire: bool  # the reader is Mordor, and this is its first report
    waiting: tuple[Standable, ...]  # the reader's own for later steps of this turn (I(c))
    in_vain: Mapping[Standable, str]  # those of them without effect as things stand, with the clause

    @property
    def sees(self) -> tuple[Personality, ...]:
        return tuple(sorted({*(one.piece for one in self.pieces), *self.disclosed}))


def _allowed(state: State) -> Mapping[Power, int]:
    return {power: adjustments.allowed(state, power) for power in ground.POWERS}


def _adjustments(state: State) -> Mapping[Power, int]:
    return {power: adjustments.owed(state, power) for power in ground.POWERS}


SOURCES = sight.Sources(
    due=phases.due,
    title=phases.title,
    allowed=_allowed,
    adjustments=_adjustments,
    build_places=adjustments.sites,
    ring_orders=ring_orders,
    exposing=("shield",),
)


def seen(state: State, record: Record | None, reader: Power | None) -> Seen:
    """Return *state* and *record* as *reader* (None: the public) may know them."""
    of_both = sight.of_both(state, record, reader, SOURCES)
    bearer = state.ring.bearer
    mine = bearer is not None and bearer.power == reader and bearer.kind in ground.MILITARY
    orders = tuple(waiting(state, reader))
    return Seen(
        **of_both,
        date=calendar.name(record.turn if record else state.turn),
        military=state.military,
        beaten=tuple(one if one.unit.power == reader else Beaten(one.unit) for one in state.beaten),
        pieces=tuple(_pieces(state, record, reader)),
        disclosed=tuple(_disclosed(state, record, reader)),
        builds=max(0, adjustments.due(state, reader)) if of_both["build_places"] and reader else 0,
        balrog=state.balrog,
        isengard=state.isengard,
        paths_walked=state.paths_walked,
        offboard_centres=state.offboard_centres,
        ring_unit=bearer.kind if mine and bearer else "",
        ring_place=bearer.place if mine and bearer else "",
        returns=tuple(sorted(_returns(state, reader))),
        ring_places=ground.ring_places(state.options),
        share_to_win=_share_to_win(state, reader),
        is_settled=record is not None and _is_settled(state, record),
        hints=state.hints.get(reader, ()) if reader and state.number <= 2 else (),
        defends_the_fire=state.set_up and reader == "Mordor",
        waiting=orders,
        in_vain={order: why for order in orders if reader and (why := in_vain(order, state, reader))},
    )


def _is_settled(state: State, record: Record) -> bool:
    """Return whether ownership was settled in the phase of *record*, after which nobody must retreat."""
    is_over = state.over or state.phase in (ADJUSTMENT, MOVEMENT)
    return calendar.is_second(record.turn) and record.phase != ADJUSTMENT and is_over


def _share_to_win(state: State, reader: Power | None) -> str:
    bearer = state.ring.bearer
    has_it = state.ring.how if bearer is not None and bearer.power == reader else ""
    share = share_needed(has_it, state.alignments[reader], state.options) if reader else None
    return str(share or "")


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
    """Return those of the reader's own pieces that everybody was shown: the reader may know this."""
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


def _returns(state: State, reader: Power | None) -> Iterator[tuple[str, int]]:
    """Return the dates of returns, which only the player may know. 3.7(b), 3.10(f)"""
    for kind, turn in state.returns.items():
        if reader == (state.nazgul_controller if kind == "Nazgul" else "Gondor"):
            yield kind, turn


def whereabouts(state: State) -> Whereabouts:
    """Return where hidden pieces and the Ring are. Nobody may know it before the game is over."""
    ring = state.ring.bearer.place if state.ring.bearer else state.ring.place
    return journeys.whereabouts(state.personalities, ALWAYS_SHOWN, ring, ground.PROVINCES)
