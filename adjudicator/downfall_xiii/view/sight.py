"""What a reader may know: facts of XIII leave the game only through this module.  (Part H)

`seen` returns what one reader may know of a state and its record. Reports and pictures are made from that
alone; facts that the reader may not know do not change it.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import (
    ADJUSTMENT,
    MOVEMENT,
    RETREAT,
    Bearer,
    Beaten,
    Fate,
    Piece,
    Stack,
    State,
    who_orders,
)
from adjudicator.downfall_xiii.resolve import adjustments, ownership, phases
from adjudicator.downfall_xiii.resolve.company import ALWAYS_SHOWN
from adjudicator.downfall_xiii.resolve.pieces.ring import hiding_places
from adjudicator.downfall_xiii.view.ring_orders import ring_orders
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.outcomes import Destroyed
from adjudicator.middle_earth.resolve.pieces import ORDINARY, WRITTEN
from adjudicator.middle_earth.resolve.record import News, Record, Result
from adjudicator.middle_earth.view import journeys, sight
from adjudicator.middle_earth.view.journeys import Whereabouts

SECRET_TIMERS = ("faramir_defects",)  # it would reveal a death that nobody saw
COMMANDERS = ("Gandalf", "Aragorn")
FALLEN = "piece."  # the end of a piece, and its place: public if by an order (Part H)


class Shown(Struct, frozen=True):
    """A piece as this reader knows it; *why* is "own", "always shown", or that of the sighting."""

    piece: Piece
    why: str
    ring: str = ""  # "carried" or "worn": only for the owner
    waits: bool = False  # for its retreat


class Seen(sight.Seen, frozen=True, kw_only=True):
    """What a reader may know about a position and the phase before it."""

    stacks: tuple[Stack, ...]
    beaten: tuple[Beaten, ...]  # of others: without their free areas
    pieces: tuple[Shown, ...]
    split: Mapping[Place, Mapping[Power, str]]
    logical: Mapping[Power, int]
    build_limits: Mapping[tuple[str, Place], int]  # Cavalry, and Fleets by place, still possible
    timers: Mapping[str, int]
    theoden: str
    dead: str
    homes: tuple[Place, ...]  # of the reader
    strength_of_the_dead: str  # with Aragorn, by the options of the table
    last_turns: Mapping[str, int]  # of Theoden, the Dead and the timers, by name
    gandalf: str
    fortresses_gone: tuple[Place, ...]
    shadowfax: bool
    proxies: tuple[tuple[Power, Unit | None, Power], ...]
    may_command: tuple[tuple[str, str], ...]  # Gandalf or Aragorn, and a unit that he may order
    orders_umbar: bool  # 9.7
    are_owners_of_before: bool  # units claim centres when the retreats are over
    revealed: tuple[Shown, ...]  # the reader's own pieces that this phase printed for all
    ring_with: tuple[str, ...]  # "Ring Bre": an ordinary unit of the reader's has it
    ring_shown: tuple[str, ...]  # put on in this phase: public
    ring_unit: str  # the kind of that unit
    ring_places: tuple[Place, ...]  # where the Ring may lie at the start, by the options of the table
    finds_in_passing: bool  # whether who passes through finds it, by the options

    @property
    def sees(self) -> tuple[str, ...]:
        """Return hidden pieces, pieces whose end is public, and the Ring, in the notation of rule cases."""
        in_words = [f"{one.piece.kind} {one.piece.place}" for one in self.pieces]
        in_words += [_fallen(one) for one in self.news if one.key.startswith(FALLEN)]
        in_words += [f"Ring {one.piece.place}" for one in self.pieces if one.ring]
        return tuple(sorted({*in_words, *self.ring_with, *self.ring_shown}))


def _fallen(news: News) -> str:
    name = news.words["piece"]
    return f"{WRITTEN.get(name.lower(), name)} {news.words['place']}"


def seen(state: State, record: Record | None, reader: Power | None) -> Seen:
    """Return *state* and *record* as *reader* (None: the public) may know them."""
    of_both = sight.of_both(state, record, reader, SOURCES)
    bearer = _unit_with_ring(state, reader)
    return Seen(
        **of_both,
        stacks=state.stacks,
        beaten=tuple(_beaten(state, reader)),
        pieces=tuple(_pieces(state, record, reader)),
        split=state.split,
        are_owners_of_before=state.phase == RETREAT and phases.season(state.turn) == "Autumn",
        logical=state.logical,
        build_limits=dict(_build_limits(state, reader, of_both["build_places"])),
        timers={what: n for what, n in state.timers.items() if what not in SECRET_TIMERS},
        theoden=_awake(state.theoden),
        dead=_awake(state.dead),
        homes=(*ground.HOMES.get(reader or "", ()), *state.homes.get(reader or "", ())),
        strength_of_the_dead=options.value(state, options.THE_DEAD),
        last_turns=dict(_last_turns(state)),
        gandalf=_gandalf(state, reader),
        fortresses_gone=state.fortresses_gone,
        shadowfax=state.shadowfax and reader == "Gandalf",
        proxies=tuple(
            (one.power, one.unit, one.to) for one in state.proxies if reader in (one.power, one.to)
        ),
        may_command=tuple(_may_command(state, reader)),
        orders_umbar=_orders_umbar(state, reader),
        revealed=tuple(_revealed(record, reader)),
        ring_with=(f"Ring {bearer.place}",) if bearer else (),
        ring_shown=tuple(f"Ring {s.place}" for s in (record.sightings if record else ()) if s.kind == "Ring"),
        ring_unit=bearer.kind if bearer else "",
        ring_places=hiding_places(state.options),
        finds_in_passing=options.value(state, options.FINDING) == "on-entering",
    )


def _unit_with_ring(state: State, reader: Power | None) -> Bearer | None:
    """Return the bearer of the Ring, if it is an ordinary unit of the reader's."""
    bearer = state.ring.bearer
    mine = bearer is not None and bearer.power == reader and bearer.kind in ORDINARY
    return bearer if mine else None


