"""Collect everything that one reader gets from a game, for the secrecy tests of the Middle-earth games."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, ReportFacts
from adjudicator.middle_earth.game import MiddleEarthParts
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Power, Unit
from adjudicator.middle_earth.resolve import record as records

Sheets = Mapping[Power, Sequence[Order]]
MOST_CACHED = 64
ANEW = 20  # tests that build each report again have so many times fewer examples

seeds = st.integers(min_value=0, max_value=2**32)


def law(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def law_of_some(examples: int) -> settings:
    """Return settings for a test with fewer examples, because it builds each report again."""
    return law(max(5, examples // ANEW))


def judge(game: Game, state: str, sheets: Sheets, seed: int) -> tuple[str, str]:
    """Return the state and the record after *sheets*."""
    orders = {power: act.to_text(act.OrderSheet(tuple(given))) for power, given in sheets.items()}
    turn = game.judge(state, orders, SeededDice(str(seed), game.due(state).number))
    return turn.state, turn.record


def for_reader(
    game: Game, state: str, record: str | None, reader: Power | None, picture: bool = False
) -> bytes:
    """Return everything that one reader gets from the game, encoded as bytes."""
    due = game.due(state)
    drawn = game.picture(state, record, reader) if picture else ""
    mine = due.asked.get(reader or "")
    shown = (game.show(state, record, reader), msgspec.structs.replace(due, asked={}), mine, drawn)
    return msgspec.json.encode(shown, order="deterministic")


class CachedViews:
    """Like `for_reader`, but reports and pictures are cached by what the reader knows."""

    def __init__(self, game: Game, parts: MiddleEarthParts[Any, Any]) -> None:
        self._game, self._parts = game, parts
        self._due = lru_cache(8)(game.due)
        self._position = lru_cache(8)(parts.from_text)
        self._record = lru_cache(8)(records.from_text)
        self._made: dict[bytes, tuple[ReportFacts, str]] = {}

    def for_reader(
        self, state: str, record: str | None, reader: Power | None, picture: bool = False
    ) -> bytes:
        """Return everything that one reader gets from the game, encoded as bytes."""
        due = self._due(state)
        known = self._known(state, record, reader)
        everybody = self._known(state, record, None) if picture else None
        key = msgspec.msgpack.encode((known, everybody))
        if len(self._made) > MOST_CACHED:
            self._made.clear()
        if key not in self._made:
            drawn = self._game.picture(state, record, reader) if picture else ""
            self._made[key] = (self._game.show(state, record, reader), drawn)
        shown, drawn = self._made[key]
        left = (shown, msgspec.structs.replace(due, asked={}), due.asked.get(reader or ""), drawn)
        return msgspec.json.encode(left, order="deterministic")

    def _known(self, state: str, record: str | None, reader: Power | None) -> Any:
        return self._parts.seen(self._position(state), self._record(record) if record else None, reader)


def readers(game: Game, but: Power) -> list[Power | None]:
    """Return all readers except one power; None is the public."""
    return [None, *(power for power in game.card.seats if power != but)]


def without(sheets: Sheets, kind: str) -> dict[Power, list[Order]]:
    """Return *sheets* without the orders for that kind of piece."""
    return {
        power: [order for order in given if getattr(order, "unit", Unit("")).kind != kind]
        for power, given in sheets.items()
    }
