"""Parse the words of an order line. The grammar knows the words of the data file, but no board and no player.

Places in the parsed orders are still words ("b4", "Crow Tower"); `legality` finds them on the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct

from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.domination.data import Data
from adjudicator.domination.language.orders import (
    CASTS,
    ENEMY,
    EVERY,
    HITS,
    NOBODY,
    NONE,
    PIECE,
    ROUND,
    TARGET,
    Build,
    Case,
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

LONGEST_LINE = 600  # characters; a longer line is not an order
MOST = 99  # units of a kind in one line
ME = "I"  # the writer, until `legality` fills in the name
_LEAD = re.compile(r"^(?:[*+]+|-(?= )|\(?\d{1,2}[.)])\s*")
_GAP = re.compile(r"\b[^\W\d_] \d")
_HEADING = re.compile(r"[\W_]*(set-?up|moves?|magic|combat|builds?)(?: phase| orders)?[\W_]*", re.IGNORECASE)


class ParsedLine(NamedTuple):
    """A heading, or an order with its condition."""

    heading: str = ""
    order: Order | None = None
    tests: tuple[Test, ...] = ()
    cases: tuple[Case, ...] = ()
    is_else: bool = False

    @property
    def has_condition(self) -> bool:
        return bool(self.tests or self.cases)


class PlaceWords(NamedTuple):
    """A place in the player's words."""

    words: str


class Who(NamedTuple):
    """A player, ENEMY, NOBODY or ME."""

    name: str


class UnitList(NamedTuple):
    """The units of an order."""

    units: tuple[UnitCount, ...]


if TYPE_CHECKING:
    Part = Token | PlaceWords | Who | UnitCount | UnitList | Test | Case | Order | ParsedLine
Kind = TypeVar("Kind")


