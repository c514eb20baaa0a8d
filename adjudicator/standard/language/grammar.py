"""Parse the words of a line, before their meaning on the board is known.

A line becomes `WrittenOrder`s, whose places are still the player's own words; the grammar knows no provinces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.standard.language.word_names import put_apart
from adjudicator.standard.resolve.board_tables import Tables

if TYPE_CHECKING:
    from lark import Token

PHASES = ("movement", "retreat", "adjustment")

LONGEST_LINE = 400  # characters


class WrittenUnit(NamedTuple):
    """*kind* is "A", "F", or "" if the sheet does not say."""

    kind: str
    place: str


Verb = Literal[
    "hold",
    "move",
    "support_hold",
    "support_move",
    "convoy",
    "proxy",
    "retreat",
    "disband",
    "build",
    "remove",
    "waive",
    "adjust",
]


class WrittenOrder(NamedTuple):
    """An order in the player's words; "adjust" is just a unit, to be built or removed.

    The *route* of "proxy" is the power that may order the unit.
    """

    verb: Verb
    unit: WrittenUnit
    other: WrittenUnit | None = None
    route: tuple[str, ...] = ()
    by_convoy: bool = False
    number: int = 1  # of waived builds
    is_signal: bool = False


NOBODY = WrittenUnit("", "")

_LEAD = re.compile(
    r"^(?:[*+]+|-(?= )|\(?\d{1,2}(?:\.\d{1,2})+[.):]?(?= )|\(?\d{1,2}[.):]|\d{1,2}/(?= )|\(?[a-z]\)(?= ))\s*"
)
_COMMENT = re.compile(r"(?:^(?:#|--(?!>)|//|>)|\s(?:#|//)).*$")
_COAST_WORDS = r"n\.?c\.?|s\.?c\.?|e\.?c\.?|w\.?c\.?|north coast|south coast|east coast|west coast"
_COAST = re.compile(
    rf"\s*(?:[/,-]\s*|\(\s*)?(?<![^\W_])(?:({_COAST_WORDS})(?![^\W_])|(?<=\()(north|south|east|west)(?=\)))\s*\)?",
    re.I,
)
_MAY_BE_COAST = re.compile(r"[nsew]\.?c|coast|(?:th|st)\)", re.I)
# The lookahead has the first letters of the words, which makes searching long lines faster.
_EMPTY = re.compile(
    r"(?=[ptuiafmows'\"()\[\]{}!.])"
    r"(?:\b(?:please|the|unit|in|at|from|my|our|its|will|shall)\b|(?<=\w)'s?\b|[\"()\[\]{}!]|\.(?!\w)|(?<=\b\w)\.)",
    re.I,
)
_BLANKS = re.compile(r"[\s.]+")
# A text without these words (`orders.lark`) that is not an order of movement is not one of a later phase.
_LATER = re.compile(r"(?<![^\W\d_])(?:retreat|disband|destroy|otb|build|remove|waive|[rdb]\b)", re.I)


def uncommented(line: str) -> str:
    """Return a clean line without bullet, number or comment; "" if nothing is left."""
    return _LEAD.sub("", _COMMENT.sub("", line)).strip()


@cache
def owners(board: Tables) -> re.Pattern[str]:
    """Match a power before a unit, as in "French army"; the lookahead has the first letters."""
    words = [word for power in board.map.powers for word in (power, *board.facts.adjectives.get(power, ()))]
    begins = "".join(sorted({re.escape(word[0].lower()) for word in words}))
    named = "|".join(map(re.escape, words))
    return re.compile(rf"\b(?=[{begins}])(?:{named})(?:'s)? (?=(?:a|f|army|fleet|flt)\b)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def plain(board: Tables, text: str) -> str:
    """Return *text* with coasts as "/nc", without brackets, and without words that have no meaning."""
    apart = put_apart(board.map)
    if apart:
        text = apart(text)
    if _MAY_BE_COAST.search(text):
        text = _COAST.sub(_as_coast, text)
    text = owners(board).sub("", text)
    return _BLANKS.sub(" ", _EMPTY.sub(" ", text)).strip()


def _as_coast(found: re.Match[str]) -> str:
    return f"/{(found[1] or found[2])[0].lower()}c "


class _Orders:
    """Builds `WrittenOrder`s while a line is parsed; each method is a rule of `orders.lark`."""

    def unit(self, parts: list[Token]) -> WrittenUnit:
        kind = str(parts[0])[0].upper() if len(parts) > 1 else ""
        return WrittenUnit(kind, str(parts[-1]))

    def route(self, parts: list[Token]) -> tuple[str, ...]:
        return tuple(str(part) for part in parts)

    def hold(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("hold", parts[0])]

    def move(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("move", parts[0], route=parts[1], by_convoy=len(parts) > 2)]

    def move_by_convoy(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("move", parts[0], route=parts[1], by_convoy=True)]

    def support_hold(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("support_hold", parts[0], parts[1])]

    def support_move(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("support_move", parts[0], parts[1], parts[2])]

    def convoy(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("convoy", parts[0], parts[1], parts[2])]

    def signal(self, parts: list[list[WrittenOrder]]) -> list[WrittenOrder]:
        return [order._replace(is_signal=True) for order in parts[0]]

    def proxy(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("proxy", parts[0], route=(str(parts[-1]),))]

    def retreats(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("retreat", parts[0], route=parts[1])]

    def retreats_to(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("retreat", parts[0], route=(str(parts[-1]),))]

    def disband(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("disband", parts[0])]

    def build(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("build", unit) for unit in parts]

    def remove(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("remove", unit) for unit in parts]

    suffixed = remove

    def bare(self, parts: list[Any]) -> list[WrittenOrder]:
        return [WrittenOrder("adjust", parts[0])]

    def waive(self, parts: list[Token]) -> list[WrittenOrder]:
        return [WrittenOrder("waive", NOBODY, number=int(parts[0]) if parts else 1)]

    def movement(self, parts: list[list[WrittenOrder]]) -> list[WrittenOrder]:
        return [order for orders in parts for order in orders]

    retreat = adjustment = movement


@cache
def _readers() -> Mapping[str, Callable[[str], list[WrittenOrder] | None]]:
    with IMPORTS:
        from adjudicator.core.language.grammar import grammar_of, readers  # see there

    return readers(grammar_of("adjudicator.standard.language"), _Orders(), PHASES)


@lru_cache(maxsize=4096)
def written(phase: str, text: str) -> tuple[WrittenOrder, ...]:
    """Return the orders of *phase* in *text* (plain); none if it is not an order of that phase."""
    return tuple(_readers()[phase](text) or ()) if len(text) <= LONGEST_LINE else ()


def in_another_phase(phase: str, text: str) -> tuple[str, tuple[WrittenOrder, ...]]:
    """Return the phase in which *text* would be orders, and these; ("", ()) if there is none."""
    for other in PHASES if _LATER.search(text) else PHASES[:1]:
        orders = written(other, text) if other != phase else ()
        if orders and orders[0].verb != "adjust":  # just a unit would match any words
            return other, orders
    return "", ()
