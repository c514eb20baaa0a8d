"""What do the words of a line say, before anybody asks what they mean on the board?

A line becomes an order of `actions` whose places (and powers) are still the player's own words; the grammar
knows no province. Games refuse what they have no use for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Unit
from adjudicator.middle_earth.resolve.pieces import WRITTEN, is_piece

if TYPE_CHECKING:
    from lark import Token

LONGEST_LINE = 400  # signs; what is longer is no order


class Clear(Struct, frozen=True):
    """Strikes out all orders of the turn."""


Said = Order | Clear

_LEAD = re.compile(r"^(?:[*+]+|-(?= )|\(?\d{1,2}[.):])\s*")
_COMMENT = re.compile(r"(?:^(?:#|--(?!>)|//|>)|\s(?:#|//)).*$")
_WITCH_KING = re.compile(r"\b(?=[lw])(?:lord of (?:the )?nazgul|witch[- ]?king(?: of angmar)?)\b", re.I)
_EMPTY = re.compile(
    r"\b(?=[ptuiaofmws])(?:please|the|unit|(?:is |are )?ordered to|from|my|our|will|shall)\b|[\"()\[\]{}!.]",
    re.I,
)
_IN = re.compile(r"(?=[afcr])(?<=\b)(army|fleet|cavalry|ranger|fellowship) (?:in|at) ", re.I)
_BLANKS = re.compile(r"\s+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})


def uncommented(line: str) -> str:
    """A clean line without bullet, number or comment; "" if nothing is left."""
    return _LEAD.sub("", _COMMENT.sub("", line)).strip()


def plain(text: str) -> str:
    """*text* without accents and brackets, and without the words and signs that say nothing."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
        text = "".join(sign for sign in apart if not unicodedata.combining(sign))
    text = _EMPTY.sub(" ", _WITCH_KING.sub("LotN", text))
    return _IN.sub(r"\1 ", _BLANKS.sub(" ", text)).strip()


class _Holding:
    """ "H" in the middle of an order."""


_HOLDING = _Holding()


def _one(build: Callable[..., Said]) -> Callable[[Any, list[Any]], Said]:
    """An order whose parts stand in the order of its fields."""

    def built(_: Any, parts: list[Any]) -> Said:
        return build(*parts)

    return built


def _route(parts: list[Any]) -> tuple[str, ...]:
    return next((part for part in parts if isinstance(part, tuple)), ())


