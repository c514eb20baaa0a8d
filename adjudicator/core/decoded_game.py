"""What all implementations of the `Game` interface share: they decode stored text and call the game.

`GameParts` lists what a game supplies; see `adjudicator.core.game.Game` for the interface.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    Card,
    Due,
    GameOverError,
    Motion,
    Orders,
    Power,
    Reading,
    Record,
    ReportFacts,
    State,
    Turn,
)


class Position(Protocol):
    """The position of any game."""

    @property
    def over(self) -> bool: ...


READ = 32  # positions that are cached: their players send orders, and correct them

P = TypeVar("P", bound=Position)  # the game's position
G = TypeVar("G")  # the orders of one power
R = TypeVar("R")  # the record of a turn
S = TypeVar("S")  # what one reader may know of it


def concluded(position: Any, winners: Sequence[Power]) -> Any:
    """Return the position where the game has ended with these *winners*."""
    return msgspec.structs.replace(position, over=True, winners=tuple(winners))


class GameParts(Struct, Generic[P, G, R, S], frozen=True, kw_only=True):
    """The functions of one game; each is implemented in a module of that game."""

    to_text: Callable[[P], State]
    from_text: Callable[[State], P]
    orders: Callable[[Orders], G]
    record_to_text: Callable[[R], Record]
    record_from_text: Callable[[Record], R]
    due: Callable[[P], Due]
    motions: Callable[[P], tuple[Motion, ...]]
    read: Callable[[P, Power, Orders | None, Sequence[str]], Reading]
    form: Callable[[P, Power], Sequence[str]]
    choices: Callable[[P, Power], Mapping[str, Sequence[str]]]
    imagined: Callable[[P, Power], P]
    judge: Callable[[P, dict[Power, G], Dice], tuple[P, R]]
    conclude: Callable[[P, Sequence[Power]], P] = concluded
    seen: Callable[[P, R | None, Power | None], S]
    sheet: Callable[[S], ReportFacts]
    colours: Callable[[], Mapping[Power, str]]


class OpenParts(GameParts[P, G, R, S], Generic[P, G, R, S], frozen=True, kw_only=True):
    """The functions of a game whose map is the same for every reader."""

    draw: Callable[[S], str]
    describe: Callable[[P, R | None], dict[str, Any]]


class DecodedGame(Generic[P, G, R, S]):
    """A game without its card, its start, its pictures and the notation of its case files."""

    card: Card
    _parts: GameParts[P, G, R, S]

    def __init__(self, parts: GameParts[P, G, R, S]) -> None:
        self._parts = parts
        self._to_read = lru_cache(maxsize=READ)(parts.from_text)

    def due(self, state: State) -> Due:
        position = self._parts.from_text(state)
        return msgspec.structs.replace(self._parts.due(position), motions=self._parts.motions(position))

    def form(self, state: State, power: Power) -> Sequence[str]:
        return self._parts.form(self._parts.from_text(state), power)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return self._parts.choices(self._parts.from_text(state), power)

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        return self._parts.read(self._to_read(state), power, so_far, lines)

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        position = self._parts.from_text(state)
        if position.over:
            raise GameOverError
        given = {power: self._parts.orders(orders[power]) for power in self.card.seats if power in orders}
        after, judged = self._parts.judge(position, given, dice)
        return Turn(self._parts.to_text(after), self._parts.record_to_text(judged))

    def imagined(self, state: State, power: Power) -> State:
        return self._parts.to_text(self._parts.imagined(self._parts.from_text(state), power))

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        return self._parts.to_text(self._parts.conclude(self._parts.from_text(state), winners))

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        return self._parts.sheet(self._seen(state, record, reader))

    def colours(self) -> Mapping[Power, str]:
        return self._parts.colours()

    def _record(self, text: Record | None) -> R | None:
        return self._parts.record_from_text(text) if text else None

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> S:
        return self._parts.seen(self._parts.from_text(state), self._record(text), reader)


class OpenGame(DecodedGame[P, G, R, S]):
    """A game whose map is the same for every reader, without its card, its start and its `place`."""

    _parts: OpenParts[P, G, R, S]

    def __init__(self, parts: OpenParts[P, G, R, S]) -> None:
        super().__init__(parts)
        self._drawn = lru_cache(maxsize=8)(self._draw)

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:  # noqa: ARG002
        return self._drawn(state, record)

    def describe(self, state: State, record: Record | None = None) -> dict[str, Any]:
        return self._parts.describe(self._parts.from_text(state), self._record(record))

    def _draw(self, state: State, text: Record | None) -> str:
        return self._parts.draw(self._seen(state, text, None))