def _awake(fate: Fate) -> str:
    """Return "awake 10", "asleep"."""
    return f"{fate.word} {fate.turns}" if fate.word == "awake" else fate.word


def _last_turns(state: State) -> Iterator[tuple[str, int]]:
    """Yield the turn at whose end each counter that everybody knows runs out (8.26)."""
    fates = {"theoden": state.theoden, "dead": state.dead}
    counts = {what: fate.turns for what, fate in fates.items() if fate.word == "awake"}
    counts |= {what: left for what, left in state.timers.items() if what not in SECRET_TIMERS}
    is_over = state.phase == ADJUSTMENT  # the end of the turn, where counters go down
    for what, left in counts.items():
        yield what, state.turn + left - (not is_over and what not in state.begun)


def _beaten(state: State, reader: Power | None) -> Iterator[Beaten]:
    """Return all waiting ordinary units and public pieces; free areas only for their owner."""
    for one in state.beaten:
        owner = one.piece.power if one.piece else one.stacks[0].power
        if owner == reader:
            yield msgspec.structs.replace(one, pursued_from=())
        elif who_orders(state, one) == reader:
            yield msgspec.structs.replace(one, pursued_from=(), aboard=())  # 9.7; pieces aboard stay hidden
        elif one.shown:
            yield Beaten(one.stacks, one.piece, one.attacked_from)


def _pieces(state: State, record: Record | None, reader: Power | None) -> Iterator[Shown]:
    waiting = [one.piece for one in state.beaten if one.piece is not None]
    waiting += [piece for one in state.beaten for piece in one.aboard]
    own = [(piece, False) for piece in state.pieces if piece.power == reader]
    own += [(piece, True) for piece in waiting if piece.power == reader]
    ring = state.ring.bearer
    for piece, waits in own:
        mine = ring is not None and (ring.power, ring.kind, ring.place) == (
            piece.power,
            piece.kind,
            piece.place,
        )
        yield Shown(piece, "own", state.ring.how if mine else "", waits)
        ring = None if mine else ring
    always = (*ALWAYS_SHOWN, "Aragorn") if state.dead.word == "awake" else ALWAYS_SHOWN
    for piece in (*state.pieces, *waiting):
        if piece.kind in always and piece.power != reader:
            yield Shown(piece, "always shown", waits=piece in waiting)
    for sighting in record.sightings if record else ():
        is_known = sighting.owner == reader or sighting.kind in ("Ring", *always)
        if not is_known and (sighting.readers is None or reader in sighting.readers):
            yield Shown(Piece(sighting.owner, sighting.kind, sighting.place), sighting.why)


