"""Parse the text of one order into a value, without knowing the board.

The result is an order of `orders` whose places and powers are still the player's own words. The grammar
covers both games; a game refuses the kinds that it does not have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, final

from msgspec import Struct

from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import ALL_THERE, Order, Unit
from adjudicator.middle_earth.resolve.pieces import PIECES, WRITTEN, is_piece

if TYPE_CHECKING:
    from lark import Token

LONGEST_LINE = 400  # characters; a longer line is not an order


@final
class Clear(Struct, frozen=True):
    """CLEAR: deletes all orders of the turn."""


@final
class HoldAll(Struct, frozen=True):
    """ "All armies hold": the units of *kind* ("" for all) that no other order of the message names."""

    kind: str


@final
class Withdraw(Struct, frozen=True):
    """ "Forget the order for A Adu": neither this message nor an earlier one orders *unit*."""

    unit: Unit


@final
class TakeBack(Struct, frozen=True):
    """ "CLEAR Gandalf leads A Dru": deletes that order; "CANCEL PROXY": any proxy (*to* is "")."""

    order: Order


ParsedOrder = Order | Clear | HoldAll | Withdraw | TakeBack

_LEAD = re.compile(
    r"^(?:[*+]+|-(?= )|\(?\d{1,2}(?:\.\d{1,2})+[.):]?(?= )|\(?\d{1,2}[.):]|\d{1,2}/(?= )|\(?[a-z]\)(?= ))\s*"
)
_COMMENT = re.compile(r"(?:^(?:#|--(?!>)|//|>)|\s(?:#|//)).*$")
_OTHER_LORDS = "|".join(("of", "elrond", *(kind.lower() for kind in PIECES if len(kind) > 2)))  # Lord Sauron
_WITCH_KING = re.compile(
    r"\b(?=[lnw])(?:lord of (?:the )?nazgul|(?:nazgul )?lord(?! (?:" + _OTHER_LORDS + r")\b)"
    r"|witch[- ]?king(?: of angmar)?|(?-i:LoN))\b",
    re.I,
)
_WRAITH = re.compile(r"\b(?:ring-?)?wraiths?\b|\bul[aá]iri\b", re.I)
_NICKNAMES = (  # names that may also be a player's signature
    (re.compile(r"\b(?:strider|elessar)\b", re.I), "Aragorn"),
    (re.compile(r"\bmithrandir\b", re.I), "Gandalf"),
    (_WRAITH, "Nazgul"),
)
_SHORT_LEADER = re.compile(  # no unit at a place that is called so leads or goes with another
    r"^(?P<first>fara?|sar|sau|theo|gal|bor|eom)\b"
    r"(?= (?:leads?|l|with)\b(?! (?:gandalf|aragorn|strider)\b))|(?<=\bwith )fara?$",
    re.I,
)
_LEADERS = {"sar": "Saruman", "sau": "Sauron", "theo": "Theoden", "gal": "Galadriel", "bor": "Boromir"}
_LEADERS |= {"eom": "Eomer", "far": "Faramir", "fara": "Faramir"}
_EMPTY = re.compile(
    r"\b(?=[ptuiaofmws])(?:please|the|unit|(?:is |are )?ordered to|from|my|our|will|shall)\b|[\"()\[\]{}!.]",
    re.I,
)
_AND_THE = re.compile(r"^and (?=(?:the|my|our) )", re.I)  # "And" is a place, too
_IN = re.compile(r"(?=[afcr])(?<=\b)(army|armies|fleets?|cavalry|rangers?|fellowship) (?:in|at) ", re.I)
_GOES_FROM = re.compile(  # the place of the unit follows, not one that it goes to
    r"\b(?:go(?:es)?|moves?|rides?|walks?|sails?|march(?:es)?|travels?|heads?|comes?|returns?)"
    r" (?:out |back |away )?(?:from|out of) (?=.{2,40}?(?:\bto\b|-|>))",
    re.I,
)
_BY_COMPASS = re.compile(  # "goes north into South Gondor", "Saruman off to Fangorn": no places
    r"\b(?P<goes>go(?:es)?|moves?|moving|attacks?|advances?|sails?|walks?|rides?|march(?:es)?|heads?|comes?"
    r"|flies|fly|slips?|sneaks?|returns?|back|up|down|over|out|on|further)"
    r" (?:north|south|east|west)(?:wards?)?(?= (?:to|into|towards?)\b)"
    r"|(?<=[a-z]) off(?= (?:to|into)\b)(?<!easterling off)(?<!easterlings off)(?<!army off)(?<!armies off)",
    re.I,
)
_SEVERAL = ("armies", "fleets", "cavalries")  # without a number: all that stand there
_BLANKS = re.compile(r"\s+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})


def uncommented(line: str) -> str:
    """Return a clean line without bullet, number or comment; "" if nothing is left."""
    may_have_comment = "#" in line or "//" in line or line.startswith((">", "--"))
    return _LEAD.sub("", _COMMENT.sub("", line) if may_have_comment else line).strip()


def without_nicknames(text: str) -> str:
    """Return *text* with the names that the rules have for pieces: "Aragorn" for "Strider"."""
    for called, name in _NICKNAMES:
        text = called.sub(name, text)
    return text


def plain(text: str) -> str:
    """Return *text* without accents, brackets and words that have no meaning in an order."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
        text = "".join(letter for letter in apart if not unicodedata.combining(letter))
    text = _WRAITH.sub("Nazgul", _BY_COMPASS.sub(r"\g<goes>", _AND_THE.sub("", text)))
    text = _EMPTY.sub(" ", _GOES_FROM.sub(" ", _WITCH_KING.sub("LotN", text)))
    text = _IN.sub(r"\1 ", _BLANKS.sub(" ", text)).strip()
    return _SHORT_LEADER.sub(lambda found: _LEADERS[found[0].lower()], text)