class _LineBuilder:
    """Build a `ParsedLine` from the parsed parts of a line; the methods have the names of grammar rules."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words

    def start(self, parts: list[Part]) -> ParsedLine:
        lines = _all(parts, ParsedLine)
        return lines[0] if lines else ParsedLine(order=_order(parts))

    def heading(self, tokens: list[Token]) -> ParsedLine:
        return ParsedLine(heading=str(tokens[0]).lower().replace("-", "").rstrip("s"))

    def cond(self, parts: list[Part]) -> ParsedLine:
        return ParsedLine(order=_order(parts), tests=tuple(_all(parts, Test)), cases=tuple(_all(parts, Case)))

    def else_(self, parts: list[Part]) -> ParsedLine:
        return ParsedLine(order=_order(parts), is_else=True)

    def place(self, tokens: list[Token]) -> PlaceWords:
        as_written = " ".join(tokens[0].split())
        if tokens[0].type == "MY_CITY":
            return PlaceWords(" ".join(as_written.casefold().split()[-2:]))
        is_run_together = tokens[0].type == "NAMED" and as_written.casefold() not in self._words.named
        return PlaceWords(spelt(self._words.named, as_written) if is_run_together else as_written)

    def who(self, tokens: list[Token]) -> Who:
        fixed = {"ENEMY": ENEMY, "NOBODY": NOBODY, "I": ME}
        return Who(fixed.get(tokens[0].type) or meaning(self._words.colours, tokens[0]))

    def presence(self, parts: list[Part]) -> Test:
        number = next((int(token[:4]) for token in _tokens(parts, "INT")), 1)
        [who] = _all(parts, Who)
        return Test(who.name, _places(parts)[0], number, negated=bool(_tokens(parts, "NOT")))

    def control(self, parts: list[Part]) -> Test:
        who = self.who(_tokens(parts, "I", "COLOUR"))
        return Test(who.name, _places(parts)[0], holds=True, negated=bool(_tokens(parts, "NOT")))

    def having(self, parts: list[Part]) -> Case:
        who = self.who(_tokens(parts, "I", "COLOUR"))
        letter = str(_tokens(parts, "ID")[0]).upper()
        return Case(PIECE, who.name, letter, negated=bool(_tokens(parts, "NOT")))

    def casting(self, parts: list[Part]) -> Case:
        who = self.who(_tokens(parts, "ENEMY", "I", "COLOUR"))
        spell = next((meaning(self._words.spells, token) for token in _tokens(parts, "SPELL")), "")
        negated = bool(_tokens(parts, "NOT"))
        return Case(CASTS, who.name, "".join(_places(parts)), spell=spell, negated=negated)

    def taking(self, parts: list[Part]) -> Case:
        negated = bool(_tokens(parts, "NOT"))
        return Case(HITS, ME, "".join(_places(parts)), self._count(parts), negated=negated)

    def in_round(self, parts: list[Part]) -> Case:
        return Case(ROUND, ME, "", self._count(parts), negated=bool(_tokens(parts, "NOT")))

    def _count(self, parts: list[Part]) -> int:
        return int(_tokens(parts, "INT")[0][:4])

    def part(self, tokens: list[Token]) -> UnitCount:
        first = tokens[0]
        count = _number(first) if first.type == "INT" else EVERY if first.type == "ALL" else 1
        return UnitCount(count, meaning(self._words.units, tokens[-1]))

    def everything(self, _parts: list[Part]) -> UnitList:
        return UnitList((UnitCount(EVERY, ""),))

    def units(self, parts: list[UnitCount]) -> UnitList:
        return UnitList(tuple(parts))

    def move(self, parts: list[Part]) -> Move:
        origin, *way = _places(parts)
        moved, *carried = (part.units for part in _all(parts, UnitList))
        carrying = (*carried, ())[0] if _tokens(parts, "WITH") else None
        return Move(moved, origin, tuple(way), carrying)

    def hold(self, parts: list[Part]) -> Hold:
        return Hold(_all(parts, UnitList)[0].units, _places(parts)[0])

    def cast(self, parts: list[Part]) -> Cast:
        return Cast(self._spell(parts), _places(parts)[0], self._colour(parts))

    def recall(self, parts: list[Part]) -> Cast:
        origin, city = _places(parts)
        return Cast(self._spell(parts), origin, units=_all(parts, UnitList)[0].units, city=city)

    def lose(self, parts: list[Part]) -> Prefer:
        [what] = _tokens(parts, "LOSE")
        kinds = tuple(dict.fromkeys(self._kinds(parts)))
        return Prefer(what.lower(), kinds, place="".join(_places(parts)))

    def target(self, parts: list[Part]) -> Prefer:
        return Prefer(TARGET, player=self._colour(parts), place="".join(_places(parts)[-1:]))

    def build(self, parts: list[Part]) -> Build:
        return Build(_all(parts, UnitList)[0].units, _places(parts))

    def rest(self, parts: list[Part]) -> Build:
        return Build((UnitCount(1, self._kinds(parts)[0]),), _places(parts), rest=True)

    def piece(self, tokens: list[Token]) -> Pieces:
        return Pieces(tuple(str(token).upper() for token in tokens))

    def claim(self, parts: list[Part]) -> Claim:
        return Claim(_places(parts))

    def _spell(self, parts: list[Part]) -> str:
        return meaning(self._words.spells, _tokens(parts, "SPELL")[0])

    def _colour(self, parts: list[Part]) -> str:
        return next((meaning(self._words.colours, token) for token in _tokens(parts, "COLOUR")), "")

    def _kinds(self, parts: list[Part]) -> list[str]:
        return [meaning(self._words.units, token) for token in _tokens(parts, "UNIT")]


def _number(word: str) -> int:
    """Return the number, at most MOST; `NONE` for 0, which `legality` refuses."""
    return min(int(word[:4]), MOST) or NONE


def _all(parts: Sequence[Part], kind: type[Kind]) -> list[Kind]:
    return [part for part in parts if isinstance(part, kind)]


def _order(parts: Sequence[Part]) -> Order:
    return next(part for part in parts if isinstance(part, Order))


def _tokens(parts: Sequence[Part], *types: str) -> list[Token]:
    return [part for part in parts if not isinstance(part, (tuple, Struct)) and part.type in types]


def _places(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(part.words for part in _all(parts, PlaceWords))


@lru_cache(maxsize=32)
def _reader(the_data: Data) -> Callable[[str], ParsedLine | None]:
    with IMPORTS:
        from adjudicator.core.language.grammar import grammar_of, reader  # slow to load
        from adjudicator.core.language.line_shapes import every

    words = vocabulary(the_data)
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
    return reader(grammar, _LineBuilder(words), mask=places)


def bare(text: str) -> str:
    """Return a cleaned line without bullet, final stop, and decoration of a heading."""
    heading = _HEADING.fullmatch(text)
    return heading[1] if heading else _LEAD.sub("", text).rstrip(".;* ")


def parse_line(the_data: Data, text: str) -> ParsedLine | None:
    """Parse *text*, also with a space inside the name of a place; None if it is not an order line."""
    if len(text) > LONGEST_LINE:
        return None
    return _parse(the_data, text) or _parse(the_data, _without_gaps(the_data, text))


def _without_gaps(the_data: Data, text: str) -> str:
    """Turn "Knight A 8 - B 1" into "Knight A8 - B1"."""
    if not _GAP.search(text):
        return text
    letters = "".join(vocabulary(the_data).pieces) + vocabulary(the_data).sea
    return re.sub(rf"\b([{letters}]) (?=\d{{1,2}}\b)", r"\1", text, flags=re.IGNORECASE)


@lru_cache(maxsize=8192)
def _parse(the_data: Data, text: str) -> ParsedLine | None:
    try:
        return _reader(the_data)(text)
    except RecursionError:
        return None