class _Speech:
    """Makes orders while the line is parsed."""

    def unit(self, parts: list[Token]) -> Unit:
        kind, place, count = "", "", 1
        for part in parts:
            match part.type:
                case "NUMBER":
                    count = int(part)
                case "KIND" | "PIECE":
                    kind = _kind(part)
                case _:
                    place = str(part)
        return Unit(kind, place, count)

    def route(self, parts: list[Token]) -> tuple[str, ...]:
        return tuple(str(part) for part in parts)

    def power(self, parts: list[Token]) -> str:
        return str(parts[0])

    def holding(self, _: list[Token]) -> _Holding:
        return _HOLDING

    hold = _one(act.Hold)
    move = _one(act.Move)
    support_hold = _one(act.SupportHold)
    support_move = _one(act.SupportMove)
    paralyse = _one(act.Paralyse)
    neutralise = _one(act.Neutralise)
    paths = _one(act.PathsOfTheDead)
    march = _one(act.MarchWithEnts)
    embark = _one(act.Embark)
    takes = _one(act.Takes)
    command = _one(act.Command)
    destroy_ring = _one(act.DestroyRing)
    put_on = _one(act.PutOnRing)
    seize = _one(act.SeizeRing)
    claim = _one(act.ClaimRing)
    offer = _one(act.OfferRing)
    awaken = _one(act.Awaken)
    disband = _one(act.Disband)
    build = _one(act.Build)
    standing = _one(act.Standing)
    clear = _one(Clear)

    def hold_then(self, parts: list[Any]) -> Said:
        return act.HoldThenMove(parts[0], parts[1][-1])

    def support_garrison(self, parts: list[Any]) -> Said:
        return act.SupportGarrison(parts[0], str(parts[1]))

    def support_second(self, parts: list[Any]) -> Said:
        return act.SupportSecond(parts[0], parts[1], _route(parts), _HOLDING in parts)

    def merger(self, parts: list[Any]) -> act.Merger:
        return act.Merger(parts[0], parts[1][-1] if len(parts) > 1 else "")

    def merge(self, parts: list[Any]) -> Said:
        result = parts[-1] if isinstance(parts[-1], Unit) else None
        return act.Merge(tuple(part for part in parts if isinstance(part, act.Merger)), result)

    def share(self, _: list[Token]) -> None:
        """ "3*A Off" says no more than the parts do."""

    def divide(self, parts: list[Any]) -> Said:
        return act.Divide(parts[0], tuple(part for part in parts[1:] if part is not None))

    def accompany(self, parts: list[Any]) -> Said:
        return act.Accompany(parts[0], parts[-1], _route(parts))

    def lead(self, parts: list[Any]) -> Said:
        return act.Lead(parts[0], parts[1], _route(parts), _HOLDING in parts)

    def starts(self, parts: list[Any]) -> Said:
        return act.StartsAt(parts[0], str(parts[1]))

    def returns(self, parts: list[Any]) -> Said:
        return act.ReturnsTo(parts[0], str(parts[1]))

    def disembark(self, parts: list[Any]) -> Said:
        return act.Disembark(parts[0], str(parts[1]))

    def ferry(self, parts: list[Any]) -> Said:
        return act.FastFerry(parts[0], parts[1], parts[2][-1])

    def convoy(self, parts: list[Any]) -> Said:
        return act.Convoy(parts[0], parts[1], parts[2][-1])

    def target(self, parts: list[Token]) -> act.Target:
        kind = "any" if parts[0].type == "ANY" else _kind(parts[0])
        return act.Target(kind, str(parts[1]) if len(parts) > 1 else "")

    def target_of(self, parts: list[Any]) -> act.Target:
        return act.Target(_kind(parts[0]), power=parts[1])

    def condition(self, parts: list[Any]) -> act.Condition:
        """Without a path where the line makes it depend on anything but a move."""
        how = parts[-1].type
        return act.Condition(parts[0], _route(parts) if how != "RETREATS" else (), how == "SUCCEEDS")

    def destroy(self, parts: list[Any]) -> Said:
        return act.Destroy(parts[0], parts[1], tuple(parts[2:]))

    def pass_ring(self, parts: list[Any]) -> Said:
        unit, to = parts
        return act.PassRing(unit, receiver=to) if to.kind else act.PassRing(unit, to.place)

    def throw(self, parts: list[Any]) -> Said:
        return act.ThrowRing(parts[0], str(parts[1]))

    def retreat(self, parts: list[Any]) -> Said:
        return act.Retreat(parts[0], tuple(str(part) for part in parts[2:]))

    def retreat_with(self, parts: list[Any]) -> Said:
        return act.Retreat(parts[0], with_stack=True)

    def remove(self, parts: list[Any]) -> Said:
        unit = parts[-1]
        return act.Remove(unit, int(parts[0]) if len(parts) > 1 else unit.count)

    def waive(self, parts: list[Token]) -> Said:
        return act.Waive(int(parts[0]) if parts else 1)

    def declare(self, parts: list[Token]) -> Said:
        return act.Declare(str(parts[0]).capitalize())

    def proxy(self, parts: list[Any]) -> Said:
        return act.Proxy(parts[0] if isinstance(parts[0], Unit) else None, parts[1])

    def cancel(self, parts: list[Token]) -> Said:
        return act.CancelStanding(int(parts[0]))

    def clear_standing(self, _: list[Token]) -> Said:
        return act.CancelStanding(0)


def _kind(word: str) -> str:
    known = WRITTEN.get(word.lower(), word.capitalize())
    return known if known in WRITTEN.values() or is_piece(known) else ""


@cache
def _reader() -> Callable[[str], Said | None]:
    from adjudicator.core.grammar import grammar_of, reader  # see there

    return reader(grammar_of("adjudicator.middle_earth.language"), _Speech())


@lru_cache(maxsize=16384)
def spoken(text: str) -> Said | None:
    """The order that *text* (plain) says; None if it is no order."""
    return _reader()(text) if len(text) <= LONGEST_LINE else None
