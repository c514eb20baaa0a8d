"""Parse the words of a line. The grammar knows all words of the data file, but no board and no player.

Places in the orders that come out are still words ("b4", "Crow Tower"); everything else is settled.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from adjudicator.domination.data import Data, data
from adjudicator.domination.language.orders import (
    ENEMY,
    EVERY,
    NOBODY,
    NONE,
    TARGET,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    Pieces,
    Prefer,
    Test,
    UnitCount,
)
from adjudicator.domination.language.vocabulary import Vocabulary, meaning, pattern, spelt, vocabulary

if TYPE_CHECKING:
    from lark import Token

LONGEST_LINE = 600  # signs; what is longer is no order
MOST = 99  # of a unit in one line
ME = "I"  # the player who writes, before the reader has put in who that is
_LEAD = re.compile(r"^(?:[*+]+|-(?= )|\(?\d{1,2}[.)])\s*")
_HEADING = re.compile(r"[\W_]*(moves?|magic|combat|builds?)(?: phase| orders)?[\W_]*", re.IGNORECASE)


class Spoken(NamedTuple):
    """A line: a heading, or an order with its condition."""

    heading: str = ""
    order: Order | None = None
    tests: tuple[Test, ...] = ()
    is_else: bool = False


class Spot(str):
    """A place in the player's words."""

    __slots__ = ()


