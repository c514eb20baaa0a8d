"""Read ordinary lines of orders without cutting and parsing them: "A Par - Bur", "F Nth C A Lon - Nwy".

Two lines are of one shape if they differ only in names. A shape is read once by the whole reader of a game:
the line at hand, and the same line with other names. If each is one order as it stands, and nothing but the
names differs in what was read, then later lines of the shape only have their names filled in, and a line that
was read before is answered from a cache. Any other line, and a message with any other line, is read by the
whole reader: a greeting or a condition may say something of the orders around it.

So a game has no second grammar. It gives its reader of a single line, and the names that are filled in. Such
a name means one thing only, and is left as it is by all that the reader does with words.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from msgspec import Struct

from adjudicator.core.language.words import clean

KEPT_SHAPES = 4096
KEPT_LINES = 2048
LONGEST_SHAPED = 160  # characters of an ordinary line
MOST_NAMES = 8  # on an ordinary line
MOST_NEW = 60  # shapes that one message may teach; learning one costs as much as reading three lines
SHORTEST_NAME = 3  # letters; a shorter word may be a verb or a kind of unit

_NAME = tuple(map(itemgetter, range(MOST_NAMES)))  # each returns one of the names

Said = TypeVar("Said")
Whole = Callable[[str], Said | None]  # reads one line alone; None if it is not one order as it stands
Names = Sequence[str]
Filled = Callable[[Names], Any]


def _never(_left: str, _right: str) -> bool:
    return False


class _Shape(Generic[Said]):
    """What lines of one shape say; *tight* are the names that a hyphen without blanks joins to the next."""

    __slots__ = ("fill", "tight")

    def __init__(self, fill: Callable[[Names], Said], tight: tuple[int, ...]) -> None:
        self.fill = fill
        self.tight = tight


class _DiffersError(Exception):
    """More than names differs, or a value is of a kind that cannot be filled in."""


class OrdinaryLines(Generic[Said]):
    """The shapes that the reader of a game has learned; thread-safe.

    *names* has one group and finds the names that may be filled in; *probes* are such names. *value* is what
    the reader makes of a name, and *are_two* says whether it leaves the hyphen between two names.
    """

    def __init__(
        self,
        names: re.Pattern[str],
        probes: Iterable[str],
        value: Callable[[str], str] = str,
        are_two: Callable[[str, str], bool] = _never,
    ) -> None:
        self._names = names
        self._probes = _unlike(probes, value)
        self._value = value
        self._are_two = are_two
        self._shapes: dict[tuple[str, ...], _Shape[Said]] = {}
        self._others: set[tuple[str, ...]] = set()  # shapes of lines that are not ordinary
        self._lines: dict[str, tuple[str, Said]] = {}  # what lines said, as they were written
        _EVERY.add(self)

    def forget_lines(self) -> None:
        """Clear the cached lines, but not their shapes."""
        self._lines.clear()

    def read(self, lines: Sequence[str], whole: Whole[Said]) -> list[tuple[str, Said | None]] | None:
        """Return each line, cleaned, with what it says; None if any is not ordinary.

        An empty line says nothing. *whole* is asked about shapes that are not yet known. A line that stands
        twice in *lines* is not the same object twice: equal orders of a message stay apart.
        """
        found: list[tuple[str, Said | None]] = []
        used: set[str] = set()
        new = 0
        kept = self._room(len(lines))
        for line in lines:
            known = kept.get(line)
            if known is not None and line not in used:
                used.add(line)
                found.append(known)
                continue
            text = clean(line)
            if not text:
                found.append((text, None))
                continue
            parts = self._names.split(text) if len(text) <= LONGEST_SHAPED else [text]
            shape = self._shapes.get(tuple(parts[::2])) or self._shapes.get((text,))
            if shape is None:
                new += 1
                shape = self._learned(text, parts, whole) if new <= MOST_NEW else None
            names = parts[1::2]
            if shape is None or (shape.tight and not self._are_apart(names, shape.tight)):
                return None
            said = text, shape.fill(names)
            found.append(said)
            if known is None and len(line) <= LONGEST_SHAPED:
                used.add(line)
                kept[line] = said
        return found

    def _room(self, number: int) -> dict[str, tuple[str, Said]]:
        """Return the cached lines, cleared first if there is no room for *number* more."""
        if len(self._lines) + number > KEPT_LINES:
            self._lines.clear()
        return self._lines

    def _are_apart(self, names: Names, tight: Sequence[int]) -> bool:
        return all(self._are_two(names[at], names[at + 1]) for at in tight)

    def _learned(self, text: str, parts: Sequence[str], whole: Whole[Said]) -> _Shape[Said] | None:
        kept = tuple(parts[::2])
        if kept in self._others or len(text) > LONGEST_SHAPED:
            return None
        said = whole(text)
        if said is None:
            _keep_few(self._others)
            self._others.add(kept)
            return None
        tight = tuple(at - 1 for at in range(1, len(kept) - 1) if kept[at] == "-")
        fill = self._filling(parts, said, whole) if self._are_apart(parts[1::2], tight) else None
        _keep_few(self._shapes)
        if fill is None:  # with other names it may say something else, but it is ordinary itself
            self._shapes[(text,)] = shape = _Shape(lambda _names: said, ())
        else:
            self._shapes[kept] = shape = _Shape(fill, tight)
        return shape

    def _filling(
        self, parts: Sequence[str], said: Said, whole: Whole[Said]
    ) -> Callable[[Names], Said] | None:
        """Return a function that fills in names; None if the line says something else with other names."""
        own, value = parts[1::2], self._value
        probes = self._probes[: len(own)], self._probes[len(own) : 2 * len(own)]
        if not own or len(probes[1]) < len(own):
            return None
        first, second = (whole(_with_names(parts, probe)) for probe in probes)
        if first is None or second is None:
            return None
        try:
            fill: Filled = _filling(first, [value(name) for name in probes[0]]) or (lambda _names: first)
        except _DiffersError:
            return None
        filled = fill if value is str else (lambda names: fill([*map(value, names)]))
        return filled if filled(own) == said and filled(probes[1]) == second else None


_EVERY: WeakSet[OrdinaryLines[Any]] = WeakSet()


def forget_lines() -> None:
    """Clear the cached lines of all readers, so that every line is new to them."""
    for shapes in _EVERY:
        shapes.forget_lines()


def _keep_few(kept: dict[tuple[str, ...], Any] | set[tuple[str, ...]]) -> None:
    """Clear a cache that has so many shapes that somebody must be inventing them."""
    if len(kept) >= KEPT_SHAPES:
        kept.clear()


def _unlike(names: Iterable[str], value: Callable[[str], str]) -> tuple[str, ...]:
    """Return the first of *names* whose values differ and none of which contains another."""
    found: dict[str, str] = {}
    for name in names:
        meant = value(name)
        if not any(meant in one or one in meant for one in found):
            found[meant] = name
        if len(found) == 2 * MOST_NAMES:
            break
    return tuple(found.values())


def _with_names(parts: Sequence[str], names: Names) -> str:
    other = list(parts)
    other[1::2] = names
    return "".join(other)


def _filling(value: object, names: Names) -> Filled | None:
    """Return a function that makes *value* with other names than *names*; None if it has none of them."""
    match value:
        case str():
            return _filling_text(value, names)
        case None | int() | float() | bool():
            return None
        case Struct():
            kept = [getattr(value, field) for field in value.__struct_fields__]
            return _filling_parts(kept, names, type(value))
        case tuple():
            return _filling_parts(list(value), names, type(value) if hasattr(value, "_make") else _tuple)
    raise _DiffersError


def _filling_text(text: str, names: Names) -> Filled | None:
    parts = re.split(f"({'|'.join(map(re.escape, names))})", text)
    if len(parts) == 1:
        return None
    if type(text) is not str:  # a token of a parser, which knows more than its text
        raise _DiffersError
    places = [names.index(part) for part in parts[1::2]]
    if len(parts) == 3 and not parts[0] and not parts[2]:
        return _NAME[places[0]]

    def filled(other: Names) -> str:
        own = parts.copy()
        own[1::2] = [other[place] for place in places]
        return "".join(own)

    return filled


def _filling_parts(parts: list[object], names: Names, make: Callable[..., object]) -> Filled | None:
    each = ((at, _filling(part, names)) for at, part in enumerate(parts))
    fills = [(at, fill) for at, fill in each if fill is not None]
    if not fills:
        return None
    if len(fills) == 1:
        [(at, fill)] = fills
        before, behind = parts[:at], parts[at + 1 :]
        return lambda other: make(*before, fill(other), *behind)
    if len(fills) == 2:  # as in most orders: a unit and its destination
        (at, fill), (to, fill_to) = fills
        before, between, behind = parts[:at], parts[at + 1 : to], parts[to + 1 :]
        return lambda other: make(*before, fill(other), *between, fill_to(other), *behind)

    def filled(other: Names) -> object:
        own = parts.copy()
        for at, fill in fills:
            own[at] = fill(other)
        return make(*own)

    return filled


def _tuple(*parts: object) -> tuple[object, ...]:
    return parts


# --- the pattern of names ---------------------------------------------------------------------------------


def pattern_of(names: Iterable[str], but: str = r"(?!)") -> re.Pattern[str]:
    """Return a pattern that finds *names* in any case, the longest of those that begin alike.

    What the pattern *but* matches is not a name.
    """
    spelt = {form for name in names for form in (name, name.lower(), name.upper())}
    found = _branches(sorted({_in_small_letters(form) for form in spelt}))
    return re.compile(rf"(?<![\w'.])(?!(?i:{but}))({found})(?![\w'])")


def _in_small_letters(name: str) -> str:
    """Return *name* with a to z for A to Z; the pattern finds these letters in either case, and no others."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in name)


def _branches(names: Sequence[str]) -> str:
    """Return a pattern that reads each letter that *names* begin with once; *names* are sorted."""
    by_letter: dict[str, list[str]] = {}
    for name in filter(None, names):
        by_letter.setdefault(name[0], []).append(name[1:])
    branches = [f"{_in_either_case(letter)}{_branches(rest)}" for letter, rest in by_letter.items()]
    if "" in names and branches:
        return f"(?:{'|'.join(branches)})?"
    return f"(?:{'|'.join(branches)})" if len(branches) > 1 else "".join(branches)


def _in_either_case(letter: str) -> str:
    """Return a class of both cases, by which a branch that cannot match is skipped at once."""
    return f"[{letter}{letter.upper()}]" if letter.isascii() and letter.isalpha() else re.escape(letter)


def is_fit(name: str) -> bool:
    """Return whether *name* is words of letters, long enough not to be a verb or a kind of unit."""
    return len(name) >= SHORTEST_NAME and all(map(str.isalpha, re.split("[ '-]", name)))