def _build_limits(
    state: State, reader: Power | None, places: Iterable[Place]
) -> Iterator[tuple[tuple[str, Place], int]]:
    """Return the limits of 6f.2 and 6g.12, which are public but only useful for the builder (H.4)."""
    if reader == "Rohan" and places:
        yield ("C", ""), max(0, adjustments.cavalry_left(state))
    for place in places:
        if place in ground.FLEET_YARDS and reader:
            yield ("F", place), max(0, adjustments.fleet_rights(state, reader, place))


def _veiled(result: Result, reader: Power | None) -> Result:
    """Hide from all but the owner of a disbanded unit that its way was barred (6i.7)."""
    barred = isinstance(result.outcome, Destroyed) and result.outcome.why == "barred"
    if not barred or result.power == reader:
        return result
    return msgspec.structs.replace(result, outcome=Destroyed("disbanded"))


def _veiled_news(news: News, reader: Power | None) -> News:
    if news.key != "unit.barred" or news.words["power"] == reader:
        return news
    return News("unit.disbanded", news.readers, news.words)


SOURCES = sight.Sources(
    due=phases.due,
    title=phases.title,
    allowed=ownership.allowed,
    adjustments=adjustments.all_due,
    build_places=adjustments.build_places,
    ring_orders=ring_orders,
    exposing=("met others",),
    veiled=_veiled,
    veiled_news=_veiled_news,
)


def _gandalf(state: State, reader: Power | None) -> str:
    """Return what is known about Gandalf: his absence to all; a due place to return to his player."""
    word = state.gandalf.word
    if word == "returning" and reader == "Gandalf":
        return "returning"
    return "gone" if word in ("away", "returning") else ""


def _revealed(record: Record | None, reader: Power | None) -> Iterator[Shown]:
    """Yield the reader's pieces that all have seen; who else saw one might show a hidden piece of theirs."""
    for one in record.sightings if record else ():
        if one.owner == reader and one.readers is None and one.kind not in ("Ring", *ALWAYS_SHOWN):
            yield Shown(Piece(one.owner, one.kind, one.place), one.why)


def _orders_umbar(state: State, reader: Power | None) -> bool:
    is_commanded = state.timers.get("umbar_commanded") and "umbar_commanded" not in state.begun
    return reader == "Mordor" and bool(is_commanded)


def _may_command(state: State, reader: Power | None) -> Iterator[tuple[str, str]]:
    """Yield units of others that the reader's pieces may order in the phase that is due (6a.iii, 6b.iii)."""
    if state.phase != MOVEMENT or state.turn == 1:
        return
    for piece in state.pieces:
        if piece.power == reader and piece.kind in COMMANDERS:
            yield from ((piece.kind, unit) for unit in commandable(state, piece))


def commandable(state: State, piece: Piece) -> Iterator[str]:
    """Return single units that were with Gandalf or Aragorn at the end of the last turn, as far as seen."""
    allowed = ("Good", "Neutral") if piece.kind == "Gandalf" else ("Good",)
    there = [stack for stack in state.stacks if stack.place == piece.place]
    if piece.place in state.fresh:
        return
    for stack in there:
        alone = sum(s.count for s in there if s.power == stack.power) == 1
        if alone and state.alignments[stack.power] in allowed:
            yield f"{stack.kind} {stack.place}"


def whereabouts(state: State) -> Whereabouts:
    """Return where hidden pieces and the Ring are. Nobody may know it before the game is over."""
    waiting = [one.piece for one in state.beaten if one.piece is not None]
    waiting += [piece for one in state.beaten for piece in one.aboard]
    ring = state.ring.bearer.place if state.ring.bearer else state.ring.place
    return journeys.whereabouts((*state.pieces, *waiting), ALWAYS_SHOWN, ring, ground.PROVINCES)