class _Speech:
    """Makes `Spoken` lines while they are parsed."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words

    def start(self, parts: list[Any]) -> Spoken:
        return parts[0] if isinstance(parts[0], Spoken) else Spoken(order=parts[0])

    def heading(self, parts: list[Token]) -> Spoken:
        return Spoken(heading=str(parts[0]).lower().rstrip("s"))

    def cond(self, parts: list[Any]) -> Spoken:
        return Spoken(order=parts[-1], tests=tuple(parts[:-1]))

    def else_(self, parts: list[Any]) -> Spoken:
        return Spoken(order=parts[-1], is_else=True)

    def place(self, parts: list[Token]) -> Spot:
        as_written = Spot(" ".join(parts[0].split()))
        is_run_together = _is(parts[0], "NAMED") and as_written.casefold() not in self._words.named
        return Spot(spelt(self._words.named, as_written)) if is_run_together else as_written

    def who(self, parts: list[Token]) -> str:
        fixed = {"ENEMY": ENEMY, "NOBODY": NOBODY, "I": ME}
        return fixed.get(parts[0].type) or meaning(self._words.colours, parts[0])

    def presence(self, parts: list[Any]) -> Test:
        number = next((int(part[:4]) for part in parts if _is(part, "INT")), 1)
        who = next(part for part in parts if type(part) is str)
        return Test(who, _spots(parts)[0], number, negated=_is(parts[0], "NOT"))

    def control(self, parts: list[Any]) -> Test:
        who = next(self.who([part]) for part in parts if _is(part, "I", "COLOUR"))
        return Test(who, _spots(parts)[0], holds=True, negated=_is(parts[0], "NOT"))

    def part(self, parts: list[Token]) -> UnitCount:
        first = parts[0]
        count = {"INT": _number(first), "ALL": EVERY}.get(first.type, 1)
        return UnitCount(count, meaning(self._words.units, parts[-1]))

    def everything(self, _parts: list[Token]) -> tuple[UnitCount, ...]:
        return (UnitCount(EVERY, ""),)

    def units(self, parts: list[UnitCount]) -> tuple[UnitCount, ...]:
        return tuple(parts)

    def move(self, parts: list[Any]) -> Move:
        spots = _spots(parts)
        carrying = None
        if any(_is(part, "WITH") for part in parts):
            carrying = () if _is(parts[-1], "NOTHING") else parts[-1]
        return Move(parts[0], spots[0], spots[1:], carrying)

    def hold(self, parts: list[Any]) -> Hold:
        return Hold(parts[0], parts[1])

    def cast(self, parts: list[Any]) -> Cast:
        on = next((meaning(self._words.colours, part) for part in parts if _is(part, "COLOUR")), "")
        return Cast(meaning(self._words.spells, parts[0]), _spots(parts)[0], on)

    def recall(self, parts: list[Any]) -> Cast:
        origin, city = _spots(parts)
        return Cast(meaning(self._words.spells, parts[0]), origin, units=parts[1], city=city)

    def lose(self, parts: list[Any]) -> Prefer:
        what = next(str(part).lower() for part in parts if _is(part, "LOSE"))
        kinds = [meaning(self._words.units, part) for part in parts if _is(part, "UNIT")]
        return Prefer(what, tuple(dict.fromkeys(kinds)), place="".join(_spots(parts)))

    def target(self, parts: list[Any]) -> Prefer:
        player = next(meaning(self._words.colours, part) for part in parts if _is(part, "COLOUR"))
        return Prefer(TARGET, player=player, place="".join(_spots(parts)[-1:]))

    def build(self, parts: list[Any]) -> Build:
        units = next(part for part in parts if isinstance(part, tuple))
        return Build(units, _spots(parts))

    def rest(self, parts: list[Any]) -> Build:
        kind = next(meaning(self._words.units, part) for part in parts if _is(part, "UNIT"))
        return Build((UnitCount(1, kind),), _spots(parts), rest=True)

    def piece(self, parts: list[Token]) -> Pieces:
        return Pieces(tuple(str(part).upper() for part in parts))

    def claim(self, parts: list[Any]) -> Claim:
        return Claim(_spots(parts))


def _number(word: str) -> int:
    """At most MOST; `NONE` where nought is written, which is refused later."""
    return min(int(word[:4]), MOST) or NONE if word.isdecimal() else 1


def _is(part: Any, *types: str) -> bool:
    """Is it a word that lark calls so?"""
    return getattr(part, "type", None) in types


def _spots(parts: list[Any]) -> tuple[str, ...]:
    return tuple(str(part) for part in parts if isinstance(part, Spot))


@lru_cache(maxsize=32)
def _reader(key: str) -> Callable[[str], Spoken | None]:
    from adjudicator.core.grammar import grammar_of, reader  # see there
    from adjudicator.core.line_shapes import every

    words = vocabulary(data(msgspec.json.decode(key)))
    grammar = grammar_of("adjudicator.domination.language")
    ids = "".join(words.pieces)
    lists = {
        "ids": ids,
        "letters": ids + words.sea,
        "named": pattern(words.named),
        "units": pattern(words.units),
        "spells": pattern(words.spells),
        "colours": pattern(words.colours),
    }
    for name, text in lists.items():
        grammar = grammar.replace(f"<{name}>", text)
    places = every(rf"[{lists['letters']}]\d{{1,2}}", f"{ids[0]}1")
    return reader(grammar, _Speech(words), mask=places)


def bare(text: str) -> str:
    """A clean line without the bullet before it, the stop behind it, and what adorns a heading."""
    heading = _HEADING.fullmatch(text)
    return heading[1] if heading else _LEAD.sub("", text).rstrip(".;* ")


def spoken(the_data: Data, text: str) -> Spoken | None:
    """What *text* says, also with a blank inside a space's name; None if it is no line of a sheet."""
    if len(text) > LONGEST_LINE:
        return None
    return _spoken(the_data.key, text) or _spoken(the_data.key, _without_gaps(the_data, text))


def _without_gaps(the_data: Data, text: str) -> str:
    """ "Knight A 8 - B 1" as "Knight A8 - B1": blanks do not matter."""
    letters = "".join(vocabulary(the_data).pieces) + vocabulary(the_data).sea
    return re.sub(rf"\b([{letters}]) (?=\d{{1,2}}\b)", r"\1", text, flags=re.IGNORECASE)


@lru_cache(maxsize=8192)
def _spoken(key: str, text: str) -> Spoken | None:
    try:
        return _reader(key)(text)
    except RecursionError:
        return None