class _HoldsMarker:
    """ "H" in the middle of an order."""


_HOLDS = _HoldsMarker()


def _one(build: Callable[..., ParsedOrder]) -> Callable[[Any, list[Any]], ParsedOrder]:
    """Return a rule for an order whose parts come in the order of its fields."""

    def built(_: Any, parts: list[Any]) -> ParsedOrder:
        return build(*parts)

    return built


def _route(parts: list[Any]) -> tuple[str, ...]:
    return next((part for part in parts if isinstance(part, tuple)), ())


class _OrderBuilder:
    """Builds orders while a line is parsed: one method for each rule of the grammar."""

    def unit(self, parts: list[Token]) -> Unit:
        kind, place = "", ""
        count = ALL_THERE if parts[0].lower() in _SEVERAL else 1
        for part in parts:
            match part.type:
                case "NUMBER":
                    count = int(part)
                case "KIND" | "PIECE":
                    kind = _kind(part)
                case _:
                    place = str(part)
        return Unit(kind, place, count)

    of_kind = unit
    kind_alone = unit

    def route(self, parts: list[Token]) -> tuple[str, ...]:
        return tuple(str(part) for part in parts)

    def power(self, parts: list[Token]) -> str:
        return str(parts[0])

    def holding(self, _: list[Token]) -> _HoldsMarker:
        return _HOLDS

    hold = _one(act.Hold)
    move = _one(act.Move)
    support_hold = _one(act.SupportHold)
    support_move = _one(act.SupportMove)
    paralyse = _one(act.Paralyse)
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
    withdraw = _one(Withdraw)
    take_back = _one(TakeBack)

    def hold_then(self, parts: list[Any]) -> ParsedOrder:
        return act.HoldThenMove(parts[0], parts[1][-1])

    def support_garrison(self, parts: list[Any]) -> ParsedOrder:
        return act.SupportGarrison(parts[0], str(parts[1]))

    def support_second(self, parts: list[Any]) -> ParsedOrder:
        return act.SupportSecond(parts[0], parts[1], _route(parts), _HOLDS in parts)

    def merger(self, parts: list[Any]) -> act.Merger:
        return act.Merger(parts[0], parts[1][-1] if len(parts) > 1 else "")

    def merge(self, parts: list[Any]) -> ParsedOrder:
        result = parts[-1] if isinstance(parts[-1], Unit) else None
        return act.Merge(tuple(part for part in parts if isinstance(part, act.Merger)), result)

    def share(self, _: list[Token]) -> None:
        """Ignore "3*A Off": the parts say as much."""

    def divide(self, parts: list[Any]) -> ParsedOrder:
        return act.Divide(parts[0], tuple(part for part in parts[1:] if part is not None))

    neutralise = _one(act.Neutralise)

    def neutralise_where(self, parts: list[Any]) -> ParsedOrder:
        """Return an order without a path, which a game refuses, for the unit at the centre that is named."""
        unit = parts[0]
        return act.Neutralise(Unit(unit.kind, str(parts[-1])) if unit.kind and len(parts) > 1 else unit, ())

    def accompany(self, parts: list[Any]) -> ParsedOrder:
        return act.Accompany(parts[0], parts[-1], _route(parts))

    def lead(self, parts: list[Any]) -> ParsedOrder:
        return act.Lead(parts[0], parts[1], _route(parts), _HOLDS in parts)

    def starts(self, parts: list[Any]) -> ParsedOrder:
        return act.StartsAt(parts[0], str(parts[1]))

    def returns(self, parts: list[Any]) -> ParsedOrder:
        return act.ReturnsTo(parts[0], str(parts[1]))

    def disembark(self, parts: list[Any]) -> ParsedOrder:
        return act.Disembark(parts[0], str(parts[1]))

    def ferry(self, parts: list[Any]) -> ParsedOrder:
        return act.FastFerry(parts[0], parts[1], parts[2][-1])

    def convoy(self, parts: list[Any]) -> ParsedOrder:
        return act.Convoy(parts[0], parts[1], parts[2][-1])

    def target(self, parts: list[Token]) -> act.Target:
        kind = "any" if parts[0].type == "ANY" else _kind(parts[0])
        return act.Target(kind, str(parts[1]) if len(parts) > 1 else "")

    def target_of(self, parts: list[Any]) -> act.Target:
        return act.Target(_kind(parts[0]), power=parts[1])

    def condition(self, parts: list[Any]) -> act.Condition:
        """Return the condition, without a path if it depends on anything but a move."""
        how = parts[-1].type
        return act.Condition(parts[0], _route(parts) if how != "RETREATS" else (), how == "SUCCEEDS")

    def destroy(self, parts: list[Any]) -> ParsedOrder:
        return act.Destroy(parts[0], parts[1], tuple(parts[2:]))

    def pass_ring(self, parts: list[Any]) -> ParsedOrder:
        unit, to = parts
        return act.PassRing(unit, receiver=to) if to.kind else act.PassRing(unit, to.place)

    def throw(self, parts: list[Any]) -> ParsedOrder:
        return act.ThrowRing(parts[0], str(parts[1]))

    def retreat(self, parts: list[Any]) -> ParsedOrder:
        return act.Retreat(parts[0], tuple(str(part) for part in parts[2:]))

    def retreat_with(self, parts: list[Any]) -> ParsedOrder:
        return act.Retreat(parts[0], with_stack=True)

    def remove(self, parts: list[Any]) -> ParsedOrder:
        unit = parts[-1]
        return act.Remove(unit, int(parts[0]) if len(parts) > 1 else max(unit.count, 1))

    def waive(self, parts: list[Token]) -> ParsedOrder:
        return act.Waive(int(parts[0]) if parts else 1)

    def declare(self, parts: list[Token]) -> ParsedOrder:
        return act.Declare(str(parts[0]).capitalize())

    def proxy(self, parts: list[Any]) -> ParsedOrder:
        return act.Proxy(parts[0] if isinstance(parts[0], Unit) else None, parts[1])

    def take_back_proxy(self, parts: list[Any]) -> ParsedOrder:
        return TakeBack(act.Proxy(parts[0] if parts and isinstance(parts[0], Unit) else None, ""))

    def cancel(self, parts: list[Token]) -> ParsedOrder:
        return act.CancelStanding(int(parts[0]))

    def clear_standing(self, _: list[Token]) -> ParsedOrder:
        return act.CancelStanding(0)


def _kind(word: str) -> str:
    known = WRITTEN.get(word.lower(), word.capitalize())
    return known if known in WRITTEN.values() or is_piece(known) else ""


@cache
def _reader() -> Callable[[str], ParsedOrder | None]:
    with IMPORTS:
        from adjudicator.core.language.grammar import grammar_of, reader  # Lark loads slowly

    return reader(grammar_of("adjudicator.middle_earth.language"), _OrderBuilder())


@lru_cache(maxsize=16384)
def parse_order(text: str) -> ParsedOrder | None:
    """Return the order in *text*, as `plain` returned it; None if it is not an order."""
    return _reader()(text) if len(text) <= LONGEST_LINE else None
