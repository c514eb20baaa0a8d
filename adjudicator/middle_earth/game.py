"""The `Game` interface for Downfall XIII and Hardbop: hidden pieces, journeys and the Ring.

`MiddleEarthParts` lists what a game supplies, besides `GameParts` of `adjudicator.core.decoded_game`.
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator import drawing
from adjudicator.core.decoded_game import DecodedGame, GameParts
from adjudicator.core.game import Facts, Orders, Power, Record, State
from adjudicator.core.package_files import text_beside
from adjudicator.core.phrasing import Speech
from adjudicator.drawing.journeys import draw_journeys
from adjudicator.drawing.view import View
from adjudicator.middle_earth.language import orders as actions
from adjudicator.middle_earth.language.knowledge import Position
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Place, Standable, Standing
from adjudicator.middle_earth.language.standing import NUMBERED
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve import record
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view import sightings
from adjudicator.middle_earth.view.journeys import Whereabouts, journeys
from adjudicator.middle_earth.view.sightings import Sighted

P = TypeVar("P", bound=Position)  # the game's position
S = TypeVar("S")  # what one reader may know of it
ReadStanding = Callable[[P, Power, Sequence[str]], tuple[Standable, ...]]


class MiddleEarthParts(GameParts[P, OrderSheet, record.Record, S], Generic[P, S], frozen=True, kw_only=True):
    """The functions of one of the two games; each is implemented in a module of that game."""

    orders: Callable[[Orders], OrderSheet] = actions.from_text
    record_to_text: Callable[[record.Record], Record] = record.to_text
    record_from_text: Callable[[Record], record.Record] = record.from_text
    later_choices: Callable[[P, Power, Sequence[Order]], Mapping[str, Sequence[str]]]
    with_pieces: Callable[[P, Sequence[Sighted]], P]
    speech: Speech
    view: Callable[[S], View]
    board: str  # the package that has it
    whereabouts: Callable[[P], Whereabouts]  # asked only when the game is over
    provinces: Container[Place]
    place: Callable[[Facts, ReadStanding[P]], P]
    describe: Callable[[P], dict[str, Any]]
    sentence: Callable[[Order], str]


SEEN = 32  # views that are cached: those of all readers of a turn


class MiddleEarthGame(DecodedGame[P, OrderSheet, record.Record, S]):
    """A game without its card and its start."""

    _parts: MiddleEarthParts[P, S]

    def __init__(self, parts: MiddleEarthParts[P, S]) -> None:
        super().__init__(parts)
        # Cached: reports and pictures of a turn show the same, and each picture also what is public.
        self._cached_seen = lru_cache(maxsize=SEEN)(super()._seen)
        self._view = lru_cache(maxsize=SEEN)(self._view_now)

    def later_choices(self, state: State, power: Power, orders: Orders) -> Mapping[str, Sequence[str]]:
        given = actions.from_text(orders).orders if orders else ()
        return self._parts.later_choices(self._parts.from_text(state), power, given)

    def cleared(self, state: State, power: Power, orders: Orders, nothing: Orders | None) -> Orders:  # noqa: ARG002
        kept = tuple(one for one in actions.from_text(orders).orders if type(one) in NUMBERED)
        return actions.to_text(OrderSheet(kept))

    def with_sighted(
        self, state: State, power: Power, told: Sequence[tuple[State, Record]]
    ) -> tuple[State, Sequence[str]]:
        position = self._parts.imagined(self._parts.from_text(state), power)
        shown = sightings.sighted(self._seen(before, record, power) for before, record in told)
        first = sightings.at_start(self._seen(state, None, power))
        named = [sightings.in_words(one, self._parts.speech) for one in (*first, *shown)]
        return self._parts.to_text(self._parts.with_pieces(position, shown)), named

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        return self._drawn(self._view(state, record, reader), self._view(state, record, None))

    def journeys(self, states: Sequence[State]) -> str:
        """Draw where hidden pieces and the Ring have been in a finished game; "" if nowhere."""
        positions = [*map(self._parts.from_text, states)]
        if not positions or not positions[-1].over:
            return ""
        found = journeys(tuple(map(self._parts.whereabouts, positions)), self._parts.provinces)
        title = say("journeys_title", game=self.card.title)
        return draw_journeys(self._parts.board, found, title) if found else ""

    def whole_picture(self, state: State, record: Record | None, end: State) -> str:
        """Draw one turn with all pieces and all orders; "" unless the game is over in *end*."""
        if not self._parts.due(self._parts.from_text(end)).over:
            return ""
        public = self._seen(state, record, None)
        views = [self._seen(state, record, power) for power in self.card.seats]
        whole = self._parts.view(_together(public, views))
        return self._drawn(whole, whole)

    def place(self, facts: Facts) -> State:
        return self._parts.to_text(self._parts.place(facts, self._read_standing))

    def describe(self, state: State, record_text: Record | None = None) -> dict[str, Any]:
        described = self._parts.describe(self._parts.from_text(state))
        results = record.from_text(record_text).results if record_text else ()
        described["results"] = _words(results, lambda order: [self._parts.sentence(order)])
        if record_text:
            described["notation"] = _words(results, _in_notation)
        return described

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> S:
        return self._cached_seen(state, text, reader)

    def _view_now(self, state: State, record: Record | None, reader: Power | None) -> View:
        return self._parts.view(self._seen(state, record, reader))

    def _drawn(self, view: View, public: View) -> str:
        """Draw the board for the reader of *view*, where everybody sees what is *public*."""
        return drawing.draw(self._parts.board, drawing.apart(view, public))

    def _read_standing(self, position: P, power: Power, texts: Sequence[str]) -> tuple[Standable, ...]:
        """Read the standing orders of a case. Raises `ValueError` for one that is refused."""
        reading = self._parts.read(position, power, None, [f"STANDING: {text}" for text in texts])
        for line in reading.lines:
            if line.reason:
                raise ValueError(f"state, standing.{power}: {line.reason}")
        orders = actions.from_text(reading.orders).orders
        return tuple(one.order for one in orders if isinstance(one, Standing))


def _together(public: Any, views: Sequence[Any]) -> Any:
    """Return what all powers see together; the `Seen` of each game has pieces, results and the Ring."""
    own = [shown for view in views for shown in view.pieces if shown.why == "own"]
    known = {(shown.piece.power, shown.piece.kind) for shown in own}
    others = [one for one in public.pieces if (one.piece.power, one.piece.kind) not in known]
    results = [one for view in views for one in view.results if one.power == view.reader]
    bearer = next((view for view in views if view.ring_unit), public)
    return msgspec.structs.replace(bearer, pieces=(*own, *others), results=tuple(results))


def _words(
    results: Sequence[record.Result], texts: Callable[[Order], Sequence[str]]
) -> dict[str, dict[str, str]]:
    """Return the outcome of each order, by power and by text of the order."""
    found: dict[str, dict[str, str]] = {}
    for result in results:
        for text in texts(result.order):
            found.setdefault(result.power, {}).setdefault(text, result.outcome.word)
    return found


def _in_notation(order: Order) -> list[str]:
    """Return the order as a player would write it; for a merge also each of its moves."""
    return [short(one) for one in (order, *_moves(order))]


def _moves(order: Order) -> Iterator[Order]:
    if isinstance(order, actions.Merge):
        yield from (actions.Move(part.unit, (part.target,)) for part in order.parts if part.target)


def page(package: str, name: str) -> str:
    """Return a text file of the game, such as its rules; "" if there is none."""
    try:
        return text_beside(package, name)
    except OSError:
        return ""


STANDARD_CHAPTERS = ("6", "7", "8", "9")  # support, conflicts, convoys, retreats; the others are changed


def of_diplomacy() -> str:
    """Return the chapters of the standard rules that hold wherever those of a game say nothing else."""
    told = page("adjudicator.standard", "rules.md")
    parts = re.split(r"^(?=## )", told, flags=re.MULTILINE)
    return "".join(
        part for part in parts if part.startswith(tuple(f"## {key}." for key in STANDARD_CHAPTERS))
    )
