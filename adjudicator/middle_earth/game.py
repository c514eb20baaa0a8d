"""How does a game of Middle-earth answer the service?  State, orders and record are read, asked and written.

What a game says of its own board and rules stands in its `GameParts`; see `adjudicator.core.game.Game`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.core.dice import Dice
from adjudicator.core.game import Due, Facts, Motion, Orders, Power, Reading, Record, ReportFacts, State, Turn
from adjudicator.core.package_files import text_beside
from adjudicator.middle_earth.language import orders as actions
from adjudicator.middle_earth.language.orders import Order, Standable, Standing
from adjudicator.middle_earth.resolve import record
from adjudicator.middle_earth.view.wording import short


class Position(Protocol):
    """Where everything stands, as the game has it: a msgspec.Struct, which a protocol cannot say."""

    @property
    def over(self) -> bool: ...


P = TypeVar("P", bound=Position)  # the game's position
S = TypeVar("S")  # what one reader of it may know
ReadStanding = Callable[[P, Power, Sequence[str]], tuple[Standable, ...]]


class GameParts(Struct, Generic[P, S], frozen=True):
    """What a game does in its own way; each of these has a module of its own there."""

    package: str  # its modules `form`, `choices`, `orders`, `drawing` are imported when they are first asked
    powers: tuple[Power, ...]
    to_text: Callable[[P], State]
    from_text: Callable[[State], P]
    due: Callable[[P], Due]
    motions: Callable[[P], tuple[Motion, ...]]
    judge: Callable[[P, dict[Power, actions.OrderSheet], Dice], tuple[P, record.Record]]
    seen: Callable[[P, record.Record | None, Power | None], S]
    sheet: Callable[[S], ReportFacts]
    place: Callable[[Facts, ReadStanding[P]], P]
    describe: Callable[[P], dict[str, Any]]
    sentence: Callable[[Order], str]


class MiddleEarthGame(Generic[P, S]):
    """A game without its card and its start."""

    def __init__(self, rooms: GameParts[P, S]) -> None:
        self._rooms = rooms

    def due(self, state: State) -> Due:
        now = self._rooms.from_text(state)
        return msgspec.structs.replace(self._rooms.due(now), motions=self._rooms.motions(now))

    def form(self, state: State, power: Power) -> Sequence[str]:
        lines: Sequence[str] = self._module("view.form").form(self._rooms.from_text(state), power)
        return lines

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        module = self._module("view.choices")
        found: Mapping[str, Sequence[str]] = module.choices(self._rooms.from_text(state), power)
        return found

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        return self._read(self._rooms.from_text(state), power, so_far, lines)

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        now = self._rooms.from_text(state)
        if now.over:
            raise ValueError("the game is over; there is nothing to judge")
        powers = self._rooms.powers
        given = {power: actions.from_text(orders[power]) for power in powers if power in orders}
        after, judged = self._rooms.judge(now, given, dice)
        return Turn(self._rooms.to_text(after), record.to_text(judged))

    def imagined(self, state: State, power: Power) -> State:
        known: P = self._module("view.imagined").imagined(self._rooms.from_text(state), power)
        return self._rooms.to_text(known)

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        now = self._rooms.from_text(state)
        ended = msgspec.structs.replace(  # type: ignore[type-var]  # a position is a Struct besides
            now, over=True, winners=tuple(winners)
        )
        return self._rooms.to_text(ended)

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        return self._rooms.sheet(self._seen(state, record, reader))

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        own, public = self._seen(state, record, reader), self._seen(state, record, None)
        drawn: str = self._module("view.drawing").draw(own, public)
        return drawn

    def place(self, facts: Facts) -> State:
        return self._rooms.to_text(self._rooms.place(facts, self._read_standing))

    def describe(self, state: State, record_text: Record | None = None) -> dict[str, Any]:
        told = self._rooms.describe(self._rooms.from_text(state))
        told["results"] = self._told_results(record_text) if record_text else {}
        if record_text:
            told["notation"] = _in_notation(record_text)
        return told

    def _module(self, name: str) -> Any:
        return import_module(f"{self._rooms.package}.{name}")

    def _read(self, now: P, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        reading: Reading = self._module("language.reading").read(now, power, so_far, lines)
        return reading

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> S:
        now = self._rooms.from_text(state)
        return self._rooms.seen(now, record.from_text(text) if text else None, reader)

    def _told_results(self, text: Record) -> dict[str, dict[str, str]]:
        told: dict[str, dict[str, str]] = {}
        for result in record.from_text(text).results:
            told.setdefault(result.power, {}).setdefault(
                self._rooms.sentence(result.order), result.outcome.word
            )
        return told

    def _read_standing(self, now: P, power: Power, texts: Sequence[str]) -> tuple[Standable, ...]:
        """Standing orders of a case, in the words of orders. Raises ValueError for one that is refused."""
        reading = self._read(now, power, None, [f"STANDING: {text}" for text in texts])
        for line in reading.lines:
            if line.reason:
                raise ValueError(f"state, standing.{power}: {line.reason}")
        orders = actions.from_text(reading.orders).orders
        return tuple(one.order for one in orders if isinstance(one, Standing))


def _in_notation(text: Record) -> dict[str, dict[str, str]]:
    """What came of each order, as the order language writes it; of a merge, of each of its movers too."""
    told: dict[str, dict[str, str]] = {}
    for result in record.from_text(text).results:
        for order in (result.order, *_moves(result.order)):
            told.setdefault(result.power, {}).setdefault(short(order), result.outcome.word)
    return told


def _moves(order: Order) -> Iterator[Order]:
    if isinstance(order, actions.Merge):
        yield from (actions.Move(part.unit, (part.target,)) for part in order.parts if part.target)


def page(package: str, name: str) -> str:
    """A page that lies with the game, such as its rules; empty where there is none."""
    try:
        return text_beside(package, name)
    except OSError:
        return ""
